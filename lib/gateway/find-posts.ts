import "server-only";
import type { Client } from "#lib/client/make-client";
import type { Result } from "#lib/contract/errors";
import type { Post } from "#lib/contract/types";
import { excerptQuery } from "./abilities.ts";
import { canFilter } from "./list-posts.ts";

/** As many as a person looks through under a field. */
const foundMax = 6;
const wordsMax = 200;

/** Excerpts of the newest posts in whose text these words stand; none where the service can't search. */
export async function findPosts(client: Client, words: string): Promise<Result<Post[]>> {
  const q = words.trim().slice(0, wordsMax);
  if (q === "" || !(await canFilter())) return { ok: [] };
  const found = await client.listPosts({ q, limit: foundMax, ...(await excerptQuery()) });
  return found.error ? found : { ok: found.ok.data };
}
