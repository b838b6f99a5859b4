import type { Member, Pagination, PlannedPost } from "#lib/contract/types";
import { read } from "./read.ts";

/** What a member has scheduled, the soonest hundred. @throws ReadFailure */
export const readPlanned = (id: string, signal: AbortSignal) =>
  read<{ data: PlannedPost[]; pagination: Pagination }>(`planned/${encodeURIComponent(id)}`, {}, signal);

/** Active members who have these words, the first hundred by name. @throws ReadFailure */
export const findMembers = (words: string, signal: AbortSignal) =>
  read<{ data: Member[]; pagination: Pagination }>("members", { q: words }, signal);
