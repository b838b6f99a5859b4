import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Post } from "#lib/contract/types.ts";
import { redBlue, uploadOf } from "#lib/service/media/testing/test-images.ts";
import {
  call,
  close,
  createPostInStatus,
  draft,
  eventsOf,
  failed,
  inStatus,
  open,
  patch,
  scheduled,
  see,
  service,
  soon,
  sql,
} from "#lib/service/posts/testing/post-fixture.ts";

const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString();

beforeAll(open);
afterAll(close);

describe("PATCH", () => {
  test("only the named fields change, and the version increases", async () => {
    const post = await draft();
    const { wire } = await patch(post, { text: "New words", points: 7 });
    expect(wire.data).toEqual({
      ...post,
      posts: [{ text: "New words" }],
      points: 7,
      claim: { points: 7, awarded: null, status: "waiting" },
      version: 2,
      updated_at: wire.data.updated_at,
    });
    expect(await eventsOf(post)).toEqual(["created", "edited"]);
  });

  test("the choice about the link card is stored, kept by other changes, and removed by null", async () => {
    const choice = { url: "https://example.com/", title: "Mine" };
    const post = await createPostInStatus({ draft: true, text: "Read https://example.com/", link_card: choice });
    expect(post.link_card).toEqual(choice);
    const renamed: Post = (await patch(post, { points: 3 })).wire.data;
    expect(renamed.link_card).toEqual(choice);
    const without: Post = (await patch(renamed, { link_card: { url: null } })).wire.data;
    expect(without.link_card).toEqual({ url: null });
    expect((await patch(without, { link_card: null })).wire.data.link_card).toBe(null);
    expect((await draft()).link_card).toBe(null);
  });

  test("an empty change changes nothing", async () => {
    const post = await draft();
    expect((await patch(post, {})).wire.data).toEqual(post);
  });

  test("of two changes with one version one succeeds, and the other gets 409 and changes nothing", async () => {
    const post = await draft();
    const answers = await Promise.all([patch(post, { text: "first" }), patch(post, { text: "second" })]);
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409]);
    const won = answers.find((one) => one.status === 200);
    expect(await see(post)).toEqual(won?.wire.data);
  });

  test("a draft is scheduled, moved to another time, returned to draft and published", async () => {
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
    // The calendar shows the post on the day of publication.
    expect(Math.abs(Date.parse(now.scheduled_for ?? "") - service.clock.now().getTime())).toBeLessThan(60_000);
    expect(service.woken.map((one) => one.at.toISOString()).slice(0, 2)).toEqual([first, second]);
    expect(service.woken).toHaveLength(3);
    expect(await eventsOf(post)).toEqual(["created", "scheduled", "scheduled", "edited", "edited"]);
  });

  test("a canceled post becomes draft or scheduled, and a failed one draft, scheduled or publishing", async () => {
    const canceled = async () => (await call("POST", await scheduled(), "/cancel")).wire.data as Post;
    expect((await patch(await canceled(), { status: "draft" })).wire.data.status).toBe("draft");
    const again = await patch(await canceled(), { status: "scheduled", scheduled_for: soon(60_000) });
    expect(again.wire.data.status).toBe("scheduled");
    const back = await patch(await failed("rejected"), { status: "draft" });
    expect(back.wire.data).toMatchObject({ status: "draft", error: null, failure: null, attempts: 0 });
    const planned = await patch(await failed("rejected"), { status: "scheduled", scheduled_for: inAMonth, text: "x" });
    expect(planned.wire.data).toMatchObject({
      status: "scheduled",
      error: null,
      failure: null,
      scheduled_for: inAMonth,
    });
    const half = await failed("gave_up", ["sent", "waiting"]);
    const { status: code } = await patch(half, { status: "scheduled", scheduled_for: inAMonth });
    expect([code, (await see(half)).status]).toEqual([409, "failed"]);
    const out = await patch(await failed("rejected"), { status: "publishing", text: "better" });
    expect(out.wire.data).toMatchObject({ status: "publishing", error: null, posts: [{ text: "better" }] });
  });

  test.for([
    ["canceled", { status: "publishing" }],
    ["publishing", { text: "x" }],
    ["publishing", { status: "draft" }],
    ["published", { text: "x" }],
    ["published", { status: "publishing" }],
  ] as const)("a post that is %s gets 409 on %j", async ([status, change]) => {
    const post = await inStatus(status);
    const { status: code, wire } = await patch(post, change);
    expect([code, wire.error.code]).toEqual([409, "conflict"]);
    expect(await see(post)).toEqual(post);
  });

  test.for([
    [{ status: "scheduled" }, /requires scheduled_for/],
    [{ scheduled_for: inAMonth }, /is draft has no time/],
    [{ status: "publishing", scheduled_for: inAMonth }, /published now/],
    [{ status: "published" }, /must be one of/],
    [{ text: " " }, /blank/],
    [{ text: "a", thread: ["b"] }, /not both/],
    [{ thread: [] }, /at least one part/],
    [{ media: ["nope"] }, /no image of yours/],
    [{ points: 1001 }, /at most 1000/],
    [{ text: "a".repeat(281), status: "publishing" }, /281 characters; the limit is 280/],
    [{ version: "1" }, /version must be a number/],
  ] as [Record<string, unknown>, RegExp][])("a draft gets 400 on %j and stays unchanged", async ([change, message]) => {
    const post = await draft();
    const { status, wire } = await patch(post, change);
    expect(status).toBe(400);
    expect(wire.error.message).toMatch(message);
    expect(await see(post)).toEqual(post);
  });

  test("a scheduled post gets 400 on a past time, no time, or a text that is too long", async () => {
    const post = await scheduled();
    for (const change of [{ scheduled_for: soon(-120_000) }, { scheduled_for: null }, { text: "a".repeat(281) }]) {
      expect((await patch(post, change)).status).toBe(400);
    }
    expect(await see(post)).toEqual(post);
  });

  test.for(["sending", "sent", "unknown"])("a change is refused while a part is %s", async (state) => {
    const post = await failed("gave_up", [state]);
    const { status, wire } = await patch(post, { text: "other" });
    expect([status, wire.error.message]).toEqual([409, expect.stringMatching(/^Part 1 of the post is live/)]);
  });

  test("a change deletes the planned parts of a post that sent nothing", async () => {
    const post = await failed("rejected", ["waiting", "waiting"]);
    await patch(post, { text: "shorter" });
    const { rowCount } = await sql("select 1 from planned_parts where post_id = $1", [post.id]);
    expect(rowCount).toBe(0);
  });

  const uploadImages = async (count: number) => {
    const ids: string[] = [];
    for (let n = 0; n < count; n += 1) {
      const request = uploadOf(await redBlue(4, 4).png().toBuffer());
      request.headers.set("x-api-key", service.org.key);
      ids.push(((await (await service.http(request)).json()) as { data: { id: string } }).data.id);
    }
    return ids;
  };
  const idsOfParts = ({ media = [], part_media: ofParts = [media] }: Post) =>
    ofParts.map((images) => images.map(({ id }) => id));

  test("part_media replaces the images of every part, and media those of the first part alone", async () => {
    const [a = "", b = "", c = ""] = await uploadImages(3);
    const post = (await patch(await draft(), { thread: ["One", "Two", "Three"], part_media: [[a], [], [b, c]] })).wire
      .data;
    expect(idsOfParts(post)).toEqual([[a], [], [b, c]]);
    expect(post.media.map(({ id }: { id: string }) => id)).toEqual([a]);
    const emptied = (await patch(post, { media: [] })).wire.data;
    expect(idsOfParts(emptied)).toEqual([[], [], [b, c]]);
    const moved = (await patch(emptied, { part_media: [[c], [b]] })).wire.data;
    expect(idsOfParts(moved)).toEqual([[c], [b]]);
    const last = (await patch(moved, { part_media: [] })).wire.data;
    expect(idsOfParts(last)).toEqual([[]]);
    expect(last.part_media).toBeUndefined();
  });

  test("a new number of parts says which parts the images belong to, or is refused", async () => {
    const [a = "", b = ""] = await uploadImages(2);
    const post = (await patch(await draft(), { thread: ["One", "Two"], part_media: [[a], [b]] })).wire.data;
    for (const change of [{ thread: ["New", "One", "Two"] }, { text: "One" }]) {
      const { status, wire } = await patch(post, change);
      expect([status, wire.error.message]).toEqual([
        400,
        expect.stringMatching(/^Part 2 has images\. Send part_media/),
      ]);
    }
    const same = (await patch(post, { thread: ["One", "Two, better"] })).wire.data;
    expect(idsOfParts(same)).toEqual([[a], [b]]);
    const longer = await patch(same, { thread: ["New", "One", "Two"], part_media: [[], [a], [b]] });
    expect(idsOfParts(longer.wire.data)).toEqual([[], [a], [b]]);
  });

  test("in a thread that stopped midway, the images of published parts stay and those of later parts can change", async () => {
    const [a = "", b = "", c = ""] = await uploadImages(3);
    const post = await failed("rejected", ["sent", "waiting"]);
    await sql("update planned_parts set text = 'one', prepared = '{}' where post_id = $1", [post.id]);
    await sql("insert into post_media (post_id, part, position, media_id) values ($1, 1, 1, $2), ($1, 2, 2, $3)", [
      ...[post.id, a, b],
    ]);
    const refused = await patch(post, { part_media: [[c], [b]] });
    expect([refused.status, refused.wire.error.message]).toEqual([409, expect.stringMatching(/images of part 1/)]);
    const { wire } = await patch(post, { part_media: [[a], [c], [b]] });
    expect(idsOfParts(wire.data)).toEqual([[a], [c], [b]]);
    const { rows } = await sql("select number, prepared from planned_parts where post_id = $1 order by number", [
      post.id,
    ]);
    // Uploads of the former images are not used for the part.
    expect(rows).toEqual([
      { number: 1, prepared: {} },
      { number: 2, prepared: null },
    ]);
  });

  test.for([
    ["both fields", { media: ["A"], part_media: [["A"]] }, /not both/],
    ["an image on two parts", { thread: ["a", "b"], part_media: [["A"], ["A"]] }, /belongs to one part/],
    [
      "images of a part that is not there",
      { thread: ["a", "b"], part_media: [[], [], ["A"]] },
      /Part 3 has images, but/,
    ],
    ["five images on a part", { thread: ["a", "b"], part_media: [[], ["A", "B", "C", "D", "E"]] }, /at most 4/],
    ["an unknown image", { thread: ["a", "b"], part_media: [[], ["A"]] }, /no image of yours/],
  ] as const)("%s is refused and changes nothing", async ([, change, message]) => {
    const post = await draft();
    const { status, wire } = await patch(post, change);
    expect([status, wire.error.message]).toEqual([400, expect.stringMatching(message)]);
    expect(await see(post)).toEqual(post);
  });

  test("images are replaced in the requested order", async () => {
    const post = await draft();
    const ids = await uploadImages(3);
    const first = await patch(post, { media: ids });
    const second = await patch(first.wire.data, { media: [ids[2], ids[0]] });
    expect(second.wire.data.media.map((one: { id: string }) => one.id)).toEqual([ids[2], ids[0]]);
    const kept = await patch(second.wire.data, { text: "same images" });
    expect(kept.wire.data.media).toHaveLength(2);
  });
});

describe("DELETE", () => {
  test.for(["draft", "scheduled", "published", "failed", "canceled"])(
    "a post that is %s is deleted",
    async (status) => {
      const post = await inStatus(status);
      expect((await call("DELETE", post)).wire).toEqual({ data: { id: post.id, deleted: true } });
      expect((await call("GET", post)).status).toBe(404);
      const list = await service.call("GET", "/v1/posts?limit=100", { key: service.org.key });
      expect(list.text).not.toContain(post.id);
    },
  );

  test("a post that is publishing gets 409 and continues", async () => {
    const post = await createPostInStatus();
    const { status, wire } = await call("DELETE", post);
    expect([status, wire.error.code]).toEqual([409, "conflict"]);
    expect(await see(post)).toEqual(post);
  });

  test("a second deletion is 404, and twenty concurrent ones delete once", async () => {
    const post = await draft();
    const answers = await Promise.all(Array.from({ length: 20 }, () => call("DELETE", post)));
    expect(answers.filter((one) => one.status === 200)).toHaveLength(1);
    expect(answers.filter((one) => one.status === 404)).toHaveLength(19);
  });

  test("a deleted post is never due", async () => {
    const post = await scheduled();
    await call("DELETE", post);
    const { rows } = await sql("select due_at from posts where id = $1", [post.id]);
    expect(rows[0].due_at).toBeNull();
  });
});
