import fc from "fast-check";
import { expect, test } from "vitest";
import { createComposerState, reduceComposer } from "#components/composer/state/composer-reducer.ts";
import type { ComposerEvent, ComposerState } from "#components/composer/state/composer-state.ts";
import { type ComposerDraft, createEmptyDraft, isDraftBlank } from "#components/composer/state/draft.ts";

const refusal = { code: "invalid_request", message: "Too long.", status: 400, field: "text" };
const thoughtOn = ({ parts }: ComposerDraft) => /^t\d+/.exec(parts[0]?.text ?? "")?.[0] ?? null;
const begin = (thought: string): ComposerDraft => ({
  ...createEmptyDraft("p", 20),
  parts: [{ id: "p", text: thought }],
  channelIds: ["c1", "c2"],
  own: { c2: [{ id: "o", text: `${thought} for c2` }] },
});

const actions = ["write", "write", "clear", "send", "undo", "undo", "redo", "start over", "back"] as const;

/**
 * Simulates an author who writes several texts, submits some of them in part, undoes and redoes, starts over, and
 * undoes that by its toast at once or much later.
 */
function live(doings: readonly (typeof actions)[number][]): void {
  let state: ComposerState = createComposerState({ type: "new" }, createEmptyDraft("p", 20));
  let atMs = 0;
  let thoughts = 0;
  const sent = new Set<string>();
  let toast: { draft: ComposerDraft; submissionNumber: number } | null = null;
  const tell = (event: ComposerEvent) => {
    atMs += 5_000;
    [state] = reduceComposer(state, event, atMs);
  };
  for (const act of doings) {
    const thought = thoughtOn(state.draft);
    if (act === "write" && isDraftBlank(state.draft)) {
      thoughts += 1;
      tell({ type: "restored", draft: begin(`t${thoughts}`) });
    } else if (act === "write") tell({ type: "typed", partId: "p", text: `${state.draft.parts[0]?.text} more` });
    else if (act === "clear") tell({ type: "restored", draft: createEmptyDraft("p", 20) });
    else if (act === "start over") {
      toast = { draft: state.draft, submissionNumber: state.submissionNumber };
      tell({ type: "restored", draft: createEmptyDraft("p", 20) });
    } else if (act === "back") {
      if (toast) tell({ type: "restored", ...toast });
      toast = null;
    } else if (act === "undo") tell({ type: "undone" });
    else if (act === "redo") tell({ type: "redone" });
    else if (thought && !sent.has(thought)) {
      sent.add(thought);
      tell({ type: "submitted", intent: "send", repeatKey: thought });
      tell({ type: "accepted", postIds: [`post of ${thought}`], submissionId: `submission of ${thought}` });
      tell({ type: "refused", failure: refusal });
    }
    const now = thoughtOn(state.draft);
    const expected = now && sent.has(now) ? `submission of ${now}` : null;
    if (now) expect([now, state.out.submissionId]).toEqual([now, expected]);
    if (!now) continue;
    // The channel that has this text is not chosen again, however the text came back.
    expect([now, state.draft.channelIds]).toEqual([now, expected === null ? ["c1", "c2"] : ["c2"]]);
    // The rest joins the submission, and the submitted channel is known.
    const [, effects] = reduceComposer(state, { type: "submitted", intent: "send", repeatKey: "again" }, atMs);
    const asked = effects.flatMap((effect) => (effect.type === "send" ? [effect.call.submissionId] : []));
    expect([now, asked, state.out.channelIds]).toEqual([now, [expected], expected === null ? [] : ["c1"]]);
  }
}

test("published channels of a submission are known wherever its text is, and of no other, after any undo", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...actions), { maxLength: 60 }), (doings) => live(doings)),
    { numRuns: 500 },
  );
});

test("Start over and its Undo keep the published channels, also if the rest was edited or sent meanwhile", () => {
  live(["write", "send", "start over", "back", "write", "undo", "undo", "undo", "redo"]);
  live(["write", "send", "start over", "write", "back", "undo", "undo", "undo", "redo", "redo", "redo"]);
  live(["write", "start over", "undo", "send", "redo", "back", "write"]);
  live(["write", "send", "start over", "write", "send", "back", "undo", "back", "undo", "undo"]);
});

test("published channels are known beyond the steps of the undo history", () => {
  const many = Array.from({ length: 510 }, () => "write" as const);
  live([...many, "send", "clear", "write", "write", "undo", "redo", "undo", "undo", "undo", "write", "undo", "undo"]);
  live(["write", "send", "clear", ...many, ...Array.from({ length: 520 }, () => "undo" as const)]);
});
