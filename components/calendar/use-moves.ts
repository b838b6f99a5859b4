"use client";
import { useState } from "react";
import { useChanges } from "#components/changes/use-changes";
import { announce } from "#components/ui/announce";
import type { BulkAnswer } from "#lib/contract/types";
import type { Preferences } from "#lib/time/preferences";
import { clockText, dayText, zonePlace } from "#lib/time/time-words";
import { toWall } from "#lib/time/zone";
import type { EntryPost, Placed, Placements } from "./entries.ts";

const none: Placements = new Map();

/** `Wed 25 Nov, 09:00 Berlin`. */
export function atText(at: Date, zone: string, clock: Preferences["clock"]): string {
  const wall = toWall(at, zone);
  return `${dayText(wall.date)}, ${clockText(wall.time, clock)} ${zonePlace(zone)}`;
}

/** Where a post stands that somebody else has changed meanwhile; null where that is not why it was refused. */
function newerText(answer: BulkAnswer["refused"], preferences: Preferences): string | null {
  const now = answer.find((one) => one.error.code === "conflict" && one.now)?.now;
  if (!now) return null;
  const place = now.scheduled_for
    ? `is ${now.status} for ${atText(new Date(now.scheduled_for), preferences.zone, preferences.clock)}`
    : `is ${now.status === "draft" ? "a draft" : now.status}`;
  return `This post was changed elsewhere in the meantime: it ${place}. Nothing of yours was changed.`;
}

/**
 * Puts posts at another time or takes it from them: shown at once, taken back when it is refused, and what changed
 * elsewhere is said. `newer` is that sentence, until the next move.
 */
export function useMoves(preferences: Preferences) {
  const { change } = useChanges();
  const [placements, setPlacements] = useState<Placements>(none);
  const [newer, setNewer] = useState<string | null>(null);

  function withdraw(ids: ReadonlySet<string>) {
    setPlacements((before) => new Map([...before].filter(([id]) => !ids.has(id))));
  }

  /** @param at null takes the time away. @returns whether all of them went there. */
  async function place(posts: readonly EntryPost[], at: Date | null, words: string): Promise<boolean> {
    const ids = new Set(posts.map(({ id }) => id));
    const placed = posts.map(({ id, version }): [string, Placed] => [id, { atMs: at?.getTime() ?? null, version }]);
    setPlacements((before) => new Map([...before, ...placed]));
    setNewer(null);
    const named = posts.map(({ id, version }) => ({
      id,
      version,
      ...(at !== null && { scheduled_for: at.toISOString() }),
    }));
    const came = await change(
      at === null ? "draft" : "schedule",
      { posts: named },
      {
        words,
        onUndone: () => withdraw(ids),
      },
    );
    const refused = came.failure ? ids : new Set(came.refused.map(({ id }) => id));
    if (refused.size === 0) return true;
    withdraw(refused);
    const said = newerText(came.refused, preferences);
    setNewer(said);
    if (said) announce(said);
    return false;
  }

  return { placements, newer, place, change };
}

export type Moves = ReturnType<typeof useMoves>;
