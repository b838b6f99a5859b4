import { expect, test } from "vitest";
import type { SubmitRequest } from "#components/composer/state/composer-state.ts";
import type { Channel } from "#lib/contract/types.ts";
import { findChannelRefusal } from "./channel-refusal.ts";

const channel = (id: string, name: string): Channel => ({ id, name, platform: "x", username: id, verified: false });
const channels = [channel("a", "News"), channel("b", "News Berlin"), channel("c", "Other")];
const call: SubmitRequest = {
  channelIds: ["a", "b"],
  sheet: null,
  repeatKey: "k",
  submissionId: null,
  print: "",
  state: { type: "waiting" },
};
const find = (message: string, field?: string) =>
  findChannelRefusal({ code: "invalid_request", status: 400, message, field }, call, channels);

test("a changed limit is reported at its channel and part", () => {
  expect(find("News Berlin: part 2 has 282 characters; the limit is 250.", "thread.1")).toMatchObject({
    channel: { id: "b" },
    why: "Part 2 has 282 characters; the limit is 250.",
    part: 1,
    isGone: false,
  });
  expect(find("News: the joined text has 4000 characters; the limit is 3000.", "thread")).toMatchObject({
    channel: { id: "a" },
    part: 0,
  });
});

test("a channel that was disconnected or restricted is named and can be removed", () => {
  expect(find('There is no channel of yours with the id "b".', "channels")).toMatchObject({
    channel: { id: "b" },
    isGone: true,
  });
  expect(find("News is for named members only, and you are not one of them.", "channels")).toMatchObject({
    channel: { id: "a" },
    isGone: true,
    part: null,
  });
});

test("a refusal that names no channel of the call applies to all of it", () => {
  expect(find("Other: too long.", "text")).toBeNull();
  expect(find("points must be at most 1000.", "points")).toBeNull();
  expect(find('There is no channel of yours with the id "z".', "channels")).toBeNull();
});
