import type { Around } from "./board-around.ts";
import type { RangeBoard } from "./board-kept.ts";
import { readRange } from "./board-page.ts";
import type { Reader } from "./board-ranks.ts";

const nearby = 2;
const named = 3;

/** A member's place on a range of days. The range is added up anyhow, so it is looked through here. */
export async function readRangeAround(db: Reader, board: RangeBoard, memberId: string): Promise<Around> {
  const places = await readRange(db, board, {});
  const total = places.length;
  const at = places.findIndex((place) => place.memberId === memberId);
  const own = places[at];
  if (!own) return { own: null, places: [], total, next: null, below: null, isTied: false };
  const above = places.findLast((place) => place.points > own.points);
  const beside = above ? places.filter((place) => place.points === above.points) : [];
  const less = places.find((place) => place.points < own.points);
  return {
    own,
    places: places.slice(Math.max(0, at - nearby), at + nearby + 1),
    total,
    next: above
      ? {
          rank: above.rank,
          points: above.points - own.points,
          members: beside.length,
          names: beside.slice(0, named).map((place) => place.name),
        }
      : null,
    below: less ? { points: own.points - less.points, name: less.name } : null,
    isTied: places.some((place) => place !== own && place.points === own.points),
  };
}
