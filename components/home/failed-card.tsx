import { Count } from "#components/ui/feedback/badge.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { IntentLink } from "#components/ui/controls/prefetch-link.tsx";
import { StatusPill } from "#components/ui/feedback/status-badge.tsx";
import type { Post } from "#lib/contract/types.ts";
import { formatRelative } from "#lib/time/format.ts";
import { pathOf, titleOf } from "./home-labels.ts";

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
