import { formatNumber } from "#components/ui/format-number.ts";
import { formatOrdinal, type PartialMemberRank } from "#lib/contract/resources/leaderboard-ranks.ts";
import { formatCount } from "#lib/text/format-count.ts";

function formatPoints(count: number): string {
  return formatCount(count, "point");
}

/**
 * Formats names: "Jo", "Jo and Mina", "Jo, Mina and 2 more". `count` is the number of people, of whom the first have
 * names.
 */
export function formatNameList([first = "", second, ...rest]: readonly string[], count: number): string {
  if (second === undefined) return count > 1 ? `${first} and ${formatNumber(count - 1)} more` : first;
  if (count === 2) return `${first} and ${second}`;
  const [third] = rest;
  return count === 3 && third !== undefined
    ? `${first}, ${second} and ${third}`
    : `${first}, ${second} and ${formatNumber(count - 2)} more`;
}

/** Formats a rank: "You are 5th, tied". */
export function formatRank({ rank, tied }: PartialMemberRank, when: string): string {
  if (rank === null) return `You have no points ${when}`;
  return `You are ${formatOrdinal(rank)}${tied ? ", tied" : ""}`;
}

/** Describes the distance to the next rank and the points that are pending. */
export function formatRankOutlook(rank: PartialMemberRank): string {
  const { next, ahead, pending } = rank;
  const parts: string[] = [];
  if (next) parts.push(`${formatPoints(next.points)} to ${formatNameList(next.names, next.members)}`);
  else if (ahead) parts.push(`${formatPoints(ahead.points)} ahead of ${ahead.name}`);
  if (pending && pending.claims > 0) {
    const claims = formatCount(pending.claims, "claim");
    parts.push(`${claims} (${formatPoints(pending.points)}) waiting for review`);
  }
  return parts.join(" · ") || "Points count once a published post's claim is approved";
}

/** Formats the distance to the next level: "120 to level 4"; null without level data from the service. */
export function formatNextLevel({ level, next_level_at, all_time_points }: PartialMemberRank): string | null {
  if (next_level_at === undefined) return null;
  if (next_level_at === null) return "the highest level";
  return `${formatNumber(next_level_at - all_time_points)} to level ${level + 1}`;
}

/** Formats a rank change: "up 2 places since last week". */
export function formatRankChange(movement: number | null): string {
  if (movement === null) return "new since last week";
  if (movement === 0) return "same rank as last week";
  const places = Math.abs(movement) === 1 ? "1 place" : `${formatNumber(Math.abs(movement))} places`;
  return `${movement > 0 ? "up" : "down"} ${places} since last week`;
}
