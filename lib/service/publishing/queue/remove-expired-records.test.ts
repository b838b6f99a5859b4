import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import { removeOldDeletedPosts, removeOldUndoRecords } from "./remove-expired-records.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const sql = (text: string, values: unknown[] = []) => service.database.pool.query(text, values);

async function deleted(): Promise<{ id: string; undo: string }> {
  const [post] = await service.create({ channels: [service.org.channelIds[0]], text: "Gone", draft: true });
  const json = { action: "delete", posts: [{ id: post?.id }] };
  const { wire } = await service.call("POST", "/v1/posts/changes", { key: service.org.key, json });
  return { id: post?.id ?? "", undo: wire.data.undo };
}

test("a deleted post is kept for 30 days, then it is removed with all its data", async () => {
  const [early, late] = [await deleted(), await deleted()];
  await sql("update posts set deleted_at = now() - interval '29 days 23 hours' where id = $1", [early.id]);
  await sql("update posts set deleted_at = now() - interval '30 days 1 minute' where id = $1", [late.id]);
  expect(await removeOldDeletedPosts(service.database.pool)).toBe(1);
  const { rows } = await sql("select id from posts");
  expect(rows.map(({ id }) => id)).toEqual([early.id]);
  expect((await sql("select 1 from post_events where post_id = $1", [late.id])).rowCount).toBe(0);
  const restored = await service.call("POST", `/v1/posts/${early.id}/restore`, { key: service.org.key });
  expect([restored.status, restored.wire.data.id]).toEqual([200, early.id]);
});

test("the data of an undo is kept for a day", async () => {
  await sql("delete from post_changes");
  const [early, late] = [await deleted(), await deleted()];
  await sql("update post_changes set created_at = now() - interval '25 hours' where id = $1", [late.undo]);
  expect(await removeOldUndoRecords(service.database.pool)).toBe(1);
  const { rows } = await sql("select id from post_changes");
  expect(rows.map(({ id }) => id)).toEqual([early.undo]);
});
