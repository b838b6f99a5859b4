"use client";
import { type RefObject, useEffect, useRef, useState } from "react";
import { announce } from "#components/ui/feedback/announce.tsx";
import { newId } from "#lib/new-id.ts";
import { failureOf } from "#lib/queries/read-resource.ts";
import { useIsOnline } from "#components/composer/use-is-online.ts";
import { recall } from "#components/composer/browser-storage.ts";
import { waitName } from "#components/composer/drafts/draft-storage.ts";
import type { useKeeping } from "#components/composer/drafts/autosave/use-draft-autosave.ts";
import type { CheckAt } from "#components/composer/state/submission/submit-validation.ts";
import type { Draft } from "#components/composer/state/draft.ts";
import type { Composer, ComposerEvent, Intent } from "#components/composer/state/composer-state.ts";
import type { Holding } from "./offline/offline-queue.ts";
import type { Told } from "./offline/queued-submit.ts";

type WaitingAt = {
  memberId: string;
  keepsRepeats: boolean;
  kept: Pick<ReturnType<typeof useKeeping>, "here" | "canSave" | "flush" | "idNow">;
  state: Composer;
  /** What came of the last files: once it is another, so may be what stands in the way. */
  added: unknown;
  latest: RefObject<Composer>;
  dispatch: (event: ComposerEvent) => void;
  /** What is looked at before it leaves. */
  checkAt: () => CheckAt;
};
/** Why it can't leave yet, and of which words that was found. */
type Obstacle = { words: string; of: Draft };

/** Fetched ahead while the text is being written, so that it is there where the network is not. */
export const loadHolding = () => import("./offline/offline-queue.ts");
export const loadAsking = () => import("./submit-request.ts");
export const loadCheck = () => import("#components/composer/state/submission/submit-validation.ts");

/** Sending, and what becomes of it without a connection: it is refused, or waits for one where the author says so. */
export function useWaiting({ memberId, keepsRepeats, kept, state, added, latest, dispatch, checkAt }: WaitingAt) {
  const { phase, subject } = state;
  const { here, canSave, flush, idNow } = kept;
  const [told, setTold] = useState<Told | null>(null);
  const isOnline = useIsOnline();
  const holding = useRef<Holding | null>(null);
  const [obstacle, setObstacle] = useState<Obstacle | null>(null);
  const onObstacle = (words: string | null) => setObstacle(words === null ? null : { words, of: latest.current.draft });
  const given = { memberId, canSave, idNow, latest, dispatch, checkAt, onObstacle, onTold: setTold };
  const current = useRef(given);
  current.current = given;

  async function submit(intent: Intent) {
    // What may have arrived is decided first: `UnsureNotice`.
    if (!keepsRepeats && subject.is === "new" && latest.current.out.unsure.length > 0)
      return announce("It may have arrived. Choose what to do first.");
    const check = await loadCheck().catch(failureOf);
    const found =
      "findObstacle" in check
        ? check.findObstacle(latest.current.draft, intent, current.current.checkAt())
        : // Without a connection it is offered to wait, and looked at when there is one.
          navigator.onLine
          ? `${check.message} Nothing was sent.`
          : null;
    onObstacle(found);
    setTold(null);
    const { at } = latest.current.phase;
    const isIdle = at === "editing" || at === "refused";
    if (found || at === "held") return;
    if (isIdle && !navigator.onLine) {
      flush(false);
      return setTold({ is: "offline", intent, why: "" });
    }
    dispatch({ type: "submitted", intent, repeatKey: newId() });
  }

  async function hold(then: (holding: Holding) => void) {
    const { makeHolding } = await loadHolding();
    holding.current ??= makeHolding(() => current.current);
    then(holding.current);
  }

  function wait(intent: Intent) {
    setTold(null);
    hold((one) => one.wait(intent)).catch(() => announce("This can't wait here. Send it once you are back online."));
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after what was kept is in view
  useEffect(() => {
    const id = idNow();
    const waits = id !== null && subject.is === "new" && recall(waitName(memberId, id)) !== null;
    if (waits) void hold((one) => one.resume()).catch(() => undefined);
    return () => holding.current?.leave();
  }, []);
  useEffect(() => holding.current?.onPhase(phase.at), [phase.at]);
  // Told until something is changed. The page may only now show the very words it was found of: that changes nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as the page follows what is written
  useEffect(() => setObstacle((found) => (found?.of === latest.current.draft ? found : null)), [state.draft]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each is another answer
  useEffect(() => setObstacle(null), [added]);
  // Another time was chosen, as it was asked for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => setTold((before) => (before?.is === "late" ? null : before)), [state.draft.when]);

  return {
    submit,
    obstacle,
    wait,
    told: told?.is === "offline" && isOnline ? null : told,
    /** A change of a post is made against the post as it stood: it is not kept for later. */
    canWait: subject.is === "new",
    isKept: here !== "full",
    sendNow: (intent: Intent) => {
      dispatch({ type: "when-set", when: { is: "now" } });
      void submit(intent);
    },
    cancel: () => dispatch({ type: "wait-canceled" }),
  };
}
