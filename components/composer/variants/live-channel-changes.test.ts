import { expect, test } from "vitest";
import type { Channel } from "#lib/contract/types.ts";
import { appendGoneChannels, formatChannelChanges } from "./live-channel-changes.ts";

const channel = (id: string, more: Partial<Channel> = {}): Channel => ({
  id,
  platform: "x",
  name: `House ${id}`,
  username: `house_${id}`,
  verified: false,
  practice: true,
  state: "connected",
  ...more,
});
const [a, b] = [channel("a"), channel("b", { platform: "bluesky" })];

test("a missing channel stays, marked as gone, until it returns", () => {
  const gone = appendGoneChannels([a, b], [b]);
  expect(gone).toEqual([b, { ...a, state: "gone" }]);
  expect(appendGoneChannels(gone, [a, b])).toEqual([a, b]);
  expect(appendGoneChannels(gone, [])).toEqual([
    { ...b, state: "gone" },
    { ...a, state: "gone" },
  ]);
});

test("each change of a chosen channel is one sentence; other channels get none", () => {
  const said = (before: Channel[], now: Channel[], chosen = ["a"]) =>
    formatChannelChanges(before, appendGoneChannels(before, now), chosen);
  const down = channel("a", { state: "reconnect" });
  expect(said([a, b], [b])).toEqual([
    "House a on X is no longer available. Your text is safe; remove the channel, or wait.",
  ]);
  expect(said(appendGoneChannels([a], []), [a])).toEqual(["House a on X is available again."]);
  expect(said(appendGoneChannels([a], []), [])).toEqual([]);
  expect(said([a], [down])).toEqual(["House a on X needs reconnecting before you can publish there."]);
  expect(said([down], [a])).toEqual(["House a on X is connected again."]);
  expect(said([a], [channel("a", { name: "Harbour" })])).toEqual(["House a is now called Harbour."]);
  expect(said([a, b], [a], ["a"])).toEqual([]);
  expect(said([a], [a, b], ["a", "b"])).toEqual([]);
});
