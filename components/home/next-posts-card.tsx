import { CalendarClock } from "lucide-react";
import { HoldNote } from "#components/post-actions/hold-note.tsx";
import { UnappliedChanges } from "#components/post-actions/unapplied-changes.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { StatusBadge } from "#components/ui/feedback/status-badge.tsx";
import { formatNumber } from "#components/ui/format-number.ts";
import { Card } from "#components/ui/layout/card.tsx";
import { nextSubmissionsMax } from "#lib/contract/next-submissions.ts";
import { getChannelName } from "#lib/contract/platforms/channel-name.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { Channel, Post } from "#lib/contract/types.ts";
import { getPostTitle } from "#lib/text/post-title.ts";
import { formatRelativeTime } from "#lib/time/format.ts";
import { formatClockTime } from "#lib/time/format-short.ts";
import { toWallTime } from "#lib/time/wall-time.ts";
import { getPostPath } from "./get-post-path.ts";
import {
  formatRelativeDay,
  groupPostsBySubmission,
  type HomeTimeOptions,
  type SubmissionGroup,
} from "./home-overview.ts";
import { PlatformIcons } from "./platform-icons.tsx";

type NextPostsCardProps = {
  posts: readonly Post[];
  channels: readonly Channel[];
  total: number | null;
  nextSlot: string | null;
  showsAuthors: boolean;
  reader: HomeTimeOptions;
  now: Date;
};

/** Lists the next scheduled posts by time. */
export function NextPostsCard({ posts, channels, total, nextSlot, showsAuthors, reader, now }: NextPostsCardProps) {
  const plans = groupPostsBySubmission(posts).slice(0, nextSubmissionsMax);
  return (
    <Card
      title="Up next"
      aside={
        total ? (
          <PrefetchLink href="/posts?status=scheduled" className="hover:text-ink hover:underline pointer-coarse:py-3">
            {formatNumber(total)} scheduled
          </PrefetchLink>
        ) : null
      }
    >
      {plans.length === 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="text-14 text-ink-3">Scheduled posts appear here.</p>
          {nextSlot ? null : (
            <ButtonLink href="/calendar" size="small">
              Schedule a post
            </ButtonLink>
          )}
        </div>
      ) : (
        <ol className="divide-y">
          {plans.map((plan, at) => (
            <NextPostRow
              key={plan.key}
              plan={plan}
              channels={channels}
              isFirst={at === 0}
              showsAuthor={showsAuthors}
              reader={reader}
              now={now}
            />
          ))}
        </ol>
      )}
      {nextSlot ? <NextFreeSlot at={new Date(nextSlot)} reader={reader} now={now} /> : null}
    </Card>
  );
}

function NextPostRow({
  plan,
  channels,
  isFirst,
  showsAuthor,
  reader,
  now,
}: {
  plan: SubmissionGroup;
  channels: readonly Channel[];
  isFirst: boolean;
  showsAuthor: boolean;
  reader: HomeTimeOptions;
  now: Date;
}) {
  const [first] = plan.posts;
  const at = new Date(first.scheduled_for ?? first.updated_at);
  const held = plan.posts.find(({ hold }) => hold);
  const heldChannel = channels.find(({ id }) => id === held?.channel_id);
  return (
    <li className="grid grid-cols-[78px_minmax(0,1fr)] gap-x-3 py-3.5 first:pt-1 last:pb-1">
      <time dateTime={at.toISOString()} className="leading-4.5">
        <span className={`block whitespace-nowrap font-mono text-15 ${isFirst ? "text-accent" : ""}`}>
          {formatClockTime(toWallTime(at, reader.zone).time, reader.clock)}
        </span>
        <span className="block text-13 text-ink-3">{formatRelativeDay(at, reader.zone, now)}</span>
      </time>
      <div className="min-w-0">
        <PrefetchLink
          href={getPostPath(first)}
          className="block truncate text-14 font-medium underline-offset-2 hover:underline pointer-coarse:py-1"
        >
          {getPostTitle(first)}
        </PrefetchLink>
        <p className="mt-1 flex items-center gap-2 text-13 text-ink-3">
          <PlatformIcons posts={plan.posts} />
          <span className="min-w-0 truncate">
            {formatRelativeTime(at, now)}
            {showsAuthor && first.member ? ` · ${first.member.name}` : null}
          </span>
          <UnappliedChanges postIds={plan.posts.map(({ id }) => id)} />
        </p>
        {held?.hold ? (
          <p className="mt-1 flex min-w-0 items-center gap-x-2 text-13">
            <StatusBadge status="on_hold" />
            <HoldNote
              hold={held.hold}
              channel={heldChannel ? getChannelName(heldChannel) : formatPlatformName(held.channel ?? "")}
              author={held.member ?? null}
              isShort
            />
          </p>
        ) : null}
      </div>
    </li>
  );
}

/** Shows the next weekly slot of the member or the team without a post. */
function NextFreeSlot({ at, reader, now }: { at: Date; reader: HomeTimeOptions; now: Date }) {
  const timeText = `${formatRelativeDay(at, reader.zone, now)}, ${formatClockTime(toWallTime(at, reader.zone).time, reader.clock)}`;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-dashed border-line-strong px-3 py-2">
      <CalendarClock className="size-4 text-ink-3" />
      <p className="mr-auto text-13 text-ink-2">
        Next free slot: <time dateTime={at.toISOString()}>{timeText}</time>
      </p>
      <ButtonLink href={`/compose?new&at=${encodeURIComponent(at.toISOString())}`} size="small">
        Write for this slot
      </ButtonLink>
    </div>
  );
}
