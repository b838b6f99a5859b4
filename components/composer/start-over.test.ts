import { expect, test, vi } from "vitest";
import { undoNewestToast } from "#components/ui/feedback/toast.tsx";
import type { DraftSessionSnapshot } from "./drafts/autosave/draft-session.ts";
import { composeInstead, restoreTakenBackDraft, startOver } from "./start-over.ts";
import { createComposerState, reduceComposer } from "./state/composer-reducer.ts";
import type { ComposerEvent, ComposerPhase, ComposerState, ComposerSubject } from "./state/composer-state.ts";
import { createEmptyDraft } from "./state/draft.ts";

const draft = { ...createEmptyDraft("part", 20), parts: [{ id: "part", text: "Second thoughts" }] };

function open(phase: ComposerPhase, subject: ComposerSubject = { type: "new" }) {
  const latest: { current: ComposerState } = { current: { ...createComposerState(subject, draft), phase } };
  const dispatch = (event: ComposerEvent) => {
    [latest.current] = reduceComposer(latest.current, event);
  };
  const startAnother = () => ({ saving: null, localSave: "stored" as const, back: () => undefined });
  const getSnapshot = () => ({ conflict: null }) as DraftSessionSnapshot;
  const ids = { getDraftId: () => "draft", resolveConflict: () => undefined };
  const session = { get: getSnapshot, startAnother, canSave: true, ...ids };
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

test("Compose gives an empty editor after a submission, over a draft, and over one that waits to be sent, which then isn't", () => {
  vi.stubGlobal("location", { pathname: "/compose", origin: "https://app.example" });
  for (const phase of [
    { status: "sent", intent: "send", postIds: ["1"] },
    { status: "editing" },
    { status: "held", intent: "send", repeatKey: "k" },
    { status: "waiting", intent: "send", repeatKey: "k" },
  ] as const) {
    const options = open(phase);
    expect(composeInstead(options, "/compose?new", null), phase.status).toBe(true);
    const { current } = options.latest;
    expect([current.draft.parts.map(({ text }) => text), current.phase.status], phase.status).toEqual([
      [""],
      "editing",
    ]);
    expect(current.draft.parts[0]?.id).toBe((options.focusTarget.current as { id: string } | null)?.id);
  }
});

test("Compose leaves a post that is being sent alone, and leaves an edit or a replacement for a page of its own", () => {
  vi.stubGlobal("location", { pathname: "/compose", origin: "https://app.example" });
  const sending = open({ status: "sending", intent: "send", calls: [] });
  expect(composeInstead(sending, "/compose?new", null)).toBe(true);
  expect(sending.latest.current.draft).toEqual(draft);
  const post = { type: "post", postId: "1", version: 1 } as ComposerSubject;
  for (const subject of [post, { type: "new", again: "1" }, { type: "new", again: "1", replaces: "1" }] as const) {
    const options = open({ status: "editing" }, subject);
    expect(composeInstead(options, "/compose?new", null)).toBe(false);
    expect(options.latest.current.draft).toEqual(draft);
  }
  const other = open({ status: "editing" });
  for (const path of ["/posts?new", "/compose?draft=2", "/compose"]) {
    expect(composeInstead(other, path, null), path).toBe(false);
    expect(other.latest.current.draft).toEqual(draft);
  }
});
