import "server-only";
import type { ServiceClient } from "#lib/client/create-client.ts";
import type { Result } from "#lib/contract/errors.ts";
import { limits } from "#lib/contract/limits.ts";
import { isAdmin } from "#lib/contract/scopes.ts";
import type { Pagination, Post, PostQuery, PostTimelineEvent } from "#lib/contract/types.ts";
import { excerptQuery, getServiceCapabilities } from "#lib/gateway/service-capabilities.ts";
import { getIdentity } from "#lib/gateway/service-client.ts";

/** One page of the history. A service that documents no more is asked for status, page size and skip alone. */
export async function listPosts(
  client: ServiceClient,
  query: PostQuery,
): Promise<Result<{ posts: Post[]; pagination: Pagination }>> {
  const { status, limit, offset } = query;
  const documented = { ...(status && { status }), limit, offset };
  const result = await client.listPosts((await supportsPostFilters()) ? query : documented);
  return result.error ? result : { ok: { posts: result.ok.data, pagination: result.ok.pagination } };
}

/** One page of the history as its table shows it: with an excerpt of each text. */
export async function listPostExcerpts(client: ServiceClient, query: PostQuery) {
  return await listPosts(client, { ...query, ...(await excerptQuery()) });
}

/** Whether the service picks posts by more than their status. The export came with the filters, so it stands for them. */
export async function supportsPostFilters(): Promise<boolean> {
  return (await getServiceCapabilities()).has("exportPosts");
}

/**
 * The posts of one submission; none where the service can't pick them. An administrator sees those of any member.
 * @param text whether their texts are needed: the composer writes on from them, other pages show their status
 */
export async function listSubmissionPosts(
  client: ServiceClient,
  submission: string,
  text: "full" | "excerpt",
): Promise<Result<Post[]>> {
  if (!(await supportsPostFilters())) return { ok: [] };
  const excerpt = text === "excerpt" ? await excerptQuery() : {};
  const seesAll = isAdmin((await getIdentity()).ok?.membership.role ?? "");
  const asked = { submission, limit: limits.channelsPerPost, ...(seesAll && { member: "all" }), ...excerpt };
  const result = await client.listPosts(asked);
  return result.error ? result : { ok: result.ok.data };
}

/** What happened to a post, newest first; none where the service does not tell. */
export async function listPostEvents(client: ServiceClient, id: string): Promise<Result<PostTimelineEvent[]>> {
  return (await getServiceCapabilities()).has("listPostEvents") ? await client.listPostEvents({ id }) : { ok: [] };
}
