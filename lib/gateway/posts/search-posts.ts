import "server-only";
import type { ServiceClient } from "#lib/client/create-client.ts";
import type { Result } from "#lib/contract/errors.ts";
import type { Post } from "#lib/contract/types.ts";
import { excerptQuery } from "#lib/gateway/service-capabilities.ts";
import { supportsPostFilters } from "./list-posts.ts";

/** The number of results that a person looks through below a field. */
const foundMax = 6;
const wordsMax = 200;

/** Lists excerpts of the newest posts whose text matches; none where the service can't search. */
export async function searchPosts(client: ServiceClient, words: string): Promise<Result<Post[]>> {
  const q = words.trim().slice(0, wordsMax);
  if (q === "" || !(await supportsPostFilters())) return { ok: [] };
  const found = await client.listPosts({ q, limit: foundMax, ...(await excerptQuery()) });
  return found.error ? found : { ok: found.ok.data };
}
