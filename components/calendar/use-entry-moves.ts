"use client";
import { useState } from "react";
import type { PostActionOptions, PostActionResult } from "#components/post-actions/post-action-runner.ts";
import { usePostActionRunner } from "#components/post-actions/use-post-action-runner.tsx";
import { announce } from "#components/ui/feedback/announce.tsx";
import type { BulkAction, BulkChangeResult } from "#lib/contract/types.ts";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";
import { formatClockTime, formatShortDay, getTimeZoneCity } from "#lib/time/format-short.ts";
import { formatTimeZone } from "#lib/time/format-time-zone.ts";
import { resolveWallTime } from "#lib/time/resolve-wall-time.ts";
import { toWallTime } from "#lib/time/wall-time.ts";
import type { EntryPlacement, EntryPlacements, EntryPost } from "./calendar-entries.ts";

const noPlacements: EntryPlacements = new Map();

type NamedPost = { id: string; version: number; scheduled_for?: string };

/** Formats an instant: `Wed 25 Nov, 09:00, Berlin`; a time that happens twice has the offset: `02:30, Berlin (UTC+1)`. */
export function formatInstantInZone(at: Date, zone: string, clock: DisplayPreferences["clock"]): string {
  const wall = toWallTime(at, zone);
  const name = resolveWallTime(wall, zone).type === "twice" ? formatTimeZone(zone, at) : getTimeZoneCity(zone);
  return `${formatShortDay(wall.date)}, ${formatClockTime(wall.time, clock)}, ${name}`;
}

/** Describes the current status of a post that somebody else changed; null when the refusal has another cause. */
function formatNewerVersion(refused: BulkChangeResult["refused"], preferences: DisplayPreferences): string | null {
  const current = refused.find((one) => one.error.code === "conflict" && one.now)?.now;
  if (!current) return null;
  const status = current.scheduled_for
    ? `is ${current.status} for ${formatInstantInZone(new Date(current.scheduled_for), preferences.zone, preferences.clock)}`
    : `is ${current.status === "draft" ? "a draft" : current.status}`;
  return `This post was changed elsewhere: it ${status}. Your change was not applied.`;
}

/**
 * Moves posts to another time or removes their time. A move shows at once and is reverted when the service refuses it.
 * `newer` says what changed elsewhere, until the next move.
 */
export function useEntryMoves(preferences: DisplayPreferences, hasSubmissions: boolean) {
  const { change } = usePostActionRunner();
  const [placements, setPlacements] = useState<EntryPlacements>(noPlacements);
  const [newerVersionMessage, setNewerVersionMessage] = useState<string | null>(null);

  /** Changes posts. Several posts are those of one text: all change, or none. */
  function changeEntry(
    action: BulkAction,
    { posts, submission }: { posts: readonly NamedPost[]; submission: string },
    options: PostActionOptions = {},
  ): Promise<PostActionResult> {
    return change(action, { posts, submission: hasSubmissions && posts.length > 1 ? submission : undefined }, options);
  }

  /** Replaces or removes the placements that this move set and no later move has replaced. */
  function replace(placed: EntryPlacements, next: (id: string, placement: EntryPlacement) => EntryPlacement | null) {
    setPlacements((before) => {
      const after = new Map(before);
      for (const [id, placement] of placed) {
        if (before.get(id) !== placement) continue;
        const replacement = next(id, placement);
        if (replacement) after.set(id, replacement);
        else after.delete(id);
      }
      return after;
    });
  }

  /** @param at null removes the time. @returns whether all posts moved. */
  async function place(
    posts: readonly EntryPost[],
    at: Date | null,
    message: string,
    submission: string,
  ): Promise<boolean> {
    // Until the service answers, no snapshot is newer than this move.
    const version = Number.POSITIVE_INFINITY;
    const moved = new Map(
      posts.map(({ id }): [string, EntryPlacement] => [id, { atMs: at?.getTime() ?? null, version }]),
    );
    setPlacements((before) => new Map([...before, ...moved]));
    setNewerVersionMessage(null);
    const namedPosts = posts.map(({ id, version }) => ({
      id,
      version,
      ...(at !== null && { scheduled_for: at.toISOString() }),
    }));
    let confirmed: EntryPlacements = moved;
    const onUndone = () => replace(confirmed, () => null);
    const action = at === null ? "draft" : "schedule";
    const result = await changeEntry(action, { posts: namedPosts, submission }, { message, onUndone });
    const versions = new Map(result.changed.map(({ id, version }) => [id, version]));
    // The next snapshot is as new as this version.
    confirmed = new Map(
      [...moved].map(([id, placement]) => [id, { ...placement, version: (versions.get(id) ?? Number.NaN) - 1 }]),
    );
    replace(moved, (id) => (versions.has(id) ? (confirmed.get(id) ?? null) : null));
    if (!result.failure && result.refused.length === 0) return true;
    const newerVersion = formatNewerVersion(result.refused, preferences);
    setNewerVersionMessage(newerVersion);
    if (newerVersion) announce(newerVersion);
    return false;
  }

  return { placements, newerVersionMessage, place, change: changeEntry };
}

export type EntryMoves = ReturnType<typeof useEntryMoves>;
