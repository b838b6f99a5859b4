import { HoldNote } from "#components/post-actions/hold-note.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { ProgressBar } from "#components/ui/feedback/progress-bar.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { formatDelayMessage } from "#lib/contract/messages/delay-message.ts";
import { formatChannelOnPlatform, getChannelName } from "#lib/contract/platforms/channel-name.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { Channel, Post } from "#lib/contract/types.ts";
import { getPostTitle } from "#lib/text/post-title.ts";
import { formatClockTime } from "#lib/time/format-short.ts";
import { toWallTime } from "#lib/time/wall-time.ts";
import { getPostPath } from "./get-post-path.ts";
import type { groupPublishingPosts, HomeTimeOptions } from "./home-overview.ts";

type PublishingNowListProps = {
  plans: ReturnType<typeof groupPublishingPosts>;
  channels: readonly Channel[];
  reader: HomeTimeOptions;
  now: Date;
};

/** Lists publishing posts, channel by channel. */
export function PublishingNowList({ plans, channels, reader, now }: PublishingNowListProps) {
  return (
    <ul className="flex flex-col gap-5">
      {plans.map(({ key, posts }) => (
        <li key={key}>
          <h3 className="truncate text-14 font-medium">
            <PrefetchLink href={getPostPath(posts[0])} className="underline-offset-2 hover:underline">
              {getPostTitle(posts[0])}
            </PrefetchLink>
          </h3>
          <ul className="mt-2.5 grid gap-2.5">
            {posts.map((post) => (
              <PublishingProgress
                key={post.id}
                post={post}
                channel={channels.find(({ id }) => id === post.channel_id)}
                reader={reader}
                now={now}
              />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

type PublishingProgressProps = { post: Post; channel: Channel | undefined; reader: HomeTimeOptions; now: Date };

/** Shows the publishing progress of a post on its channel. */
function PublishingProgress({ post, channel, reader, now }: PublishingProgressProps) {
  const platform = post.channel === null ? "No channel" : formatPlatformName(post.channel);
  const isPublished = post.status === "published";
  const name = channel ? getChannelName(channel) : platform;
  const parts = post.progress?.length ?? 0;
  const sent = post.progress?.filter(({ state }) => state === "sent").length ?? 0;
  return (
    <li className="grid grid-cols-[20px_minmax(0,1fr)_64px] items-center gap-x-2.5 text-13 text-ink-3">
      <PlatformIcon platform={post.channel ?? "?"} label={platform} />
      <span className="truncate text-ink-2">{name}</span>
      <ProgressBar
        label={`Parts published: ${channel ? formatChannelOnPlatform(channel) : platform}`}
        max={Math.max(parts, 1)}
        value={isPublished ? Math.max(parts, 1) : sent}
        tone={isPublished ? "published" : "publishing"}
      />
      <span className="col-span-2 col-start-2 min-w-0 text-pretty">
        {post.hold ? (
          <HoldNote hold={post.hold} channel={name} author={post.member ?? null} isShort />
        ) : (
          formatPublishingProgress(post, { platform, parts, sent }, reader, now)
        )}
      </span>
    </li>
  );
}

function formatPublishingProgress(
  post: Post,
  { platform, parts, sent }: { platform: string; parts: number; sent: number },
  { zone, clock }: HomeTimeOptions,
  now: Date,
): string {
  if (post.status === "published") return parts > 1 ? `${parts} of ${parts}` : "published";
  if (post.status === "failed") return "failed: see Inbox";
  if (post.status !== "publishing") return post.status;
  const late = formatDelayMessage(post.delay, {
    platform,
    time: (instant) => formatClockTime(toWallTime(new Date(instant), zone).time, clock),
    now,
  });
  // A delay that only says "sending" adds nothing to the number of parts.
  const why = post.delay && post.delay.reason !== "sending" ? late : null;
  return why ?? (parts > 1 ? `${sent} of ${parts}` : "publishing");
}
