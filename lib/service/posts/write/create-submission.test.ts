import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Post } from "#lib/contract/types.ts";
import {
  type AnyJson,
  openTestService,
  type TestRequest,
  type TestService,
} from "#lib/service/http/testing/test-service.ts";
import { animation, redBlue, uploadOf } from "#lib/service/media/testing/test-images.ts";

let service: TestService;
let x = "";
let bluesky = "";
let linkedin = "";
beforeAll(async () => {
  service = await openTestService();
  [x = "", bluesky = "", linkedin = ""] = service.org.channelIds;
});
afterAll(() => service.close());

const post = (json: unknown, more: TestRequest = {}) =>
  service.call("POST", "/v1/posts", { key: service.org.key, json, ...more });
const countRows = async () =>
  (
    await service.database.pool.query(
      "select (select count(*) from posts)::int + (select count(*) from post_events)::int as n",
    )
  ).rows[0].n as number;
const upload = async (bytes: Buffer, key = service.org.key): Promise<string> => {
  const request = uploadOf(bytes);
  request.headers.set("authorization", `Bearer ${key}`);
  const answer: AnyJson = await (await service.http(request)).json();
  return answer.data.id;
};
const soon = (ms: number) => new Date(service.clock.now().getTime() + ms).toISOString();

describe("images of parts", () => {
  const imagesOf = ({ media = [], part_media: ofParts = [media] }: Post) =>
    ofParts.map((images) => images.map(({ id }) => id));

  test("each post has the images of each part, and media names those of the first", async () => {
    const ids = await Promise.all([4, 5, 6].map(async (size) => upload(await redBlue(size, size).png().toBuffer())));
    const [a = "", b = "", c = ""] = ids;
    const made = await service.create({
      channels: [x, linkedin],
      thread: ["One", "Two", "Three"],
      part_media: [[], [a, b], [c]],
    });
    for (const one of made) {
      expect(imagesOf(one)).toEqual([[], [a, b], [c]]);
      expect(one.media).toEqual([]);
    }
    const listed = await service.call("GET", "/v1/posts?limit=2", { key: service.org.key });
    expect((listed.wire.data as Post[]).map(imagesOf)).toEqual([
      [[], [a, b], [c]],
      [[], [a, b], [c]],
    ]);
    const [plain] = await service.create({ channels: [x], thread: ["One", "Two"], media: [a] });
    expect([plain?.media?.length, plain?.part_media]).toEqual([1, undefined]);
  });

  test("an animated image with another on a part of X is refused by the part's number, and alone on it accepted", async () => {
    const [moving, still] = [
      await upload(await animation(8, 2).gif().toBuffer()),
      await upload(await redBlue(7, 7).png().toBuffer()),
    ];
    const thread = ["One", "Two"];
    const refused = await post({ channels: [x], thread, part_media: [[], [moving, still]] });
    expect([refused.status, refused.wire.error.message]).toEqual([
      400,
      expect.stringMatching(/part 2: an animated image must be the only one/),
    ]);
    expect((await post({ channels: [x], thread, part_media: [[still], [moving]] })).status).toBe(201);
  });

  test("an animation that a platform can't take is refused in a new post, in an edit and when a draft is scheduled", async () => {
    const [webp, png] = [
      await upload(await animation(9, 3).webp().toBuffer()),
      await upload(await redBlue(9, 9).png().toBuffer()),
    ];
    const at = "2027-06-01T09:00:00Z";
    const change = (one: Post, json: object) =>
      service.call("PATCH", `/v1/posts/${one.id}`, { key: service.org.key, json: { version: one.version, ...json } });
    const isRefused = ({ status, wire }: Awaited<ReturnType<typeof change>>) =>
      expect([status, wire.error?.message]).toEqual([400, expect.stringMatching(/animated WebP, only GIF/)]);
    isRefused(await post({ channels: [linkedin], text: "a", media: [webp], scheduled_for: at }));
    const [planned] = await service.create({ channels: [linkedin], text: "a", media: [png], scheduled_for: at });
    isRefused(await change(planned as Post, { media: [webp] }));
    const [draft] = await service.create({ channels: [linkedin], text: "a", media: [webp], draft: true });
    isRefused(await change(draft as Post, { status: "scheduled", scheduled_for: at }));
    const bulk = { action: "schedule", posts: [{ id: draft?.id, version: draft?.version, scheduled_for: at }] };
    const { wire } = await service.call("POST", "/v1/posts/changes", { key: service.org.key, json: bulk });
    expect(wire.data.refused).toMatchObject([{ error: { message: expect.stringMatching(/animated WebP, only GIF/) } }]);
  });

  test("a channel that joins the parts and can't have all images warns how many are left out", async () => {
    const asked = { platform: "telegram", name: "News" };
    const telegram = (await service.call("POST", "/v1/channels", { key: service.org.key, json: asked })).wire.data;
    const sizes = Array.from({ length: 12 }, (_, index) => index + 20);
    const ids = await Promise.all(sizes.map(async (size) => upload(await redBlue(size, size).png().toBuffer())));
    const { wire } = await post({
      channels: [telegram.id],
      thread: ["One", "Two", "Three"],
      scheduled_for: soon(60_000),
      part_media: [ids.slice(0, 4), ids.slice(4, 8), ids.slice(8)],
    });
    expect(wire.data[0]).toMatchObject({
      delivery: "joined",
      warnings: [{ code: "images_left_out", channel_id: telegram.id, message: expect.stringMatching(/last 2 images/) }],
    });
  });
});

describe("a new post", () => {
  test("an immediate post is publishing, one with a time scheduled, a draft a draft, and the worker wakes in time", async () => {
    service.woken.length = 0;
    const at = soon(3_600_000);
    const [now] = await service.create({ channels: [x], text: "now" });
    const [then] = await service.create({ channels: [x], text: "then", scheduled_for: at });
    const [draft] = await service.create({ channels: [x], text: "d", draft: true, scheduled_for: "not even a time" });
    expect([now, then, draft].map((one) => [one?.status, one?.scheduled_for])).toEqual([
      ["publishing", null],
      ["scheduled", at],
      ["draft", null],
    ]);
    expect(service.woken.map((one) => one.postId)).toEqual([now?.id, then?.id]);
    expect(service.woken[1]?.at.toISOString()).toBe(at);
  });

  test("with a grace a post without a time waits as scheduled, and one deletion by version takes it back whole", async () => {
    service.woken.length = 0;
    const both = await service.create({ channels: [x, bluesky], text: "Wait", grace_seconds: 5 });
    const end = new Date(Date.parse(both[0]?.created_at ?? "") + 5_000).toISOString();
    expect(both.map((one) => [one.status, one.scheduled_for])).toEqual([
      ["scheduled", end],
      ["scheduled", end],
    ]);
    expect(service.woken.map((one) => one.at.toISOString())).toEqual([end, end]);
    // The member published: the timeline does not call it scheduled.
    const timeline = await service.call("GET", `/v1/posts/${both[0]?.id}/events`, { key: service.org.key });
    expect(timeline.wire.data[0]).toMatchObject({
      kind: "created",
      detail: { status: "publishing", scheduled_for: null, channels: 2 },
    });
    const posts = both.map(({ id, version }) => ({ id, version }));
    const takeBack = () =>
      service.call("POST", `/v1/submissions/${both[0]?.submission_id}/changes`, {
        key: service.org.key,
        json: { action: "delete", posts },
      });
    // A worker that leases a post raises its version, so nothing of the submission is deleted then.
    await service.database.pool.query("update posts set version = version + 1 where id = $1", [both[1]?.id]);
    expect((await takeBack()).status).toBe(409);
    await service.database.pool.query("update posts set version = version - 1 where id = $1", [both[1]?.id]);
    expect((await takeBack()).status).toBe(200);
    const gone = await service.call("GET", `/v1/posts/${both[0]?.id}`, { key: service.org.key });
    expect(gone.status).toBe(404);
  });

  test("a publish that was taken back is not listed among the deleted posts; a deleted one is", async () => {
    const remove = async (text: string, more: object) => {
      const [post] = await service.create({ channels: [x], text, grace_seconds: 30 });
      const { status } = await service.call("POST", `/v1/submissions/${post?.submission_id}/changes`, {
        key: service.org.key,
        json: { action: "delete", ...more },
      });
      return [status, post?.id] as const;
    };
    const [taken, takenId] = await remove("Taken back", { taken_back: true });
    const [deleted, deletedId] = await remove("Deleted", {});
    expect([taken, deleted]).toEqual([200, 200]);
    const listed = async (path: string) => {
      const { wire } = await service.call("GET", path, { key: service.org.key });
      return JSON.stringify(wire.data);
    };
    for (const path of ["/v1/posts?deleted=true&limit=100", "/v1/submissions?deleted=true&limit=100"]) {
      expect(await listed(path)).toContain(deletedId);
      expect(await listed(path)).not.toContain(takenId);
    }
    // Its id still restores it, and a deletion afterwards is one like any other.
    const restored = await service.call("POST", `/v1/posts/${takenId}/restore`, { key: service.org.key });
    expect(restored.status).toBe(200);
    expect(
      (
        await service.call("POST", "/v1/posts/changes", {
          key: service.org.key,
          json: { action: "cancel", posts: [{ id: takenId }], taken_back: true },
        })
      ).status,
    ).toBe(400);
  });

  test("a grace changes neither a post with a time nor a draft", async () => {
    const at = soon(3_600_000);
    const [then] = await service.create({ channels: [x], text: "then", scheduled_for: at, grace_seconds: 5 });
    const [draft] = await service.create({ channels: [x], text: "d", draft: true, grace_seconds: 5 });
    expect([then, draft].map((one) => [one?.status, one?.scheduled_for])).toEqual([
      ["scheduled", at],
      ["draft", null],
    ]);
  });

  test("a new post has every documented field, claims 20 points, and is at version 1", async () => {
    const [made] = await service.create({ channels: [x], text: "Hello" });
    expect(made).toMatchObject({
      channel: "x",
      posts: [{ text: "Hello" }],
      published_urls: [],
      error: null,
      channel_id: x,
      delivery: "thread",
      media: [],
      points: 20,
      claim: { points: 20, status: "waiting" },
      failure: null,
      attempts: 0,
      next_attempt_at: null,
      published_at: null,
      progress: [],
      version: 1,
    });
    expect(made?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(made?.updated_at).toBe(made?.created_at);
  });

  test("one post is created for each channel, in the requested order, as one submission", async () => {
    const made = await service.create({ channels: [linkedin, x, linkedin, x.toUpperCase()], text: "twice" });
    expect(made.map((one) => one.channel_id)).toEqual([linkedin, x]);
    expect(new Set(made.map((one) => one.submission_id)).size).toBe(1);
  });

  test("the text is stored in Unicode NFC with LF line ends", async () => {
    const [made] = await service.create({ channels: [x], text: "Cafe\u0301\r\nline  \n" });
    expect(made?.posts).toEqual([{ text: "Caf\u00e9\nline" }]);
  });

  test("a time up to 60 s in the past counts as now", async () => {
    const [made] = await service.create({ channels: [x], text: "late", scheduled_for: soon(-55_000) });
    expect(made?.status).toBe("publishing");
  });

  test("an instant with any offset is accepted and stays the same instant", async () => {
    const day = soon(30 * 86_400_000).slice(0, 10);
    const [made] = await service.create({ channels: [x], text: "o", scheduled_for: `${day}T09:00:00+05:30` });
    expect(made?.scheduled_for).toBe(`${day}T03:30:00.000Z`);
  });

  test("a post claims 0 to 1000 points; no points means no claim", async () => {
    const claims: Post["claim"][] = [];
    for (const points of [0, 1000]) {
      const [made] = await service.create({ channels: [x], text: "p", points });
      claims.push(made?.claim);
    }
    expect(claims).toEqual([null, { points: 1000, awarded: null, status: "waiting" }]);
  });

  test("fields that only the service sets are rejected", async () => {
    for (const more of [{ status: "published" }, { id: "1" }, { member_id: "2" }]) {
      const json = { channels: [x], text: "m", draft: true, ...more };
      const { status, wire } = await service.call("POST", "/v1/posts", { key: service.org.key, json });
      expect([status, wire.error.field]).toEqual([400, Object.keys(more)[0]]);
    }
  });
});

describe("parts", () => {
  test("parts are a thread on X and one text elsewhere without numbering, and are stored as written", async () => {
    const thread = ["First 1/2", "Second 2/2"];
    const made = await service.create({ channels: [x, bluesky, linkedin], thread });
    expect(made.map((one) => one.delivery)).toEqual(["thread", "joined", "joined"]);
    for (const one of made) expect(one.posts).toEqual(thread.map((text) => ({ text })));
  });

  test("parts are a reply chain on Bluesky when the joined text is too long", async () => {
    const [made] = await service.create({ channels: [bluesky], thread: ["a".repeat(200), "b".repeat(200)] });
    expect(made?.delivery).toBe("thread");
  });

  test("a post has up to 100 parts", async () => {
    const [made] = await service.create({ channels: [x], thread: Array.from({ length: 100 }, (_, n) => `${n}`) });
    expect(made?.posts).toHaveLength(100);
  });

  test("text that Unicode normalization lengthens, such as U+FDFA to 18 characters, is stored and found", async () => {
    const thread = [24_990, 24_990, 9_990].map((count) => "\ufdfa".repeat(count));
    const [made] = await service.create({ channels: [x], thread: ["Unmistakable", ...thread], draft: true });
    expect(made?.posts).toHaveLength(4);
    for (const q of ["unmistakable", "\ufdfa"]) {
      const found = await service.call("GET", `/v1/posts?q=${encodeURIComponent(q)}`, { key: service.org.key });
      expect(found.wire.data.map((post: Post) => post.id)).toContain(made?.id);
    }
  });

  test("a draft may have parts that are too long", async () => {
    const [made] = await service.create({ channels: [x], text: "a".repeat(281), draft: true });
    expect(made?.status).toBe("draft");
  });
});

describe("images", () => {
  test("images are attached in the requested order", async () => {
    const bytes = await redBlue(8, 8).png().toBuffer();
    const ids = [await upload(bytes), await upload(bytes), await upload(bytes)].reverse();
    const [made] = await service.create({ channels: [x], text: "i", media: ids });
    expect(made?.media?.map((one) => one.id)).toEqual(ids);
    expect(made?.media?.[0]).toMatchObject({ type: "image", mime: "image/png", width: 8, height: 8 });
  });
});

test("line breaks of office programs are stored as line breaks", async () => {
  const text = "title\u000bsoft break\u000c\u0085next\u2028line\u2029end";
  const [post] = await service.create({ channels: [x], text, draft: true });
  expect(post?.posts).toEqual([{ text: "title\nsoft break\n\nnext\nline\nend" }]);
});

describe("a rejected request creates nothing:", () => {
  let before = 0;
  let gif = "";
  let png = "";
  let foreign = "";
  let foreignChannel = "";
  beforeAll(async () => {
    gif = await upload(await animation(8, 3).gif().toBuffer());
    png = await upload(await redBlue(8, 8).png().toBuffer());
    const peer = await service.addMember("member");
    foreign = await upload(await redBlue(8, 8).png().toBuffer(), peer.key);
    foreignChannel = (await service.addOrganization("Other")).channelIds[0] ?? "";
  });
  beforeEach(async () => {
    before = await countRows();
  });

  const unknown = "019a6f00-0000-7000-8000-000000000001";
  const cases: [string, () => Record<string, unknown>, RegExp, string | undefined][] = [
    ["neither text nor thread", () => ({}), /text, or a thread/, "text"],
    ["an empty text", () => ({ text: "" }), /text, or a thread/, "text"],
    ["an empty thread", () => ({ thread: [] }), /text, or a thread/, "text"],
    ["text and thread", () => ({ text: "a", thread: ["b"] }), /not both/, "thread"],
    ["a blank text", () => ({ text: " \n\u200b" }), /The text is blank/, "text"],
    ["a blank part", () => ({ thread: ["a", " "] }), /Part 2 is blank/, "thread.1"],
    ["101 parts", () => ({ thread: Array(101).fill("a") }), /thread must have at most 100 elements/, "thread"],
    ["a part over 25,000 characters", () => ({ text: "a".repeat(25_001), draft: true }), /at most 25000/, "text"],
    ["NUL", () => ({ text: "a\u0000b" }), /U\+0000/, "text"],
    ["a control character", () => ({ text: "a\u0007b" }), /control character: U\+0007 is character 2/, "text"],
    [
      "a control character in a later part",
      () => ({ thread: ["fine", "é\u000b\u001bx"] }),
      /Part 2 contains a control character: U\+001B is character 3/,
      "thread.1",
    ],
    ["a lone surrogate", () => ({ thread: ["ok", "a\ud800"] }), /half of a character/, "thread.1"],
    ["no channels", () => ({ channels: [], text: "a" }), /at least 1 element/, "channels"],
    ["an unknown channel", () => ({ channels: [x, unknown], text: "a" }), new RegExp(unknown), "channels"],
    ["a channel id of no form", () => ({ channels: ["x"], text: "a" }), /"x"/, "channels"],
    ["a foreign channel", () => ({ channels: [foreignChannel], text: "a" }), /no channel of yours/, "channels"],
    ["a channel id that is no text", () => ({ channels: [7], text: "a" }), /channels\.0 must be text/, "channels.0"],
    ["5 images", () => ({ text: "a", media: Array(5).fill(png) }), /at most 4 elements/, "media"],
    ["an unknown image", () => ({ text: "a", media: [png, unknown] }), new RegExp(unknown), "media"],
    ["an image of another member", () => ({ text: "a", media: [foreign] }), /no image of yours/, "media"],
    [
      "an animation bluesky can't show",
      () => ({ channels: [bluesky], text: "a", media: [gif] }),
      /Practice Bluesky: animated/,
      "media",
    ],
    [
      "an animation beside another image on x",
      () => ({ text: "a", media: [gif, png] }),
      /must be the only one/,
      "media",
    ],
    ["a time without offset", () => ({ text: "a", scheduled_for: "2027-01-01T10:00:00" }), /offset/, "scheduled_for"],
    ["a time that is none", () => ({ text: "a", scheduled_for: "tomorrow" }), /must be a time/, "scheduled_for"],
    ["a time 61 s past", () => ({ text: "a", scheduled_for: soon(-61_000) }), /in the past/, "scheduled_for"],
    [
      "a time 3 years ahead",
      () => ({ text: "a", scheduled_for: soon(3 * 365 * 86_400_000) }),
      /2 years/,
      "scheduled_for",
    ],
    ["-1 points", () => ({ text: "a", points: -1 }), /points must be at least 0/, "points"],
    ["1001 points", () => ({ text: "a", points: 1001 }), /points must be at most 1000/, "points"],
    ["1.5 points", () => ({ text: "a", points: 1.5 }), /points must be a whole number/, "points"],
    ['"20" points', () => ({ text: "a", points: "20" }), /points must be a number/, "points"],
    ["draft as text", () => ({ text: "a", draft: "yes" }), /draft must be true or false/, "draft"],
    [
      "281 on x",
      () => ({ text: "a".repeat(281) }),
      /Practice X: the text has 281 characters; the limit is 280/,
      "text",
    ],
    ["part 2 too long", () => ({ thread: ["a", "好".repeat(141)] }), /Practice X: part 2 has 282 .* 280/, "thread.1"],
    [
      "3001 joined on linkedin",
      () => ({ channels: [x, linkedin], thread: Array(12).fill("a".repeat(250)) }),
      /Practice LinkedIn: the joined text has 3022 characters; the limit is 3000/,
      "thread",
    ],
  ];
  test.for(cases)("%s", async ([, make, message, field]) => {
    const { status, wire } = await post({ channels: [x], ...make() });
    expect([status, wire.error.code]).toEqual([400, "invalid_request"]);
    expect(wire.error.message).toMatch(message);
    expect(wire.error.field).toBe(field);
    expect(await countRows()).toBe(before);
  });
});
