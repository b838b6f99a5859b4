"use client";
import { useRouter } from "next/navigation";
import { useOptimistic, useTransition } from "react";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { startTypingAhead } from "#components/ui/keyboard/keystroke-buffer.tsx";
import { useDesk } from "#lib/realtime/use-live-query.ts";
import { longDayText } from "#lib/time/format-calendar.ts";
import type { Day } from "#lib/time/days.ts";
import { toInstant, type WallTime } from "#lib/time/time-zone.ts";
import { addressOf, composeAt, type Sight } from "./calendar-params.ts";
import type { EntryPost } from "./calendar-entries.ts";
import { duplicate, meantBy } from "./entry-acts.ts";
import type { Subject } from "./dialogs/entry-dialog.tsx";
import { type FreeSlot, timeOnDay } from "./free-slots.ts";
import type { EntryAct } from "./dialogs/calendar-menu-items.tsx";
import type { Opened } from "./dialogs/calendar-overlay.ts";
import type { Abilities } from "./calendar-context.tsx";
import type { Hold } from "./drag/use-drag.ts";
import type { Moves } from "./use-entry-moves.ts";

type DeskActsProps = {
  sight: Sight;
  today: Day;
  now: Date;
  zone: string;
  abilities: Abilities;
  slots: readonly FreeSlot[];
  hold: Hold;
  moves: Moves;
  open: (next: Opened | null) => void;
};

/** Where one goes from the calendar, and what is done with its posts. */
export function useDeskActs({ sight, today, now, zone, abilities, slots, hold, moves, open }: DeskActsProps) {
  const router = useRouter();
  const desk = useDesk();
  const [isTurning, startTurning] = useTransition();
  // The switch moves at once; what it shows follows. What is asked for meanwhile is added to what was asked for before.
  const [wanted, showWanted] = useOptimistic(sight);

  /** Shows something else of the calendar; what is in view stays until it is there. */
  function go(next: Partial<Sight>) {
    open(null);
    if (!navigator.onLine) {
      showToast({
        tone: "failed",
        message: "You are offline: nothing else can be loaded until the connection is back. What is shown stays.",
      });
      return;
    }
    startTurning(() => {
      showWanted({ ...wanted, ...next });
      router.push(addressOf({ ...wanted, ...next }, today), { scroll: false });
    });
  }

  function compose(href: string): void {
    startTypingAhead("/compose");
    router.push(href);
  }

  /** Writes something for a wall time; null where it has passed. */
  function composeFor(wall: WallTime): (() => void) | null {
    const means = toInstant(wall, zone);
    const at = means.is === "one" ? means.at : means.is === "twice" ? means.earlier : means.next;
    return abilities.write && at > now ? () => compose(composeAt(at, sight.channelIds)) : null;
  }

  /** Writes something for a day; null when it is over. */
  function composeOn(day: Day): (() => void) | null {
    const found = abilities.write ? timeOnDay(day, slots, sight.channelIds, zone, now) : null;
    return found ? () => compose(composeAt(found.at, sight.channelIds)) : null;
  }

  /** Writes something for a day, whatever the hour: the key of it always does something, or says why not. */
  function write(day: Day) {
    if (!abilities.write) return false;
    const composeThen = composeOn(day);
    if (composeThen) composeThen();
    else if (day >= today) compose("/compose");
    else showToast({ tone: "failed", message: `${longDayText(day)} is over: choose a day that is still to come.` });
  }

  /** Reads again what has these kinds of keys. */
  function reread(kind: "calendar" | "posts") {
    void desk
      .wake()
      .then(({ client }) => client.invalidateQueries({ queryKey: [kind] }))
      .catch(() => undefined);
  }

  function onAct(act: EntryAct, subject: Subject, posts: readonly EntryPost[]) {
    const postId = posts[0]?.id ?? "";
    if (act === "open") return open({ is: "subject", postId });
    if (act === "move") return open({ is: "move", postId });
    if (act === "edit") return compose(`/compose?post=${encodeURIComponent(postId)}`);
    open(null);
    if (act === "duplicate") {
      void duplicate(posts).then((isThere) => isThere && reread("posts"));
      return;
    }
    const meant = meantBy[act];
    if (!meant) return;
    const going = posts.filter(({ status }) => meant.statuses.includes(status));
    const losesTime = act === "draft" && subject.is === "entry" && going.every(({ status }) => status === "scheduled");
    if (losesTime) void hold.unschedule(going);
    else void moves.change(meant.action, { posts: going.map(({ id, version }) => ({ id, version })) });
  }

  function onMove(subject: Subject, to: WallTime) {
    open(null);
    const { posts, submission_id } = subject.is === "entry" ? subject.entry : subject.draft;
    hold.moveTo(posts, subject.is === "entry" ? new Date(subject.entry.atMs) : null, to, submission_id);
  }

  return { isTurning, wanted, go, compose, composeFor, composeOn, write, reread, onAct, onMove };
}
