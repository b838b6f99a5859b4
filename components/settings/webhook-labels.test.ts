import { describe, expect, test } from "vitest";
import { formatDeliveryStatus, hasRequestedAttemptEnded } from "./webhook-labels.ts";

const delivery = { state: "waiting", attempts: 0, status: null, next_attempt_at: null, error: null } as const;
const failed = { error: "It answered 500.", status: 500 };

describe("webhook delivery labels", () => {
  test.each([
    [{ ...delivery }, null, "Waiting: Sending."],
    [{ ...delivery, attempts: 2, ...failed }, null, "Waiting: Attempt 2 is running."],
    [{ ...delivery, attempts: 2, ...failed }, "in 5 min", "Waiting: It answered 500. Attempt 3 follows in 5 min."],
    [{ ...delivery, attempts: 1, ...failed }, "now", "Waiting: It answered 500. Attempt 2 follows in a moment."],
    [{ ...delivery, state: "delivered", attempts: 1, status: 204 } as const, null, "Delivered: Response: 204."],
    [
      { ...delivery, state: "delivered", attempts: 3, status: 200 } as const,
      null,
      "Delivered: Response: 200 after 3 attempts.",
    ],
    [{ ...delivery, state: "failed", attempts: 1, ...failed } as const, null, "Failed: It answered 500."],
    [
      { ...delivery, state: "failed", attempts: 14, ...failed } as const,
      null,
      "Failed: It answered 500. Stopped after 14 attempts.",
    ],
  ])("a delivery in the state %j is described", (facts, untilNext, words) => {
    const { label, sentence } = formatDeliveryStatus(facts, untilNext);
    expect(`${label}: ${sentence}`).toBe(words);
  });
});

test("only an attempt that began after the request counts as its result", () => {
  expect(hasRequestedAttemptEnded(delivery, 0)).toBe(false);
  expect(hasRequestedAttemptEnded({ ...delivery, attempts: 1 }, 0)).toBe(false);
  expect(hasRequestedAttemptEnded({ ...delivery, attempts: 1, next_attempt_at: "2027-01-01T00:00:00Z" }, 0)).toBe(true);
  expect(hasRequestedAttemptEnded({ ...delivery, attempts: 1, state: "failed" }, 1)).toBe(false);
  expect(hasRequestedAttemptEnded({ ...delivery, attempts: 2, state: "delivered" }, 1)).toBe(true);
});
