"use client";
import { useEffect, useMemo, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { ProgressBar } from "#components/ui/feedback/progress-bar.tsx";
import { useNow } from "#components/ui/use-now.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import { getShownStatus } from "#lib/contract/resources/post-statuses.ts";
import type { CalendarContents, Post } from "#lib/contract/types.ts";
import { readPostBatch } from "#lib/queries/calendar.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { listDaysOfView } from "#lib/time/calendar-views.ts";
import { createZonedDayRange } from "#lib/time/zoned-day-range.ts";
import { groupPostsIntoEntries } from "./calendar-entries.ts";
import type { CalendarSourceProps } from "./calendar-from-range.tsx";
import { CalendarPage } from "./calendar-page.tsx";
import type { CalendarParams } from "./calendar-params.ts";

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
export function CalendarFromAllPosts({ firstDrafts, nowMs, ...rest }: CalendarSourceProps) {
  const { params, preferences } = rest;
  const { zone, weekStart } = preferences;
  const now = useNow(nowMs);
  const range = useMemo(
    () => createZonedDayRange(listDaysOfView(params.view, params.day, weekStart), zone),
    [params.view, params.day, weekStart, zone],
  );
  const [readState, setReadState] = useState(initialReadState);
  const [controller, setController] = useState<AbortController | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try starts from the beginning
  useEffect(() => {
    const controller = new AbortController();
    setController(controller);
    setReadState(initialReadState);
    void readAllPosts(controller.signal, setReadState);
    return () => controller.abort();
  }, [attempt]);

  const snapshot = useMemo((): CalendarContents => {
    const scheduled = readState.posts.filter((post) => post.status !== "draft" && matchesCalendarFilters(post, params));
    return { entries: groupPostsIntoEntries(scheduled), notes: [], truncated: false, team_slots: [] };
  }, [readState.posts, params]);

  const { posts, total, type } = readState;
  const reloadButton = (
    <Button size="small" onClick={() => setAttempt(attempt + 1)}>
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
                controller?.abort();
                setReadState({ ...readState, type: "stopped" });
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
        <Banner tone="publishing" role="status" className="mb-2.5" actions={reloadButton}>
          Only {posts.length} of {total ?? "an unknown number of"} posts were loaded: older ones are not shown.
        </Banner>
      ) : null}
      {type === "failed" ? (
        <Banner tone="failed" role="status" className="mb-2.5" actions={reloadButton}>
          {describeFailure(toReadFailure(readState.error)).what} Some posts may be missing.
        </Banner>
      ) : null}
      <p className="mb-2 text-13 text-ink-3">
        {rest.abilities.replaces
          ? "This publishing service can't reschedule posts: a move opens the composer and replaces the post."
          : "This publishing service can't reschedule posts."}
      </p>
    </>
  );
  return <CalendarPage {...rest} range={range} now={now} snapshot={snapshot} notice={notice} drafts={firstDrafts} />;
}

async function readAllPosts(signal: AbortSignal, onProgress: (readState: PagedReadState) => void): Promise<void> {
  const posts = new Map<string, Post>();
  try {
    for (let offset = 0; ; ) {
      const batch = await readPostBatch(offset, signal);
      if (signal.aborted) return;
      for (const post of batch.posts) posts.set(post.id, post);
      const { total } = batch.pagination;
      offset += batch.posts.length;
      const isDone = batch.posts.length === 0 || offset >= total;
      onProgress({ posts: [...posts.values()], total, type: isDone ? "done" : "reading", error: null });
      if (isDone) return;
    }
  } catch (error) {
    if (!signal.aborted) onProgress({ posts: [...posts.values()], total: null, type: "failed", error });
  }
}

/** True when a post matches the calendar's filters; for a service that can't filter itself. */
function matchesCalendarFilters(post: Post, { statuses, channelIds, text }: CalendarParams): boolean {
  if (statuses.length > 0 && !statuses.some((status) => status === post.status || status === getShownStatus(post)))
    return false;
  if (channelIds.length > 0 && !channelIds.includes(post.channel_id ?? "")) return false;
  const searchText = text.toLowerCase();
  return searchText === "" || post.posts.some((part) => part.text.toLowerCase().includes(searchText));
}
