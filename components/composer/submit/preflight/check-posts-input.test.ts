import { expect, test } from "vitest";
import { type ComposerDraft, createEmptyDraft } from "#components/composer/state/draft.ts";
import type { Channel } from "#lib/contract/types.ts";
import { createPreflightChecks, formatReconnectWarnings, formatWarnings } from "./check-posts-input.ts";

const now = new Date("2026-11-21T10:00:00Z");
const draft: ComposerDraft = {
  ...createEmptyDraft("a", 20),
  parts: [{ id: "a", text: "Common" }],
  own: { li: [{ id: "b", text: "For LinkedIn" }] },
  channelIds: ["x", "bs", "li"],
};

test("each text is checked once, for the channels that get it", () => {
  expect(createPreflightChecks(draft, { type: "new" }, now)).toEqual([
    { channels: ["x", "bs"], thread: ["Common"] },
    { channels: ["li"], thread: ["For LinkedIn"] },
  ]);
});

test("the check uses the chosen time, and excludes the post itself", () => {
  const when = { type: "at", date: "2026-11-24", time: "09:00", zone: "Europe/Berlin" } as const;
  expect(createPreflightChecks({ ...draft, when, own: {} }, { type: "post", postId: "p", version: 3 }, now)).toEqual([
    { channels: ["x", "bs", "li"], thread: ["Common"], scheduled_for: "2026-11-24T08:00:00.000Z", post_id: "p" },
  ]);
});

test("text that could not be sent is not checked", () => {
  expect(createPreflightChecks({ ...draft, own: {}, parts: [{ id: "a", text: " " }] }, { type: "new" }, now)).toEqual(
    [],
  );
  expect(createPreflightChecks({ ...draft, channelIds: [] }, { type: "new" }, now)).toEqual([]);
  const passed = { type: "at", date: "2020-01-01", time: "09:00", zone: "UTC" } as const;
  expect(createPreflightChecks({ ...draft, when: passed }, { type: "new" }, now)).toEqual([]);
});

const warning = { code: "same_text", channel_id: "li", at: now.toISOString(), post_id: null, message: "As is." };
const warned = [
  { id: "x", platform: "x", name: "Acme", username: "acme", verified: false },
  { id: "bs", platform: "bluesky", name: "Acme", username: "acme.example", verified: false },
  { id: "li", platform: "linkedin", name: "Acme Ltd", username: "acme-ltd", verified: false },
] satisfies Channel[];
const time = () => "today, 11:00";
const linesOf = (...warnings: (typeof warning)[]) => formatWarnings(warnings, warned, time).map(({ text }) => text);

test("a warning names channel and time; an unknown one shows the service's text", () => {
  expect(linesOf(warning)).toEqual(["Same text on Acme Ltd within a day: today, 11:00."]);
  expect(linesOf({ ...warning, code: "moon_phase" })).toEqual(["As is."]);
  expect(linesOf({ ...warning, channel_id: "gone" })).toEqual(["As is."]);
  expect(linesOf({ ...warning, code: "close_in_time" })).toEqual([
    "Another post on Acme Ltd within an hour: today, 11:00.",
  ]);
});

test("a warning about one of several channels of the same name names its platform", () => {
  expect(linesOf({ ...warning, channel_id: "bs" })).toEqual(["Same text on Bluesky within a day: today, 11:00."]);
});

test("a warning about more than three channels says their number", () => {
  const ids = ["a", "b", "c", "d"];
  const channels = ids.map((id) => ({ id, platform: "mastodon", name: `Acme ${id}`, username: id, verified: false }));
  const all = ids.map((channel_id) => ({ ...warning, channel_id }));
  expect(formatWarnings(all, channels, time)).toEqual([{ text: "Same text on 4 channels within a day." }]);
});

test("each kind of warning takes one line, and a text that X would reject comes first", () => {
  const close = { ...warning, code: "close_in_time" };
  const all = ["li", "bs", "x"].flatMap((channel_id) => [
    { ...close, channel_id },
    { ...warning, channel_id },
  ]);
  expect(formatWarnings(all, warned, time)).toEqual([
    { text: "X rejects repeated posts: Acme has the same text at today, 11:00.", isStrong: true },
    { text: "Same text on LinkedIn and Bluesky within a day." },
  ]);
  expect(linesOf(close, { ...close, channel_id: "bs" }, { ...close, channel_id: "x" })).toEqual([
    "Another post on LinkedIn, Bluesky and X within an hour.",
  ]);
});

test("a chosen account that needs reconnecting is shown before anything is sent", () => {
  const one = (id: string, more: Partial<Channel>) =>
    ({ id, name: `Acme ${id}`, username: id, platform: "x", ...more }) as Channel;
  const out = { state: "reconnect" } as const;
  const channels = [one("x", out), one("bs", { ...out, practice: true }), one("li", {}), one("other", out)];
  expect(formatReconnectWarnings(draft, channels)).toEqual([
    "Acme x on X needs reconnecting: its posts wait for that, up to a day.",
  ]);
});
