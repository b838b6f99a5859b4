import { expect, test } from "vitest";
import type { PostTimelineEvent } from "#lib/contract/types.ts";
import { formatEvent, numberAttempts } from "./event-messages.ts";

const ines = { id: "m1", name: "Ines" };
const event = (
  kind: string,
  detail: PostTimelineEvent["detail"] = {},
  member: PostTimelineEvent["member"] = null,
): PostTimelineEvent => ({
  id: `${kind}1`,
  at: "2026-11-21T09:00:00Z",
  kind,
  member,
  detail,
});
const line = (one: PostTimelineEvent, parts = 3) =>
  formatEvent(one, { platform: "x", parts, time: (iso) => iso.slice(11, 16) }).text;
const [early, late, secondsBefore] = ["2026-11-23T18:30:00Z", "2026-11-24T09:00:00Z", "2026-11-24T08:59:41Z"];
const onNextDay = "2026-11-25T09:00:00Z";

test.for<[PostTimelineEvent, string]>([
  [event("created", { status: "draft" }, ines), "Created by Ines"],
  [event("created", { status: "publishing", channels: 3 }, ines), "Created by Ines, for 3 channels"],
  [event("created", { status: "draft", via: "mcp" }, ines), "Created by Ines through an assistant"],
  [event("scheduled", { scheduled_for: late, via: "mcp" }, ines), "Scheduled for 09:00 by Ines through an assistant"],
  [
    event("created", { status: "scheduled", channels: 1, scheduled_for: late }, ines),
    "Created by Ines, scheduled for 09:00",
  ],
  [event("edited", { from: "draft", status: "draft" }, ines), "Edited by Ines"],
  [event("edited", { from: "scheduled", status: "draft" }, ines), "Moved to drafts by Ines"],
  [event("edited", { from: "draft", status: "publishing" }, ines), "Submitted by Ines"],
  [
    event("scheduled", { from: "draft", status: "scheduled", scheduled_for: late }, ines),
    "Scheduled for 09:00 by Ines",
  ],
  [
    event("scheduled", { from: "scheduled", status: "scheduled", scheduled_for: late, was_for: early }, ines),
    "Rescheduled from 18:30 to 09:00 by Ines",
  ],
  [
    event("scheduled", { from: "scheduled", status: "scheduled", scheduled_for: late, was_for: secondsBefore }, ines),
    "Edited by Ines",
  ],
  [
    event("scheduled", { from: "scheduled", status: "scheduled", scheduled_for: late, was_for: onNextDay }, ines),
    "Rescheduled from 09:00 to 09:00 by Ines",
  ],
  [event("scheduled", { from: "draft", status: "scheduled" }, ines), "Scheduled by Ines"],
  [event("canceled", {}, ines), "Canceled by Ines"],
  [event("deleted", { status: "draft" }, ines), "Deleted by Ines"],
  [event("restored", { status: "draft" }, ines), "Restored by Ines, as a draft"],
  [event("restored", { status: "published" }, ines), "Restored by Ines"],
  [event("retried", { unconfirmed: null }, ines), "Retried by Ines"],
  [event("retried", { unconfirmed: "is_there" }, ines), "Confirmed as published by Ines"],
  [
    event("retried", { unconfirmed: "is_there", url: "https://x.example/2" }, ines),
    "Confirmed as published by Ines: https://x.example/2",
  ],
  [event("retried", { unconfirmed: "send_again" }, ines), "Sent again by Ines"],
  [event("undone", { action: "schedule", from: "scheduled", status: "draft" }, ines), "Rescheduling undone by Ines"],
  [event("taken_down", {}, ines), "Taken down from X by Ines"],
  [event("taken_down", { down: 3, of: 3 }, ines), "Taken down from X by Ines"],
  [event("taken_down", { down: 1, of: 3 }, ines), "1 of 3 parts taken down from X by Ines"],
  [event("takedown_failed", { of: 3 }, ines), "Takedown by Ines failed: it is still on X"],
  [event("started", { attempt: 1, late_ms: 4 }), "Started"],
  [event("started", { attempt: 1, late_ms: 12_400 }), "Started, 12.4 s late"],
  [event("started", { attempt: 3, late_ms: 2 }), "Attempt 3 started"],
  [event("part_published", { part: 2, url: "https://x.example/2" }), "Part 2 of 3 published"],
  [
    event("part_published", { part: 2, url: "https://x.example/2", note: "X shows only 1 of the 2 images." }),
    "Part 2 of 3 published. X shows only 1 of the 2 images.",
  ],
  [event("published"), "Published on X"],
  [
    event("waiting", { part: 1, for: "reconnect", message: "Its sign-in ended." }),
    "X needs reconnecting: waiting up to a day",
  ],
  [event("waiting", { part: 3, until: late }), "X asked us to slow down: waiting until 09:00"],
  [
    event("attempt_failed", { attempt: 1, part: 1, reason: "server", message: "X has a fault.", until: late }),
    "Attempt 1 failed: X has a fault. Next attempt 09:00",
  ],
  [event("looked_up", { part: 1, found: "absent" }), "No answer from X; checked: it isn't there"],
  [event("looked_up", { part: 1, until: late }), "No answer from X; checking again 09:00"],
  [event("failed", { cause: "rejected", message: "X refused part 1." }), "Failed: X refused part 1."],
  [event("failed", { cause: "unconfirmed", message: "X didn't confirm it." }), "X didn't confirm it."],
  [event("failed"), "Failed: the service did not say why."],
  [event("moon_landing", {}, ines), "Moon landing by Ines"],
  [event("constructor"), "Constructor"],
  [event(""), "Something happened"],
])("each kind of event is one sentence: %#", ([one, words]) => {
  expect(line(one)).toBe(words);
});

test("a failure whose reason the page shows elsewhere doesn't repeat it; another reason stays", () => {
  const failure = event("failed", { cause: "rejected", message: "X refused part 1." });
  const context = { platform: "x", parts: 1, time: (iso: string) => iso };
  expect(formatEvent(failure, { ...context, shownReason: "X refused part 1." }).text).toBe("Failed");
  expect(formatEvent(failure, { ...context, shownReason: "X is down." }).text).toBe("Failed: X refused part 1.");
});

test("a published post of one part shows no part number", () => {
  expect(line(event("part_published", { part: 1 }), 1)).toBe("Live on X");
});

test("a failed attempt has the number of the start before it", () => {
  const told = numberAttempts([
    event("attempt_failed", { message: "Twice." }),
    event("started", { attempt: 2 }),
    event("attempt_failed", { message: "Once." }),
    event("started", { attempt: 1 }),
  ]);
  expect(told.map((one) => one.detail["attempt"])).toEqual([2, 2, 1, 1]);
});
