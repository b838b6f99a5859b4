"use client";
import { useState } from "react";
import { KbdSequence } from "#components/ui/keyboard/kbd-sequence.tsx";
import { listActiveShortcuts } from "#components/ui/keyboard/shortcut-registry.tsx";
import { DialogPanel } from "#components/ui/overlays/dialog-panel.tsx";

/** Spoken names of keys, for screen readers. */
const spoken: Record<string, string> = {
  mod: "Control or Command",
  arrowup: "arrow up",
  arrowdown: "arrow down",
  "?": "question mark",
  "/": "slash",
  ".": "dot",
};

function formatSpokenKeys(keys: string): string {
  const one = (key: string) =>
    key
      .split("+")
      .map((held) => spoken[held] ?? held)
      .join(" ");
  return keys.split(" ").map(one).join(" then ");
}

/** Lists all shortcuts: the page's own first, then those of every page. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [groups] = useState(listActiveShortcuts);
  return (
    <DialogPanel
      title="Keyboard shortcuts"
      description="Letter shortcuts are off while you type or a dialog is open."
      size="large"
      takesFocus
      onClose={onClose}
    >
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must be able to scroll this element
        tabIndex={0}
        aria-label="Keyboard shortcuts"
        className="-mx-1.5 -mb-1.5 gap-x-10 rounded-control p-1.5 outline-offset-0 focus-visible:outline-accent-line sm:columns-2"
      >
        {groups.map(({ title, keys }) => (
          <section key={title} className="mb-5 break-inside-avoid-column">
            <h3 className="mb-1 text-13 font-semibold text-ink-3">{title}</h3>
            <dl>
              {keys.map(({ keys: pressed, label }) => (
                <div
                  key={`${pressed} ${label}`}
                  className="flex min-h-8 items-center justify-between gap-3 border-b py-1 text-14"
                >
                  <dt>{label}</dt>
                  <dd className="pointer-coarse:font-mono pointer-coarse:text-12">
                    <span className="sr-only pointer-coarse:not-sr-only">{formatSpokenKeys(pressed)}</span>
                    <KbdSequence keys={pressed} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </DialogPanel>
  );
}
