import { getPlatformLabel } from "#components/posts/post-labels.ts";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { StatusBadge } from "#components/ui/feedback/status-badge.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { getShownStatus } from "#lib/contract/resources/post-statuses.ts";
import type { Post } from "#lib/contract/types.ts";
import { countStatuses, formatStatuses, formatStatusWord } from "./channel-names.ts";

/** Icons in one cell; the row's menu has all channels. */
const iconsMax = 3;
const dots: Record<string, string> = {
  failed: "bg-failed",
  published: "bg-published",
  on_hold: "bg-publishing",
  publishing: "bg-publishing",
  unconfirmed: "bg-publishing",
};

type SubmissionChannelsProps = { posts: readonly Post[]; accounts: Readonly<Record<string, string>> };

type SubmissionCellProps = {
  posts: readonly Post[];
  /** Account names by channel id for the cell of the channels; left out for that of the statuses. */
  accounts?: Readonly<Record<string, string>>;
};

/** A cell of a submission with several channels. */
export function SubmissionCell({ posts, accounts }: SubmissionCellProps) {
  return accounts ? <SubmissionChannels posts={posts} accounts={accounts} /> : <SubmissionStatus posts={posts} />;
}

/** The channels of a submission: each leads to its post and, where the statuses differ, shows its own. */
function SubmissionChannels({ posts, accounts }: SubmissionChannelsProps) {
  const isMixed = posts.some((post) => getShownStatus(post) !== getShownStatus(posts[0] ?? post));
  return (
    <span className="inline-flex items-center gap-1">
      {posts.slice(0, iconsMax).map((post) => {
        const account = post.channel_id ? accounts[post.channel_id] : undefined;
        const label = `${getPlatformLabel(post)}${account ? `, ${account}` : ""}: ${formatStatusWord(getShownStatus(post))}`;
        const icon = (
          <>
            <PlatformIcon platform={post.channel ?? "?"} label={label} />
            {isMixed ? (
              <span
                aria-hidden="true"
                className={`absolute -right-0.5 -bottom-0.5 size-2 rounded-full border border-paper ${dots[getShownStatus(post)] ?? "bg-ink-3"}`}
              />
            ) : null}
          </>
        );
        return post.deleted_at ? (
          <span key={post.id} className="relative inline-flex">
            {icon}
          </span>
        ) : (
          <PrefetchLink
            key={post.id}
            href={`/posts/${encodeURIComponent(post.id)}?one=1`}
            className="relative inline-flex rounded-[6px]"
          >
            {icon}
          </PrefetchLink>
        );
      })}
      {posts.length > iconsMax ? <span className="text-13 text-ink-3">+{posts.length - iconsMax}</span> : null}
    </span>
  );
}

/** The statuses of a submission whose channels differ: "Published on 2, failed on 1". */
function SubmissionStatus({ posts }: { posts: readonly Post[] }) {
  const [first] = countStatuses(posts);
  const whole = formatStatuses(posts);
  if (!first) return null;
  return (
    <StatusBadge status={first.status}>
      <span className="max-lg:hidden">{whole}</span>
      <span className="inline-block first-letter:uppercase lg:hidden" title={whole}>
        {formatStatusWord(first.status)} {first.count}/{posts.length}
      </span>
    </StatusBadge>
  );
}
