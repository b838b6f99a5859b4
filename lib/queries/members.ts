import type { Member, Pagination, PlannedPost } from "#lib/contract/types.ts";
import type { NamedPerson } from "./name-hints.ts";
import { readResource } from "./read-resource.ts";

/** What a member has scheduled, the soonest hundred. @throws ReadFailure */
export const readPlannedPosts = (id: string, signal: AbortSignal) =>
  readResource<{ data: PlannedPost[]; pagination: Pagination }>(`planned/${encodeURIComponent(id)}`, {}, signal);

/** Names to choose a member by, the first hundred that have these words. @throws ReadFailure */
export async function searchMemberNames(words: string, signal: AbortSignal) {
  const { names } = await readResource<{ names: NamedPerson[] }>("names", { q: words }, signal);
  return { data: names, pagination: { total: names.length } };
}

/** Active members who have these words, the first hundred by name. @throws ReadFailure */
export const searchMembers = (words: string, signal: AbortSignal) =>
  readResource<{ data: Member[]; pagination: Pagination }>("members", { q: words }, signal);
