"use client";
import { type RefObject, useEffect, useRef, useState } from "react";
import { getLocalItem } from "#components/composer/browser-storage.ts";
import type { DraftSession } from "#components/composer/drafts/autosave/draft-session.ts";
import { useDraftSnapshot } from "#components/composer/drafts/autosave/use-draft-session.ts";
import { getQueuedSubmitKey } from "#components/composer/drafts/draft-storage-format.ts";
import type { ComposerEvent, ComposerState, SubmitIntent } from "#components/composer/state/composer-state.ts";
import type { ComposerDraft, PublishTime } from "#components/composer/state/draft.ts";
import type { SubmitValidationOptions } from "#components/composer/state/submission/submit-validation.ts";
import { useIsOnline } from "#components/composer/use-is-online.ts";
import { announce } from "#components/ui/feedback/announce.tsx";
import { newId } from "#lib/new-id.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import type { OfflineSubmitController } from "./offline/offline-submit-controller.ts";
import type { OfflineFeedback } from "./offline/queued-submit.ts";

type UseSubmitOptions = {
  memberId: string;
  keepsRepeats: boolean;
  session: DraftSession;
  state: ComposerState;
  /** The result of the last added files. A new result may remove the problem. */
  added: unknown;
  latest: RefObject<ComposerState>;
  dispatch: (event: ComposerEvent) => void;
  /** Returns the options of the validation before a submission. */
  checkAt: () => SubmitValidationOptions;
};
/** The reason why the draft can't be submitted, and the draft in which it was found. */
type SubmitProblem = { words: string; of: ComposerDraft };

export const loadSubmitChunk = () => import("./submit-chunk.ts").then(({ submitChunk }) => submitChunk);

/** Submits the draft. Without a connection the submission fails, or waits for one if the author chooses so. */
export function useSubmit({
  memberId,
  keepsRepeats,
  session,
  state,
  added,
  latest,
  dispatch,
  checkAt,
}: UseSubmitOptions) {
  const { phase, subject } = state;
  const { canSave, flush, getDraftId: idNow } = session;
  const isStorageFull = useDraftSnapshot(session, ({ localSave }) => localSave === "full");
  const [told, setTold] = useState<OfflineFeedback | null>(null);
  const isOnline = useIsOnline();
  const holding = useRef<OfflineSubmitController | null>(null);
  const [obstacle, setObstacle] = useState<SubmitProblem | null>(null);
  const onObstacle = (words: string | null) => setObstacle(words === null ? null : { words, of: latest.current.draft });
  const given = { memberId, canSave, idNow, latest, dispatch, checkAt, onObstacle, onTold: setTold };
  const current = useRef(given);
  current.current = given;

  /** @param when a new time, which the draft takes if it can be submitted: after a refusal it has its own */
  async function submit(intent: SubmitIntent, when?: PublishTime) {
    // A text that is no post yet needs no channel to be saved.
    if (intent === "draft" && subject.type === "new") {
      return loadSubmitChunk().then(
        ({ saveToDrafts }) => saveToDrafts(session, latest.current.draft),
        () => announce("Saved in this browser"),
      );
    }
    // The author first decides about requests that may have arrived, in `UnconfirmedBanner`.
    if (!keepsRepeats && subject.type === "new" && latest.current.out.unsure.length > 0)
      return announce("It may have arrived. Choose what to do first.");
    const check = await loadSubmitChunk().catch(toReadFailure);
    const found =
      "findSubmitProblem" in check
        ? check.findSubmitProblem({ ...latest.current.draft, ...(when && { when }) }, intent, current.current.checkAt())
        : // Without a connection the author is offered to wait; the validation runs once there is one.
          navigator.onLine
          ? `${check.message} Nothing was sent.`
          : null;
    onObstacle(found);
    setTold(null);
    const { status: at } = latest.current.phase;
    const isIdle = at === "editing" || at === "refused";
    if (found || at === "held") return;
    if (when) dispatch({ type: "when-set", when });
    if (isIdle && !navigator.onLine) {
      flush(false);
      return setTold({ type: "offline", intent, why: "" });
    }
    const details =
      "findSubmitProblem" in check ? check.getSubmissionDetails(latest.current.draft, current.current.checkAt()) : {};
    dispatch({ type: "submitted", intent, repeatKey: newId(), ...details });
  }

  async function hold(then: (holding: OfflineSubmitController) => void) {
    const { createOfflineSubmitController } = await loadSubmitChunk();
    holding.current ??= createOfflineSubmitController(() => current.current);
    then(holding.current);
  }

  function wait(intent: SubmitIntent) {
    setTold(null);
    hold((one) => one.wait(intent)).catch(() =>
      announce("This can't be queued here. Send it when you're back online."),
    );
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after the stored draft is in view
  useEffect(() => {
    const id = idNow();
    const waits = id !== null && subject.type === "new" && getLocalItem(getQueuedSubmitKey(memberId, id)) !== null;
    if (waits) void hold((one) => one.resume()).catch(() => undefined);
    return () => holding.current?.leave();
  }, []);
  useEffect(() => holding.current?.onPhase(phase.status), [phase.status]);
  useEffect(() => {
    if (keepsRepeats || phase.status !== "sending") return;
    // A page that is left now would not learn if its request arrived.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [keepsRepeats, phase.status]);
  // The problem is shown until the draft changes. A render of the very draft with the problem changes nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs as the page follows the edits
  useEffect(() => setObstacle((found) => (found?.of === latest.current.draft ? found : null)), [state.draft]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new result clears the problem
  useEffect(() => setObstacle(null), [added]);
  // The author has chosen another time, as the message asked.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => setTold((before) => (before?.type === "late" ? null : before)), [state.draft.when]);

  return {
    submit,
    obstacle,
    wait,
    told: told?.type === "offline" && isOnline ? null : told,
    /** An edit of a post applies to the post as it was, so it is not queued for later. */
    canWait: subject.type === "new",
    isKept: !isStorageFull,
    sendNow: (intent: SubmitIntent) => void submit(intent, { type: "now" }),
    cancel: () => dispatch({ type: "wait-canceled" }),
  };
}
