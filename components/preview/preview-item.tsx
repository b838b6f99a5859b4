import { memo, type ReactNode } from "react";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { InitialsAvatar } from "#components/ui/layout/initials-avatar.tsx";
import { formatAccountHandle } from "#lib/contract/platforms/format-account-handle.ts";
import { findTruncationIndex, getPreviewStyle } from "#lib/contract/platforms/preview-styles.ts";
import type { highlightText } from "./highlight-text.ts";
import { type PreviewImage, PreviewImages } from "./preview-images.tsx";

type PreviewItemProps = {
  /** The platform's slug; an unknown platform gets a plain style. */
  platform: string;
  name: string;
  username: string;
  /** Address of the account's own picture; without one, its initials stand in. */
  avatar?: string | null | undefined;
  text: string;
  isLast: boolean;
  pictures: readonly PreviewImage[];
  markWords: TextHighlighter;
  /** True if a feed would fold the text; the folded rest is then faint. */
  isFolded?: boolean;
  /** True in a text so long that an item is laid out only once it comes into view. */
  isAmongMany?: boolean;
  /** The card of the item's link, where Postwright makes it. */
  card?: ReactNode;
};

/** Splits a text into highlighted segments by the page's text engine; null until that is loaded. */
export type TextHighlighter = typeof highlightText | null;

/** One item as a platform shows it: author, text and images. */
export const PreviewItem = memo(function PreviewItem(props: PreviewItemProps) {
  const { platform, name, username, text, isLast, pictures, isFolded = false, isAmongMany = false } = props;
  const look = getPreviewStyle(platform);
  const fold = isFolded ? findTruncationIndex(text, look.fold) : null;
  const words = (shown: string) => <HighlightedText text={shown} platform={platform} markWords={props.markWords} />;
  return (
    // No element is positioned, because each would be a layer to check on each keystroke.
    <li
      className={joinClassNames(
        "grid grid-cols-[30px_minmax(0,1fr)] gap-x-2.5",
        isAmongMany && "[contain-intrinsic-size:auto_72px] [content-visibility:auto]",
      )}
    >
      <div aria-hidden="true" className="flex flex-col items-center">
        {props.avatar ? (
          <img src={props.avatar} alt="" className="size-[30px] shrink-0 rounded-full bg-sunk object-cover" />
        ) : (
          <InitialsAvatar name={name} tone="ink" />
        )}
        {isLast ? null : <span className="mt-1.5 mb-0.5 w-px flex-1 bg-line-strong" />}
      </div>
      <div className={joinClassNames("min-w-0", !isLast && "pb-4")}>
        {/* Not clipped, because each clip is a layer to composite again on each keystroke. */}
        <p className="text-13 wrap-anywhere">
          <strong className="font-semibold">{name}</strong>
          {username ? <span className="text-ink-3"> {formatAccountHandle(username)}</span> : null}
        </p>
        <p data-item-text="" dir="auto" className="whitespace-pre-wrap text-14 wrap-anywhere">
          {text.trim() === "" ? null : fold === null ? (
            words(text)
          ) : (
            <>
              {words(text.slice(0, fold))}
              {/* Drawn by CSS, so that the text is exactly the published one. */}
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
        {props.card}
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
  const pieces = markWords?.(text, platform) ?? [{ text, type: "plain" }];
  return pieces.map(({ text: words, type }, at) =>
    type === "plain" ? (
      words
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: segments of one text in their order
      <span key={at} className="text-accent">
        {words}
      </span>
    ),
  );
}
