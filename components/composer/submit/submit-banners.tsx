"use client";
import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { later } from "#components/ui/layout/lazy-component.tsx";
import type { Channel, Post } from "#lib/contract/types.ts";
import type { Draft } from "#components/composer/state/draft.ts";
import type { Composer, ComposerEvent } from "#components/composer/state/composer-state.ts";
import { loadResults } from "./submitted-view.tsx";
import { loadAsking, loadCheck, loadHolding, type useWaiting } from "./use-submit.ts";

const loadNotice = () => import("#components/ui/feedback/banner.tsx").then((file) => file.Notice);
const loadRefusedNotice = () => import("./submit-error-banner.tsx").then((file) => file.RefusedNotice);
const loadWaitingNotice = () => import("./offline-banner.tsx").then((file) => file.WaitingNotice);

const loadUnsureNotice = () => import("./unconfirmed-banner.tsx").then((file) => file.UnsureNotice);

const Notice = later(loadNotice);
const UnsureNotice = later(loadUnsureNotice);
const WaitingNotice = later(loadWaitingNotice);
const RefusedNotice = later(loadRefusedNotice);
const PartlyOut = later(() => import("./submit-error-banner.tsx").then((file) => file.PartlyOut));

/** Fetched ahead, so that sending also tells what came of it where the network fails in the middle. */
export const fetchAhead = () =>
  Promise.all([
    ...[loadNotice(), loadResults(), loadRefusedNotice(), loadWaitingNotice()],
    ...[loadUnsureNotice(), loadCheck(), loadHolding(), loadAsking()],
  ]);

type SendNoticesProps = {
  /** Of the device's clock, where that is off. */
  note: string | null;
  state: Composer;
  waiting: ReturnType<typeof useWaiting>;
  channels: readonly Channel[];
  /** What happens to calls that have no answer; where repeats are kept, a repeat is safe. */
  unsure: {
    keepsRepeats: boolean;
    sinceMs: () => number;
    onSettled: () => void;
    onFound: (posts: readonly Post[]) => void;
  };
  /** It is told elsewhere on the page that the draft was sent already. */
  isGone: boolean;
  onRebase: (version: number, newer: Draft | null) => void;
  onGoTo: (channelId: string, part: number) => void;
  dispatch: (event: ComposerEvent) => void;
};

/** What stands in the way of sending, why it was refused, and what is out already. */
export function SendNotices(props: SendNoticesProps) {
  const { note, state, waiting, channels, unsure, isGone, onRebase, onGoTo, dispatch } = props;
  const { phase, out, subject } = state;
  const isUnsure = !unsure.keepsRepeats && subject.is === "new" && out.unsure.length > 0 && phase.at !== "sending";
  const isTakenBack = phase.at === "editing" && phase.takenBack !== undefined;
  return (
    <>
      <Suspense>
        {note ? (
          <Notice role="status" className="mb-3">
            {note}
          </Notice>
        ) : null}
      </Suspense>
      <Suspense>
        <Answer is={waiting.obstacle}>
          {waiting.obstacle ? (
            <Notice role="alert" tone="failed" className="mb-3">
              {waiting.obstacle.words}
            </Notice>
          ) : null}
        </Answer>
      </Suspense>
      <Suspense>
        <Answer is={waiting.told ?? (phase.at === "refused" || isTakenBack ? phase : null)}>
          {waiting.told || phase.at === "held" || isTakenBack ? (
            <WaitingNotice phase={phase} waiting={waiting} />
          ) : null}
          {/* A lost answer is told all the same: what was sent elsewhere may be this very sending. */}
          {isUnsure ? (
            <UnsureNotice
              out={out}
              channels={channels}
              sinceMs={unsure.sinceMs}
              onFound={unsure.onFound}
              onSendAgain={(intent) => {
                dispatch({ type: "not-arrived" });
                void waiting.submit(intent);
              }}
              dispatch={(event) => {
                dispatch(event);
                unsure.onSettled();
              }}
            />
          ) : phase.at === "refused" && !(isGone && phase.failure.code === "conflict") ? (
            <RefusedNotice
              {...phase}
              keepsRepeats={unsure.keepsRepeats}
              out={out}
              channels={channels}
              subject={subject}
              onRebase={onRebase}
              onTakeOff={(channelId) => dispatch({ type: "channel-toggled", channelId })}
              onGoTo={onGoTo}
            />
          ) : out.channelIds.length > 0 ? (
            <PartlyOut out={out} channels={channels} />
          ) : null}
        </Answer>
      </Suspense>
    </>
  );
}

/** Once it is drawn it is brought into view: the button that it answers is there always, and what stands above a long thread is not. */
function Answer({ is, children }: { is: unknown; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (is) place.current?.scrollIntoView({ block: "nearest" });
  }, [is]);
  return <div ref={place}>{children}</div>;
}
