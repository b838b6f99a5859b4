import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PostProblem } from "#lib/contract/types.ts";
import { type AnyJson, openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import { animation, redBlue, uploadOf } from "#lib/service/media/testing/test-images.ts";

let service: TestService;
let channels: string[] = [];
let instagram = "";
let images: string[] = [];
let draftsOnlyKey = "";
beforeAll(async () => {
  service = await openTestService();
  const made = await service.call("POST", "/v1/channels", {
    key: service.org.key,
    json: { platform: "instagram", name: "Pictures" },
  });
  instagram = made.wire.data.id;
  channels = [...service.org.channelIds.slice(0, 3), instagram];
  const files = [await redBlue(8, 8).png().toBuffer(), await animation(8, 2).gif().toBuffer()];
  images = await Promise.all(
    files.map(async (bytes) => {
      const request = uploadOf(bytes);
      request.headers.set("authorization", `Bearer ${service.org.key}`);
      const answer: AnyJson = await (await service.http(request)).json();
      return answer.data.id as string;
    }),
  );
  const json = { name: "assistant", scopes: ["posts:write", "posts:read"], drafts_only: true };
  draftsOnlyKey = (await service.call("POST", "/v1/keys", { key: service.org.key, json })).wire.data.value;
});
afterAll(() => service.close());

const check = (json: unknown, key = service.org.key) => service.call("POST", "/v1/posts/check", { key, json });
const create = (json: unknown, key = service.org.key) => service.call("POST", "/v1/posts", { key, json });
const inMs = (ms: number) => new Date(service.clock.now().getTime() + ms).toISOString();
const problemsOf = async (json: unknown): Promise<PostProblem[]> => {
  const { status, wire } = await check(json);
  expect(status).toBe(200);
  return wire.data.problems;
};

test("the check names each channel that would refuse the post, by the code, sentence and field of the create", async () => {
  const [x = "", bluesky = ""] = channels;
  const text = "a".repeat(301);
  expect(await problemsOf({ channels: [x, bluesky, instagram], text })).toEqual([
    {
      code: "invalid_request",
      message: expect.stringMatching(/301 characters; the limit is 280/),
      field: "text",
      channel_id: x,
    },
    {
      code: "invalid_request",
      message: expect.stringMatching(/301 characters; the limit is 300/),
      field: "text",
      channel_id: bluesky,
    },
    {
      code: "invalid_request",
      message: expect.stringMatching(/needs an image/),
      field: "media",
      channel_id: instagram,
    },
  ]);
  const late = await problemsOf({ channels: [x], text: "late", scheduled_for: inMs(-120_000) });
  expect(late).toEqual([
    {
      code: "invalid_request",
      message: expect.stringMatching(/in the past/),
      field: "scheduled_for",
      channel_id: null,
    },
  ]);
});

test("a channel of another organization is the same problem as an unknown one", async () => {
  const foreign = (await service.addOrganization("Other")).channelIds[0] ?? "";
  const problem = { code: "invalid_request", field: "channels", message: expect.stringMatching(/no channel of yours/) };
  for (const id of [foreign, crypto.randomUUID()]) {
    expect(await problemsOf({ channels: [id], text: "Hello" })).toMatchObject([problem]);
  }
});

test("images of media_urls count in the check, which downloads none", async () => {
  const body = { channels: [instagram], text: "A picture", media_urls: ["https://images.example.org/a.jpg"] };
  expect(await problemsOf(body)).toEqual([]);
  expect(await problemsOf({ ...body, media: Array(4).fill(images[0]) })).toMatchObject([{ field: "media_urls" }]);
});

test("the check of an edit has no problem exactly where the edit answers 200", async () => {
  const [x = "", bluesky = ""] = channels;
  const made = await create({
    channels: [x, instagram],
    text: "Hello",
    media: [images[0]],
    scheduled_for: inMs(3_600_000),
  });
  const [onX, onInstagram] = made.wire.data;
  const edits: [AnyJson, Record<string, unknown>][] = [
    [onX, { text: "a".repeat(281) }],
    [onX, { thread: ["a".repeat(200), "b".repeat(200)] }],
    [onX, { thread: ["a".repeat(200), "b".repeat(200)], threads: { [x]: "join" } }],
    [onX, { text: "Hello", threads: { [bluesky]: "join" } }],
    [onX, { text: "Hello", media: [crypto.randomUUID()] }],
    [onX, { text: "Hello", part_media: [[], images] }],
    [onInstagram, { text: "With its own image" }],
    [onInstagram, { text: "Without it", media: [] }],
    [onInstagram, { thread: ["one", "two"], threads: { [instagram]: "chain" } }],
  ];
  const shown: unknown[] = [];
  for (const [post, edit] of edits) {
    const json = { ...edit, channels: [post.channel_id], post_id: post.id, scheduled_for: post.scheduled_for };
    const problems = await problemsOf(json);
    const now = (await service.call("GET", `/v1/posts/${post.id}`, { key: service.org.key })).wire.data;
    const edited = await service.call("PATCH", `/v1/posts/${post.id}`, {
      key: service.org.key,
      json: { version: now.version, ...edit },
    });
    const refused = edited.status === 200 ? [] : [edited.wire.error];
    expect([edit, problems.map(({ code, message, field }) => ({ code, message, field }))]).toEqual([edit, refused]);
    shown.push(edited.status);
  }
  expect(shown).toEqual([400, 200, 400, 400, 400, 400, 200, 400, 400]);
  const whole = { channels: [x, instagram], text: "a".repeat(281), post_id: onX.submission_id };
  expect(await problemsOf(whole)).toMatchObject([{ field: "text", channel_id: x }]);
});

test("a draft that became posts is a problem of the check, which leaves a waiting draft as it is", async () => {
  const id = crypto.randomUUID();
  const content = { parts: ["Hi"], own: {}, images: [], channels: [], when: null, points: 0, post: null };
  await service.call("PUT", `/v1/drafts/${id}`, { key: service.org.key, json: { version: 0, content } });
  const body = { channels: channels.slice(0, 1), text: "Hi", draft_id: id, draft: true };
  const seen = async () => (await service.call("GET", `/v1/drafts/${id}`, { key: service.org.key })).wire.data;
  const before = await seen();
  expect(await problemsOf(body)).toEqual([]);
  expect(await seen()).toEqual(before);
  expect((await create(body)).status).toBe(201);
  expect(await problemsOf(body)).toMatchObject([{ code: "conflict", field: "draft_id" }]);
});

test("the check has no problem exactly where the create answers 201, for any body", async () => {
  const text = fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom("Hello", "a".repeat(140), "日本") },
    { weight: 1, arbitrary: fc.constantFrom(" ", "", "a\u0007b", "a".repeat(281), "日".repeat(141), "#a ".repeat(31)) },
    { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 20 }) },
  );
  /** One of the usual values, and now and then one that a create may refuse. */
  const mostly = <T>(usual: readonly T[], ...rare: T[]) =>
    fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: fc.constantFrom(...rare) });
  const choice = fc.constantFrom("chain", "join");
  const body = fc
    .record({
      at: fc.oneof(fc.subarray([0, 1, 2], { minLength: 1 }), fc.subarray([0, 1, 2, 3])),
      foreign: mostly([false], true),
      content: fc.oneof(
        fc.record({ text }),
        fc.record({ thread: fc.array(text, { minLength: 1, maxLength: 4 }) }),
        fc.record({ text: fc.option(text, { nil: undefined }), thread: fc.array(text, { maxLength: 2 }) }),
      ),
      chosen: fc.dictionary(fc.constantFrom("0", "1", "1", "2"), choice, { maxKeys: 1 }),
      media: mostly<number[] | undefined>([undefined, [0]], [1], [0, 1]),
      laterMedia: fc.boolean(),
      ms: mostly<number | undefined>([undefined, 60_000, 3_600_000], -120_000, -30_000, 900 * 86_400_000),
      points: mostly<number | undefined>([undefined, 0, 20], 100_000, -1),
      draft: fc.constantFrom(undefined, false, true),
      grace_seconds: mostly<number | undefined>([undefined, 0, 5], 3_600),
      unknown: mostly<number | undefined>([undefined], 1),
      limited: mostly([false], true),
    })
    .map(({ at, foreign, content, chosen, media, laterMedia, ms, unknown, limited, ...rest }) => {
      const ids = media?.map((one) => images[one] ?? "");
      return {
        key: limited ? draftsOnlyKey : service.org.key,
        json: {
          ...rest,
          ...content,
          channels: [...at.map((one) => channels[one]), ...(foreign ? [crypto.randomUUID()] : [])],
          threads: Object.fromEntries(Object.entries(chosen).map(([one, choice]) => [channels[Number(one)], choice])),
          ...(ids && (laterMedia ? { part_media: [[], ids] } : { media: ids })),
          ...(ms !== undefined && { scheduled_for: inMs(ms) }),
          ...(unknown && { unknown }),
        },
      };
    });
  const seen = { accepted: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(body, async ({ key, json }) => {
      const checked = await check(json, key);
      const created = await create(json, key);
      const isClear = checked.status === 200 && checked.wire.data.problems.length === 0;
      expect([isClear, checked.wire]).toEqual([created.status === 201, checked.wire]);
      seen[isClear ? "accepted" : "refused"] += 1;
      if (isClear) return;
      const first = checked.status === 200 ? checked.wire.data.problems[0] : checked.wire.error;
      // Only the list of fields that an endpoint has is another one.
      const say = ({ code, message }: { code: string; message: string }) => [
        code,
        message.replace(/ Accepted here:.*/, ""),
      ];
      expect(say(first)).toEqual(say(created.wire.error));
    }),
    { numRuns: 150, seed: 7 },
  );
  expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(15);
}, 60_000);
