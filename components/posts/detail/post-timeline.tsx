import {
  CalendarClock,
  Check,
  CircleAlert,
  CircleX,
  ClockFading,
  Feather,
  PenLine,
  Play,
  RotateCcw,
} from "lucide-react";
import type { ComponentType } from "react";
import { formatShortInstant, type PostTimeOptions } from "#components/posts/post-labels.ts";
import { Card } from "#components/ui/layout/card.tsx";
import type { Post, PostTimelineEvent } from "#lib/contract/types.ts";
import { getTimeZoneCity } from "#lib/time/format-short.ts";
import { derivePostEvents } from "./derive-post-events.ts";
import { type EventIconName, formatEvent, numberAttempts } from "./event-messages.ts";
import { formatExactInstant } from "./format-exact-instant.ts";

const icons: Record<EventIconName, ComponentType<{ className?: string }>> = {
  written: Feather,
  changed: PenLine,
  planned: CalendarClock,
  started: Play,
  out: Check,
  waiting: ClockFading,
  failed: CircleAlert,
  gone: CircleX,
  back: RotateCcw,
};

type PostTimelineProps = {
  post: Post;
  /** Empty when the service has no timeline: then the post's own data provides the events. */
  events: readonly PostTimelineEvent[];
  times: PostTimeOptions;
  now: Date;
};

/** Lists events, newest first, and names the zone. */
export function PostTimeline({ post, events, times, now }: PostTimelineProps) {
  const timelineEvents = numberAttempts(events.length > 0 ? events : derivePostEvents(post));
  const parts = post.progress?.length ?? (post.delivery === "joined" ? 1 : post.posts.length);
  const time = (iso: string) => formatShortInstant(new Date(iso), times, now);
  return (
    <Card title="History" aside={`Times in ${getTimeZoneCity(times.zone)}`}>
      <ol aria-label="History" className="grid gap-2">
        {timelineEvents.map((event) => {
          const { text, appearance } = formatEvent(event, {
            platform: post.channel,
            parts,
            createdVia: post.created_via,
            shownReason: post.status === "failed" ? post.error : null,
            time,
          });
          const Icon = icons[appearance];
          return (
            <li key={event.id} className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-2.5 text-14">
              <Icon
                className={`size-3.5 translate-y-0.5 ${appearance === "failed" ? "text-failed" : appearance === "out" ? "text-published" : "text-ink-3"}`}
              />
              <span className="min-w-0 wrap-anywhere">{text}</span>
              <time dateTime={event.at} className="col-start-2 font-mono text-12 text-ink-3">
                {formatExactInstant(new Date(event.at), times, now)}
              </time>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
