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

/** Formats an instant: `Wed 25 Nov, 09:00 Berlin`. */
export function formatInstantInZone(at: Date, zone: string, clock: DisplayPreferences["clock"]): string {
  const wall = toWallTime(at, zone);
  return `${formatShortDay(wall.date)}, ${formatClockTime(wall.time, clock)} ${getTimeZoneCity(zone)}`;
}

/** Describes the current status of a post that somebody else changed; null when the refusal has another cause. */
function formatNewerVersion(answer: BulkChangeResult["refused"], preferences: DisplayPreferences): string | null {
  const now = answer.find((one) => one.error.code === "conflict" && one.now)?.now;
  if (!now) return null;
  const place = now.scheduled_for
    ? `is ${now.status} for ${formatInstantInZone(new Date(now.scheduled_for), preferences.zone, preferences.clock)}`
    : `is ${now.status === "draft" ? "a draft" : now.status}`;
  return `This post was changed elsewhere: it ${place}. Your change was not applied.`;
}

/**
 * Moves posts to another time or removes their time. A move shows at once and is reverted when the service refuses it.
 * `newer` says what changed elsewhere, until the next move.
 */
export function useEntryMoves(preferences: DisplayPreferences) {
  const { change } = usePostActionRunner();
  const [placements, setPlacements] = useState<EntryPlacements>(none);
  const [newer, setNewer] = useState<string | null>(null);
  /** The version that our own change gave a post; known before the post is read again. */
  const made = useRef(new Map<string, number>());
  const last = useRef<Promise<unknown>>(Promise.resolve());

  /**
   * Changes posts after our own earlier changes and with their versions; the service refuses a post that others have
   * changed.
   */
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

  /** Replaces or removes the placements that this move set and no later move has replaced. */
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

  /** @param at null removes the time. @returns whether all posts moved. */
  async function place(posts: readonly EntryPost[], at: Date | null, words: string): Promise<boolean> {
    // Until the service answers, no snapshot is newer than this move.
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
      // The code failed to load, so no request was sent.
      onUndone();
      showToast({ tone: "failed", message: "This didn't load. Nothing was changed. Try again." });
      return false;
    }
    const versions = new Map(came.changed.map(({ id, version }) => [id, version]));
    // The next snapshot is as new as this version.
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
