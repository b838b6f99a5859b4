import { PenLine } from "lucide-react";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import type { Post } from "#lib/contract/types.ts";
import { getPostTitle } from "#lib/text/post-title.ts";
import { formatClockTime } from "#lib/time/format-short.ts";
import { toWallTime } from "#lib/time/wall-time.ts";
import { formatRelativeDay, groupPostsBySubmission, type HomeTimeOptions } from "./home-overview.ts";
import { PlatformIcons } from "./platform-icons.tsx";

type DraftsCardProps = { posts: readonly Post[]; total: number | null; reader: HomeTimeOptions; now: Date };

/** Number of drafts shown; the total links to the rest. */
const maxDrafts = 3;

/** Lists drafts, newest first, one per submission; each links to the composer. */
export function DraftsCard({ posts, total, reader, now }: DraftsCardProps) {
  const plans = groupPostsBySubmission(posts).slice(0, maxDrafts);
  return (
    <Card
      title="Drafts"
      aside={
        total ? (
          <PrefetchLink
            href="/posts?status=draft"
            aria-label={`All ${total} drafts`}
            className="hover:text-ink hover:underline pointer-coarse:px-3 pointer-coarse:py-3"
          >
            {total.toLocaleString("en-GB")}
          </PrefetchLink>
        ) : null
      }
    >
      {posts.length === 0 ? (
        <p className="text-14 text-ink-3">No drafts yet.</p>
      ) : (
        <ul className="-mx-2">
          {plans.map(({ key, posts: planPosts }) => {
            const [first] = planPosts;
            const at = new Date(first.updated_at);
            const day = formatRelativeDay(at, reader.zone, now);
            return (
              <li key={key}>
                <PrefetchLink
                  href={`/compose?post=${encodeURIComponent(first.id)}`}
                  className="flex min-h-9 items-center gap-2.5 rounded-chip px-2 py-1.5 text-14 hover:bg-sunk pointer-coarse:min-h-11"
                >
                  <PenLine className="size-4 text-ink-3" />
                  <span className="min-w-0 flex-1 truncate">{getPostTitle(first)}</span>
                  <PlatformIcons posts={planPosts} />
                  <time dateTime={at.toISOString()} className="shrink-0 text-13 text-ink-3">
                    {day === "today" ? formatClockTime(toWallTime(at, reader.zone).time, reader.clock) : day}
                  </time>
                </PrefetchLink>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
