import { getPlatformLabel } from "#components/posts/post-labels.ts";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { StatusBadge } from "#components/ui/feedback/status-badge.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import type { Post } from "#lib/contract/types.ts";

type SiblingPostsProps = { post: Post; siblings: readonly Post[]; accounts: Readonly<Record<string, string>> };

/** Lists the other channels of the same submission. */
export function SiblingPosts({ post, siblings, accounts }: SiblingPostsProps) {
  const others = siblings.filter(({ id }) => id !== post.id);
  if (others.length === 0) return null;
  return (
    <Card title="Other channels">
      <ul className="grid gap-2">
        {others.map((other) => {
          const account = other.channel_id ? accounts[other.channel_id] : undefined;
          return (
            <li key={other.id} className="flex min-h-7 items-center gap-2.5">
              <PlatformIcon platform={other.channel ?? "?"} size="large" />
              <PrefetchLink
                href={`/posts/${encodeURIComponent(other.id)}`}
                className="mr-auto min-w-0 truncate text-14 hover:underline pointer-coarse:py-3"
              >
                {getPlatformLabel(other)}
                {account ? `, ${account}` : ""}
                {other.delivery === "joined" && other.posts.length > 1 ? " · joined" : ""}
              </PrefetchLink>
              <StatusBadge status={other.status} />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
