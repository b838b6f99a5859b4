"use client";
import { PanelRight } from "lucide-react";
import { memo, Suspense, useState, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import type { TextEngine } from "#components/composer/editor/text-engine/load-text-engine.ts";
import type { DraftImage, ImageId } from "#components/composer/state/draft.ts";
import type { ChannelPreview } from "#components/preview/channel-preview.ts";
import type { LinkCardControl } from "#components/preview/link-card.tsx";
import { Button } from "#components/ui/controls/button.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";

const ComposerPreview = lazyComponent(() => import("./composer-preview.tsx").then((file) => file.ComposerPreview));

type PreviewPaneProps = {
  views: readonly ChannelPreview[];
  /** The tab to show; it stays when the width changes. */
  shownId: string | null;
  onShow: (channelId: string) => void;
  onGoTo: (channelId: string) => void;
  onCustomize: ((channelId: string) => void) | null;
  onCommon: (channelId: string) => void;
  memberName: string;
  images: readonly DraftImage[];
  previewOf: (id: ImageId) => string | null;
  linkCard: LinkCardControl;
  publishedParts: number;
  /** Null until the text engine is loaded; links are then shown as plain text. */
  measure: TextEngine | null;
  /** True while the draft has no text and no images. */
  isBlank: boolean;
};

/** From this width on the preview is beside the editor; Tailwind's `xl`. */
const wideScreenQuery = "(min-width: 1280px)";

/**
 * Created once, because a new media query makes the browser update its styles first, on each keystroke. Null on the
 * server.
 */
const wideScreen = typeof matchMedia === "function" ? matchMedia(wideScreenQuery) : null;

function subscribeToWidth(change: () => void): () => void {
  wideScreen?.addEventListener("change", change);
  return () => wideScreen?.removeEventListener("change", change);
}

/** The preview beside the editor on wide screens. Narrow screens do not render it. */
export function PreviewPane(props: PreviewPaneProps) {
  const isWide = useSyncExternalStore(
    subscribeToWidth,
    () => wideScreen?.matches ?? true,
    () => true,
  );
  if (!isWide) return null;
  return (
    <aside
      aria-label="Preview"
      className="sticky top-[60px] max-h-[calc(100dvh-126px)] overflow-y-auto pb-4 max-xl:hidden"
    >
      <PreviewOrHint {...props} />
    </aside>
  );
}

/** Opens the preview over the editor on narrow screens. */
export function PreviewToggle(props: PreviewPaneProps) {
  const [isOpen, setIsOpen] = useState(false);
  // The dialog closes before the focus moves to the editor, because an open dialog keeps the focus.
  const leave = (go: (channelId: string) => void) => (channelId: string) => {
    flushSync(() => setIsOpen(false));
    // Runs after the dialog has returned the focus, which it does in a task of its own.
    setTimeout(() => go(channelId), 0);
  };
  return (
    // The margin is the wrapper's: the button, no wider than the wrapper, would lose the margin's width.
    <div className="-mx-3.5 sm:-mx-3 xl:hidden">
      <Button
        icon={<PanelRight className="size-4" />}
        variant="quiet"
        // The gap before the hidden label would move the icon off the page's edge.
        className="max-sm:gap-0"
        onClick={() => setIsOpen(true)}
      >
        <span className="max-sm:sr-only">Preview</span>
      </Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Preview" size="medium">
        <PreviewOrHint
          {...props}
          onGoTo={leave(props.onGoTo)}
          onCustomize={props.onCustomize && leave(props.onCustomize)}
          // Closes the dialog first, because the toast's Undo would be behind it.
          onCommon={leave(props.onCommon)}
        />
      </Dialog>
    </div>
  );
}

/** Renders when its content changed, and not with the keystroke that causes the change. */
const PreviewOrHint = memo(function Shown({ isBlank, measure, ...preview }: PreviewPaneProps) {
  if (preview.views.length > 0 && !isBlank) {
    return (
      <Suspense>
        <ComposerPreview {...preview} markWords={measure?.highlightText ?? null} />
      </Suspense>
    );
  }
  return (
    <p className="rounded-sheet border border-line border-dashed px-4 py-6 text-center text-14 text-ink-3">
      {preview.views.length === 0 ? "Choose channels to see a preview." : "The preview appears as you write."}
    </p>
  );
});
