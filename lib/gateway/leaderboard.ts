import "server-only";
import { cache } from "react";
import type { ServiceClient } from "#lib/client/create-client.ts";
import type { Result } from "#lib/contract/errors.ts";
import { limits } from "#lib/contract/limits.ts";
import { findMemberRank, type PartialMemberRank, rankEntries } from "#lib/contract/resources/leaderboard-ranks.ts";
import type { LeaderboardEntry } from "#lib/contract/types.ts";
import { canManageMembers } from "./members.ts";
import { getServiceCapabilities } from "./service-capabilities.ts";
import { getIdentity, getServiceClient } from "./service-client.ts";

/** Period, filters and page of a leaderboard request. */
type LeaderboardRequest = {
  period: "all" | "month" | "week" | "range";
  from: string | null;
  to: string | null;
  channel: string | null;
  q: string;
  limit: number;
  offset: number;
};

type RankedEntry = LeaderboardEntry & { rank: number };

type LeaderboardSnapshot = {
  rows: RankedEntry[];
  /** True if more rows follow. */
  hasMore: boolean;
  /** Number of members on the leaderboard; null if unavailable. */
  members: number | null;
  /** Null if the caller is not on the leaderboard, or the rank is unavailable. */
  ownRank: PartialMemberRank | null;
};

/**
 * Returns true if the service offers more than the document's leaderboard list. `getStanding` arrived together with the
 * periods and filters.
 */
export const supportsLeaderboardPeriods = cache(
  async (): Promise<boolean> => (await getServiceCapabilities()).has("getStanding"),
);

/** Reads one page of the leaderboard. If the service has only the document's list, it is ranked and cut here. */
export async function readLeaderboard(
  client: ServiceClient,
  ask: LeaderboardRequest,
): Promise<Result<LeaderboardSnapshot>> {
  const { q, limit, offset } = ask;
  if (!(await supportsLeaderboardPeriods())) {
    const [list, me] = await Promise.all([client.getLeaderboard(), getIdentity()]);
    if (list.error) return list;
    const ranked = rankEntries(list.ok);
    const found = q ? ranked.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase())) : ranked;
    return {
      ok: {
        rows: found.slice(offset, offset + limit),
        hasMore: found.length > offset + limit,
        members: ranked.length,
        ownRank: findMemberRank(ranked, me.ok?.membership.id ?? ""),
      },
    };
  }
  const { period, from, to, channel } = ask;
  const board = { period, ...(from && to && { from, to }), ...(channel && { channel }) };
  const [list, ownRank] = await Promise.all([
    client.getLeaderboard({ ...board, ...(q && { q }), limit: limit + 1, offset }),
    client.getStanding(board),
  ]);
  if (list.error) return list;
  // A service without ranks gets ranks by position, which is the closest approximation.
  const rows = list.ok.map((entry, at) => ({ ...entry, rank: entry.rank ?? offset + at + 1 }));
  return {
    ok: {
      rows: rows.slice(0, limit),
      hasMore: rows.length > limit,
      members: ownRank.ok?.members ?? null,
      ownRank: ownRank.ok ?? null,
    },
  };
}

/**
 * Returns the signed-in member's rank by all-time points; reads it once per request. Null if this key may not see it.
 */
export const readMemberRank = cache(async (): Promise<PartialMemberRank | null> => {
  const client = await getServiceClient();
  if (await supportsLeaderboardPeriods()) return (await client.getStanding()).ok ?? null;
  const [list, me] = await Promise.all([client.getLeaderboard(), getIdentity()]);
  return list.ok ? findMemberRank(rankEntries(list.ok), me.ok?.membership.id ?? "") : null;
});

type Person = { id: string; name: string; email?: string; joined_at?: string; isShared?: boolean };

/**
 * Lists names for choosing a member: the first hundred by points whose name matches `text`. A service without
 * leaderboard periods returns its whole list, which is searched here. If another member has the same name, the entry
 * has the date of joining, and an e-mail address for readers who may see it.
 */
export async function listMemberNames(client: ServiceClient, text = ""): Promise<Person[]> {
  const query = text.trim();
  const isCut = await supportsLeaderboardPeriods();
  const list = await client.getLeaderboard(isCut ? { limit: limits.pageSizeMax, ...(query && { q: query }) } : {});
  const people = await withEmails(
    client,
    (list.ok ?? []).map(({ membership_id: id, name, joined_at }): Person => {
      return { id, name, ...(joined_at !== undefined && { joined_at, isShared: true }) };
    }),
  );
  const plain = query.toLocaleLowerCase();
  return isCut || plain === "" ? people : people.filter(({ name }) => name.toLocaleLowerCase().includes(plain));
}

/** More equal names than an organization has; each costs one request. */
const sharedNamesMax = 10;

async function withEmails(client: ServiceClient, people: Person[]): Promise<Person[]> {
  const names = [...new Set(people.filter(({ isShared }) => isShared).map(({ name }) => name))].slice(
    0,
    sharedNamesMax,
  );
  if (names.length === 0 || !(await canManageMembers())) return people;
  const found = await Promise.all(names.map((q) => client.listMembers({ q, limit: limits.pageSizeMax })));
  const emails = new Map(found.flatMap(({ ok }) => ok?.data ?? []).map(({ id, email }) => [id, email]));
  return people.map((person) => {
    const email = person.isShared ? emails.get(person.id) : undefined;
    return email === undefined ? person : { ...person, email };
  });
}

/** Returns the names including the currently selected member, if the given data has that name. */
export function includeSelectedMember(
  names: readonly Person[],
  chosen: string | null,
  people: readonly ({ id: string; name: string } | null | undefined)[],
): readonly Person[] {
  if (chosen === null || names.some(({ id }) => id === chosen)) return names;
  const found = people.find((one) => one?.id === chosen);
  return found ? [...names, { id: found.id, name: found.name }] : names;
}
