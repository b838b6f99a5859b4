import { expect, test, vi } from "vitest";
import { undoNewestToast } from "#components/ui/feedback/toast.tsx";
import { restoreTakenBackDraft, startOver } from "./start-over.ts";
import { createComposerState, reduceComposer } from "./state/composer-reducer.ts";
import type { ComposerEvent, ComposerPhase, ComposerState } from "./state/composer-state.ts";
import { createEmptyDraft } from "./state/draft.ts";

const draft = { ...createEmptyDraft("part", 20), parts: [{ id: "part", text: "Second thoughts" }] };

function open(phase: ComposerPhase) {
  const latest: { current: ComposerState } = { current: { ...createComposerState({ type: "new" }, draft), phase } };
  const dispatch = (event: ComposerEvent) => {
    [latest.current] = reduceComposer(latest.current, event);
  };
  const startAnother = () => ({ saving: null, localSave: "stored" as const, back: () => undefined });
  const session = { get: () => expect.fail(), startAnother, canSave: true };
  const shown = { setRestored: () => undefined, focusTarget: { current: null } };
  return { start: draft, isEdit: false, session, latest, dispatch, ...shown };
}

test("Undo after a submission was taken back leaves the text that came back", () => {
  const { latest, ...options } = open({ status: "sent", intent: "send", postIds: ["1"] });
  restoreTakenBackDraft({ ...options, latest }, draft);
  expect(latest.current.draft.parts).toEqual(draft.parts);
  options.dispatch({ type: "undone" });
  expect(latest.current.draft.parts).toEqual(draft.parts);
});

test("Undo after the return to a draft that was set aside does not empty it", async () => {
  vi.stubGlobal("location", { pathname: "/compose" });
  const { latest, ...options } = open({ status: "editing" });
  startOver({ ...options, latest });
  expect(latest.current.draft.parts).not.toEqual(draft.parts);
  await expect.poll(undoNewestToast).toBe(true);
  expect(latest.current.draft.parts).toEqual(draft.parts);
  options.dispatch({ type: "undone" });
  expect(latest.current.draft.parts).toEqual(draft.parts);
});
