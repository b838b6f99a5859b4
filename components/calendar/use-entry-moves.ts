"use client";
import { useRef, useState } from "react";
import type { PostActionOptions, PostActionResult } from "#components/post-actions/post-action-runner.ts";
import { usePostActionRunner } from "#components/post-actions/use-post-action-runner.tsx";
import { announce } from "#components/ui/feedback/announce.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import type { BulkAction, BulkChangeResult } from "#lib/contract/types.ts";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";
import { formatClockTime, formatShortDay, getTimeZoneCity } from "#lib/time/format-short.ts";
import { toWallTime } from "#lib/time/time-zone.ts";
import type { EntryPlacement, EntryPlacements, EntryPost } from "./calendar-entries.ts";

const none: EntryPlacements = new Map();

type NamedPost = { id: string; version: number; scheduled_for?: string };

/** `Wed 25 Nov, 09:00 Berlin`. */
export function formatInstantInZone(at: Date, zone: string, clock: DisplayPreferences["clock"]): string {
  const wall = toWallTime(at, zone);
  return `${formatShortDay(wall.date)}, ${formatClockTime(wall.time, clock)} ${getTimeZoneCity(zone)}`;
}

/** Where a post stands that somebody else has changed meanwhile; null where that is not why it was refused. */
function formatNewerVersion(answer: BulkChangeResult["refused"], preferences: DisplayPreferences): string | null {
  const now = answer.find((one) => one.error.code === "conflict" && one.now)?.now;
  if (!now) return null;
  const place = now.scheduled_for
    ? `is ${now.status} for ${formatInstantInZone(new Date(now.scheduled_for), preferences.zone, preferences.clock)}`
    : `is ${now.status === "draft" ? "a draft" : now.status}`;
  return `This post was changed elsewhere in the meantime: it ${place}. Nothing of yours was changed.`;
}

/**
 * Puts posts at another time or takes it from them: shown at once, taken back when it is refused, and what changed
 * elsewhere is said. `newer` is that sentence, until the next move.
 */
export function useEntryMoves(preferences: DisplayPreferences) {
  const { change } = usePostActionRunner();
  const [placements, setPlacements] = useState<EntryPlacements>(none);
  const [newer, setNewer] = useState<string | null>(null);
  /** The version that a change of ours has made of a post: it is known before the post is read again. */
  const made = useRef(new Map<string, number>());
  const last = useRef<Promise<unknown>>(Promise.resolve());

  /** Changes posts as they are after the changes of ours before it; one that was changed by others is refused. */
  function changeNext(
    action: BulkAction,
    what: { posts: readonly NamedPost[] },
    more: PostActionOptions = {},
  ): Promise<PostActionResult> {
    const own = last.current.then(async () => {
      const posts = what.posts.map((post) => ({
        ...post,
        version: Math.max(post.version, made.current.get(post.id) ?? 0),
      }));
      const came = await change(action, { posts }, more);
      for (const { id, version } of came.changed) made.current.set(id, version);
      return came;
    });
    last.current = own.catch(() => undefined);
    return own;
  }

  /** Puts each at another place, or at none, of those that still stand where this move has put them. */
  function replace(mine: EntryPlacements, next: (id: string, placed: EntryPlacement) => EntryPlacement | null) {
    setPlacements((before) => {
      const after = new Map(before);
      for (const [id, placed] of mine) {
        if (before.get(id) !== placed) continue;
        const put = next(id, placed);
        if (put) after.set(id, put);
        else after.delete(id);
      }
      return after;
    });
  }

  /** @param at null takes the time away. @returns whether all of them went there. */
  async function place(posts: readonly EntryPost[], at: Date | null, words: string): Promise<boolean> {
    // Until it is answered nothing that is told is newer.
    const version = Number.POSITIVE_INFINITY;
    const mine = new Map(
      posts.map(({ id }): [string, EntryPlacement] => [id, { atMs: at?.getTime() ?? null, version }]),
    );
    setPlacements((before) => new Map([...before, ...mine]));
    setNewer(null);
    const named = posts.map(({ id, version }) => ({
      id,
      version,
      ...(at !== null && { scheduled_for: at.toISOString() }),
    }));
    let settled: EntryPlacements = mine;
    const onUndone = () => replace(settled, () => null);
    const action = at === null ? "draft" : "schedule";
    const came = await changeNext(action, { posts: named }, { words, onUndone }).catch(() => null);
    if (!came) {
      // The code for it could not be had: nothing was asked of the service.
      onUndone();
      showToast({ tone: "failed", message: "Nothing was changed: this could not be loaded. Try again." });
      return false;
    }
    const versions = new Map(came.changed.map(({ id, version }) => [id, version]));
    // What is told next is as new as that.
    settled = new Map(
      [...mine].map(([id, placed]) => [id, { ...placed, version: (versions.get(id) ?? Number.NaN) - 1 }]),
    );
    replace(mine, (id) => (versions.has(id) ? (settled.get(id) ?? null) : null));
    if (!came.failure && came.refused.length === 0) return true;
    const said = formatNewerVersion(came.refused, preferences);
    setNewer(said);
    if (said) announce(said);
    return false;
  }

  return { placements, newer, place, change: changeNext };
}

export type EntryMoves = ReturnType<typeof useEntryMoves>;
