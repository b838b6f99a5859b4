import "server-only";
import type { ServiceClient } from "#lib/client/create-client.ts";
import type { Result } from "#lib/contract/errors.ts";
import { limits } from "#lib/contract/limits.ts";
import type { PostStatus } from "#lib/contract/resources/post-statuses.ts";
import type { CalendarRange, Pagination, Post } from "#lib/contract/types.ts";
import { excerptQuery, getServiceCapabilities } from "#lib/gateway/service-capabilities.ts";

/** What a calendar shows of a range of time; instants in ISO 8601. Empty lists and null cut nothing. */
export type CalendarRequest = {
  from: string;
  to: string;
  status: readonly PostStatus[];
  channel: readonly string[];
  /** A membership id, `all`, or null for one's own. */
  member: string | null;
  q: string;
};

/** What goes out in a range of time: one request. Nothing where the service keeps no calendar: who needs it asks before. */
export async function getCalendar(client: ServiceClient, ask: CalendarRequest): Promise<Result<CalendarRange>> {
  if (!(await getServiceCapabilities()).has("getCalendar")) return { ok: { entries: [], notes: [], truncated: false } };
  return client.getCalendar({
    from: ask.from,
    to: ask.to,
    ...(ask.status.length > 0 && { status: [...ask.status] }),
    ...(ask.channel.length > 0 && { channel: [...ask.channel] }),
    ...(ask.member !== null && { member: ask.member }),
    ...(ask.q !== "" && { q: ask.q }),
  });
}

type PostBatchSnapshot = { posts: Post[]; pagination: Pagination };

/** A hundred posts, newest first: how a service without a calendar is read through. */
export async function listPostBatch(client: ServiceClient, offset: number): Promise<Result<PostBatchSnapshot>> {
  const result = await client.listPosts({ limit: limits.pageSizeMax, offset });
  return result.error ? result : { ok: { posts: result.ok.data, pagination: result.ok.pagination } };
}

/** Excerpts of the newest hundred of one's own drafts, and how many there are. */
export async function listDraftPosts(client: ServiceClient): Promise<Result<PostBatchSnapshot>> {
  const excerpt = await excerptQuery();
  const result = await client.listPosts({ status: ["draft"], limit: limits.pageSizeMax, offset: 0, ...excerpt });
  return result.error ? result : { ok: { posts: result.ok.data, pagination: result.ok.pagination } };
}
