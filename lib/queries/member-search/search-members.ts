import type { Member, Pagination, PlannedPost } from "#lib/contract/types.ts";
import { readResource } from "#lib/queries/read-resource.ts";
import type { NamedPerson } from "./equal-name-hints.ts";

/**
 * Searches names for choosing a member: the first hundred matches.
 * @throws ReadError
 */
export async function searchMemberNames(text: string, signal: AbortSignal) {
  const { names } = await readResource<{ names: NamedPerson[] }>("names", { q: text }, signal);
  return { data: names, pagination: { total: names.length } };
}

/**
 * Searches active members: the first hundred matches by name.
 * @throws ReadError
 */
export const searchMembers = (text: string, signal: AbortSignal) =>
  readResource<{ data: Member[]; pagination: Pagination }>("members", { q: text }, signal);

/**
 * Reads a member's first hundred scheduled posts by time.
 * @throws ReadError
 */
export const readPlannedPosts = (id: string, signal: AbortSignal) =>
  readResource<{ data: PlannedPost[]; pagination: Pagination }>(`planned/${encodeURIComponent(id)}`, {}, signal);
