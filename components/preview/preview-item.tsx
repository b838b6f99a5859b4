import { memo } from "react";
import { Avatar } from "#components/ui/avatar";
import { join } from "#components/ui/join";
import type { markLinks } from "./mark-links.ts";

type PreviewItemProps = {
  name: string;
  username: string;
  text: string;
  isLast: boolean;
  /** `alt` is empty, or left out, when nobody has said what it shows. */
  pictures: readonly { id: string; source: string; alt?: string | undefined }[];
  markLinks: MarkLinks;
};

/** Cuts a text at its links, by the text engine of whoever shows the preview; null until that is there. */
export type MarkLinks = typeof markLinks | null;

/** One item as a platform shows it: who, what, and its images. */
export const PreviewItem = memo(function PreviewItem(props: PreviewItemProps) {
  const { name, username, text, isLast, pictures, markLinks } = props;
  const pieces = markLinks?.(text) ?? [{ text, isLink: false }];
  return (
    <li
      className={join(
        "relative grid grid-cols-[30px_minmax(0,1fr)] gap-x-2.5",
        !isLast && "pb-4",
        "[contain-intrinsic-size:auto_72px] [content-visibility:auto]",
      )}
    >
      {isLast ? null : (
        <span aria-hidden="true" className="absolute top-9 bottom-0.5 left-[14.5px] w-px bg-line-strong" />
      )}
      <Avatar name={name} tone="ink" />
      <div className="min-w-0">
        <p className="truncate text-13">
          <strong className="font-semibold">{name}</strong>
          {username ? <span className="text-ink-3"> @{username}</span> : null}
        </p>
        <p className="whitespace-pre-wrap text-14 [overflow-wrap:anywhere]">
          {text.trim() === "" ? <span className="text-ink-3">Nothing written yet</span> : null}
          {pieces.map(({ text: words, isLink }, at) =>
            isLink ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text in their order
              <span key={at} className="text-accent">
                {words}
              </span>
            ) : (
              words
            ),
          )}
        </p>
        {pictures.length > 0 ? (
          <ul
            aria-label="Images"
            className={join(
              "mt-2 grid h-44 gap-0.5 overflow-hidden rounded-control border border-line",
              pictures.length > 1 && "grid-cols-2",
              pictures.length > 2 && "grid-rows-2",
            )}
          >
            {pictures.map(({ id, source, alt }, at) => (
              <li key={id} className={join("min-h-0", pictures.length === 3 && at === 0 && "row-span-2")}>
                <img src={source} alt={alt || `${at + 1} of ${pictures.length}`} className="size-full object-cover" />
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </li>
  );
});
