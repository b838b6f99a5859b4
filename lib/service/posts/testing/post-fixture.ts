import type { Post } from "#lib/contract/types.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";

export let service: TestService;
export let x = "";
export let linkedin = "";
export async function open(): Promise<void> {
  service = await openTestService();
  [x = "", , linkedin = ""] = service.org.channelIds;
}
export const close = () => service.close();

export const sql = (text: string, values: unknown[]) => service.database.pool.query(text, values);
export const soon = (ms: number) => new Date(service.clock.now().getTime() + ms).toISOString();
export const createPostInStatus = async (json: Record<string, unknown> = {}): Promise<Post> => {
  const [post] = await service.create({ channels: [x], text: "Hello", ...json });
  if (!post) throw new Error("no post");
  return post;
};
export const draft = () => createPostInStatus({ draft: true });
export const scheduled = () => createPostInStatus({ scheduled_for: soon(3_600_000) });
export const call = (method: string, post: Post, rest = "", json?: unknown) =>
  service.call(method, `/v1/posts/${post.id}${rest}`, { key: service.org.key, json });
export const patch = (post: Post, json: Record<string, unknown>) =>
  call("PATCH", post, "", { version: post.version, ...json });
export const see = async (post: Post): Promise<Post> => (await call("GET", post)).wire.data;
export const eventsOf = async (post: Post) =>
  (await sql("select kind from post_events where post_id = $1 order by at, id", [post.id])).rows.map((row) => row.kind);

/** Creates a post as a worker leaves it after a failure; `parts` are the states of its planned parts. */
export async function failed(cause: string, parts: string[] = []): Promise<Post> {
  const post = await createPostInStatus({ thread: ["one", "two", "three"], text: undefined });
  for (const [index, state] of parts.entries()) {
    const url = state === "sent" ? `https://x.example/${index + 1}` : null;
    await sql(
      `insert into planned_parts (post_id, channel_id, number, text, part_key, state, url, started_at)
       values ($1, $2, $3, 'text', $4, $5, $6, now())`,
      [post.id, x, index + 1, `${post.id}.${index + 1}`, state, url],
    );
  }
  await sql(
    `update posts set status = 'failed', due_at = null, attempts = 8, error = 'It failed.', failure_cause = $2,
       failure_part = $3, version = version + 1 where id = $1`,
    [post.id, cause, parts.length || null],
  );
  return see(post);
}
export const inStatus = async (status: string): Promise<Post> => {
  const post = await createPostInStatus();
  await sql("update posts set status = $2, due_at = null where id = $1", [post.id, status]);
  return see(post);
};
