"use client";
import { PanelRight } from "lucide-react";
import { memo, Suspense, useState, useSyncExternalStore } from "react";
import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { later } from "#components/ui/later";
import type { Channel } from "#lib/contract/types";
import type { Measure } from "../writing/use-measure.ts";
import type { Planned } from "../writing/use-plans.ts";

const Preview = later(() => import("../../preview/preview.tsx").then((file) => file.Preview));

type PreviewProps = {
  planned: readonly Planned[];
  unknown: readonly string[];
  channels: readonly Channel[];
  texts: readonly string[];
  memberName: string;
  pictures: readonly { id: string; source: string }[];
  /** Null until the text engine is there: links are shown as the words around them. */
  measure: Measure | null;
  /** Nothing is written or added yet. */
  isBlank: boolean;
};

/** From this width on the preview stands beside the sheet; Tailwind's `xl`. */
const wide = "(min-width: 1280px)";

let query: MediaQueryList | null = null;
/** Made once: asking a new one makes the browser bring its styles up to date first, with each keystroke. */
function width(): MediaQueryList {
  query ??= matchMedia(wide);
  return query;
}

function listenToWidth(change: () => void): () => void {
  width().addEventListener("change", change);
  return () => width().removeEventListener("change", change);
}

/** Beside the sheet on wide screens: how it will look on each platform. Elsewhere it is not drawn at all. */
export function PreviewPane(props: PreviewProps) {
  const isWide = useSyncExternalStore(
    listenToWidth,
    () => width().matches,
    () => true,
  );
  if (!isWide) return null;
  return (
    <aside aria-label="Preview" className="sticky top-[60px] max-h-[calc(100dvh-160px)] overflow-y-auto max-xl:hidden">
      <Shown {...props} />
    </aside>
  );
}

/** Where there is no room beside the sheet, the preview opens over it. */
export function PreviewToggle(props: PreviewProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="xl:hidden">
      <Button icon={<PanelRight className="size-4" />} variant="quiet" onClick={() => setIsOpen(true)}>
        Preview
      </Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Preview" size="medium">
        <Shown {...props} />
      </Dialog>
    </div>
  );
}

/** Redrawn when what it shows has changed, and not with the keystroke that it will follow. */
const Shown = memo(function Shown({ isBlank, measure, ...preview }: PreviewProps) {
  const { channels } = preview;
  if (channels.length > 0 && !isBlank) {
    return (
      <Suspense>
        <Preview {...preview} markLinks={measure?.markLinks ?? null} />
      </Suspense>
    );
  }
  return (
    <p className="rounded-sheet border border-line border-dashed px-4 py-6 text-center text-14 text-ink-3">
      {channels.length === 0
        ? "Choose a channel to see how it will look there."
        : "What you write is shown here as it will look."}
    </p>
  );
});
