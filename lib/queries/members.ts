import type { Member, Pagination, PlannedPost } from "#lib/contract/types.ts";
import type { NamedPerson } from "./name-hints.ts";
import { read } from "./read-resource.ts";

/** What a member has scheduled, the soonest hundred. @throws ReadFailure */
export const readPlanned = (id: string, signal: AbortSignal) =>
  read<{ data: PlannedPost[]; pagination: Pagination }>(`planned/${encodeURIComponent(id)}`, {}, signal);

/** Names to choose a member by, the first hundred that have these words. @throws ReadFailure */
export async function findNames(words: string, signal: AbortSignal) {
  const { names } = await read<{ names: NamedPerson[] }>("names", { q: words }, signal);
  return { data: names, pagination: { total: names.length } };
}

/** Active members who have these words, the first hundred by name. @throws ReadFailure */
export const findMembers = (words: string, signal: AbortSignal) =>
  read<{ data: Member[]; pagination: Pagination }>("members", { q: words }, signal);
