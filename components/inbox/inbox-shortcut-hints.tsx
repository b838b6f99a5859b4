"use client";
import { Kbd } from "#components/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#components/ui/keyboard/use-shortcuts.tsx";
import type { InboxItem } from "#lib/contract/types.ts";

type InboxShortcutHintsProps = {
  canSnooze: boolean;
  canAssign: boolean;
  /** Returns the item of the card with the focus, else the first item. */
  current: () => InboxItem | undefined;
};

/** Lists the page's shortcuts on devices with a keyboard, and binds those that open a card's own panels. */
export function InboxShortcutHints({ canSnooze, canAssign, current }: InboxShortcutHintsProps) {
  const press = (name: string) => () => {
    const key = current()?.key ?? "";
    document.querySelector<HTMLElement>(`[data-item="${CSS.escape(key)}"] [data-triage=${name}]`)?.click();
  };
  useShortcuts("Inbox", [
    ...(canSnooze ? [{ keys: "s", label: "Snooze", run: press("snooze") }] : []),
    ...(canAssign ? [{ keys: "a", label: "Assign", run: press("assign") }] : []),
  ]);
  const keys = [
    { keys: ["j", "k"], does: "move" },
    { keys: ["enter"], does: "fix" },
    { keys: ["u"], does: "read, unread" },
    { keys: ["e"], does: "done" },
    ...(canSnooze ? [{ keys: ["s"], does: "snooze" }] : []),
    ...(canAssign ? [{ keys: ["a"], does: "assign" }] : []),
  ];
  return (
    <p
      aria-hidden="true"
      className="mt-4 flex flex-wrap gap-x-4 gap-y-1.5 text-12 text-ink-3 pointer-coarse:hidden max-sm:hidden"
    >
      {keys.map((key) => (
        <span key={key.does} className="inline-flex items-center gap-1.5">
          {key.keys.map((one) => (
            <Kbd key={one} keys={one} />
          ))}
          {key.does}
        </span>
      ))}
    </p>
  );
}
