"use client";
import { useEffect, useMemo, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { ProgressBar } from "#components/ui/feedback/progress-bar.tsx";
import { useNow } from "#components/ui/use-now.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import type { CalendarRange, Post } from "#lib/contract/types.ts";
import { readPostBatch } from "#lib/queries/calendar.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { listViewDays } from "#lib/time/calendar-views.ts";
import { createZonedDayRange } from "#lib/time/zoned-day-range.ts";
import { groupPostsIntoEntries } from "./calendar-entries.ts";
import { CalendarPage } from "./calendar-page.tsx";
import type { CalendarParams } from "./calendar-params.ts";
import type { CalendarSourceProps } from "./live-calendar.tsx";

type PagedReadState = {
  posts: readonly Post[];
  total: number | null;
  type: "reading" | "done" | "stopped" | "failed";
  error: unknown;
};

const initialReadState: PagedReadState = { posts: [], total: null, type: "reading", error: null };

/**
 * The calendar of a service that only has lists: it reads all posts, a hundred at a time, because a post of any age may
 * be planned for any day. Loaded posts are visible while the rest loads.
 */
export function FallbackCalendar({ firstDrafts, nowMs, ...rest }: CalendarSourceProps) {
  const { sight, preferences } = rest;
  const { zone, weekStart } = preferences;
  const now = useNow(nowMs);
  const range = useMemo(
    () => createZonedDayRange(listViewDays(sight.view, sight.day, weekStart), zone),
    [sight.view, sight.day, weekStart, zone],
  );
  const [reading, setReading] = useState(initialReadState);
  const [stop, setStop] = useState<AbortController | null>(null);
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try starts from the beginning
  useEffect(() => {
    const own = new AbortController();
    setStop(own);
    setReading(initialReadState);
    void readAllPosts(own.signal, setReading);
    return () => own.abort();
  }, [tries]);

  const told = useMemo((): CalendarRange => {
    const dated = reading.posts.filter((post) => post.status !== "draft" && matchesCalendarFilters(post, sight));
    return { entries: groupPostsIntoEntries(dated), notes: [], truncated: false };
  }, [reading.posts, sight]);

  const { posts, total, type } = reading;
  const again = (
    <Button size="small" onClick={() => setTries(tries + 1)}>
      Reload
    </Button>
  );
  const notice = (
    <>
      {type === "reading" ? (
        <Banner
          role="status"
          className="mb-2.5"
          actions={
            <Button
              size="small"
              onClick={() => {
                stop?.abort();
                setReading({ ...reading, type: "stopped" });
              }}
            >
              Stop
            </Button>
          }
        >
          Loading posts: {posts.length}
          {total === null ? "" : ` of ${total}`}.
          <ProgressBar label="Posts loaded" value={posts.length} max={Math.max(1, total ?? 1)} />
        </Banner>
      ) : null}
      {type === "stopped" ? (
        <Banner tone="publishing" role="status" className="mb-2.5" actions={again}>
          Only {posts.length} of {total ?? "an unknown number of"} posts were loaded: older ones are not shown.
        </Banner>
      ) : null}
      {type === "failed" ? (
        <Banner tone="failed" role="status" className="mb-2.5" actions={again}>
          {describeFailure(toReadFailure(reading.error)).what} Some posts may be missing.
        </Banner>
      ) : null}
      <p className="mb-2 text-13 text-ink-3">
        {rest.abilities.replaces
          ? "This publishing service can't reschedule posts: a move opens the composer and replaces the post."
          : "This publishing service can't reschedule posts."}
      </p>
    </>
  );
  return (
    <CalendarPage
      {...rest}
      range={range}
      now={now}
      told={told}
      notice={notice}
      drafts={{ posts: firstDrafts.posts, total: firstDrafts.pagination.total }}
    />
  );
}

async function readAllPosts(signal: AbortSignal, tell: (reading: PagedReadState) => void): Promise<void> {
  const posts = new Map<string, Post>();
  try {
    for (let offset = 0; ; ) {
      const slice = await readPostBatch(offset, signal);
      if (signal.aborted) return;
      for (const post of slice.posts) posts.set(post.id, post);
      const { total } = slice.pagination;
      offset += slice.posts.length;
      const isDone = slice.posts.length === 0 || offset >= total;
      tell({ posts: [...posts.values()], total, type: isDone ? "done" : "reading", error: null });
      if (isDone) return;
    }
  } catch (error) {
    if (!signal.aborted) tell({ posts: [...posts.values()], total: null, type: "failed", error });
  }
}

/** True when a post matches the calendar's filters; for a service that can't filter itself. */
function matchesCalendarFilters(post: Post, { statuses, channelIds, text }: CalendarParams): boolean {
  if (statuses.length > 0 && !statuses.includes(post.status)) return false;
  if (channelIds.length > 0 && !channelIds.includes(post.channel_id ?? "")) return false;
  const words = text.toLowerCase();
  return words === "" || post.posts.some((part) => part.text.toLowerCase().includes(words));
}
