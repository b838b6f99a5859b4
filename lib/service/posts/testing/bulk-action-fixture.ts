import type { BulkChange, BulkChangeResult, Post } from "#lib/contract/types.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";

export let service: TestService;
export let x = "";
export let bluesky = "";
export async function open(): Promise<void> {
  service = await openTestService();
  [x = "", bluesky = ""] = service.org.channelIds;
}
export const close = () => service.close();

export const soon = (ms: number) => new Date(service.clock.now().getTime() + ms).toISOString();
export const hour = 3_600_000;
export async function createFixturePost(json: Record<string, unknown> = {}, key?: string): Promise<Post> {
  const [post] = await service.create({ channels: [x], text: "Hello", ...json }, key);
  if (!post) throw new Error("no post");
  return post;
}
export const draft = (json = {}) => createFixturePost({ draft: true, ...json });
export const scheduled = (ms = hour, json = {}) => createFixturePost({ scheduled_for: soon(ms), ...json });
export const ask = (json: unknown, key = service.org.key) => service.call("POST", "/v1/posts/changes", { key, json });
export async function change(json: BulkChange, key?: string): Promise<BulkChangeResult> {
  const { status, text, wire } = await ask(json, key);
  if (status !== 200) throw new Error(`expected 200, got ${status}: ${text}`);
  return wire.data;
}
export async function undo(id: string | null): Promise<BulkChangeResult> {
  const { status, text, wire } = await service.call("POST", `/v1/posts/changes/${id}/undo`, { key: service.org.key });
  if (status !== 200) throw new Error(`expected 200, got ${status}: ${text}`);
  return wire.data;
}
export const see = (id: string) => service.call("GET", `/v1/posts/${id}`, { key: service.org.key });
export const sql = (text: string, values: unknown[]) => service.database.pool.query(text, values);
export const named = (posts: readonly Post[]) => posts.map(({ id, version }) => ({ id, version }));
export async function inStatus(status: string): Promise<Post> {
  const post = await createFixturePost();
  const failure = status === "failed" ? ", failure_cause = 'rejected', error = 'No.', attempts = 3" : "";
  const due =
    status === "scheduled" ? `, scheduled_for = '${soon(hour)}', due_at = '${soon(hour)}'` : ", due_at = null";
  const gone = status === "published" ? ", published_at = now()" : "";
  await sql(`update posts set status = $2${due}${failure}${gone} where id = $1`, [post.id, status]);
  return (await see(post.id)).wire.data;
}
