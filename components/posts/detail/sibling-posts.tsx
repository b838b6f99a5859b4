import { formatWhen, type PostTimeOptions } from "#components/posts/post-labels.ts";
import { getChannelName } from "#components/posts/submission/channel-names.ts";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { StatusBadge } from "#components/ui/feedback/status-badge.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { toSafeHref } from "#components/ui/safe-href.ts";
import { getShownStatus } from "#lib/contract/resources/post-statuses.ts";
import type { Post } from "#lib/contract/types.ts";

type SiblingPostsProps = {
  post: Post;
  siblings: readonly Post[];
  accounts: Readonly<Record<string, string>>;
  times: PostTimeOptions;
  now: Date;
};

/** Lists all channels of the submission with their status, time and link; the page shows one of them. */
export function SiblingPosts({ post, siblings, accounts, times, now }: SiblingPostsProps) {
  return (
    <Card title="Channels">
      <ul className="grid gap-1">
        {siblings.map((one) => {
          // The page's own post is read more often than the list.
          const shown = one.id === post.id ? post : one;
          const when = formatWhen(shown, times, now);
          const link = shown.taken_down_at ? null : shown.published_urls.map(toSafeHref).find((href) => href !== null);
          const isCurrent = one.id === post.id;
          return (
            <li
              key={one.id}
              className={`-mx-2 flex min-h-11 items-center gap-2.5 rounded-control px-2 py-1 ${isCurrent ? "bg-sunk" : ""}`}
            >
              <PlatformIcon platform={one.channel ?? "?"} size="large" />
              <span className="mr-auto grid min-w-0">
                <PrefetchLink
                  href={`/posts/${encodeURIComponent(one.id)}`}
                  aria-current={isCurrent ? "page" : undefined}
                  className={`truncate text-14 hover:underline ${isCurrent ? "font-medium" : ""}`}
                >
                  {getChannelName(one, accounts)}
                </PrefetchLink>
                <span className="truncate text-13 text-ink-3">
                  {when.at ?? when.note}
                  {link ? (
                    <>
                      {" · "}
                      <a href={link} target="_blank" rel="noreferrer" className="text-accent hover:underline">
                        View
                        <span className="sr-only"> on {getChannelName(one, accounts)}, in a new tab</span>
                      </a>
                    </>
                  ) : null}
                </span>
              </span>
              <StatusBadge status={getShownStatus(shown)} />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
