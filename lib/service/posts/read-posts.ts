import type pg from "pg";
import type { Post } from "#lib/contract/types";
import { presentPost } from "./present-post.ts";
import { readPostRows, readPostsSql, selectPosts } from "./read-sql.ts";

const readThese = { name: "read-posts", text: readPostsSql(selectPosts("id = any($1::uuid[])")) };

/**
 * Posts as the API shows them, in the order of `ids`. It asks for nobody's rights.
 * @param blindFor from whom the authors of undecided claims are hidden; null where the posts are their own
 */
export async function readPosts(
  from: pg.Pool | pg.PoolClient,
  ids: readonly string[],
  origin: string,
  blindFor: string | null = null,
): Promise<Post[]> {
  const { posts } = await readPostRows(from, { ...readThese, values: [ids] });
  const found = new Map(posts.map((post) => [post[0], presentPost(post, origin, blindFor)]));
  return ids.flatMap((id) => found.get(id) ?? []);
}
