import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import type { LedgerLine } from "#lib/contract/types.ts";
import { getPostTitle } from "#lib/text/post-title.ts";
import { formatLedgerDetails, getLedgerKindLabel } from "./ledger-labels.ts";

/** Shows what an entry is about: the post by its first words, what was done, on which channel, and the reason. */
export function LedgerSubject({ line }: { line: LedgerLine }) {
  const label = getLedgerKindLabel(line.kind);
  const text = line.post_text;
  const title = text === null || text === undefined ? label : getPostTitle({ posts: [{ text }] });
  return (
    <span className="grid min-w-0 gap-0.5">
      <span className="line-clamp-2 font-medium wrap-anywhere lg:line-clamp-1">
        {line.post_id ? (
          <PrefetchLink
            href={`/posts/${encodeURIComponent(line.post_id)}`}
            className="underline-offset-2 hover:underline pointer-coarse:py-2"
          >
            {title}
          </PrefetchLink>
        ) : (
          title
        )}
      </span>
      <span className="text-13 text-ink-3 wrap-anywhere">
        {[title === label ? "" : label, line.channel_name, formatLedgerDetails(line)].filter(Boolean).join(" · ")}
      </span>
    </span>
  );
}
