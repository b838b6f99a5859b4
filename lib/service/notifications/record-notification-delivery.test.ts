import { expect, test } from "vitest";
import { getNotificationRetryMs } from "./record-notification-delivery.ts";

test.each([
  [1, 30_000],
  [2, 60_000],
  [3, 120_000],
  [7, 1_920_000],
  [8, 3_600_000],
  [40, 3_600_000],
])("attempt %i of an e-mail is followed by the next after %i ms, plus or minus a tenth", (attempt, ms) => {
  expect(getNotificationRetryMs(attempt, 0.5)).toBeCloseTo(ms, 5);
  expect(getNotificationRetryMs(attempt, 0)).toBeCloseTo(ms * 0.9, 5);
  expect(getNotificationRetryMs(attempt, 1)).toBeCloseTo(ms * 1.1, 5);
});
