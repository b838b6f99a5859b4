"use client";
import { ExternalLink } from "lucide-react";
import { FailedChannels } from "#components/post-actions/failed-channels.tsx";
import { HoldNote } from "#components/post-actions/hold-note.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { StatusBadge } from "#components/ui/feedback/status-badge.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { toSafeHref } from "#components/ui/safe-href.ts";
import { getChannelName } from "#lib/contract/platforms/channel-name.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import { getShownStatus } from "#lib/contract/resources/post-statuses.ts";
import type { Channel, Post } from "#lib/contract/types.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { formatInstant, formatRelativeTime } from "#lib/time/format.ts";
import { getTimeZoneCity } from "#lib/time/format-short.ts";
import { FailureSteps } from "./failure-steps.tsx";
import { getPublishingNote, isUnconfirmed } from "./result-labels.ts";

type ResultRowProps = {
  post: Post;
  channel: Channel | undefined;
  zone: string;
  now: Date;
  /** True while the post, which has no chosen time, waits to be sent. */
  isWaiting: boolean;
  /** False if one line says the time of all posts. */
  isTimeShown: boolean;
  onChanged: () => Promise<void>;
};

/** The result on one channel. */
export function ResultRow({ post, channel, zone, now, isWaiting, isTimeShown, onChanged }: ResultRowProps) {
  const platform = post.channel ?? "";
  const name = channel ? getChannelName(channel) : formatPlatformName(platform);
  const links = post.published_urls.flatMap((url) => toSafeHref(url) ?? []);
  const { clock } = usePreferences();
  const moving = getPublishingNote(post, now, (iso) => formatInstant(new Date(iso), zone, { clock }));
  const isPlanned = post.status === "scheduled" && !isWaiting && isTimeShown;
  const at = isPlanned && post.scheduled_for ? new Date(post.scheduled_for) : null;
  return (
    <li className="grid gap-1.5 py-3.5">
      <div className="flex flex-wrap items-center gap-2.5">
        <PlatformIcon platform={platform} label={formatPlatformName(platform)} size="large" />
        <span className="min-w-0 truncate font-medium">{name}</span>
        <StatusBadge status={isWaiting && !post.hold ? "publishing" : getShownStatus(post)} />
        <PrefetchLink
          href={`/posts/${encodeURIComponent(post.id)}`}
          className="ml-auto text-13 text-ink-2 underline-offset-2 hover:underline pointer-coarse:py-3"
        >
          Details<span className="sr-only"> of the post on {name}</span>
        </PrefetchLink>
      </div>
      {at ? <ScheduledTime at={at} zone={zone} now={now} /> : null}
      {post.hold ? <HoldNote hold={post.hold} channel={name} author={post.member ?? null} /> : null}
      {moving ? <p className="text-14 text-ink-2">{moving}</p> : null}
      {links.length > 0 ? (
        <ul aria-label={`Links on ${name}`} className="flex flex-wrap gap-x-4 gap-y-1">
          {links.map((link, part) => (
            <li key={link} className="min-w-0">
              <a
                href={link}
                target="_blank"
                rel="noreferrer"
                className="inline-flex max-w-full items-center gap-1.5 text-14 text-accent underline-offset-2 hover:underline pointer-coarse:py-2.5"
              >
                <ExternalLink className="size-3.5 shrink-0" />
                {links.length > 1 ? `Part ${part + 1}` : `Open on ${formatPlatformName(platform)}`}
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      {post.status === "failed" ? (
        <>
          <p className={isUnconfirmed(post) ? "text-14 text-ink-2" : "text-14 text-failed"}>
            {post.error ?? "It couldn't be published."}{" "}
            {isUnconfirmed(post) ? "Sending again could post it twice." : null}
            {post.failure?.cause ? null : <span className="text-ink-2">Open Details to see what to do.</span>}
          </p>
          <FailureSteps posts={[post]} name={name} onChanged={onChanged} />
        </>
      ) : null}
    </li>
  );
}

type FailedResultsProps = {
  /** The posts of the text that failed alike. */
  posts: readonly [Post, ...Post[]];
  channelOf: (post: Post) => Channel | undefined;
  onChanged: () => Promise<void>;
};

/** The result on channels on which the text failed alike: one problem, each channel's reason, and the step for all. */
export function FailedResults({ posts, channelOf, onChanged }: FailedResultsProps) {
  const isRejected = posts[0].failure?.cause === "rejected";
  const channels = posts.map((post) => {
    const channel = channelOf(post);
    const platform = post.channel ?? "";
    const name = channel ? getChannelName(channel) : formatPlatformName(platform);
    return { id: post.id, channel: { name, platform }, reason: post.failure?.reason ?? post.error };
  });
  return (
    <li className="grid gap-1.5 py-3.5">
      <div className="flex flex-wrap items-center gap-2.5">
        <span className="font-medium">
          {isRejected ? "Rejected" : "Not sent"} on {posts.length} channels
        </span>
        <StatusBadge status="failed" />
      </div>
      <p className="text-14 text-ink-2">
        Nothing was published there. {isRejected ? "Edit the text, then send it again." : null}
      </p>
      <FailedChannels posts={channels} />
      <div className="mt-1.5">
        <FailureSteps posts={posts} name={`${posts.length} channels`} onChanged={onChanged} />
      </div>
    </li>
  );
}

/** A scheduled time in full, with its distance. */
export function ScheduledTime({ at, zone, now }: { at: Date; zone: string; now: Date }) {
  const { clock } = usePreferences();
  return (
    <p className="mt-1 text-14 text-ink-2">
      {formatInstant(at, zone, { clock })}, {getTimeZoneCity(zone)} · {formatRelativeTime(at, now)}
    </p>
  );
}
