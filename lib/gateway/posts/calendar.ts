import "server-only";
import type { ServiceClient } from "#lib/client/create-client.ts";
import type { Result } from "#lib/contract/errors.ts";
import { limits } from "#lib/contract/limits.ts";
import type { FilterStatus } from "#lib/contract/resources/filter-statuses.ts";
import type { CalendarContents, Pagination, Post } from "#lib/contract/types.ts";
import { getServiceCapabilities } from "#lib/gateway/service-capabilities.ts";

/** Range and filters of a calendar request; instants in ISO 8601. Empty lists and null filter nothing. */
export type CalendarRequest = {
  from: string;
  to: string;
  status: readonly FilterStatus[];
  channel: readonly string[];
  /** A membership id, `all`, or null for the caller's own posts. */
  member: string | null;
  q: string;
};

/**
 * Returns the calendar for a range of time with one request. Empty where the service has no calendar: check the
 * permissions first.
 */
export async function getCalendar(client: ServiceClient, ask: CalendarRequest): Promise<Result<CalendarContents>> {
  if (!(await getServiceCapabilities()).has("getCalendar")) {
    return { ok: { entries: [], notes: [], truncated: false, team_slots: [] } };
  }
  const result = await client.getCalendar({
    from: ask.from,
    to: ask.to,
    ...(ask.status.length > 0 && { status: [...ask.status] }),
    ...(ask.channel.length > 0 && { channel: [...ask.channel] }),
    ...(ask.member !== null && { member: ask.member }),
    ...(ask.q !== "" && { q: ask.q }),
  });
  // A service of an earlier version has no slots of the team.
  return result.ok ? { ok: { ...result.ok, team_slots: result.ok.team_slots ?? [] } } : result;
}

type PostBatchSnapshot = { posts: Post[]; pagination: Pagination };

/** Lists a hundred posts, newest first: this is how a service without a calendar is read. */
export async function listPostBatch(client: ServiceClient, offset: number): Promise<Result<PostBatchSnapshot>> {
  const result = await client.listPosts({ limit: limits.pageSizeMax, offset });
  return result.error ? result : { ok: { posts: result.ok.data, pagination: result.ok.pagination } };
}
