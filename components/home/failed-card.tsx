import { Count } from "#components/ui/badge";
import { Card } from "#components/ui/card";
import { IntentLink } from "#components/ui/intent-link";
import { StatusPill } from "#components/ui/status-pill";
import type { Post } from "#lib/contract/types";
import { formatRelative } from "#lib/time/format";
import { pathOf, titleOf } from "./words.ts";

/** In the place of what needs the member, where the service has no inbox: what failed, each leading to its page. */
export function FailedCard({ posts, total, now }: { posts: readonly Post[]; total: number; now: Date }) {
  return (
    <Card title="Needs you" aside={total > 0 ? <Count>{total}</Count> : null}>
      {posts.length === 0 ? (
        <p className="text-14 text-ink-3">No post has failed.</p>
      ) : (
        <ul className="divide-y divide-line">
          {posts.map((post) => (
            <li key={post.id} className="grid gap-1 py-3 first:pt-1 last:pb-1">
              <span className="flex items-center justify-between gap-3">
                <IntentLink href={pathOf(post)} className="min-w-0 truncate text-14 font-medium hover:underline">
                  {titleOf(post)}
                </IntentLink>
                <StatusPill status="failed" />
              </span>
              <span className="text-13 text-ink-3">
                {post.error ?? "It could not be sent"} · {formatRelative(new Date(post.updated_at), now)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
