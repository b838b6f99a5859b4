import { expect, test } from "vitest";
import { emptyDraft } from "#components/composer/state/draft.ts";
import { startComposer } from "#components/composer/state/composer-reducer.ts";
import { run, sends, submit, typed } from "#components/composer/state/testing/run-events.ts";

const lost = { type: "refused", failure: { code: "lost", message: "", status: null } } as const;
const start = (channelIds: readonly string[]) => startComposer({ is: "new" }, { ...emptyDraft("p1", 20), channelIds });

function lose(channelIds: readonly string[]) {
  const { state } = run([typed, submit("key-1"), lost], start(channelIds));
  const [call] = state.out.unsure;
  if (!call) throw new Error("The call is not unsure.");
  return { state, call };
}

test("an unsure call of which every post was found is sent, and nothing is left to send", () => {
  const { state, call } = lose(["c1", "c2"]);
  const { repeatKey } = call;
  const found = { type: "arrived", repeatKey, channelIds: ["c1", "c2"], postIds: ["p1", "p2"] } as const;
  const after = run([found], state);
  expect(after.state.phase).toEqual({ at: "sent", intent: "send", postIds: ["p1", "p2"] });
  expect(after.effects).toEqual([{ do: "forget" }]);
});

test("a channel of which the post was not found stays in question, and the others are not sent to again", () => {
  const { state, call } = lose(["c1", "c2"]);
  const found = { type: "arrived", repeatKey: call.repeatKey, channelIds: ["c1"], postIds: ["p1"] } as const;
  const half = run([found], state).state;
  expect(half.draft.channelIds).toEqual(["c2"]);
  expect(half.out.unsure.map(({ channelIds }) => channelIds)).toEqual([["c2"]]);
  const { effects } = run([{ type: "not-arrived" }, submit("key-2")], half);
  expect(sends(effects).map((effect) => effect.do === "send" && effect.call.channelIds)).toEqual([["c2"]]);
});

test("what the author says did not arrive is sent as a new call", () => {
  const { state, call } = lose(["c1"]);
  const { effects } = run([{ type: "not-arrived" }, submit("key-2")], state);
  const [again] = sends(effects);
  expect(again?.do === "send" && again.call.repeatKey).not.toBe(call.repeatKey);
});

test("a call that surely never left is not in question", () => {
  const failure = { code: "unreachable", message: "", status: null, neverSent: true };
  const { state } = run([typed, submit("key-1"), { type: "refused", failure }], start(["c1"]));
  expect(state.out.unsure).toEqual([]);
  expect(state.phase.at).toBe("refused");
});

test("after a reload the calls of the page before are in question again", () => {
  const { state, call } = lose(["c1"]);
  const reloaded = run([{ type: "doubted", calls: [call] }], startComposer({ is: "new" }, state.draft)).state;
  expect(reloaded.out.unsure).toEqual([call]);
  expect(reloaded.phase).toEqual({ at: "editing" });
});
