import { expect, test } from "vitest";
import { type ComposerDraft, createEmptyDraft } from "#components/composer/state/draft.ts";
import type { Channel } from "#lib/contract/types.ts";
import { createPreflightChecks, formatReconnectWarnings, formatWarning } from "./check-posts-input.ts";

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

test("a warning names channel and time; an unknown one shows the service's text", () => {
  const channels = [{ id: "x", platform: "x", name: "Acme", username: "acme", verified: false }] satisfies Channel[];
  const warning = { code: "same_text", channel_id: "x", at: now.toISOString(), post_id: null, message: "As is." };
  const time = () => "today, 11:00";
  expect(formatWarning(warning, channels, time)).toBe("Same text on @acme within a day: today, 11:00.");
  expect(formatWarning({ ...warning, code: "moon_phase" }, channels, time)).toBe("As is.");
  expect(formatWarning({ ...warning, channel_id: "gone" }, channels, time)).toBe("As is.");
  const close = { ...warning, code: "close_in_time" };
  expect(formatWarning(close, channels, time)).toBe("Another post on @acme within an hour: today, 11:00.");
});

test("a chosen account that needs reconnecting is shown before anything is sent", () => {
  const one = (id: string, more: Partial<Channel>) => ({ id, username: id, platform: "x", ...more }) as Channel;
  const out = { state: "reconnect" } as const;
  const channels = [one("x", out), one("bs", { ...out, practice: true }), one("li", {}), one("other", out)];
  expect(formatReconnectWarnings(draft, channels)).toEqual([
    "@x on X needs reconnecting: its posts wait for that, up to a day.",
  ]);
});
