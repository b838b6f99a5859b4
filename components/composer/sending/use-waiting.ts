"use client";
import { type RefObject, useEffect, useRef, useState } from "react";
import { announce } from "#components/ui/announce";
import { useIsOnline } from "../images/use-is-online.ts";
import { recall } from "../keeping/browser-storage.ts";
import { waitName } from "../keeping/kept-draft.ts";
import type { useKeeping } from "../keeping/use-keeping.ts";
import type { Composer, ComposerEvent, Intent } from "../machine/events.ts";
import { newId } from "../machine/new-id.ts";
import type { Holding } from "./holding.ts";
import type { Told } from "./kept-wait.ts";

type WaitingAt = {
  memberId: string;
  kept: Pick<ReturnType<typeof useKeeping>, "here" | "canSave" | "flush" | "idNow">;
  state: Composer;
  latest: RefObject<Composer>;
  dispatch: (event: ComposerEvent) => void;
  /** Why it can't leave yet. */
  find: (intent: Intent) => string | null;
  onObstacle: (found: string | null) => void;
};

/** Fetched ahead while the text is being written, so that it is there where the network is not. */
export const loadHolding = () => import("./holding.ts");
export const loadAsking = () => import("./ask.ts");

/** Sending, and what becomes of it without a connection: it is refused, or waits for one where the author says so. */
export function useWaiting({ memberId, kept, state, latest, dispatch, find, onObstacle }: WaitingAt) {
  const { phase, subject } = state;
  const { here, canSave, flush, idNow } = kept;
  const [told, setTold] = useState<Told | null>(null);
  const isOnline = useIsOnline();
  const holding = useRef<Holding | null>(null);
  const given = { memberId, canSave, idNow, latest, dispatch, find, onObstacle, onTold: setTold };
  const current = useRef(given);
  current.current = given;

  function submit(intent: Intent) {
    const found = find(intent);
    onObstacle(found);
    setTold(null);
    const isIdle = phase.at === "editing" || phase.at === "refused";
    if (found || phase.at === "held") return;
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

  return {
    submit,
    wait,
    told: told?.is === "offline" && isOnline ? null : told,
    /** A change of a post is made against the post as it stood: it is not kept for later. */
    canWait: subject.is === "new",
    isKept: here !== "full",
    sendNow: (intent: Intent) => {
      dispatch({ type: "when-set", when: { is: "now" } });
      submit(intent);
    },
    cancel: () => dispatch({ type: "wait-canceled" }),
  };
}
