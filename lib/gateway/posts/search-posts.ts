import "server-only";
import type { ServiceClient } from "#lib/client/create-client.ts";
import type { Result } from "#lib/contract/errors.ts";
import type { Post } from "#lib/contract/types.ts";
import { canSeeOthersPosts } from "#lib/gateway/service-capabilities.ts";
import { supportsPostFilters } from "./list-posts.ts";
import { listSubmissions } from "./list-submissions.ts";

/** The number of results that a person looks through below a field. */
const foundMax = 6;
const wordsMax = 200;

/**
 * Lists excerpts of the newest texts that match, each with its posts; none where the service can't search. Others'
 * texts that the member sees follow their own.
 */
export async function searchPosts(client: ServiceClient, words: string): Promise<Result<Post[][]>> {
  const q = words.trim().slice(0, wordsMax);
  if (q === "" || !(await supportsPostFilters())) return { ok: [] };
  const asked = { q, limit: foundMax, offset: 0 };
  const seesAll = await canSeeOthersPosts();
  const [own, all] = await Promise.all([
    listSubmissions(client, asked),
    seesAll ? listSubmissions(client, { ...asked, member: "all" }) : null,
  ]);
  if (own.error) return own;
  if (all?.error) return all;
  const isKnown = new Set(own.ok.posts.map(({ id }) => id));
  const posts = [...own.ok.posts, ...(all?.ok?.posts ?? []).filter(({ id }) => !isKnown.has(id))];
  if (!own.ok.isBySubmission) return { ok: posts.map((post) => [post]) };
  return { ok: [...Map.groupBy(posts, (post) => `${post.submission_id} ${post.member?.id}`).values()] };
}
