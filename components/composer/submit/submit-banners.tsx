"use client";
import { type ReactNode, Suspense, useEffect, useRef } from "react";
import type { TextEngine } from "#components/composer/editor/text-engine/load-text-engine.ts";
import type { PartActions } from "#components/composer/editor/use-part-actions.ts";
import type { ComposerEvent, ComposerState } from "#components/composer/state/composer-state.ts";
import type { ComposerDraft } from "#components/composer/state/draft.ts";
import { isEditWithoutUndo } from "#components/composer/state/submission/edit-without-undo.ts";
import type { useVariants } from "#components/composer/variants/use-variants.ts";
import { announce } from "#components/ui/feedback/announce.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import type { Channel, Post } from "#lib/contract/types.ts";
import { OfflineSubmitBanner } from "./offline-submit-banner.tsx";
import { PartiallySubmittedBanner, SubmitErrorBanner } from "./submit-error-banner.tsx";
import { SubmitNotes } from "./submit-notes.tsx";
import { UnconfirmedBanner } from "./unconfirmed/unconfirmed-banner.tsx";
import type { UnconfirmedStore } from "./unconfirmed/unconfirmed-store.ts";
import type { useSubmit } from "./use-submit.ts";

const EditedSubmissionNote = lazyComponent(() =>
  import("#components/composer/submission/edited-submission-note.tsx").then((file) => file.EditedSubmissionNote),
);

/** Shown while a post is written in the place of another, where the service can't change posts. */
const replacesEarlierPostMessage =
  "This replaces the earlier version, which is deleted once this one is sent. Your publishing service doesn't report images and points: add images again if there were any, and check the points.";

type SubmitBannersProps = {
  /** A note about the device's wrong clock; null if the clock is right. */
  clockNote: string | null;
  state: ComposerState;
  waiting: ReturnType<typeof useSubmit>;
  channels: readonly Channel[];
  /** Handling of requests without an answer. With `keepsRepeats` a repeat is safe. */
  unsure: {
    keepsRepeats: boolean;
    load: () => Promise<UnconfirmedStore>;
    onFound: (posts: readonly Post[]) => void;
  };
  /** Seconds for which the service waits with a post to publish now; null if it can't wait. */
  graceSeconds: number | null;
  /** True if another banner already says that the draft was submitted. */
  isGone: boolean;
  /** The draft that the page began with. */
  start: ComposerDraft;
  /** The text with its parts, their counts and their commands. */
  text: { targets: ReturnType<typeof useVariants>; measure: TextEngine | null; actions: PartActions };
  dispatch: (event: ComposerEvent) => void;
};

/** Shows why the draft can't be submitted, why the service refused it, and the channels already submitted. */
export function SubmitBanners(props: SubmitBannersProps) {
  const { clockNote, state, waiting, channels, unsure, isGone, text, dispatch } = props;
  const { phase, out, subject } = state;
  const isUnsure =
    !unsure.keepsRepeats && subject.type === "new" && out.unsure.length > 0 && phase.status !== "sending";
  const note = subject.type === "new" && subject.replaces ? replacesEarlierPostMessage : clockNote;
  const isTakenBack = phase.status === "editing" && phase.takenBack !== undefined;
  const whole = subject.type === "post" ? subject.whole : undefined;
  const fixed = (subject.type === "post" && subject.fixed?.length) || 0;
  const isImmediate =
    fixed === 0 && state.draft.when.type === "now" && isEditWithoutUndo(subject, state.draft, props.graceSeconds);
  return (
    <>
      <Suspense>
        {whole ? <EditedSubmissionNote whole={whole} draft={state.draft} channels={channels} /> : null}
      </Suspense>
      {isImmediate ? <p className="mb-3 px-1 text-13 text-ink-2">Publishing now has no Undo.</p> : null}
      {subject.type === "post" && fixed > 0 && subject.failure ? (
        <Banner tone="failed" className="mb-3">
          {subject.failure}
        </Banner>
      ) : null}
      <Suspense>
        <ScrollIntoView is={waiting.obstacle}>
          {note || waiting.obstacle ? <SubmitNotes note={note} problem={waiting.obstacle?.words} {...text} /> : null}
        </ScrollIntoView>
      </Suspense>
      <Suspense>
        <ScrollIntoView is={waiting.told ?? (phase.status === "refused" || isTakenBack ? phase : null)}>
          {waiting.told || phase.status === "held" || isTakenBack ? (
            <OfflineSubmitBanner phase={phase} waiting={waiting} />
          ) : null}
          {/* A lost answer is shown as well, because the submission from elsewhere may be this very one. */}
          {isUnsure ? (
            <UnconfirmedBanner
              out={out}
              channels={channels}
              load={unsure.load}
              onFound={unsure.onFound}
              onSendAgain={(intent) => {
                dispatch({ type: "not-arrived" });
                void unsure.load().then((requests) => {
                  requests.resolved();
                  return waiting.submit(intent);
                });
              }}
              dispatch={dispatch}
            />
          ) : phase.status === "refused" && !(isGone && phase.failure.code === "conflict") ? (
            <SubmitErrorBanner
              {...phase}
              keepsRepeats={unsure.keepsRepeats}
              out={out}
              channels={channels}
              subject={subject}
              draft={state.draft}
              start={props.start}
              onRebase={(newest, newer, isMine = newer === null) => {
                dispatch({ type: "rebased", subject: newest, draft: newer ?? state.draft });
                announce(isMine ? "Kept your version" : "Showing the newer version");
              }}
              onTakeOff={(channelId) => dispatch({ type: "channel-toggled", channelId })}
              onGoTo={text.targets.goToPart}
            />
          ) : out.channelIds.length > 0 ? (
            <PartiallySubmittedBanner out={out} channels={channels} />
          ) : null}
        </ScrollIntoView>
      </Suspense>
    </>
  );
}

/**
 * Scrolls its content into view once rendered: the submit button is always visible, but a banner above a long thread is
 * not.
 */
function ScrollIntoView({ is, children }: { is: unknown; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (is) place.current?.scrollIntoView({ block: "nearest" });
  }, [is]);
  return <div ref={place}>{children}</div>;
}
