import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Post, Submission } from "#lib/contract/types.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";

let service: TestService;
let channels: string[];

beforeAll(async () => {
  service = await openTestService();
  channels = service.org.channelIds.slice(0, 3);
});
afterAll(() => service.close());

const hour = 3_600_000;
const inHours = (hours: number) => new Date(service.clock.now().getTime() + hours * hour).toISOString();
const ask = (method: string, path: string, json?: unknown, key = service.org.key, headers = {}) =>
  service.call(method, `/v1${path}`, { key, headers, ...(json !== undefined && { json }) });
const submit = (json: Record<string, unknown> = {}, key?: string) =>
  service.create({ channels, text: "One text", scheduled_for: inHours(2), ...json }, key);
const idOf = (posts: readonly Post[]) => posts[0]?.submission_id ?? "";
const named = (posts: readonly Post[]) => posts.map(({ id, version }) => ({ id, version }));
const see = async (id: string, key?: string): Promise<Submission> =>
  (await ask("GET", `/submissions/${id}`, undefined, key)).wire.data;
const setStatus = (post: Post | undefined, status: string) =>
  service.database.pool.query(
    "update posts set status = $2, due_at = null, published_at = case when $2 = 'published' then now() end where id = $1",
    [post?.id, status],
  );
const nameOf = async (post: Post | undefined): Promise<string> =>
  (await service.database.pool.query("select name from channels where id = $1", [post?.channel_id])).rows[0]?.name;
const textsOf = ({ posts }: Submission) => posts.map((post) => post.posts[0]?.text);

describe("reading a submission", () => {
  test("a submission has the posts of all its channels, as their author and administrators see them", async () => {
    const member = await service.addMember("member");
    const posts = await submit({}, member.key);
    const submission = await see(idOf(posts), member.key);
    expect(submission).toEqual({ id: idOf(posts), created_at: posts[0]?.created_at, posts });
    expect((await see(idOf(posts))).posts.map(({ id }) => id)).toEqual(posts.map(({ id }) => id));
  });

  test("another member's drafts are indistinguishable from a missing submission for every request", async () => {
    const { key } = await service.addMember("member");
    const posts = await submit({ draft: true, scheduled_for: undefined });
    const requests = [
      ["GET", "", undefined],
      ["PATCH", "", { posts: named(posts), text: "x" }],
      ["DELETE", "", undefined],
      ["POST", "/changes", { action: "cancel" }],
    ] as const;
    for (const [method, rest, json] of requests) {
      const there = await ask(method, `/submissions/${idOf(posts)}${rest}`, json, key);
      const nowhere = await ask(method, `/submissions/${service.clock.newId()}${rest}`, json, key);
      expect([there.status, there.text]).toEqual([404, nowhere.text]);
    }
    expect((await ask("GET", "/submissions/nonsense")).status).toBe(404);
  });
});

describe("editing a submission", () => {
  test("an edit changes every listed post, with a text of its own where one is given", async () => {
    const posts = await submit();
    const [first, second] = named(posts);
    const at = inHours(5);
    const change = {
      posts: [first, { ...second, thread: ["Only here", "in parts"] }],
      text: "For all",
      scheduled_for: at,
    };
    const { status, wire } = await ask("PATCH", `/submissions/${idOf(posts)}`, change);
    expect(status).toBe(200);
    expect(textsOf(wire.data)).toEqual(["For all", "Only here", "One text"]);
    expect(wire.data.posts.map((post: Post) => post.scheduled_for)).toEqual([at, at, posts[2]?.scheduled_for]);
  });

  test("a published post refuses an edit of the whole and names its channel; without it the others change", async () => {
    const posts = await submit();
    await setStatus(posts[1], "published");
    const refused = await ask("PATCH", `/submissions/${idOf(posts)}`, { posts: named(posts), text: "New" });
    expect([refused.status, refused.wire.error]).toEqual([
      409,
      {
        code: "conflict",
        message: `${await nameOf(posts[1])}: A post that is published can't be changed any more. Nothing was changed.`,
      },
    ]);
    expect(textsOf(await see(idOf(posts)))).toEqual(["One text", "One text", "One text"]);
    const others = named(posts).filter(({ id }) => id !== posts[1]?.id);
    const { status, wire } = await ask("PATCH", `/submissions/${idOf(posts)}`, { posts: others, text: "New" });
    expect([status, textsOf(wire.data)]).toEqual([200, ["New", "One text", "New"]]);
  });

  test("a text that one channel refuses changes no channel", async () => {
    const posts = await submit();
    const long = "a".repeat(600);
    const { status, wire } = await ask("PATCH", `/submissions/${idOf(posts)}`, { posts: named(posts), text: long });
    expect([status, wire.error.code]).toEqual([400, "invalid_request"]);
    expect(wire.error.message).toMatch(/^Practice .*the limit is .*\. Nothing was changed\.$/);
    expect(textsOf(await see(idOf(posts)))).toEqual(["One text", "One text", "One text"]);
  });

  test("a deleted post, a foreign post and a post listed twice are refused", async () => {
    const posts = await submit();
    const [other] = await submit();
    const path = `/submissions/${idOf(posts)}`;
    const foreign = await ask("PATCH", path, { posts: [{ id: other?.id, version: 1 }], text: "x" });
    expect([foreign.status, foreign.wire.error.code]).toEqual([404, "not_found"]);
    await ask("DELETE", `/posts/${posts[0]?.id}`);
    const gone = await ask("PATCH", path, { posts: named(posts), text: "x" });
    expect([gone.status, gone.wire.error.code]).toEqual([404, "not_found"]);
    expect(textsOf(await see(idOf(posts)))).toEqual(["One text", "One text"]);
    const twice = await ask("PATCH", path, { posts: [...named(posts), ...named(posts)], text: "x" });
    expect([twice.status, twice.wire.error.field]).toEqual([400, "posts"]);
  });

  test("an edit repeated with its idempotency key is made once", async () => {
    const posts = await submit();
    const headers = { "idempotency-key": "edit of a submission" };
    const change = { posts: named(posts), text: "Once" };
    const one = await ask("PATCH", `/submissions/${idOf(posts)}`, change, undefined, headers);
    const two = await ask("PATCH", `/submissions/${idOf(posts)}`, change, undefined, headers);
    expect([one.status, two.status, two.text]).toEqual([200, 200, one.text]);
    expect((await see(idOf(posts))).posts.map(({ version }) => version)).toEqual([2, 2, 2]);
  });

  test("an administrator's edit needs the right for others' posts and notifies the author once", async () => {
    const member = await service.addMember("member");
    const posts = await submit({}, member.key);
    const { key } = await service.addMember("admin", ["posts:read", "posts:write"]);
    const path = `/submissions/${idOf(posts)}`;
    expect((await ask("PATCH", path, { posts: named(posts), text: "No" }, key)).status).toBe(403);
    expect((await ask("POST", `${path}/changes`, { action: "cancel" }, key)).status).toBe(403);
    expect((await ask("DELETE", path, undefined, key)).status).toBe(403);
    expect((await ask("PATCH", path, { posts: named(posts), text: "Yes" })).status).toBe(200);
    const { rows } = await service.database.pool.query(
      "select detail from outbox where member_id = $1 and kind = 'post.changed'",
      [member.memberId],
    );
    expect(rows.map(({ detail }) => [detail.action, detail.posts])).toEqual([["edited", 3]]);
  });
});

describe("actions on a submission", () => {
  const act = (posts: readonly Post[], json: Record<string, unknown>) =>
    ask("POST", `/submissions/${idOf(posts)}/changes`, json);
  const statuses = async (posts: readonly Post[]) => (await see(idOf(posts))).posts.map(({ status }) => status);

  test("every action changes all posts, and one undo reverts it", async () => {
    const posts = await submit();
    for (const [json, status] of [
      [{ action: "cancel" }, "canceled"],
      [{ action: "schedule", scheduled_for: inHours(9) }, "scheduled"],
      [{ action: "draft" }, "draft"],
      [{ action: "publish", grace_seconds: 5 }, "scheduled"],
    ] as const) {
      const before = await statuses(posts);
      const { wire, text } = await act(posts, json);
      expect([wire.data?.changed.length, wire.data?.refused, text]).toEqual([3, [], text]);
      expect(await statuses(posts)).toEqual([status, status, status]);
      await ask("POST", `/posts/changes/${wire.data.undo}/undo`);
      expect(await statuses(posts)).toEqual(before);
      await act(posts, json);
    }
  });

  test("a deletion takes all posts, and a restore brings them back", async () => {
    const posts = await submit();
    expect((await ask("DELETE", `/submissions/${idOf(posts)}`)).wire.data).toEqual({ id: idOf(posts), deleted: true });
    expect((await ask("GET", `/submissions/${idOf(posts)}`)).status).toBe(404);
    expect((await ask("DELETE", `/submissions/${idOf(posts)}`)).status).toBe(404);
    expect((await act(posts, { action: "restore" })).status).toBe(200);
    expect(await statuses(posts)).toEqual(["scheduled", "scheduled", "scheduled"]);
  });

  test("a retry sends the failed posts that it names and refuses as a whole when it names none", async () => {
    const posts = await submit();
    await setStatus(posts[0], "failed");
    expect((await act(posts, { action: "retry" })).status).toBe(409);
    expect((await act(posts, { action: "retry", posts: [{ id: posts[0]?.id }] })).status).toBe(200);
    expect(await statuses(posts)).toEqual(["publishing", "scheduled", "scheduled"]);
  });

  test("a post that is being published refuses the whole and names its channel", async () => {
    const posts = await submit();
    await setStatus(posts[2], "publishing");
    for (const [method, rest, json] of [
      ["DELETE", "", undefined],
      ["POST", "/changes", { action: "cancel" }],
      ["POST", "/changes", { action: "schedule", scheduled_for: inHours(4) }],
    ] as const) {
      const { status, wire } = await ask(method, `/submissions/${idOf(posts)}${rest}`, json);
      expect([status, wire.error.code]).toEqual([409, "conflict"]);
      expect(wire.error.message).toContain(`${await nameOf(posts[2])}: `);
    }
    expect((await see(idOf(posts))).posts.map(({ status, version }) => [status, version])).toEqual([
      ["scheduled", 1],
      ["scheduled", 1],
      ["publishing", 1],
    ]);
  });

  test("while one channel is paused, publishing the whole now is refused and nothing changes", async () => {
    const posts = await submit();
    const paused = await ask("POST", "/pauses", { channel_id: channels[1], reason: "Wrong prices" });
    const { status, wire } = await act(posts, { action: "publish", grace_seconds: 5 });
    expect([status, wire.error.code]).toEqual([409, "sending_paused"]);
    expect(wire.error.message).toBe(`${await nameOf(posts[1])}: Sending is paused: Wrong prices. Nothing was changed.`);
    const edit = await ask("PATCH", `/submissions/${idOf(posts)}`, { posts: named(posts), status: "publishing" });
    expect([edit.status, edit.wire.error.code]).toEqual([409, "sending_paused"]);
    expect(await statuses(posts)).toEqual(["scheduled", "scheduled", "scheduled"]);
    await ask("POST", `/pauses/${paused.wire.data.id}/resume`, {});
  });

  test("a disconnected channel refuses a new time for the whole; the others get it alone", async () => {
    const own = await service.addOrganization("With a channel that vanishes");
    const posts = await service.create(
      { channels: own.channelIds.slice(0, 3), text: "One text", scheduled_for: inHours(2) },
      own.key,
    );
    await service.database.pool.query("update channels set removed_at = now() where id = $1", [posts[0]?.channel_id]);
    const path = `/submissions/${idOf(posts)}/changes`;
    const change = { action: "schedule", scheduled_for: inHours(3) };
    const { status, wire } = await ask("POST", path, change, own.key);
    expect([status, wire.error.message]).toEqual([
      409,
      `${await nameOf(posts[0])} is disconnected. Nothing was changed.`,
    ]);
    const some = { ...change, posts: posts.slice(1).map(({ id }) => ({ id })) };
    expect((await ask("POST", path, some, own.key)).status).toBe(200);
  });

  test("an outdated version refuses the whole", async () => {
    const posts = await submit();
    await ask("PATCH", `/posts/${posts[1]?.id}`, { version: 1, text: "Elsewhere" });
    const { status, wire } = await act(posts, { action: "cancel", posts: named(posts) });
    expect([status, wire.error.code]).toEqual([409, "conflict"]);
    expect(await statuses(posts)).toEqual(["scheduled", "scheduled", "scheduled"]);
  });
});

describe("changes of one submission at the same time", () => {
  test("of an edit of the whole and one of a channel exactly one wins, and no text is mixed", async () => {
    for (let round = 0; round < 12; round += 1) {
      const posts = await submit();
      const [whole, one] = await Promise.all([
        ask("PATCH", `/submissions/${idOf(posts)}`, { posts: named(posts), text: "Whole" }),
        ask("PATCH", `/posts/${posts[1]?.id}`, { version: 1, text: "Channel" }),
      ]);
      const texts = textsOf(await see(idOf(posts)));
      if (whole.status === 200) expect([one.status, texts]).toEqual([409, ["Whole", "Whole", "Whole"]]);
      else expect([whole.status, one.status, texts]).toEqual([409, 200, ["One text", "Channel", "One text"]]);
    }
  });

  test("of two edits of the whole exactly one wins", async () => {
    for (let round = 0; round < 12; round += 1) {
      const posts = await submit();
      const edit = (text: string) => ask("PATCH", `/submissions/${idOf(posts)}`, { posts: named(posts), text });
      const answers = await Promise.all([edit("A"), edit("B")]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const winner = answers[0].status === 200 ? "A" : "B";
      expect(textsOf(await see(idOf(posts)))).toEqual([winner, winner, winner]);
    }
  });

  test("a post that joins while the whole is deleted is deleted too or stays whole", async () => {
    for (let round = 0; round < 8; round += 1) {
      const posts = await submit({ channels: channels.slice(0, 2) });
      const joining = {
        channels: channels.slice(2),
        text: "Late",
        submission_id: idOf(posts),
        scheduled_for: inHours(3),
      };
      const [gone, joined] = await Promise.all([
        ask("DELETE", `/submissions/${idOf(posts)}`),
        ask("POST", "/posts", joining),
      ]);
      expect([gone.status, joined.status]).toEqual([200, 201]);
      const rest = await ask("GET", `/submissions/${idOf(posts)}`);
      if (rest.status === 200) expect(textsOf(rest.wire.data)).toEqual(["Late"]);
      else expect(rest.status).toBe(404);
    }
  });

  test("a pause pressed while the whole is published leaves all posts planned or none", async () => {
    for (let round = 0; round < 8; round += 1) {
      const posts = await submit();
      const [published, paused] = await Promise.all([
        ask("POST", `/submissions/${idOf(posts)}/changes`, { action: "publish", grace_seconds: 5 }),
        ask("POST", "/pauses", { channel_id: channels[0], reason: "Now" }),
      ]);
      const versions = (await see(idOf(posts))).posts.map(({ version }) => version);
      expect(versions).toEqual(published.status === 200 ? [2, 2, 2] : [1, 1, 1]);
      await ask("POST", `/pauses/${paused.wire.data.id}/resume`, { overdue: "draft" });
    }
  });
});

test("whatever the posts' states, a change of a submission changes all of its posts or none", async () => {
  const status = fc.constantFrom("draft", "scheduled", "publishing", "published", "failed", "canceled");
  const action = fc.constantFrom("delete", "cancel", "retry", "draft", "schedule", "publish", "edit");
  await fc.assert(
    fc.asyncProperty(
      fc.array(status, { minLength: 3, maxLength: 3 }),
      action,
      fc.nat(2),
      async (states, what, stale) => {
        const posts = await submit();
        for (const [at, state] of states.entries()) await setStatus(posts[at], state);
        const before = await see(idOf(posts));
        // One stale version in three changes.
        const list = named(posts).map((post, at) => ({ ...post, version: at === 0 && stale === 0 ? 7 : post.version }));
        const path = `/submissions/${idOf(posts)}`;
        const { status: code } =
          what === "edit"
            ? await ask("PATCH", path, { posts: list, text: "Other" })
            : await ask("POST", `${path}/changes`, {
                action: what,
                posts: list,
                ...(what === "schedule" && { scheduled_for: inHours(4) }),
              });
        const { rows } = await service.database.pool.query(
          "select version, deleted_at from posts where submission_id = $1",
          [idOf(posts)],
        );
        const changed = rows.filter((row) => row.version > 1 || row.deleted_at !== null).length;
        expect([code === 200 ? 3 : 0, what, states]).toEqual([changed, what, states]);
        if (code !== 200) expect(await see(idOf(posts))).toEqual(before);
      },
    ),
    { numRuns: 60 },
  );
}, 60_000);
