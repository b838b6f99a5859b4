import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Post } from "#lib/contract/types";
import { openTestService, type TestService } from "#lib/service/http/testing";
import { redBlue, uploadOf } from "#lib/service/media/testing";

let service: TestService;
let x = "";
let linkedin = "";
beforeAll(async () => {
  service = await openTestService();
  [x = "", , linkedin = ""] = service.org.channelIds;
});
afterAll(() => service.close());

const sql = (text: string, values: unknown[]) => service.database.pool.query(text, values);
const soon = (ms: number) => new Date(service.clock.now().getTime() + ms).toISOString();
const make = async (json: Record<string, unknown> = {}): Promise<Post> => {
  const [post] = await service.create({ channels: [x], text: "Hello", ...json });
  if (!post) throw new Error("no post");
  return post;
};
const draft = () => make({ draft: true });
const scheduled = () => make({ scheduled_for: soon(3_600_000) });
const call = (method: string, post: Post, rest = "", json?: unknown) =>
  service.call(method, `/v1/posts/${post.id}${rest}`, { key: service.org.key, json });
const patch = (post: Post, json: Record<string, unknown>) =>
  call("PATCH", post, "", { version: post.version, ...json });
const see = async (post: Post): Promise<Post> => (await call("GET", post)).wire.data;
const eventsOf = async (post: Post) =>
  (await sql("select kind from post_events where post_id = $1 order by at, id", [post.id])).rows.map((row) => row.kind);

/** As a worker leaves a post that failed; `parts` are the states of its planned parts. */
async function failed(cause: string, parts: string[] = []): Promise<Post> {
  const post = await make({ thread: ["one", "two", "three"], text: undefined });
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
const inStatus = async (status: string): Promise<Post> => {
  const post = await make();
  await sql("update posts set status = $2, due_at = null where id = $1", [post.id, status]);
  return see(post);
};

describe("PATCH", () => {
  test("changes what is named and nothing else, and counts the version up", async () => {
    const post = await draft();
    const { wire } = await patch(post, { text: "New words", points: 7 });
    expect(wire.data).toEqual({
      ...post,
      posts: [{ text: "New words" }],
      points: 7,
      claim: { points: 7, status: "waiting" },
      version: 2,
      updated_at: wire.data.updated_at,
    });
    expect(await eventsOf(post)).toEqual(["created", "edited"]);
  });

  test("with nothing named changes nothing", async () => {
    const post = await draft();
    expect((await patch(post, {})).wire.data).toEqual(post);
  });

  test("twice with one version: one wins, the other is 409 and changes nothing", async () => {
    const post = await draft();
    const answers = await Promise.all([patch(post, { text: "first" }), patch(post, { text: "second" })]);
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409]);
    const won = answers.find((one) => one.status === 200);
    expect(await see(post)).toEqual(won?.wire.data);
  });

  test("moves a draft to scheduled, to another time, back to draft, and out", async () => {
    service.woken.length = 0;
    const post = await draft();
    const [first, second] = [soon(3_600_000), soon(7_200_000)];
    let now: Post = (await patch(post, { status: "scheduled", scheduled_for: first })).wire.data;
    expect([now.status, now.scheduled_for]).toEqual(["scheduled", first]);
    now = (await patch(now, { scheduled_for: second })).wire.data;
    expect([now.status, now.scheduled_for]).toEqual(["scheduled", second]);
    now = (await patch(now, { status: "draft" })).wire.data;
    expect([now.status, now.scheduled_for]).toEqual(["draft", null]);
    now = (await patch(now, { status: "publishing" })).wire.data;
    expect(now.status).toBe("publishing");
    // So that the calendar shows it on the day it goes out.
    expect(Math.abs(Date.parse(now.scheduled_for ?? "") - service.clock.now().getTime())).toBeLessThan(60_000);
    expect(service.woken.map((one) => one.at.toISOString()).slice(0, 2)).toEqual([first, second]);
    expect(service.woken).toHaveLength(3);
    expect(await eventsOf(post)).toEqual(["created", "scheduled", "scheduled", "edited", "edited"]);
  });

  test("moves a canceled post to draft or scheduled, and a failed one to draft or out", async () => {
    const canceled = async () => (await call("POST", await scheduled(), "/cancel")).wire.data as Post;
    expect((await patch(await canceled(), { status: "draft" })).wire.data.status).toBe("draft");
    const again = await patch(await canceled(), { status: "scheduled", scheduled_for: soon(60_000) });
    expect(again.wire.data.status).toBe("scheduled");
    const back = await patch(await failed("rejected"), { status: "draft" });
    expect(back.wire.data).toMatchObject({ status: "draft", error: null, failure: null, attempts: 0 });
    const out = await patch(await failed("rejected"), { status: "publishing", text: "better" });
    expect(out.wire.data).toMatchObject({ status: "publishing", error: null, posts: [{ text: "better" }] });
  });

  test.for([
    ["canceled", { status: "publishing" }],
    ["failed", { status: "scheduled", scheduled_for: "2027-06-01T00:00:00Z" }],
    ["publishing", { text: "x" }],
    ["publishing", { status: "draft" }],
    ["published", { text: "x" }],
    ["published", { status: "publishing" }],
  ] as const)("of a post that is %s to %j is 409", async ([status, change]) => {
    const post = await inStatus(status);
    const { status: code, wire } = await patch(post, change);
    expect([code, wire.error.code]).toEqual([409, "conflict"]);
    expect(await see(post)).toEqual(post);
  });

  test.for([
    [{ status: "scheduled" }, /needs scheduled_for/],
    [{ scheduled_for: "2027-06-01T00:00:00Z" }, /is draft has no time/],
    [{ status: "publishing", scheduled_for: "2027-06-01T00:00:00Z" }, /goes out now/],
    [{ status: "published" }, /must be one of/],
    [{ text: " " }, /blank/],
    [{ text: "a", thread: ["b"] }, /not both/],
    [{ thread: [] }, /at least one part/],
    [{ media: ["nope"] }, /no image of yours/],
    [{ points: 1001 }, /at most 1000/],
    [{ text: "a".repeat(281), status: "publishing" }, /281 characters; the limit is 280/],
    [{ version: "1" }, /version must be a number/],
  ] as [Record<string, unknown>, RegExp][])(
    "of a draft with %j is 400 and changes nothing",
    async ([change, message]) => {
      const post = await draft();
      const { status, wire } = await patch(post, change);
      expect(status).toBe(400);
      expect(wire.error.message).toMatch(message);
      expect(await see(post)).toEqual(post);
    },
  );

  test("of a scheduled post to a time in the past, to no time, or to words too long is 400", async () => {
    const post = await scheduled();
    for (const change of [{ scheduled_for: soon(-120_000) }, { scheduled_for: null }, { text: "a".repeat(281) }]) {
      expect((await patch(post, change)).status).toBe(400);
    }
    expect(await see(post)).toEqual(post);
  });

  test.for(["sending", "sent", "unknown"])("is refused while a part is %s", async (state) => {
    const post = await failed("gave_up", [state]);
    const { status, wire } = await patch(post, { text: "other" });
    expect([status, wire.error.message]).toEqual([409, expect.stringMatching(/^Part 1 of the post is out/)]);
  });

  test("drops a plan of which nothing went out", async () => {
    const post = await failed("rejected", ["waiting", "waiting"]);
    await patch(post, { text: "shorter" });
    const { rowCount } = await sql("select 1 from planned_parts where post_id = $1", [post.id]);
    expect(rowCount).toBe(0);
  });

  test("replaces the images, in the order asked for", async () => {
    const post = await draft();
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const request = uploadOf(await redBlue(4, 4).png().toBuffer());
      request.headers.set("x-api-key", service.org.key);
      ids.push(((await (await service.http(request)).json()) as { data: { id: string } }).data.id);
    }
    const first = await patch(post, { media: ids });
    const second = await patch(first.wire.data, { media: [ids[2], ids[0]] });
    expect(second.wire.data.media.map((one: { id: string }) => one.id)).toEqual([ids[2], ids[0]]);
    const kept = await patch(second.wire.data, { text: "same images" });
    expect(kept.wire.data.media).toHaveLength(2);
  });
});

describe("DELETE", () => {
  test.for(["draft", "scheduled", "published", "failed", "canceled"])("removes a post that is %s", async (status) => {
    const post = await inStatus(status);
    expect((await call("DELETE", post)).wire).toEqual({ data: { id: post.id, deleted: true } });
    expect((await call("GET", post)).status).toBe(404);
    const list = await service.call("GET", "/v1/posts?limit=100", { key: service.org.key });
    expect(list.text).not.toContain(post.id);
  });

  test("while publishing is 409, and the post goes on", async () => {
    const post = await make();
    const { status, wire } = await call("DELETE", post);
    expect([status, wire.error.code]).toEqual([409, "conflict"]);
    expect(await see(post)).toEqual(post);
  });

  test("twice is 404, and twenty at once delete once", async () => {
    const post = await draft();
    const answers = await Promise.all(Array.from({ length: 20 }, () => call("DELETE", post)));
    expect(answers.filter((one) => one.status === 200)).toHaveLength(1);
    expect(answers.filter((one) => one.status === 404)).toHaveLength(19);
  });

  test("leaves nothing due", async () => {
    const post = await scheduled();
    await call("DELETE", post);
    const { rows } = await sql("select due_at from posts where id = $1", [post.id]);
    expect(rows[0].due_at).toBeNull();
  });
});

describe("restore", () => {
  test("brings a post back as it was, and a scheduled one with its wake-up", async () => {
    const post = await scheduled();
    await call("DELETE", post);
    service.woken.length = 0;
    const { wire } = await call("POST", post, "/restore");
    expect(wire.data).toEqual({ ...post, version: 3, updated_at: wire.data.updated_at });
    expect(service.woken.map((one) => one.at.toISOString())).toEqual([post.scheduled_for]);
    expect(await eventsOf(post)).toEqual(["created", "deleted", "restored"]);
  });

  test("keeps why a post failed", async () => {
    const post = await failed("rejected");
    await call("DELETE", post);
    const { wire } = await call("POST", post, "/restore");
    expect(wire.data).toMatchObject({
      status: "failed",
      error: "It failed.",
      failure: { cause: "rejected" },
      attempts: 8,
    });
  });

  test("makes a draft of a scheduled post whose time has passed; after 30 days there is nothing to restore", async () => {
    const post = await make({ scheduled_for: soon(60_000) });
    await call("DELETE", post);
    service.clock.add(120_000);
    expect((await call("POST", post, "/restore")).wire.data).toMatchObject({ status: "draft", scheduled_for: null });
    await call("DELETE", post);
    service.clock.add(30 * 86_400_000 + 1000);
    expect((await call("POST", post, "/restore")).status).toBe(404);
  });

  test("of a post that is not deleted is 409", async () => {
    expect((await call("POST", await draft(), "/restore")).status).toBe(409);
  });
});

describe("cancel", () => {
  test("stops a scheduled post, which keeps its time and is never due", async () => {
    const post = await scheduled();
    const { wire } = await call("POST", post, "/cancel");
    expect(wire.data).toMatchObject({
      status: "canceled",
      scheduled_for: post.scheduled_for,
      claim: { points: 20, status: "lapsed" },
    });
    const { rows } = await sql("select due_at from posts where id = $1", [post.id]);
    expect(rows[0].due_at).toBeNull();
  });

  test.for(["draft", "publishing", "published", "failed", "canceled"])(
    "of a post that is %s is 409",
    async (status) => {
      const post = await inStatus(status);
      expect((await call("POST", post, "/cancel")).status).toBe(409);
      expect(await see(post)).toEqual(post);
    },
  );
});

describe("retry", () => {
  test("sends a failed post again now, with a fresh budget, and what stands stays", async () => {
    service.woken.length = 0;
    const post = await failed("gave_up", ["sent", "waiting"]);
    service.woken.length = 0;
    const { wire } = await call("POST", post, "/retry");
    expect(wire.data).toMatchObject({
      status: "publishing",
      error: null,
      failure: null,
      attempts: 0,
      published_urls: ["https://x.example/1"],
    });
    expect(wire.data.progress.map((part: { state: string }) => part.state)).toEqual(["sent", "waiting"]);
    expect(service.woken.map((one) => one.postId)).toEqual([post.id]);
  });

  test("of an unconfirmed post asks for the member's word, and does as it says", async () => {
    const asked = await call("POST", await failed("unconfirmed", ["sent", "unknown"]), "/retry", {});
    expect([asked.status, asked.wire.error.field]).toEqual([400, "unconfirmed"]);
    expect(asked.wire.error.message).toMatch(/^Part 2 may already stand/);
    for (const [unconfirmed, state] of [
      ["is_there", "sent"],
      ["send_again", "waiting"],
    ]) {
      const post = await failed("unconfirmed", ["sent", "unknown"]);
      const { wire } = await call("POST", post, "/retry", { unconfirmed });
      expect(wire.data.status).toBe("publishing");
      expect(wire.data.progress.map((part: { state: string }) => part.state)).toEqual(["sent", state]);
    }
  });

  test.for(["draft", "scheduled", "publishing", "published", "canceled"])(
    "of a post that is %s is 409",
    async (status) => {
      const post = await inStatus(status);
      expect((await call("POST", post, "/retry", {})).status).toBe(409);
      expect(await see(post)).toEqual(post);
    },
  );

  test("of a joined post on another channel works alike", async () => {
    const post = await make({ channels: [linkedin] });
    await sql("update posts set status = 'failed', failure_cause = 'rejected' where id = $1", [post.id]);
    expect((await call("POST", post, "/retry", {})).wire.data).toMatchObject({
      status: "publishing",
      delivery: "joined",
    });
  });
});
