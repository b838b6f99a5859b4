import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { getChannelRules } from "#lib/contract/platforms/channel-rules.ts";
import { getPlatformRules, platforms } from "#lib/contract/platforms/platform-rules.ts";
import type { Channel } from "#lib/contract/types.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import { planDelivery } from "#lib/text/delivery-plan.ts";
import { findTextProblem, normaliseText } from "#lib/text/normalise-text.ts";
import { splitText } from "#lib/text/split-text.ts";
import { validateTarget } from "./validate-target.ts";

vi.setConfig({ testTimeout: 120_000 });

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const photo = { frames: 1, alt: "", mime: "image/jpeg", sizeBytes: 90_000, width: 800, height: 600 };

const units = [
  "*_",
  "> \n",
  "a",
  "word ",
  "日",
  "한",
  "👨‍👩‍👧‍👦",
  "🇳🇱",
  "e\u0301",
  "\n",
  "é",
  "@a@b.example ",
  "https://example.com/a ",
];
/** Texts about as long as the limits: most are slightly shorter or longer. */
const anyText = fc
  .tuple(fc.constantFrom(...units), fc.integer({ min: 1, max: 160 }), fc.string({ unit: "binary", maxLength: 20 }))
  .map(([unit, times, more]) => unit.repeat(times) + more);
const anyParts = fc.array(anyText, { minLength: 1, maxLength: 3 });

test("the composer and the create request judge any text the same", async () => {
  const channels: Channel[] = (await service.call("GET", "/v1/channels", { key: service.org.key })).wire.data;
  await fc.assert(
    fc.asyncProperty(anyParts, fc.constantFrom(...channels), async (parts, channel) => {
      const rules = getPlatformRules(channel.platform);
      fc.pre(rules !== null && parts.every((part) => findTextProblem(part) === null));
      if (!rules) return;
      // The same check as in the composer, by its text engine.
      const fits = !("problem" in planDelivery(parts.map(normaliseText), rules));
      const words = parts.length > 1 ? { thread: parts } : { text: parts[0] };
      const { status, wire } = await service.call("POST", "/v1/posts", {
        key: service.org.key,
        json: { channels: [channel.id], ...words, scheduled_for: "2027-06-01T09:00:00Z" },
      });
      expect([channel.platform, fits, status, wire.error?.message ?? ""]).toEqual([
        channel.platform,
        fits,
        fits ? 201 : 400,
        fits ? "" : expect.stringMatching(/ has \d+ (?:characters|bytes); the limit is \d+/),
      ]);
    }),
    { numRuns: 120 },
  );
});

test("composer and create request apply the limits that the account's own server reports", async () => {
  const listed = async (): Promise<Channel[]> =>
    (await service.call("GET", "/v1/channels", { key: service.org.key })).wire.data;
  const asked = { platform: "mastodon", name: "Own server" };
  const mastodon: Channel = (await service.call("POST", "/v1/channels", { key: service.org.key, json: asked })).wire
    .data;
  const usual = getPlatformRules("mastodon");
  if (!usual) throw new Error("no rules");
  expect((await listed()).map(({ reported_limits: told }) => told)).toContain(null);
  for (const maxCharacters of [1_000, 200]) {
    const told = { maxCharacters, maxAlt: 90 };
    await service.context.pool.query("update channels set told = $2 where id = $1", [mastodon.id, told]);
    const now = (await listed()).find(({ id }) => id === mastodon.id);
    const rules = getChannelRules(usual, now?.reported_limits);
    expect(rules).toMatchObject({ limit: maxCharacters, images: { maxAlt: 90 } });
    for (const length of [maxCharacters, maxCharacters + 1]) {
      const text = "a".repeat(length);
      const { status } = await service.call("POST", "/v1/posts", {
        key: service.org.key,
        json: { channels: [mastodon.id], text, scheduled_for: "2027-06-01T09:00:00Z" },
      });
      expect([length, "problem" in planDelivery([text], rules)]).toEqual([length, status === 400]);
    }
  }
});

test("composer and create request count links with the length that the account's own server reports", async () => {
  const list = async () => (await service.call("GET", "/v1/channels", { key: service.org.key })).wire.data as Channel[];
  const asked = { platform: "mastodon", name: "Long links" };
  const { id } = (await service.call("POST", "/v1/channels", { key: service.org.key, json: asked })).wire.data;
  const usual = getPlatformRules("mastodon");
  if (!usual) throw new Error("no rules");
  for (const urlLength of [25, 40, 10]) {
    await service.context.pool.query("update channels set told = $2 where id = $1", [id, { urlLength }]);
    const rules = getChannelRules(usual, (await list()).find((one) => one.id === id)?.reported_limits);
    for (const over of [0, 1]) {
      const text = `https://example.com/${urlLength} ${"a".repeat(500 - 1 - urlLength + over)}`;
      const { status } = await service.call("POST", "/v1/posts", {
        key: service.org.key,
        json: { channels: [id], text, scheduled_for: "2027-06-01T09:00:00Z" },
      });
      const plan = planDelivery([text], rules);
      expect([urlLength, over, status, "problem" in plan]).toEqual([urlLength, over, over ? 400 : 201, over === 1]);
      expect(splitText(text, [rules])).toHaveLength(1 + over);
    }
  }
});

test("the service accepts exactly what the composer's rules accept, on every platform, with and without images", () => {
  fc.assert(
    fc.property(anyParts, fc.constantFrom(...platforms), fc.constantFrom(0, 1, 4), (parts, rules, count) => {
      fc.pre(parts.every((part) => findTextProblem(part) === null));
      const fits = !("problem" in planDelivery(parts.map(normaliseText), rules, [{ count, animated: false }]));
      const images = Array.from({ length: count }, () => photo);
      const stored = parts.map((part) => ({ text: normaliseText(part) }));
      const check = () =>
        validateTarget({ id: "c", platform: rules.slug, name: "@a", reportedLimits: {} }, stored, [images], false)
          .delivery;
      if (fits) expect(["thread", "joined"]).toContain(check());
      else expect(check).toThrow(/the limit is \d+|a post needs an image/);
    }),
    { numRuns: 500 },
  );
});

test("a text that fits Telegram only without images is rejected with the limit for images", () => {
  const check = (images: number) => () =>
    validateTarget(
      { id: "c", platform: "telegram", name: "@news", reportedLimits: {} },
      [{ text: "a".repeat(1025) }],
      [Array.from({ length: images }, () => photo)],
      false,
    ).delivery;
  expect(check(0)()).toBe("joined");
  expect(check(1)).toThrow("@news: the text has 1025 characters; the limit is 1024 with images.");
});

test("a sixth link is rejected on Threads before anything is planned, with the composer's sentence", () => {
  const check = (count: number) => () =>
    validateTarget(
      { id: "c", platform: "threads", name: "@ada", reportedLimits: {} },
      [{ text: Array.from({ length: count }, (_, at) => `https://example.com/${at}`).join(" ") }],
      [],
      false,
    ).delivery;
  expect(check(5)()).toBe("joined");
  expect(check(6)).toThrow("@ada: the text has 6 links; the limit is 5.");
});

test("a post without an image, or with 31 hashtags, is rejected on Instagram with the composer's sentence", () => {
  const check = (text: string, images: number) => () =>
    validateTarget(
      { id: "c", platform: "instagram", name: "@ada", reportedLimits: {} },
      [{ text }],
      [Array.from({ length: images }, () => photo)],
      false,
    ).delivery;
  const tags = (count: number) => Array.from({ length: count }, (_, at) => `#tag${at}`).join(" ");
  expect(check(tags(30), 1)()).toBe("joined");
  expect(check(tags(31), 1)).toThrow("@ada: the text has 31 hashtags; the limit is 30.");
  expect(check("No image", 0)).toThrow(
    expect.objectContaining({ message: "@ada: a post needs an image.", field: "media" }),
  );
});

test("the limit a server reports is used, 1,000 characters as well as a small one", () => {
  const check = (maxCharacters: number, length: number) => () =>
    validateTarget(
      { id: "c", platform: "mastodon", name: "@ada@own.example", reportedLimits: { maxCharacters } },
      [{ text: "a".repeat(length) }],
      [],
      false,
    ).delivery;
  expect(check(1000, 1000)()).toBe("joined");
  expect(check(1000, 1001)).toThrow("@ada@own.example: the text has 1001 characters; the limit is 1000.");
  expect(check(200, 201)).toThrow("the limit is 200.");
});

const movement = "it can't be converted without losing its movement";
test.each([
  ["linkedin", { mime: "image/gif" }, null],
  ["linkedin", { mime: "image/webp" }, `image 1 is an animated WebP, only GIF is accepted, and ${movement}`],
  ["linkedin", { sizeBytes: 6_600_000 }, `image 1 is an animation of 6.6 MB, the limit is 5.0 MB, and ${movement}`],
  ["slack", { mime: "image/webp" }, `image 1 is an animated WebP, only GIF is accepted, and ${movement}`],
  ["discord", { width: 3_000 }, `image 1 is an animation of 3000 × 600 pixels, which is too large, and ${movement}`],
  ["x", { sizeBytes: 9_900_000 }, null],
  ["x", { sizeBytes: 15_000_001 }, `image 1 is an animation of 15.0 MB, the limit is 15.0 MB, and ${movement}`],
  ["mastodon", { mime: "image/webp" }, null],
] as const)("an animation on %s with %j is refused before anything is planned, or fits", (platform, more, why) => {
  const image = { ...photo, frames: 3, mime: "image/gif", ...more };
  const target = { id: "c", platform, name: "@ada", reportedLimits: {} };
  const check = (isDraft: boolean) => () => validateTarget(target, [{ text: "Look" }], [[image]], isDraft).delivery;
  expect(check(true)).not.toThrow();
  if (why === null) expect(check(false)).not.toThrow();
  else expect(check(false)).toThrow(`@ada: ${why}.`);
});
