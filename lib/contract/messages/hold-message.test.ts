import { expect, test } from "vitest";
import type { PostHold } from "#lib/contract/types.ts";
import { formatHold } from "./hold-message.ts";

const steps = {
  author_left: ["reassign", "m1"],
  channel_needs_reconnect: ["reconnect", "c1"],
  channel_paused: ["resume", "p1"],
  organization_paused: ["resume", "p1"],
} as const;
const hold = (reason: PostHold["reason"]): PostHold => ({
  reason,
  since: "2026-11-21T10:00:00.000Z",
  resolve: { action: steps[reason][0], target_id: steps[reason][1], roles: ["owner", "admin"] },
});
const about = { channel: "Northwind on X", author: { id: "m1", name: "Sam & Co" } };

test.each([
  ["author_left", "Sam & Co is deactivated", "Reassign", "/members?show=removed&q=Sam%20%26%20Co&member=m1"],
  ["channel_needs_reconnect", "Northwind on X needs reconnecting", "Reconnect", "/channels#c1"],
  ["channel_paused", "Sending is paused on Northwind on X", "Resume", "/organization#sending"],
  ["organization_paused", "Sending is paused", "Resume", "/organization#sending"],
] as const)("the hold %s is shown with its reason and its step", (reason, said, label, href) => {
  const message = formatHold(hold(reason), { ...about, role: "admin" });
  expect([message.reason, message.step]).toEqual([said, { label, href }]);
});

test("a member who may not end a hold is told whom to ask, and gets no step", () => {
  for (const reason of Object.keys(steps) as PostHold["reason"][]) {
    const message = formatHold(hold(reason), { ...about, role: "member" });
    expect([message.step, message.text]).toEqual([null, expect.stringContaining("Ask an administrator")]);
  }
});

test("a hidden author is not named, and a reason of a newer service still says that the post waits", () => {
  expect(formatHold(hold("author_left"), { ...about, author: null, role: "owner" })).toMatchObject({
    reason: "Its author is deactivated",
    step: { href: "/members?show=removed&member=m1" },
  });
  const newer = { ...hold("channel_paused"), reason: "solar_flare" } as unknown as PostHold;
  expect(formatHold(newer, { ...about, role: "member" }).reason).toBe("On hold");
});
