"use client";
import { useRouter } from "next/navigation";
import { useOptimistic, useTransition } from "react";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { startKeystrokeBuffer } from "#components/ui/keyboard/keystroke-buffer.tsx";
import { duplicatePost } from "#lib/actions/duplicate-post.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import type { BulkAction } from "#lib/contract/types.ts";
import { newId } from "#lib/new-id.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { useLiveQueryRegistry } from "#lib/realtime/use-live-query.ts";
import type { Day } from "#lib/time/days.ts";
import { formatFullDay } from "#lib/time/format-calendar.ts";
import { resolveWallTime, type WallTime } from "#lib/time/time-zone.ts";
import type { CalendarAbilities } from "./calendar-context.tsx";
import type { EntryPost } from "./calendar-entries.ts";
import { type CalendarParams, getCalendarPath, getComposePath, getReplacePath } from "./calendar-params.ts";
import type { EntryAction } from "./dialogs/calendar-menu-items.tsx";
import type { CalendarOverlay } from "./dialogs/calendar-overlay.ts";
import type { CalendarSubject } from "./dialogs/entry-dialog.tsx";
import type { CalendarDrag } from "./drag/use-drag.ts";
import { type FreeSlot, getTimeOnDay } from "./free-slots.ts";
import type { EntryMoves } from "./use-entry-moves.ts";

/** The bulk action of an entry action and the statuses it applies to; posts of other statuses stay as they are. */
const bulkActionByEntryAction: Partial<Record<EntryAction, { action: BulkAction; statuses: readonly string[] }>> = {
  publish: { action: "publish", statuses: ["scheduled", "draft"] },
  retry: { action: "retry", statuses: ["failed"] },
  draft: { action: "draft", statuses: ["scheduled", "failed", "canceled"] },
  cancel: { action: "cancel", statuses: ["scheduled"] },
  delete: { action: "delete", statuses: ["draft", "scheduled", "published", "failed", "canceled"] },
};

/**
 * Creates a draft with the same text and images for the same channels and announces it.
 * @returns whether the draft exists.
 */
async function duplicateEntry(posts: readonly EntryPost[]): Promise<boolean> {
  const [first] = posts;
  const channels = [...new Set(posts.map((post) => post.channel_id))].filter((id) => id !== "");
  if (!first || channels.length === 0) return false;
  const repeatKey = newId();
  const result = await duplicatePost({ id: first.id, channels, repeatKey }).catch((error: unknown) => ({
    error: toReadFailure(error),
  }));
  if (result.error) {
    const { what, next } = describeFailure(result.error);
    showToast({ tone: "failed", message: `${what} ${next}` });
    return false;
  }
  showToast({ message: "Duplicated to Unscheduled" });
  return true;
}

type CalendarActionsOptions = {
  sight: CalendarParams;
  today: Day;
  now: Date;
  zone: string;
  abilities: CalendarAbilities;
  slots: readonly FreeSlot[];
  hold: CalendarDrag;
  moves: EntryMoves;
  open: (next: CalendarOverlay | null) => void;
};

/** Returns the calendar's navigation and the actions on its posts. */
export function useCalendarActions({
  sight,
  today,
  now,
  zone,
  abilities,
  slots,
  hold,
  moves,
  open,
}: CalendarActionsOptions) {
  const router = useRouter();
  const desk = useLiveQueryRegistry();
  const [isTurning, startTurning] = useTransition();
  // The controls change at once and the view follows. A change made meanwhile adds to the previous one.
  const [wanted, showWanted] = useOptimistic(sight);

  /** Navigates to other calendar params; the current view stays visible until the next one is ready. */
  function go(next: Partial<CalendarParams>) {
    open(null);
    if (!navigator.onLine) {
      showToast({
        tone: "failed",
        message: "You're offline. More loads when you're back online.",
      });
      return;
    }
    startTurning(() => {
      showWanted({ ...wanted, ...next });
      router.push(getCalendarPath({ ...wanted, ...next }, today), { scroll: false });
    });
  }

  function compose(href: string): void {
    startKeystrokeBuffer("/compose");
    router.push(href);
  }

  /** Returns a function that opens the composer for a wall time; null for a time in the past. */
  function composeFor(wall: WallTime): (() => void) | null {
    const means = resolveWallTime(wall, zone);
    const at = means.type === "one" ? means.at : means.type === "twice" ? means.earlier : means.next;
    return abilities.write && at > now ? () => compose(getComposePath(at, sight.channelIds)) : null;
  }

  /** Returns a function that opens the composer for a day; null for a past day. */
  function composeOn(day: Day): (() => void) | null {
    const found = abilities.write ? getTimeOnDay(day, slots, sight.channelIds, zone, now) : null;
    return found ? () => compose(getComposePath(found.at, sight.channelIds)) : null;
  }

  /** Opens the composer for a day at any hour: its shortcut always does something or says why not. */
  function write(day: Day) {
    if (!abilities.write) return false;
    const composeThen = composeOn(day);
    if (composeThen) composeThen();
    else if (day >= today) compose("/compose");
    else showToast({ tone: "failed", message: `${formatFullDay(day)} has passed: choose a later day.` });
  }

  /** Reads the queries of this kind again. */
  function reread(kind: "calendar" | "posts") {
    void desk
      .wake()
      .then(({ client }) => client.invalidateQueries({ queryKey: [kind] }))
      .catch(() => undefined);
  }

  function onAct(act: EntryAction, subject: CalendarSubject, posts: readonly EntryPost[]) {
    const postId = posts[0]?.id ?? "";
    if (act === "open") return open({ type: "subject", postId });
    if (act === "move") return open({ type: "move", postId });
    if (act === "edit")
      return compose(abilities.replaces ? getReplacePath(postId, null) : `/compose?post=${encodeURIComponent(postId)}`);
    open(null);
    if (act === "duplicate") {
      void duplicateEntry(posts).then((isThere) => isThere && reread("posts"));
      return;
    }
    const meant = bulkActionByEntryAction[act];
    if (!meant) return;
    const going = posts.filter(({ status }) => meant.statuses.includes(status));
    const losesTime =
      act === "draft" && subject.type === "entry" && going.every(({ status }) => status === "scheduled");
    if (losesTime) void hold.unschedule(going);
    else void moves.change(meant.action, { posts: going.map(({ id, version }) => ({ id, version })) });
  }

  function onMove(subject: CalendarSubject, to: WallTime) {
    open(null);
    const { posts, submission_id } = subject.type === "entry" ? subject.entry : subject.draft;
    hold.moveTo(posts, subject.type === "entry" ? new Date(subject.entry.atMs) : null, to, submission_id);
  }

  return { isTurning, wanted, go, compose, composeFor, composeOn, write, reread, onAct, onMove };
}
