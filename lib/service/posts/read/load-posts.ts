import type pg from "pg";
import type { Post } from "#lib/contract/types.ts";
import { loadPostsSql, type PostTextRow, queryPostRows, selectPostsSql, textBatchBytes } from "./post-sql.ts";
import { parseStoredParts, presentPost } from "./present-post.ts";
import { type PostView, wholeView } from "./readable-posts.ts";

const these = selectPostsSql("id = any($1::uuid[])");
const readThese = { name: "read-posts", text: loadPostsSql(these) };
const pickThese = { name: "pick-posts", text: loadPostsSql(these, { cutFor: "greatest(1, cardinality($1::uuid[]))" }) };
const excerptThese = { name: "read-post-excerpts", text: loadPostsSql(these, { excerpt: true }) };

/** Posts in order. Posts in `unread` have no text yet; the map has their size in bytes by id. */
export type LoadedPosts = { posts: Post[]; unread: ReadonlyMap<string, number> };

/** Presents the rows of a statement with `cutFor`, in order. */
export function presentLoadedPosts(
  rows: readonly PostTextRow[],
  origin: string,
  view: PostView = wholeView,
): LoadedPosts {
  const unread = new Map(rows.flatMap((row) => (row[6] === null ? [[row[0], Number(row[30])] as const] : [])));
  return { posts: rows.map((row) => presentPost(row, origin, view)), unread };
}

/**
 * Loads posts in their API form, in the order of `ids`, without a permission check. All posts are in memory at once:
 * `streamPostBatches` is for many.
 * @param view what is hidden of others' posts
 */
export async function loadPosts(
  client: pg.Pool | pg.PoolClient,
  ids: readonly string[],
  origin: string,
  view: PostView = wholeView,
): Promise<Post[]> {
  const { posts } = await queryPostRows(client, { ...readThese, values: [ids] });
  return inOrder(ids, presentLoadedPosts(posts, origin, view).posts);
}

/**
 * Does the same as `loadPosts`, but leaves texts longer than their share of a batch to
 * `streamPostBatches`; or reads an excerpt of each.
 */
export async function loadPostsWithinBatch(
  pool: pg.Pool,
  ids: readonly string[],
  origin: string,
  view: PostView,
  text: "full" | "excerpt" = "full",
): Promise<LoadedPosts> {
  if (ids.length === 0) return { posts: [], unread: new Map() };
  const { posts } = await queryPostRows(pool, { ...(text === "excerpt" ? excerptThese : pickThese), values: [ids] });
  const picked = presentLoadedPosts(posts, origin, view);
  return { ...picked, posts: inOrder(ids, picked.posts) };
}

function inOrder(ids: readonly string[], posts: readonly Post[]): Post[] {
  const found = new Map(posts.map((post) => [post.id, post]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/**
 * Yields the given posts whole and in order, in batches of about `batchBytes`: a batch is read when its predecessor was
 * taken. A post whose row is gone by then is left out.
 */
export async function* streamPostBatches(
  pool: pg.Pool,
  { posts, unread }: LoadedPosts,
): AsyncGenerator<Post[], void, void> {
  let batch: Post[] = [];
  let bytes = 0;
  for (const post of posts) {
    const size = unread.get(post.id) ?? 0;
    if (batch.length > 0 && bytes + size > textBatchBytes) {
      yield await fill(pool, batch, unread);
      [batch, bytes] = [[], 0];
    }
    batch.push(post);
    bytes += size;
  }
  if (batch.length > 0) yield await fill(pool, batch, unread);
}

async function fill(pool: pg.Pool, batch: readonly Post[], unread: LoadedPosts["unread"]): Promise<Post[]> {
  const ids = batch.map(({ id }) => id).filter((id) => unread.has(id));
  if (ids.length === 0) return [...batch];
  const { rows } = await pool.query<{ id: string; parts: string }>({
    name: "read-post-texts",
    text: "select id, parts::text as parts from posts where id = any($1::uuid[])",
    values: [ids],
  });
  const texts = new Map(rows.map(({ id, parts }) => [id, parts]));
  return batch.flatMap((post) => {
    if (!unread.has(post.id)) return post;
    const parts = texts.get(post.id);
    return parts === undefined ? [] : { ...post, posts: parseStoredParts(parts) };
  });
}
