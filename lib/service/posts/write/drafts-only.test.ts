import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";

let service: TestService;
let channel: string;
let key: string;
beforeAll(async () => {
  service = await openTestService();
  channel = service.org.channelIds[0] ?? "";
  key = (await createKey({ drafts_only: true })).value;
});
afterAll(() => service.close());

const scopes = ["posts:read", "posts:write", "keys:manage", "members:manage", "channels:read"];
const createKey = async (more: Record<string, unknown>, by = service.org.key) =>
  (await service.call("POST", "/v1/keys", { key: by, json: { name: "Assistant", scopes, ...more } })).wire.data;
const inHours = (hours: number) => new Date(service.clock.now().getTime() + hours * 3_600_000).toISOString();
const send = (method: string, path: string, json?: unknown) =>
  service.call(method, `/v1${path}`, { key, ...(json !== undefined && { json }) });
const people = async (more: Record<string, unknown>) => {
  const [post] = await service.create({ channels: [channel], text: `By a person ${Math.random()}`, ...more });
  if (!post) throw new Error("no post");
  return post;
};
const refusal = {
  code: "forbidden",
  message: "This API key may write drafts only. Save a draft, and let a person do the rest.",
};
const getRow = async (id: string) =>
  (await service.database.pool.query("select row_to_json(p)::text as row from posts p where id = $1", [id])).rows[0]
    .row;

describe("a key that may write drafts only", () => {
  test("it creates, edits, lists and deletes drafts", async () => {
    const created = await send("POST", "/posts", { channels: [channel], text: "An idea", draft: true });
    expect(created.wire.data[0]).toMatchObject({ status: "draft", created_via: "api" });
    const [{ id, version }] = created.wire.data;
    const edited = await send("PATCH", `/posts/${id}`, { version, text: "A better idea" });
    expect(edited.wire.data.posts).toEqual([{ text: "A better idea" }]);
    expect((await send("DELETE", `/posts/${id}`)).status).toBe(200);
    expect((await send("POST", `/posts/${id}/restore`)).wire.data.status).toBe("draft");
    expect((await send("GET", "/me")).wire.data.drafts_only).toBe(true);
  });

  test("it creates nothing that is published or scheduled", async () => {
    const before = (await send("GET", "/posts")).wire.pagination.total;
    for (const more of [{}, { scheduled_for: inHours(2) }, { draft: false }]) {
      const { status, wire } = await send("POST", "/posts", { channels: [channel], text: "Out with it", ...more });
      expect([status, wire.error]).toEqual([403, refusal]);
    }
    expect((await send("GET", "/posts")).wire.pagination.total).toBe(before);
  });

  test("it can't publish or schedule a draft, nor change a post that is scheduled, failed or published, on any way", async () => {
    const draft = await people({ draft: true });
    const scheduled = await people({ scheduled_for: inHours(5) });
    const failed = await people({ scheduled_for: inHours(6) });
    const published = await people({ scheduled_for: inHours(7) });
    const deleted = await people({ scheduled_for: inHours(8) });
    const { pool } = service.database;
    await pool.query("update posts set status = 'failed', due_at = null, error = 'No.' where id = $1", [failed.id]);
    await pool.query("update posts set status = 'published', due_at = null, published_at = now() where id = $1", [
      published.id,
    ]);
    await service.call("DELETE", `/v1/posts/${deleted.id}`, { key: service.org.key });
    const all = [draft, scheduled, failed, published, deleted].map(({ id }) => id);
    const rows = await Promise.all(all.map(getRow));
    const attempts = [
      ["PATCH", `/posts/${draft.id}`, { version: 1, status: "publishing" }],
      ["PATCH", `/posts/${draft.id}`, { version: 1, status: "scheduled", scheduled_for: inHours(3) }],
      ["PATCH", `/posts/${scheduled.id}`, { version: 1, text: "Other words" }],
      ["PATCH", `/posts/${scheduled.id}`, { version: 1, scheduled_for: inHours(3) }],
      ["PATCH", `/posts/${failed.id}`, { version: 1, status: "publishing" }],
      ["POST", `/posts/${failed.id}/retry`, {}],
      ["POST", `/posts/${scheduled.id}/cancel`, {}],
      ["DELETE", `/posts/${scheduled.id}`, undefined],
      ["DELETE", `/posts/${published.id}`, undefined],
      ["POST", `/posts/${deleted.id}/restore`, {}],
      ["POST", `/posts/${published.id}/take-down`, {}],
      ["POST", `/posts/${failed.id}/take-down`, { by_hand: true }],
    ] as const;
    for (const [method, path, json] of attempts) {
      const { status, wire } = await send(method, path, json);
      expect([method, path, status, wire.error]).toEqual([method, path, 403, refusal]);
    }
    const bulk = all.map((id) => ({ id }));
    for (const action of ["publish", "retry", "cancel", "restore", "schedule"] as const) {
      const posts = action === "schedule" ? all.map((id) => ({ id, scheduled_for: inHours(4) })) : bulk;
      const { wire } = await send("POST", "/posts/changes", { action, posts });
      expect([action, wire.data.changed]).toEqual([action, []]);
    }
    expect(await Promise.all(all.map(getRow))).toEqual(rows);
  });

  test("it can't undo a person's change back into a scheduled post", async () => {
    const scheduled = await people({ scheduled_for: inHours(9) });
    const json = { action: "draft", posts: [{ id: scheduled.id }] };
    const { undo } = (await service.call("POST", "/v1/posts/changes", { key: service.org.key, json })).wire.data;
    const undone = (await send("POST", `/posts/changes/${undo}/undo`)).wire.data;
    expect(undone).toMatchObject({ changed: [], refused: [{ id: scheduled.id, error: refusal }] });
    expect((await send("GET", `/posts/${scheduled.id}`)).wire.data.status).toBe("draft");
  });
});

test("a post says how it was created; the dashboard's are told from those of programs", async () => {
  const post = await people({ draft: true });
  expect(post.created_via).toBe("api");
  await service.database.pool.query("update posts set created_via = null where id = $1", [post.id]);
  expect((await send("GET", `/posts/${post.id}`)).wire.data.created_via).toBeNull();
});
