import type { Post, PostExportQuery } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { formatCsv, formatCsvHeader } from "#lib/service/core/csv.ts";
import { findNextPostIds } from "./find-post-ids.ts";
import { getBlindReviewerId } from "./get-blind-reviewer-id.ts";
import { loadPostsWithinBatch, streamPostBatches } from "./load-posts.ts";
import { type PostSelection, parsePostFilter } from "./post-filter.ts";
import type { PostCursor } from "./scan-post-ids.ts";

/**
 * Posts found by one query; their texts are read in batches by size. Presenting this many does not delay other requests
 * for long.
 */
const batch = 200;

type PostExport = { type: string; name: string; stream: AsyncGenerator<string, void, void> };

/**
 * Exports all posts of a filter, newest first, as text in pieces. A piece is read when its predecessor was taken, so a
 * slow reader costs no memory, and a reader that leaves ends the work.
 * @throws Refusal as `parsePostFilter`, before the first piece.
 */
export async function exportPosts(
  context: Pick<Context, "pool" | "settings" | "clock">,
  actor: Actor,
  query: PostExportQuery,
): Promise<PostExport> {
  const now = context.clock.now();
  const pick = parsePostFilter(actor, query, now, await getBlindReviewerId(context.pool, actor, query.member));
  const name = `posts-${now.toISOString().slice(0, 10)}.${query.format}`;
  if (query.format === "json") return { type: "application/json", name, stream: writeJson(readAll(context, pick)) };
  const channels = await readChannels(context, actor);
  return { type: "text/csv; charset=utf-8; header=present", name, stream: writeCsv(readAll(context, pick), channels) };
}

async function* readAll(
  { pool, settings }: Pick<Context, "pool" | "settings">,
  pick: PostSelection,
): AsyncGenerator<Post[], void, void> {
  let after: PostCursor | null = null;
  for (;;) {
    const ids: string[] = await findNextPostIds(pool, pick, after, batch);
    const picked = await loadPostsWithinBatch(pool, ids, settings.origin, pick);
    for await (const posts of streamPostBatches(pool, picked)) if (posts.length > 0) yield posts;
    const last = picked.posts.at(-1);
    if (ids.length < batch || !last) return;
    after = { createdAt: new Date(last.created_at), id: last.id };
  }
}

async function* writeJson(batches: AsyncIterable<Post[]>): AsyncGenerator<string, void, void> {
  let before = "[\n";
  for await (const posts of batches) {
    yield before + posts.map((post) => JSON.stringify(post)).join(",\n");
    before = ",\n";
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}

type Channels = ReadonlyMap<string, { name: string; username: string }>;

async function readChannels({ pool }: Pick<Context, "pool">, actor: Actor): Promise<Channels> {
  const { rows } = await pool.query({
    name: "channels-for-export",
    text: "select id, name, username from channels where org_id = $1",
    values: [actor.orgId],
  });
  return new Map(rows.map(({ id, name, username }) => [id, { name, username }]));
}

async function* writeCsv(batches: AsyncIterable<Post[]>, channels: Channels): AsyncGenerator<string, void, void> {
  yield formatCsvHeader(Object.keys(columns));
  const cells = Object.values(columns);
  for await (const posts of batches) {
    yield formatCsv(posts.map((post) => cells.map((cell) => cell(post, channels))));
  }
}

type Cell = (post: Post, channels: Channels) => string | number;

const columns: Record<string, Cell> = {
  id: (post) => post.id,
  status: (post) => post.status,
  platform: (post) => post.channel ?? "",
  channel: (post, channels) => channels.get(post.channel_id ?? "")?.name ?? "",
  username: (post, channels) => channels.get(post.channel_id ?? "")?.username ?? "",
  member: (post) => post.member?.name ?? "",
  created_at: (post) => post.created_at,
  scheduled_for: (post) => post.scheduled_for ?? "",
  published_at: (post) => post.published_at ?? "",
  parts: (post) => post.posts.length,
  threads: (post) => post.threads?.[post.channel_id ?? ""] ?? "",
  text: (post) => post.posts.map((part) => part.text).join("\n\n"),
  images: (post) => (post.part_media?.flat() ?? post.media ?? []).length,
  points: (post) => post.points ?? 0,
  published_urls: (post) => post.published_urls.join(" "),
  error: (post) => post.error ?? "",
  submission_id: (post) => post.submission_id ?? "",
};
