import { expect, test } from "vitest";
import { planPost } from "./plan-post.ts";

const account = { channelId: "c", username: "acme", remoteId: "r", host: "", reportedLimits: {} };
const plan = (texts: string[], platform: string, threadChoice?: "chain" | "join" | null) => {
  const planned = planPost({
    id: "p",
    platform,
    parts: texts.map((text) => ({ text })),
    images: [],
    ...(threadChoice !== undefined && { threadChoice }),
    account,
    connector: null,
    plannedAt: new Date("2027-01-01T00:00:00Z"),
    before: [],
    takenDown: 0,
  });
  return planned.type === "planned" ? planned.parts.map(({ text }) => text) : planned.why;
};

test("a worker delivers the parts by their author's choice, and without one by the platform's rule", () => {
  const texts = ["Hook", "Payoff"];
  const joined = ["Hook\n\nPayoff"];
  expect(plan(texts, "bluesky")).toEqual(joined);
  expect(plan(texts, "bluesky", null)).toEqual(joined);
  expect(plan(texts, "bluesky", "chain")).toEqual(texts);
  expect(plan(texts, "x", "join")).toEqual(joined);
  expect(plan(["a".repeat(200), "b".repeat(200)], "bluesky", "join")).toMatch(/402 characters and the limit is 300/);
});
