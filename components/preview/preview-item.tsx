import { memo } from "react";
import { cn } from "#components/ui/cn.tsx";
import { Avatar } from "#components/ui/layout/avatar.tsx";
import { findTruncationIndex, getPreviewStyle } from "#lib/contract/platforms/preview-styles.ts";
import type { highlightText } from "./highlight-text.ts";
import { type PreviewImage, PreviewImages } from "./preview-images.tsx";

type PreviewItemProps = {
  /** Slug; an unknown one is shown as plainly as can be. */
  platform: string;
  name: string;
  username: string;
  text: string;
  isLast: boolean;
  pictures: readonly PreviewImage[];
  markWords: TextHighlighter;
  /** Whether a stream would fold it; then what lies behind the fold is faint. */
  isFolded?: boolean;
  /** Among so many words that it is laid out only once it comes into view. */
  isAmongMany?: boolean;
};

/** Cuts a text at what its platform lights up, by the text engine of whoever shows it; null until that is there. */
export type TextHighlighter = typeof highlightText | null;

/** One item as a platform shows it: who, what, and its images. */
export const PreviewItem = memo(function PreviewItem(props: PreviewItemProps) {
  const { platform, name, username, text, isLast, pictures, isFolded = false, isAmongMany = false } = props;
  const look = getPreviewStyle(platform);
  const fold = isFolded ? findTruncationIndex(text, look.fold) : null;
  const words = (shown: string) => <HighlightedText text={shown} platform={platform} markWords={props.markWords} />;
  return (
    // Nothing of it is positioned: each would be a layer to go through with each key.
    <li
      className={cn(
        "grid grid-cols-[30px_minmax(0,1fr)] gap-x-2.5",
        isAmongMany && "[contain-intrinsic-size:auto_72px] [content-visibility:auto]",
      )}
    >
      <div aria-hidden="true" className="flex flex-col items-center">
        <Avatar name={name} tone="ink" />
        {isLast ? null : <span className="mt-1.5 mb-0.5 w-px flex-1 bg-line-strong" />}
      </div>
      <div className={cn("min-w-0", !isLast && "pb-4")}>
        {/* Not cut off: each clip is a layer to be put together with each key. */}
        <p className="text-13 [overflow-wrap:anywhere]">
          <strong className="font-semibold">{name}</strong>
          {username ? <span className="text-ink-3"> @{username}</span> : null}
        </p>
        <p data-item-text="" dir="auto" className="whitespace-pre-wrap text-14 [overflow-wrap:anywhere]">
          {text.trim() === "" ? null : fold === null ? (
            words(text)
          ) : (
            <>
              {words(text.slice(0, fold))}
              {/* Drawn, not written: the text is exactly what is sent. */}
              <span
                data-fold={`… ${look.fold?.words ?? ""}`}
                className="border-line border-b border-dashed font-medium text-ink-2 after:content-[attr(data-fold)]"
              />
              <span className="text-ink-3">{words(text.slice(fold))}</span>
            </>
          )}
        </p>
        {text.trim() === "" ? <p className="text-14 text-ink-3">Nothing written yet</p> : null}
        <PreviewImages pictures={pictures} layout={look.images} />
      </div>
    </li>
  );
});

function HighlightedText({
  text,
  platform,
  markWords,
}: {
  text: string;
  platform: string;
  markWords: TextHighlighter;
}) {
  const pieces = markWords?.(text, platform) ?? [{ text, is: "plain" }];
  return pieces.map(({ text: words, is }, at) =>
    is === "plain" ? (
      words
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text in their order
      <span key={at} className="text-accent">
        {words}
      </span>
    ),
  );
}
