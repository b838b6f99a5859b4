import { CountBadge } from "#components/ui/feedback/badge.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { StatusBadge } from "#components/ui/feedback/status-badge.tsx";
import type { Post } from "#lib/contract/types.ts";
import { formatRelativeTime } from "#lib/time/format.ts";
import { getPostPath, getPostTitle } from "./home-labels.ts";

/** In the place of what needs the member, where the service has no inbox: what failed, each leading to its page. */
export function FailedPostsCard({ posts, total, now }: { posts: readonly Post[]; total: number; now: Date }) {
  return (
    <Card title="Needs you" aside={total > 0 ? <CountBadge>{total}</CountBadge> : null}>
      {posts.length === 0 ? (
        <p className="text-14 text-ink-3">No post has failed.</p>
      ) : (
        <ul className="divide-y divide-line">
          {posts.map((post) => (
            <li key={post.id} className="grid gap-1 py-3 first:pt-1 last:pb-1">
              <span className="flex items-center justify-between gap-3">
                <PrefetchLink href={getPostPath(post)} className="min-w-0 truncate text-14 font-medium hover:underline">
                  {getPostTitle(post)}
                </PrefetchLink>
                <StatusBadge status="failed" />
              </span>
              <span className="text-13 text-ink-3">
                {post.error ?? "It could not be sent"} · {formatRelativeTime(new Date(post.updated_at), now)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
