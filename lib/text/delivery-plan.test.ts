import fc from "fast-check";
import { expect, test } from "vitest";
import { applyThreadChoice } from "#lib/contract/platforms/channel-rules.ts";
import { getPlatformRules, platforms } from "#lib/contract/platforms/platform-rules.ts";
import { countText } from "./count-text.ts";
import { type PartImages, placeImages, planDelivery } from "./delivery-plan.ts";
import { removeNumbering } from "./join-thread-parts.ts";

function plan(parts: readonly string[], slug: string) {
  const rules = getPlatformRules(slug);
  if (rules === null) throw new Error(`no rules for ${slug}`);
  return planDelivery(parts, rules);
}

test("X always gets a thread, also for one part", () => {
  expect(plan(["one", "two"], "x")).toEqual({ delivery: "thread", texts: ["one", "two"] });
  expect(plan(["one"], "x")).toEqual({ delivery: "thread", texts: ["one"] });
  expect(plan(["one 1/2", "two 2/2"], "x")).toEqual({ delivery: "thread", texts: ["one 1/2", "two 2/2"] });
});

test.each(["bluesky", "mastodon", "threads", "linkedin"])("parts that fit are joined by a blank line on %s", (slug) => {
  expect(plan(["one", "two"], slug)).toEqual({ delivery: "joined", texts: ["one\n\ntwo"] });
  expect(plan(["one"], slug)).toEqual({ delivery: "joined", texts: ["one"] });
});

test("numbering is removed from joined parts and kept in a reply chain", () => {
  const short = ["one 1/3", "two (2/3)", "three\n[3/3]"];
  expect(plan(short, "bluesky")).toEqual({ delivery: "joined", texts: ["one\n\ntwo\n\nthree"] });
  const long = short.map((part) => "long ".repeat(30) + part);
  expect(plan(long, "bluesky")).toEqual({ delivery: "thread", texts: long });
});

test("parts are joined when they fit without their numbering", () => {
  const parts = [`${"a".repeat(149)} 1/2`, `${"b".repeat(149)} 2/2`];
  expect(plan(parts, "bluesky")).toMatchObject({ delivery: "joined" });
});

test.each([
  ["a part has none", ["one 1/2", "two"]],
  ["the total is another", ["one 1/3", "two 2/3"]],
  ["they are out of order", ["one 2/2", "two 1/2"]],
  ["nothing would be left", [" 1/2", " 2/2"]],
  ["it is part of a word", ["v1/2", "v2/2"]],
  ["there is one part", ["one 1/1"]],
  ["a bracket is open", ["one (1/2", "two (2/2"]],
])("apparent numbering is kept when %s", (_, parts) => {
  expect(removeNumbering(parts)).toEqual(parts);
});

test("parts too long to join become a reply chain, or a problem on LinkedIn", () => {
  const parts = ["a".repeat(300), "b".repeat(300)];
  for (const slug of ["bluesky", "mastodon", "threads"])
    expect(plan(parts, slug)).toEqual({ delivery: "thread", texts: parts });
  expect(plan(["a".repeat(1500), "b".repeat(1499)], "linkedin")).toEqual({
    problem: { part: null, count: 3001, limit: 3000, unit: "characters" },
  });
  expect(plan(["a".repeat(1500), "b".repeat(1498)], "linkedin")).toMatchObject({ delivery: "joined" });
});

test("a problem names the part that is too long if there are several", () => {
  expect(plan(["ok", "a".repeat(281)], "x")).toEqual({
    problem: { part: 1, count: 281, limit: 280, unit: "characters" },
  });
  expect(plan(["a".repeat(281)], "x")).toEqual({ problem: { part: null, count: 281, limit: 280, unit: "characters" } });
  expect(plan(["ok", "a".repeat(301)], "bluesky")).toMatchObject({ problem: { part: 1, count: 301 } });
  expect(plan(["a".repeat(301)], "bluesky")).toMatchObject({ problem: { part: null, count: 301 } });
});

test("a part over Bluesky's byte limit is rejected even within its character limit", () => {
  expect(plan(["👨‍👩‍👧‍👦".repeat(130)], "bluesky")).toEqual({
    problem: { part: null, count: 3250, limit: 3000, unit: "bytes" },
  });
});

test("a part that fits on X may be too long for Bluesky", () => {
  const part = `https://example.com/${"a".repeat(300)}`;
  expect(plan([part, "b"], "x")).toMatchObject({ delivery: "thread" });
  expect(plan([part, "b"], "bluesky")).toMatchObject({ problem: { part: 0, count: 320, unit: "characters" } });
});

const still = (...counts: number[]): PartImages[] => counts.map((count) => ({ count, animated: false }));

test("each plan fits the platform and has every part in order", () => {
  const part = fc
    .tuple(fc.constantFrom("a", "日", "👋 ", "word "), fc.integer({ min: 1, max: 320 }))
    .map(([text, times]) => text.repeat(times).trimEnd());
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      fc.constantFrom(...platforms),
      (bare, isNumbered, rules) => {
        const parts = bare.map((text, index) => (isNumbered ? `${text} ${index + 1}/${bare.length}` : text));
        // Some platforms take no post without an image.
        const planned = planDelivery(parts, rules, rules.images.required ? still(1) : []);
        if ("problem" in planned) {
          expect(planned.problem.count).toBeGreaterThan(planned.problem.limit);
          return;
        }
        for (const text of planned.texts) expect(countText(text, rules).isOver).toBe(false);
        if (planned.delivery === "thread") expect(planned.texts).toEqual(parts);
        else expect(planned.texts).toEqual([(parts.length > 1 ? bare : parts).join("\n\n")]);
      },
    ),
  );
});

test("under every choice a plan has exactly the written text in order, each item within the limit", () => {
  const word = fc.constantFrom("a", "日本", "👋", "word", "https://example.com/x", "\n\n", "…");
  const part = fc
    .tuple(fc.array(word, { minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 40 }))
    .map(([words, times]) => `t${words.join(" ").repeat(times)}`.trimEnd());
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 1, maxLength: 5 }),
      fc.constantFrom(...platforms),
      fc.constantFrom("chain", "join", null),
      (parts, rules, choice) => {
        const chosen = applyThreadChoice(rules, choice);
        expect(applyThreadChoice(rules, choice)).toBe(chosen);
        const images = rules.images.required ? parts.map(() => still(1)[0] as PartImages) : [];
        const planned = planDelivery(parts, chosen, images);
        const isJoin = choice === "join" || rules.thread === "never";
        if ("problem" in planned) {
          expect(planned.problem.count).toBeGreaterThan(planned.problem.limit);
          if (isJoin) expect(planned.problem.part).toBeNull();
          return;
        }
        for (const text of planned.texts) expect(countText(text, rules).isOver).toBe(false);
        if (isJoin) expect(planned.texts).toEqual([parts.join("\n\n")]);
        else if (choice === "chain") expect(planned.texts).toEqual(parts);
        else expect([parts, [parts.join("\n\n")]]).toContainEqual(planned.texts);
      },
    ),
    { numRuns: 500 },
  );
});

test("a joined text that is too long is a problem where its author chose to join, and not a chain", () => {
  const [bluesky] = platforms.filter(({ slug }) => slug === "bluesky") as [(typeof platforms)[number]];
  const parts = ["a".repeat(200), "b".repeat(200)];
  expect(planDelivery(parts, bluesky)).toMatchObject({ delivery: "thread" });
  expect(planDelivery(parts, applyThreadChoice(bluesky, "join"))).toEqual({
    problem: { part: null, count: 402, limit: 300, unit: "characters" },
  });
});

test("each part of a thread needs an image where the server publishes nothing without one", () => {
  const [mastodon] = platforms.filter(({ slug }) => slug === "mastodon") as [(typeof platforms)[number]];
  const rules = { ...mastodon, images: { ...mastodon.images, required: true as const } };
  expect(planDelivery(["one", "two"], applyThreadChoice(rules, "chain"), still(1))).toEqual({
    problem: { part: 1, count: 0, limit: 1, unit: "images" },
  });
  expect(planDelivery(["one", "two"], rules, still(1))).toMatchObject({ delivery: "joined" });
});

test("parts whose images don't fit one item become a thread where there are threads, and are joined elsewhere", () => {
  const planned = (slug: string, images: PartImages[]) => {
    const rules = platforms.find((one) => one.slug === slug);
    if (!rules) throw new Error(`no rules for ${slug}`);
    const made = planDelivery(["one", "two"], rules, images);
    return "delivery" in made ? made.delivery : made;
  };
  expect(planned("bluesky", still(2, 2))).toBe("joined");
  expect(planned("bluesky", still(4, 1))).toBe("thread");
  expect(planned("mastodon", [...still(1), { count: 1, animated: true }])).toBe("thread");
  expect(planned("discord", still(4, 4))).toBe("joined");
});

test("a caption's limit holds for each item with images, in a thread as well", () => {
  const [x] = platforms.filter(({ slug }) => slug === "x") as [(typeof platforms)[number]];
  const rules = { ...x, images: { ...x.images, captionLimit: 10 } };
  const texts = ["a".repeat(20), "b".repeat(20)];
  expect(planDelivery(texts, rules, [])).toMatchObject({ delivery: "thread" });
  expect(planDelivery(texts, rules, still(0, 1))).toEqual({
    problem: { part: 1, count: 20, limit: 10, unit: "characters" },
  });
});

test("no image is placed twice or on another part, and a joined item has the first images in order", () => {
  const images = fc
    .array(fc.nat(4), { maxLength: 8 })
    .map((counts) => counts.map((count, part) => Array.from({ length: count }, (_, at) => `${part}.${at}`)));
  fc.assert(
    fc.property(images, fc.constantFrom("thread" as const, "joined" as const), fc.nat(12), (parts, delivery, max) => {
      const { items, leftOut } = placeImages(delivery, parts, max);
      const isWhole = delivery === "thread" || parts.length <= 1;
      expect(items).toEqual(isWhole ? parts : [parts.flat().slice(0, max)]);
      expect(items.flat().length + leftOut).toBe(parts.flat().length);
    }),
  );
});
