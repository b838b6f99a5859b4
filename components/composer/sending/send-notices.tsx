"use client";
import { Suspense } from "react";
import { later } from "#components/ui/later";
import { Notice } from "#components/ui/notice";
import type { Channel, Post } from "#lib/contract/types";
import type { Composer, ComposerEvent } from "../machine/events.ts";
import { loadResults } from "./sent.tsx";

const loadRefusedNotice = () => import("./refused-notice.tsx").then((file) => file.RefusedNotice);

const RefusedNotice = later(loadRefusedNotice);
const PartlyOut = later(() => import("./refused-notice.tsx").then((file) => file.PartlyOut));

/** Fetched ahead, so that sending also tells what came of it where the network fails in the middle. */
export const fetchAhead = () => Promise.all([loadResults(), loadRefusedNotice()]);

type SendNoticesProps = {
  /** Why it can't leave yet, found here. */
  obstacle: string | null;
  state: Composer;
  channels: readonly Channel[];
  onRebase: (post: Post, keepWords: boolean) => void;
  onGoTo: (channelId: string, part: number) => void;
  dispatch: (event: ComposerEvent) => void;
};

/** What stands in the way of sending, why it was refused, and what is out already. */
export function SendNotices({ obstacle, state, channels, onRebase, onGoTo, dispatch }: SendNoticesProps) {
  const { phase, out, subject } = state;
  return (
    <>
      {obstacle ? (
        <Notice role="alert" tone="failed" className="mb-3">
          {obstacle}
        </Notice>
      ) : null}
      <Suspense>
        {phase.at === "refused" ? (
          <RefusedNotice
            {...phase}
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
      </Suspense>
    </>
  );
}
