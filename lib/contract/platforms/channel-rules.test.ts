import { expect, test } from "vitest";
import { applyReportedLimits, getChannelRules } from "./channel-rules.ts";
import { getPlatformRules, platforms } from "./platform-rules.ts";

test("limits reported by a server override only the matching platform rules", () => {
  const mastodon = getPlatformRules("mastodon");
  if (!mastodon) throw new Error("no rules");
  const told = { version: "4.5.0", maxCharacters: 1000, urlLength: 30, maxImages: 6, maxAlt: 5000, maxBytes: 99_000 };
  expect(applyReportedLimits(mastodon, told)).toEqual({
    ...mastodon,
    limit: 1000,
    urlLength: 30,
    images: { ...mastodon.images, max: 6, maxAlt: 5000, maxBytes: 99_000 },
  });
});

test("invalid reported limits are ignored and links keep their full length where the platform counts it", () => {
  for (const rules of platforms) {
    expect(applyReportedLimits(rules, {})).toBe(rules);
    const nonsense = { maxCharacters: -1, maxImages: "6", maxAlt: 1.5, maxBytes: null, urlLength: Number.NaN };
    expect(applyReportedLimits(rules, nonsense)).toBe(rules);
    expect(applyReportedLimits(rules, { urlLength: 30 }).urlLength === null).toBe(rules.urlLength === null);
  }
});

test("rules of a channel are cached and equal the platform's object when no limit differs", () => {
  const mastodon = getPlatformRules("mastodon");
  if (!mastodon) throw new Error("no rules");
  const told = { characters: 1000, images: 6, alt: 5000, image_bytes: 99_000, link: 30 };
  const made = getChannelRules(mastodon, told);
  const kept = { maxCharacters: 1000, maxImages: 6, maxAlt: 5000, maxBytes: 99_000, urlLength: 30 };
  expect(made).toEqual(applyReportedLimits(mastodon, kept));
  expect(getChannelRules(mastodon, { characters: null, images: null, link: 25 }).urlLength).toBe(25);
  expect(getChannelRules(mastodon, { ...told })).toBe(made);
  const whole = getChannelRules(mastodon, { ...told, whole_text: true });
  expect(whole).toEqual({ ...made, counting: "mastodon-whole" });
  expect(getChannelRules(mastodon, { characters: null, images: null, whole_text: true }).limit).toBe(mastodon.limit);
  const needy = getChannelRules(mastodon, { characters: null, images: null, image_required: true });
  expect(needy).toEqual({ ...mastodon, images: { ...mastodon.images, required: true } });
  const { max, maxAlt, maxBytes } = mastodon.images;
  const usual = { characters: mastodon.limit, images: max, alt: maxAlt, image_bytes: maxBytes, link: 23 };
  for (const none of [null, undefined, { characters: null, images: null }, usual])
    expect(getChannelRules(mastodon, none)).toBe(mastodon);
});
