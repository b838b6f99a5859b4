import { PenLine } from "lucide-react";
import { Card } from "#components/ui/card";
import { IntentLink } from "#components/ui/intent-link";
import type { Post } from "#lib/contract/types";
import { clockText } from "#lib/time/time-words";
import { toWall } from "#lib/time/zone";
import { dayWord } from "./plans.ts";
import { type Reader, titleOf } from "./words.ts";

type DraftsCardProps = { posts: readonly Post[]; total: number | null; reader: Reader; now: Date };

/** What is begun, the newest first; each leads to where it is written on. */
export function DraftsCard({ posts, total, reader, now }: DraftsCardProps) {
  return (
    <Card
      title="Drafts"
      aside={
        total ? (
          <IntentLink
            href="/posts?status=draft"
            aria-label={`All ${total} drafts`}
            className="hover:text-ink hover:underline pointer-coarse:px-3 pointer-coarse:py-3"
          >
            {total.toLocaleString("en-GB")}
          </IntentLink>
        ) : null
      }
    >
      {posts.length === 0 ? (
        <p className="text-14 text-ink-3">No drafts. What you begin and put aside stands here.</p>
      ) : (
        <ul className="-mx-2">
          {posts.map((post) => {
            const at = new Date(post.updated_at);
            const day = dayWord(at, reader.zone, now);
            return (
              <li key={post.id}>
                <IntentLink
                  href={`/compose?post=${encodeURIComponent(post.id)}`}
                  className="flex min-h-9 items-center gap-2.5 rounded-chip px-2 py-1.5 text-14 hover:bg-sunk pointer-coarse:min-h-11"
                >
                  <PenLine className="size-4 text-ink-3" />
                  <span className="min-w-0 flex-1 truncate">{titleOf(post)}</span>
                  <time dateTime={at.toISOString()} className="shrink-0 text-13 text-ink-3">
                    {day === "today" ? clockText(toWall(at, reader.zone).time, reader.clock) : day}
                  </time>
                </IntentLink>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
