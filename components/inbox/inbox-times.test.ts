import { expect, test } from "vitest";
import { createInboxTimeFormatters, formatDue, formatSince } from "./inbox-times.ts";

const now = new Date("2026-11-21T10:00:00Z");
const berlin = { zone: "Europe/Berlin", clock: "24" } as const;

test.each([
  ["2026-11-21T08:00:00Z", "2026-11-21T08:00:00Z", 1, "2 h ago"],
  ["2026-11-05T09:06:00Z", "2026-11-05T09:06:00Z", 1, "Thu 5 Nov, 10:06"],
  ["2026-11-06T07:15:00Z", "2026-11-21T08:00:00Z", 2, "since Fri 6 Nov"],
  ["2026-11-21T07:15:00Z", "2026-11-21T08:00:00Z", 2, "2 h ago"],
  ["2025-12-31T23:30:00Z", "2025-12-31T23:30:00Z", 1, "Thu 1 Jan, 00:30"],
  ["2025-06-01T08:00:00Z", "2025-06-01T08:00:00Z", 1, "Sun 1 Jun 2025, 10:00"],
])("from %s to %s is shown as %j", (since, latest, count, words) => {
  expect(formatSince({ since, latest, count }, berlin, now)).toBe(words);
});

test("a post shows when it was due or sent, in the reader's zone and clock", () => {
  const due = { scheduled_for: "2026-11-12T08:00:00Z", failed_at: "2026-11-12T08:00:03Z" };
  expect(formatDue(due, berlin, now)).toBe("due Thu 12 Nov, 09:00");
  expect(formatDue(due, { zone: "America/New_York", clock: "12" }, now)).toBe("due Thu 12 Nov, 3:00 am");
  expect(formatDue({ ...due, scheduled_for: null }, berlin, now)).toBe("tried Thu 12 Nov, 09:00");
  expect(formatDue({ scheduled_for: null, failed_at: null }, berlin, now)).toBeNull();
  expect(createInboxTimeFormatters(berlin, now).day("2026-11-26T23:30:00Z")).toBe("Fri 27 Nov");
});
