import "server-only";
import type { ServiceClient } from "#lib/client/create-client.ts";
import type { Result } from "#lib/contract/errors.ts";
import { limits } from "#lib/contract/limits.ts";
import { type PostStatus, postStatuses } from "#lib/contract/resources/post-statuses.ts";
import type { Post } from "#lib/contract/types.ts";

/** Posts of a service that lists them newest first, by status alone. */
type PostOverview = {
  /** Up to a hundred posts of each status, newest first. */
  list: (status: PostStatus) => Post[];
  /** Numbers by status and in `all`; null for an unavailable number. */
  counts: Record<string, number | null>;
};

/**
 * Reads the newest hundred posts. Most members have fewer, so that one request shows them all; of others, the posts of
 * each status but the published ones are listed too, of which the newest hundred have enough.
 * @param needsPosts false if only the counts are needed
 */
export async function readPostOverview(client: ServiceClient, needsPosts: boolean): Promise<Result<PostOverview>> {
  const newest = await client.listPosts({ limit: limits.pageSizeMax, offset: 0 });
  if (newest.error) return newest;
  const { data, pagination } = newest.ok;
  const pick = (status: PostStatus) => data.filter((post) => post.status === status);
  if (pagination.total <= data.length) {
    const counts = Object.fromEntries(postStatuses.map((status) => [status, pick(status).length]));
    return { ok: { list: pick, counts: { ...counts, all: pagination.total } } };
  }
  const others: readonly PostStatus[] = postStatuses.filter((status) => status !== "published");
  const listed = await Promise.all(
    others.map((status) =>
      client.listPosts({ status: [status], limit: needsPosts && status !== "canceled" ? limits.pageSizeMax : 1 }),
    ),
  );
  const error = listed.find((page) => page.error)?.error;
  if (error && needsPosts) return { error };
  const pages = new Map(others.map((status, at) => [status, listed[at]?.ok]));
  const counts: PostOverview["counts"] = { all: pagination.total };
  for (const [status, page] of pages) counts[status] = page?.pagination.total ?? null;
  const rest = others.map((status) => counts[status] ?? null);
  // An unknown status may be among the rest, so that the number of published posts is at least not below the seen ones.
  counts["published"] = rest.includes(null)
    ? null
    : Math.max(pick("published").length, pagination.total - rest.reduce((sum: number, one) => sum + (one ?? 0), 0));
  return { ok: { list: (status) => pages.get(status)?.data ?? pick(status), counts } };
}
