import "server-only";
import type { ServiceClient } from "#lib/client/create-client.ts";
import type { Result } from "#lib/contract/errors.ts";
import type { Pagination, Post, PostCountQuery, PostQuery } from "#lib/contract/types.ts";
import { getServiceCapabilities } from "#lib/gateway/service-capabilities.ts";
import { countPosts, type PostCountsSnapshot } from "./count-posts.ts";
import { listPostExcerpts } from "./list-posts.ts";

/** A page of posts. With `isBySubmission` it has all posts of each submission, and its numbers count submissions. */
type SubmissionPageSnapshot = {
  posts: Post[];
  pagination: Pagination;
  omitted?: number;
  isBySubmission?: boolean;
};

/** Lists one page of submissions with an excerpt of each text; a service without them lists posts. */
export async function listSubmissions(
  client: ServiceClient,
  query: PostQuery,
): Promise<Result<SubmissionPageSnapshot>> {
  if (!(await getServiceCapabilities()).has("listSubmissions")) return await listPostExcerpts(client, query);
  const result = await client.listSubmissions(query);
  if (result.error) return result;
  const { data, pagination } = result.ok;
  return { ok: { posts: data.flatMap(({ posts }) => posts), pagination, isBySubmission: true } };
}

/** Counts submissions by the statuses of their posts; a service without them counts posts. */
export async function countSubmissions(
  client: ServiceClient,
  query: PostCountQuery = {},
): Promise<Result<PostCountsSnapshot>> {
  if (!(await getServiceCapabilities()).has("countSubmissions")) return await countPosts(client, query);
  const counts = await client.countSubmissions(query);
  if (counts.error) return counts;
  const { lower_bounds: atLeast = [], ...of } = counts.ok;
  return { ok: { of, atLeast } };
}
