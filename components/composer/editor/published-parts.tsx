import { Check, CircleHelp, ExternalLink } from "lucide-react";
import type { PublishedThreadPart } from "#components/composer/state/composer-state.ts";
import { toSafeHref } from "#components/ui/safe-href.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";

/** Shows the published parts of an interrupted thread with links to them. The editable rest follows below. */
export function PublishedParts({
  fixed,
  platform,
}: {
  fixed: readonly PublishedThreadPart[];
  platform: string | undefined;
}) {
  const place = platform === undefined ? "its platform" : formatPlatformName(platform);
  return (
    <section aria-label="Already published" className="mb-3 rounded-card border px-6 py-5 max-sm:px-4">
      <ol aria-label="Published parts">
        {fixed.map(({ text, url, isSure }, at) => {
          const link = url ? toSafeHref(url) : null;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its position
            <li key={at} className="grid grid-cols-[24px_minmax(0,1fr)] gap-x-2.5 pb-3">
              <span
                aria-hidden="true"
                className={`grid size-6 place-items-center rounded-full ${isSure ? "bg-published-wash text-published" : "bg-failed-wash text-failed"}`}
              >
                {isSure ? <Check className="size-3.5" /> : <CircleHelp className="size-3.5" />}
              </span>
              <div className="min-w-0">
                <p className="whitespace-pre-wrap text-ink-2 wrap-anywhere">{text}</p>
                <p className="mt-1 flex flex-wrap items-center gap-x-3 text-13">
                  <span className={isSure ? "text-published" : "text-failed"}>
                    <span className="sr-only">Part {at + 1}: </span>
                    {isSure ? "Published" : "May be published"}
                  </span>
                  {link ? (
                    <a
                      href={link}
                      target="_blank"
                      rel="noreferrer"
                      className="inline-flex items-center gap-1.5 text-accent underline-offset-2 hover:underline pointer-coarse:py-3"
                    >
                      <ExternalLink className="size-3.5" />
                      View on {place}
                      <span className="sr-only"> (opens in a new tab)</span>
                    </a>
                  ) : null}
                </p>
              </div>
            </li>
          );
        })}
      </ol>
      <p className="text-13 text-ink-3">
        Already published. Your edits continue the thread below, and publishing has no Undo.
      </p>
    </section>
  );
}
