"use client";
import { PanelRight } from "lucide-react";
import { memo, Suspense, useState, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { Button } from "#components/ui/controls/button.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { later } from "#components/ui/layout/lazy-component.tsx";
import type { Picture } from "#components/preview/preview-images.tsx";
import type { View } from "#components/preview/channel-preview.ts";
import type { Measure } from "#components/composer/editor/text-engine/use-text-engine.ts";

const Preview = later(() => import("#components/preview/preview.tsx").then((file) => file.Preview));

type PreviewProps = {
  views: readonly View[];
  /** The tab that is asked for; it stays when the width changes. */
  shownId: string | null;
  onShow: (channelId: string) => void;
  onGoTo: (channelId: string) => void;
  onOwn: ((channelId: string) => void) | null;
  onCommon: (channelId: string) => void;
  memberName: string;
  pictures: readonly Picture[];
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

/** Beside the sheet on wide screens: how it will look on each channel. Elsewhere it is not drawn at all. */
export function PreviewPane(props: PreviewProps) {
  const isWide = useSyncExternalStore(
    listenToWidth,
    () => width().matches,
    () => true,
  );
  if (!isWide) return null;
  return (
    <aside
      aria-label="Preview"
      className="sticky top-[60px] max-h-[calc(100dvh-126px)] overflow-y-auto pb-4 max-xl:hidden"
    >
      <Shown {...props} />
    </aside>
  );
}

/** Where there is no room beside the sheet, the preview opens over it. */
export function PreviewToggle(props: PreviewProps) {
  const [isOpen, setIsOpen] = useState(false);
  // What leads back to the sheet closes it first: a dialog keeps the focus while it is there.
  const leave = (go: (channelId: string) => void) => (channelId: string) => {
    flushSync(() => setIsOpen(false));
    // After the dialog has given the focus back, which it does in a task of its own.
    setTimeout(() => go(channelId), 0);
  };
  return (
    <div className="xl:hidden">
      <Button
        icon={<PanelRight className="size-4" />}
        variant="quiet"
        className="-mx-3"
        onClick={() => setIsOpen(true)}
      >
        <span className="max-sm:sr-only">Preview</span>
      </Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Preview" size="medium">
        <Shown
          {...props}
          onGoTo={leave(props.onGoTo)}
          onOwn={props.onOwn && leave(props.onOwn)}
          // Its Undo would stand behind the dialog.
          onCommon={leave(props.onCommon)}
        />
      </Dialog>
    </div>
  );
}

/** Redrawn when what it shows has changed, and not with the keystroke that it will follow. */
const Shown = memo(function Shown({ isBlank, measure, ...preview }: PreviewProps) {
  if (preview.views.length > 0 && !isBlank) {
    return (
      <Suspense>
        <Preview {...preview} markWords={measure?.markWords ?? null} />
      </Suspense>
    );
  }
  return (
    <p className="rounded-sheet border border-line border-dashed px-4 py-6 text-center text-14 text-ink-3">
      {preview.views.length === 0
        ? "Choose a channel to see how it will look there."
        : "What you write is shown here as it will look."}
    </p>
  );
});
