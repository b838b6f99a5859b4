"use client";
import { useRouter } from "next/navigation";
import { useOptimistic, useTransition } from "react";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { bufferKeystrokesForNextPage } from "#components/ui/keyboard/buffered-keystrokes.ts";
import { duplicatePosts } from "#lib/actions/duplicate-posts.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import type { BulkAction, Channel } from "#lib/contract/types.ts";
import { newId } from "#lib/new-id.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { useLazyLiveQueryClient } from "#lib/realtime/use-live-query.ts";
import type { Day } from "#lib/time/days.ts";
import { formatFullDay } from "#lib/time/format-long.ts";
import { toChosenWallTime } from "#lib/time/resolve-chosen-wall-time.ts";
import type { WallTime } from "#lib/time/wall-time.ts";
import type { CalendarAbilities } from "./calendar-context.tsx";
import type { EntryPost } from "./calendar-entries.ts";
import { type CalendarParams, getCalendarPath, getComposePath, getReplacePath } from "./calendar-params.ts";
import type { EntryAction } from "./dialogs/calendar-menu-items.tsx";
import type { CalendarOverlay } from "./dialogs/calendar-overlay.ts";
import type { CalendarSubject } from "./dialogs/entry-dialog.tsx";
import type { CalendarDrag } from "./drag/use-calendar-drag.ts";
import { formatOnChannels } from "./entry-labels.ts";
import { type FreeSlot, getTimeOnDay, getUpcomingInstant } from "./free-slots.ts";
import type { EntryMoves } from "./use-entry-moves.ts";

/** The bulk action of an entry action and the statuses it applies to; posts of other statuses stay as they are. */
const bulkActionByEntryAction: Partial<
  Record<EntryAction, { action: BulkAction; done: string; statuses: readonly string[] }>
> = {
  publish: { action: "publish", done: "Publishing", statuses: ["scheduled", "draft"] },
  retry: { action: "retry", done: "Retrying", statuses: ["failed"] },
  draft: { action: "draft", done: "Moved to drafts", statuses: ["scheduled", "failed", "canceled"] },
  cancel: { action: "cancel", done: "Canceled", statuses: ["scheduled"] },
  delete: { action: "delete", done: "Deleted", statuses: ["draft", "scheduled", "published", "failed", "canceled"] },
};

/**
 * Creates a draft with the texts and images of these posts for their channels and announces it.
 * @param all every post of the text
 * @returns whether the draft exists.
 */
async function duplicateEntry(
  posts: readonly EntryPost[],
  all: readonly EntryPost[],
  channels: readonly Channel[],
): Promise<boolean> {
  const copied = posts.filter((post) => post.channel_id !== "").map(({ id }) => id);
  if (copied.length === 0) return false;
  const result = await duplicatePosts({ posts: copied, repeatKey: newId() }).catch((error: unknown) => ({
    error: toReadFailure(error),
  }));
  if (result.error) {
    const { what, next } = describeFailure(result.error);
    showToast({ tone: "failed", message: `${what} ${next}` });
    return false;
  }
  showToast({ message: `Duplicated to drafts${formatOnChannels(posts, all, channels)}` });
  return true;
}

type CalendarActionsOptions = {
  params: CalendarParams;
  today: Day;
  now: Date;
  zone: string;
  channels: readonly Channel[];
  abilities: CalendarAbilities;
  slots: readonly FreeSlot[];
  drag: CalendarDrag;
  moves: EntryMoves;
  openOverlay: (next: CalendarOverlay | null) => void;
  /** Runs a navigation after the entry of a closing dialog has left the browser's history. */
  afterClose: (navigate: () => void) => void;
};

/** Returns the calendar's navigation and the actions on its posts. */
export function useCalendarActions({
  params,
  today,
  now,
  zone,
  channels,
  abilities,
  slots,
  drag,
  moves,
  openOverlay,
  afterClose,
}: CalendarActionsOptions) {
  const router = useRouter();
  const registry = useLazyLiveQueryClient();
  const [isNavigating, startNavigation] = useTransition();
  // The controls change at once and the view follows. A change made meanwhile adds to the previous one.
  const [requestedParams, setRequestedParams] = useOptimistic(params);

  /** Navigates to other calendar params; the current view stays visible until the next one is ready. */
  function navigate(next: Partial<CalendarParams>) {
    openOverlay(null);
    if (!navigator.onLine) {
      showToast({
        tone: "failed",
        message: "You're offline. More loads when you're back online.",
      });
      return;
    }
    const merged = { ...requestedParams, ...next };
    afterClose(() =>
      startNavigation(() => {
        setRequestedParams(merged);
        router.push(getCalendarPath(merged, today), { scroll: false });
      }),
    );
  }

  function openComposer(href: string): void {
    bufferKeystrokesForNextPage();
    afterClose(() => router.push(href));
  }

  /** Opens the small composer for a time; the whole composer where a repeat could create a post twice. */
  function composeAt(at: Date, channelIds: readonly string[]) {
    const { date: day, time, fold } = toChosenWallTime(at, zone);
    if (abilities.range) openOverlay({ type: "compose", day, time, ...(fold && { fold }), channelIds });
    else openComposer(getComposePath(at, channelIds));
  }

  /** Returns a function that composes a post for a wall time, or for a day without one; null for the past. */
  function getQuickComposeAction(day: Day, time: string | null): (() => void) | null {
    if (!abilities.write) return null;
    if (time === null) {
      const publishTime = getTimeOnDay(day, slots, params.channelIds, zone, now);
      return publishTime ? () => composeAt(publishTime.at, params.channelIds) : null;
    }
    const at = getUpcomingInstant({ date: day, time }, zone, now);
    return at ? () => composeAt(at, params.channelIds) : null;
  }

  /** Returns a function that opens the composer for a day; null for a past day. */
  function getComposeActionOn(day: Day): (() => void) | null {
    const publishTime = abilities.write ? getTimeOnDay(day, slots, params.channelIds, zone, now) : null;
    return publishTime ? () => openComposer(getComposePath(publishTime.at, params.channelIds)) : null;
  }

  /** Opens the composer for a day at any hour: its shortcut always does something or says why not. */
  function openComposerOn(day: Day) {
    if (!abilities.write) return false;
    const composeAction = getComposeActionOn(day);
    if (composeAction) composeAction();
    else if (day >= today) openComposer("/compose?new");
    else showToast({ tone: "failed", message: `${formatFullDay(day)} has passed: choose a later day.` });
  }

  /** Reads the queries of this kind again. */
  function invalidate(resource: "calendar" | "posts") {
    void registry
      .wake()
      .then(({ client }) => client.invalidateQueries({ queryKey: [resource] }))
      .catch(() => undefined);
  }

  /** @param posts all posts of the subject, or one of them */
  function onAction(action: EntryAction, subject: CalendarSubject, posts: readonly EntryPost[]) {
    const postId = posts[0]?.id ?? "";
    const text = subject.type === "entry" ? subject.entry : subject.draft;
    const isAlone = posts.length < text.posts.length;
    if (action === "open") return openOverlay({ type: "subject", postId, isAlone });
    if (action === "move") return openOverlay({ type: "move", postId, isAlone });
    if (action === "edit")
      return openComposer(
        abilities.replaces
          ? getReplacePath(postId, null)
          : `/compose?post=${encodeURIComponent(postId)}${posts[0]?.status === "failed" ? "&one=1" : ""}`,
      );
    openOverlay(null);
    if (action === "duplicate") {
      void duplicateEntry(posts, text.posts, channels).then((isDuplicated) => isDuplicated && invalidate("posts"));
      return;
    }
    const bulk = bulkActionByEntryAction[action];
    if (!bulk) return;
    const affected = posts.filter(({ status }) => bulk.statuses.includes(status));
    const losesTime =
      action === "draft" && subject.type === "entry" && affected.every(({ status }) => status === "scheduled");
    if (losesTime) return void drag.unschedule(affected, text);
    const on = formatOnChannels(affected, text.posts, channels);
    void moves.change(
      bulk.action,
      { posts: affected.map(({ id, version }) => ({ id, version })), submission: text.submission_id },
      on === "" ? {} : { message: bulk.done + on },
    );
  }

  function onMove(subject: CalendarSubject, posts: readonly EntryPost[], to: WallTime) {
    openOverlay(null);
    const text = subject.type === "entry" ? subject.entry : subject.draft;
    drag.moveTo(posts, subject.type === "entry" ? new Date(subject.entry.atMs) : null, to, text);
  }

  return {
    isNavigating,
    requestedParams,
    navigate,
    openComposer,
    composeAt,
    getQuickComposeAction,
    getComposeActionOn,
    openComposerOn,
    invalidate,
    onAction,
    onMove,
  };
}
