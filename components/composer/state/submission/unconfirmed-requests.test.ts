import { expect, test } from "vitest";
import { createComposerState } from "#components/composer/state/composer-reducer.ts";
import { createEmptyDraft } from "#components/composer/state/draft.ts";
import {
  createSubmittedEvent,
  getSendEffects,
  runEvents,
  typedEvent,
} from "#components/composer/state/testing/run-events.ts";

const lost = { type: "refused", failure: { code: "lost", message: "", status: null } } as const;
const start = (channelIds: readonly string[]) =>
  createComposerState({ type: "new" }, { ...createEmptyDraft("p1", 20), channelIds });

function lose(channelIds: readonly string[]) {
  const { state } = runEvents([typedEvent, createSubmittedEvent("key-1"), lost], start(channelIds));
  const [call] = state.out.unsure;
  if (!call) throw new Error("The call is not unsure.");
  return { state, call };
}

test("an unconfirmed call counts as sent if every post was found, and nothing is left to send", () => {
  const { state, call } = lose(["c1", "c2"]);
  const { repeatKey } = call;
  const found = { type: "arrived", repeatKey, channelIds: ["c1", "c2"], postIds: ["p1", "p2"] } as const;
  const after = runEvents([found], state);
  expect(after.state.phase).toEqual({ status: "sent", intent: "send", postIds: ["p1", "p2"] });
  expect(after.effects).toEqual([{ type: "forget" }]);
});

test("a channel whose post was not found stays unconfirmed, and the others are not sent again", () => {
  const { state, call } = lose(["c1", "c2"]);
  const found = { type: "arrived", repeatKey: call.repeatKey, channelIds: ["c1"], postIds: ["p1"] } as const;
  const half = runEvents([found], state).state;
  expect(half.draft.channelIds).toEqual(["c2"]);
  expect(half.out.unsure.map(({ channelIds }) => channelIds)).toEqual([["c2"]]);
  const { effects } = runEvents([{ type: "not-arrived" }, createSubmittedEvent("key-2")], half);
  expect(getSendEffects(effects).map((effect) => effect.type === "send" && effect.call.channelIds)).toEqual([["c2"]]);
});

test("a call that the author says did not arrive is sent as a new call", () => {
  const { state, call } = lose(["c1"]);
  const { effects } = runEvents([{ type: "not-arrived" }, createSubmittedEvent("key-2")], state);
  const [again] = getSendEffects(effects);
  expect(again?.type === "send" && again.call.repeatKey).not.toBe(call.repeatKey);
});

test("a call that was certainly never sent is not unconfirmed", () => {
  const failure = { code: "unreachable", message: "", status: null, neverSent: true };
  const { state } = runEvents([typedEvent, createSubmittedEvent("key-1"), { type: "refused", failure }], start(["c1"]));
  expect(state.out.unsure).toEqual([]);
  expect(state.phase.status).toBe("refused");
});

test("after a reload the former page's calls are unconfirmed again", () => {
  const { state, call } = lose(["c1"]);
  const reloaded = runEvents(
    [{ type: "doubted", calls: [call] }],
    createComposerState({ type: "new" }, state.draft),
  ).state;
  expect(reloaded.out.unsure).toEqual([call]);
  expect(reloaded.phase).toEqual({ status: "editing" });
});
