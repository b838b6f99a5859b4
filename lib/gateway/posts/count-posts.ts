import "server-only";
import type { ServiceClient } from "#lib/client/create-client.ts";
import type { Result } from "#lib/contract/errors.ts";
import { postStatuses } from "#lib/contract/resources/post-statuses.ts";
import type { PostCountQuery } from "#lib/contract/types.ts";
import { getServiceCapabilities } from "#lib/gateway/service-capabilities.ts";
import { listDrafts } from "./drafts.ts";
import { supportsPostFilters } from "./list-posts.ts";
import { readPostOverview } from "./post-overview.ts";

/** Numbers of posts by status and in `all`; null for an unavailable number. */
export type PostCountsSnapshot = {
  of: Record<string, number | null>;
  /** Keys of `of` whose number is only a lower bound. */
  atLeast: readonly string[];
};

const isUnfiltered = (query: PostCountQuery) => Object.values(query).every((value) => value === undefined);

/**
 * Counts the posts of `query`; of all the member's posts, `draft` is the number of entries in the list of drafts. A service without counts reports totals of its lists.
 */
export async function countPosts(
  client: ServiceClient,
  query: PostCountQuery = {},
): Promise<Result<PostCountsSnapshot>> {
  if ((await getServiceCapabilities()).has("countPosts")) {
    const [counts, drafts] = await Promise.all([
      client.countPosts((await supportsPostFilters()) ? query : {}),
      isUnfiltered(query) ? listDrafts(client, { kind: "draft", limit: 1 }) : null,
    ]);
    if (counts.error) return counts;
    const { lower_bounds: atLeast = [], ...each } = counts.ok;
    const all = postStatuses.reduce((sum, status) => sum + (each[status] ?? 0), 0);
    // The list of drafts has one entry for all channels of a text, and texts that are no posts yet.
    const draft = drafts?.ok?.total ?? each.draft;
    return { ok: { of: { ...each, draft, all }, atLeast: atLeast.length > 0 ? [...atLeast, "all"] : [] } };
  }
  const overview = await readPostOverview(client, false);
  return overview.error ? overview : { ok: { of: overview.ok.counts, atLeast: [] } };
}
