import { expect, test } from "vitest";
import type { PostDelay } from "#lib/contract/types.ts";
import { formatDelayMessage } from "./delay-message.ts";

const now = new Date("2026-11-21T10:00:00.000Z");
const at = { platform: "X", time: (instant: string) => instant.slice(11, 16), now };
const inMs = (ms: number) => new Date(now.getTime() + ms).toISOString();
const late = (why: string, more: Partial<PostDelay> = {}): PostDelay => {
  return { reason: why, until: null, attempt: null, attempts_max: null, detail: null, ...more };
};
const third = { attempt: 3, attempts_max: 8 };

test.each<[PostDelay | null | undefined, string | null]>([
  [null, null],
  [undefined, null],
  [late("queued"), "Queued: each X channel publishes one post at a time"],
  [late("channel_waits", { until: inMs(42 * 60_000) }), "Waiting for X until 10:42 (it asked us to slow down)"],
  [late("channel_waits"), "Waiting for X (it asked us to slow down)"],
  [late("retry", { ...third, until: inMs(40_000) }), "Attempt 3 of 8, next in 40 s"],
  [late("retry", { ...third, until: inMs(39_001), detail: "server" }), "Attempt 3 of 8, next in 40 s (X had an error)"],
  [
    late("retry", { ...third, until: inMs(5 * 60_000), detail: "network" }),
    "Attempt 3 of 8, next in 5 min (X could not be reached)",
  ],
  [late("retry", { ...third, until: inMs(-5_000) }), "Attempt 3 of 8, next in a moment"],
  [late("retry", { until: inMs(3 * 3_600_000), detail: "odd" }), "Retrying, next in 3 h"],
  [late("looking_up", { until: inMs(60_000) }), "No answer from X: checking again, next in 60 s"],
  [late("looking_up"), "No answer from X: checking whether it was published"],
  [late("sending", { attempt: 1, attempts_max: 8 }), "Publishing to X now"],
  [late("sending", third), "Publishing to X now, attempt 3 of 8"],
  [late("grace", { until: inMs(4_200) }), "Publishes in 5 s; you can undo until then"],
  [late("grace", { until: inMs(0) }), "Publishes in a moment"],
  [late("solar_flare"), "Not published yet"],
  [late("solar_flare", { until: inMs(60_000) }), "Not published yet; more at 10:01"],
])('the delay %j is shown as "%s"', (given, sentence) => {
  expect(formatDelayMessage(given, at)).toBe(sentence);
});
