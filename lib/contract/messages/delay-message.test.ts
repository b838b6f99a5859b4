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
  [late("queued"), "Waiting for its turn: posts on one X channel go out one after another"],
  [late("channel_waits", { until: inMs(42 * 60_000) }), "Waiting for X until 10:42 (it asked us to slow down)"],
  [late("channel_waits"), "Waiting for X (it asked us to slow down)"],
  [late("retry", { ...third, until: inMs(40_000) }), "Attempt 3 of 8, next in 40 s"],
  [late("retry", { ...third, until: inMs(39_001), detail: "server" }), "Attempt 3 of 8, next in 40 s (X has a fault)"],
  [
    late("retry", { ...third, until: inMs(5 * 60_000), detail: "network" }),
    "Attempt 3 of 8, next in 5 min (X could not be reached)",
  ],
  [late("retry", { ...third, until: inMs(-5_000) }), "Attempt 3 of 8, next in a moment"],
  [late("retry", { until: inMs(3 * 3_600_000), detail: "odd" }), "Trying again, next in 3 h"],
  [late("looking_up", { until: inMs(60_000) }), "X gave no answer: looking again whether it is there, next in 60 s"],
  [late("looking_up"), "X gave no answer: looking whether it is there"],
  [late("signed_out"), "Goes out by itself once X is connected again; it waits a day for that"],
  [late("reconnect"), "Waiting for you: X asks to be reconnected, then send it again"],
  [late("sending", { attempt: 1, attempts_max: 8 }), "Being sent to X now"],
  [late("sending", third), "Being sent to X now, attempt 3 of 8"],
  [late("grace", { until: inMs(4_200) }), "Goes out in 5 s; until then it can be taken back"],
  [late("grace", { until: inMs(0) }), "Publishes in a moment"],
  [late("solar_flare"), "Not out yet"],
  [late("solar_flare", { until: inMs(60_000) }), "Not out yet; more at 10:01"],
])("%j reads: %s", (given, sentence) => {
  expect(formatDelayMessage(given, at)).toBe(sentence);
});
