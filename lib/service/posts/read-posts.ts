import type pg from "pg";
import type { Post } from "#lib/contract/types";
import { presentPosts } from "./present-post.ts";
import { type PostsRow, readPostsSql, selectPosts } from "./read-sql.ts";

const readThese = { name: "read-posts", text: readPostsSql(selectPosts("id = any($1::uuid[])")) };

/** Posts that this transaction just wrote, as the API shows them, in the order of `ids`. It asks for nobody's rights. */
export async function readPosts(
  from: pg.Pool | pg.PoolClient,
  ids: readonly string[],
  origin: string,
): Promise<Post[]> {
  const { rows } = await from.query<PostsRow>({ ...readThese, values: [ids] });
  const found = new Map((rows[0] ? presentPosts(rows[0], origin) : []).map((post) => [post.id, post]));
  return ids.flatMap((id) => found.get(id) ?? []);
}
