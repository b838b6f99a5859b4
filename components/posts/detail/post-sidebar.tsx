import type { ReactNode } from "react";
import { HoldNote } from "#components/post-actions/hold-note.tsx";
import { formatDelay } from "#components/posts/delayed-when.tsx";
import {
  formatShortInstant,
  getPlatformLabel,
  isUnconfirmed,
  type PostTimeOptions,
} from "#components/posts/post-labels.ts";
import { needsReconnect } from "#components/posts/post-next-steps.ts";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { PointsBadge } from "#components/ui/feedback/points-badge.tsx";
import { StatusBadge } from "#components/ui/feedback/status-badge.tsx";
import { AccountIcon } from "#components/ui/layout/account-icon.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { toSafeHref } from "#components/ui/safe-href.ts";
import { getShownStatus } from "#lib/contract/resources/post-statuses.ts";
import type { Post } from "#lib/contract/types.ts";
import { formatRelativeTime } from "#lib/time/format.ts";
import { describePostStatus } from "./derive-post-events.ts";

type PostSidebarProps = {
  post: Post;
  channel: string | null;
  picture: string | null;
  /** See `describePostStatus`. */
  isRepeatSafe: boolean;
  times: PostTimeOptions;
  now: Date;
};

/** Shows the post's channel and status; `channel` is the account's name when known. */
export function PostStatusCard({ post, channel, picture, isRepeatSafe, times, now }: PostSidebarProps) {
  // The banner above says it, with the two answers.
  const statusText = isUnconfirmed(post) ? null : describePostStatus(post, isRepeatSafe);
  const late = formatDelay(post, times, now);
  const retryAt = !post.hold && post.delay?.reason === "retry" ? post.delay.until : null;
  const next = post.status === "publishing" ? retryAt : post.scheduled_for;
  const isAhead = (post.status === "scheduled" || post.status === "publishing") && next;
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-2.5">
        <AccountIcon platform={post.channel ?? "?"} picture={picture} size="large" />
        <h2 className="mr-auto min-w-0 flex-[1_1_6rem] line-clamp-2 text-15 font-semibold wrap-anywhere">
          {channel ?? getPlatformLabel(post)}
        </h2>
        <StatusBadge status={getShownStatus(post)} />
      </div>
      {isAhead ? (
        <p className="mt-2.5 text-14">
          {post.hold ? "Planned for " : post.status === "scheduled" ? "Publishes " : "Retries "}
          <time dateTime={next} className="font-medium">
            {formatShortInstant(new Date(next), times, now)}
          </time>
          <span className="text-ink-3"> ({formatRelativeTime(new Date(next), now)})</span>
        </p>
      ) : null}
      {post.hold ? (
        <div className="mt-2">
          <HoldNote hold={post.hold} channel={channel ?? getPlatformLabel(post)} author={post.member ?? null} />
        </div>
      ) : null}
      {late && post.status !== "failed" ? <p className="mt-2 text-pretty text-14 text-publishing">{late}.</p> : null}
      {needsReconnect(post) && post.channel_id ? (
        <p className="mt-2 text-14">
          <PrefetchLink href={`/channels#${post.channel_id}`} className="text-accent underline pointer-coarse:py-3">
            Open the channel
          </PrefetchLink>
        </p>
      ) : null}
      {post.taken_down_at ? (
        <p className="mt-2 text-14 text-ink-2">
          Taken down from {getPlatformLabel(post)} {formatShortInstant(new Date(post.taken_down_at), times, now)}.
        </p>
      ) : null}
      {statusText ? (
        <p className={`mt-2 text-pretty text-14 ${post.status === "failed" ? "text-failed" : "text-ink-2"}`}>
          {statusText}
        </p>
      ) : null}
    </Card>
  );
}

type PostDetailsCardProps = {
  post: Post;
  /** True where another card says what the claim is. */
  hasClaimPanel: boolean;
  children: ReactNode;
};

/** Shows ids and names for support and for searching logs. */
export function PostDetailsCard({ post, hasClaimPanel, children }: PostDetailsCardProps) {
  const claim = post.claim;
  const points = claim?.awarded ?? claim?.points ?? post.points;
  const links = post.published_urls.filter((url) => toSafeHref(url));
  return (
    <Card title="Details">
      <dl className="grid grid-cols-[fit-content(50%)_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-14 [&>dt]:text-ink-3">
        {post.member !== undefined ? (
          <>
            <dt>Written by</dt>
            <dd className="wrap-anywhere">{post.member?.name ?? "Hidden until the claim is decided"}</dd>
          </>
        ) : null}
        {points === undefined || hasClaimPanel ? null : (
          <>
            <dt>Claim</dt>
            <dd className="flex flex-wrap items-center gap-x-2">
              <PointsBadge points={points} waiting={claim?.status !== "approved"} />
              {claim ? (
                <span className="min-w-0 text-13 wrap-anywhere text-ink-3">{getClaimStatusLabel(claim.status)}</span>
              ) : null}
            </dd>
          </>
        )}
        {post.delivery && post.posts.length > 1 ? (
          <>
            <dt>Format</dt>
            <dd>{getDeliveryLabel(post)}</dd>
          </>
        ) : null}
        {post.attempts === undefined || post.attempts < 2 ? null : (
          <>
            <dt>Attempts</dt>
            <dd className="tabular-nums">{post.attempts}</dd>
          </>
        )}
        {links.length > 0 ? (
          <>
            <dt>Links</dt>
            <dd className="tabular-nums">{links.length}</dd>
          </>
        ) : null}
        <dt>Post ID</dt>
        <dd className="truncate font-mono text-12 leading-5">{post.id}</dd>
      </dl>
      {children}
    </Card>
  );
}

function getDeliveryLabel(post: Post): string {
  return post.delivery === "thread"
    ? `a thread of ${post.posts.length}`
    : `${post.posts.length} parts joined into one post`;
}

const claimStatusLabels: Record<string, string> = {
  waiting: "waiting until published",
  pending: "waiting for review",
  approved: "approved",
  rejected: "rejected",
  lapsed: "counts once published",
};

function getClaimStatusLabel(status: string): string {
  return claimStatusLabels[status] ?? status;
}
