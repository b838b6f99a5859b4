"use client";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { announce } from "#components/ui/announce";
import { untilAgain } from "../images/connection.ts";
import { useIsOnline } from "../images/use-is-online.ts";
import { drop, recall, remember } from "../keeping/browser-storage.ts";
import type { useKeeping } from "../keeping/use-keeping.ts";
import type { Composer, ComposerEvent, Intent } from "../machine/events.ts";
import { newId } from "../machine/new-id.ts";
import { readClock, serverNow } from "../when/clock.ts";
import { readWait, type Wait, waitName, whyAsk } from "./kept-wait.ts";

/** What came of pressing send without a connection, or of waiting for it. `late` asks before anything is sent. */
export type Told = { is: "offline" | "late"; intent: Intent; why: string } | { is: "elsewhere" };

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

/** Failures after which the same is asked again by the same key. */
const passing = new Set(["unreachable", "lost", "timed_out", "unavailable", "rate_limited"]);
const isHeld = ({ phase }: Composer) => phase.at === "held";
const isUnderWay = ({ phase }: Composer) => phase.at === "sending" || phase.at === "waiting";

/** Sending, and what becomes of it without a connection: it is refused, or waits for one where the author says so. */
export function useWaiting({ memberId, kept, state, latest, dispatch, find, onObstacle }: WaitingAt) {
  const { phase, subject } = state;
  const { here, canSave, flush, idNow } = kept;
  const [told, setTold] = useState<Told | null>(null);
  const isOnline = useIsOnline();
  /** Where the waiting lies in the browser. */
  const name = useRef<string | null>(null);
  const before = useRef(phase.at);
  const tries = useRef(0);
  const onSettled = useRef<() => void>(() => undefined);
  const asks = useRef({ find, onObstacle });
  asks.current = { find, onObstacle };

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

  const keep = useCallback(
    (wait: Wait) => {
      const id = idNow();
      name.current = id === null ? null : waitName(memberId, id);
      if (name.current) remember(name.current, JSON.stringify(wait));
    },
    [memberId, idNow],
  );

  function wait(intent: Intent) {
    const one = { intent, repeatKey: newId(), atMs: serverNow().getTime() };
    keep(one);
    setTold(null);
    tries.current = 0;
    dispatch({ type: "held", ...one });
    announce("It is sent once you are back online");
  }

  /** Sends what waits. Only one tab does, and only while it still waits. */
  const release = useCallback(async () => {
    const key = name.current;
    const { current } = latest;
    if (current.phase.at !== "held") return;
    const { intent, repeatKey } = current.phase;
    const one = key === null ? { intent, repeatKey, atMs: serverNow().getTime() } : readWait(recall(key));
    if (!one) {
      dispatch({ type: "wait-canceled" });
      // What was sent is gone from the browser, what was called off is not.
      const id = idNow();
      if (id !== null && recall(`postwright:draft:${memberId}:${id}`) === null) setTold({ is: "elsewhere" });
      return;
    }
    // The device's own clock may be wrong, or have been off all the while.
    await readClock();
    if (!isHeld(latest.current)) return;
    const why = whyAsk(one, current.draft.when, serverNow());
    const found = why === null ? asks.current.find(intent) : null;
    if (why !== null || found !== null) {
      dispatch({ type: "wait-canceled" });
      if (why !== null) setTold({ is: "late", intent, why });
      asks.current.onObstacle(found);
      return;
    }
    // A service that knows no drafts may not know repeats either: after a lost answer a person decides.
    if (key && !canSave) drop(key);
    announce("Back online. What waited is sent now.");
    dispatch({ type: "submitted", intent, repeatKey: one.repeatKey });
    if (isUnderWay(latest.current)) {
      await new Promise<void>((resolve) => {
        onSettled.current = resolve;
      });
    }
    const { phase: after } = latest.current;
    const code = after.at === "refused" ? after.failure.code : null;
    // Signed out, it goes on waiting for who asked for it.
    if (code === "unauthorized") return;
    if (key) drop(key);
    if (code === null || !passing.has(code) || !canSave) return;
    tries.current += 1;
    keep(one);
    dispatch({ type: "held", intent, repeatKey: one.repeatKey });
  }, [memberId, canSave, idNow, keep, latest, dispatch]);

  // What waited when the page was left goes on waiting.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after what was kept is in view
  useEffect(() => {
    const id = idNow();
    if (id === null || subject.is !== "new") return;
    const one = readWait(recall(waitName(memberId, id)));
    if (!one) return;
    name.current = waitName(memberId, id);
    dispatch({ type: "held", ...one });
  }, []);

  useEffect(() => {
    if (before.current === "held" && phase.at === "editing" && name.current) drop(name.current);
    before.current = phase.at;
    if (phase.at !== "sending" && phase.at !== "waiting") onSettled.current();
    if (phase.at !== "held") return;
    const end = new AbortController();
    const run = async () => {
      if (tries.current > 0 || !navigator.onLine) await untilAgain(tries.current, end.signal);
      const lock = name.current;
      if (end.signal.aborted) return;
      // Where there are no locks the service still takes a draft once.
      await (lock && "locks" in navigator ? navigator.locks.request(lock, release) : release());
    };
    void run();
    return () => end.abort();
  }, [phase.at, release]);
  useEffect(() => () => onSettled.current(), []);

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
