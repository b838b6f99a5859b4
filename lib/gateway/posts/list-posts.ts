import "server-only";
import type { ServiceClient } from "#lib/client/create-client.ts";
import type { Result } from "#lib/contract/errors.ts";
import { limits } from "#lib/contract/limits.ts";
import { isAdmin } from "#lib/contract/scopes.ts";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type { Pagination, Post, PostQuery, PostTimelineEvent } from "#lib/contract/types.ts";
import { canSeeOthersPosts, excerptQuery, getServiceCapabilities } from "#lib/gateway/service-capabilities.ts";
import { getIdentity } from "#lib/gateway/service-client.ts";

/** Lists one page of posts. A service with only the documented endpoints gets status, page size and offset. */
export async function listPosts(
  client: ServiceClient,
  query: PostQuery,
): Promise<Result<{ posts: Post[]; pagination: Pagination; omitted?: number }>> {
  const { status, limit, offset } = query;
  const documented = { ...(status && { status }), limit, offset };
  const result = await client.listPosts((await supportsPostFilters()) ? query : documented);
  if (result.error) return result;
  const { data: posts, pagination, omitted } = result.ok;
  return { ok: { posts, pagination, ...(omitted !== undefined && { omitted }) } };
}

/** Lists the newest posts that the member sees, also those of others. */
export async function listNewestPosts(client: ServiceClient): Promise<Result<Post[]>> {
  const seesAll = await canSeeOthersPosts();
  const newest = await listPosts(client, { limit: limits.pageSizeMax, offset: 0, ...(seesAll && { member: "all" }) });
  return newest.error ? newest : { ok: newest.ok.posts };
}

/** Lists one page of posts with an excerpt of each text, for the table. */
export async function listPostExcerpts(client: ServiceClient, query: PostQuery) {
  return await listPosts(client, { ...query, ...(await excerptQuery()) });
}

/**
 * Returns true if the service filters posts by more than status. The export arrived together with the filters, so it
 * indicates them.
 */
export async function supportsPostFilters(): Promise<boolean> {
  return (await getServiceCapabilities()).has("exportPosts");
}

/**
 * Lists the posts of one submission; none if the service can't filter by it. An administrator sees any member's posts, a
 * member their own, and where they have none in it those of the plan.
 * @param text true if full texts are needed: the composer continues from them, other pages show only the status
 */
export async function listSubmissionPosts(
  client: ServiceClient,
  submission: string,
  text: "full" | "excerpt",
): Promise<Result<Post[]>> {
  if (!(await supportsPostFilters())) return { ok: [] };
  const excerpt = text === "excerpt" ? await excerptQuery() : {};
  const seesAll = await canSeeOthersPosts();
  const asked = { submission, limit: serverOnlyLimits.channelsPerPost, ...(seesAll && { member: "all" }), ...excerpt };
  const [result, me] = await Promise.all([client.listPosts(asked), getIdentity()]);
  if (result.error) return result;
  // In the order of their creation, which is that of the channels in the request.
  const posts = result.ok.data.toReversed();
  if (isAdmin(me.ok?.membership.role ?? "")) return { ok: posts };
  const own = posts.filter(({ member }) => member?.id === me.ok?.membership.id);
  return { ok: own.length > 0 ? own : posts };
}

/** Lists the events of a post, newest first; none where the service does not provide them. */
export async function listPostEvents(client: ServiceClient, id: string): Promise<Result<PostTimelineEvent[]>> {
  return (await getServiceCapabilities()).has("listPostEvents") ? await client.listPostEvents({ id }) : { ok: [] };
}
