"use client";
import { type ReactNode, type RefObject, Suspense, useState } from "react";
import type {
  ComposerEvent,
  ComposerPhase,
  ComposerSubject,
  SubmitIntent,
} from "#components/composer/state/composer-state.ts";
import type { ComposerDraft, PublishTime } from "#components/composer/state/draft.ts";
import { getSubmitLabel } from "#components/composer/state/submission/submit-labels.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { ActionBar } from "#components/ui/layout/action-bar.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import type { Channel } from "#lib/contract/types.ts";
import type { SubmitChoice } from "./submit-choice.ts";

const PointsField = lazyComponent(() => import("./points-field.tsx").then((file) => file.PointsField));
const ScheduleButton = lazyComponent(() => import("./submit-button.tsx").then((file) => file.ScheduleButton));
const ScheduleDialog = lazyComponent(() =>
  import("#components/composer/schedule/schedule-dialog.tsx").then((file) => file.ScheduleDialog),
);
const SubmitButton = lazyComponent(() => import("./submit-button.tsx").then((file) => file.SubmitButton));
const XCostNote = lazyComponent(() => import("./preflight/preflight-warnings.tsx").then((file) => file.XCostNote));

type SubmitBarProps = {
  subject: ComposerSubject;
  draft: ComposerDraft;
  channels: readonly Channel[];
  phase: ComposerPhase;
  memberId: string;
  now: Date;
  isEdit: boolean;
  /** True if the edited post has a time. To save it as a draft would unschedule it: the menu has that. */
  isScheduled: boolean;
  /** Number of published parts before these; the rest is published at once or saved. */
  fixed: number;
  isReadOnly: boolean;
  /** False for a service of the documented endpoints: prices are unknown, and whether points count for each channel. */
  showsCosts: boolean;
  /** True if the service has posting slots. */
  hasSlots: boolean;
  /** Seconds for which the service waits with a post to publish now; null if it can't wait. */
  graceSeconds: number | null;
  /** Tools and counts of the part in focus, for phones. */
  compact: ReactNode;
  /** The command that was last pressed. */
  choice: RefObject<SubmitChoice | null>;
  onSubmit: (intent: SubmitIntent, when?: PublishTime) => void;
  dispatch: (event: ComposerEvent) => void;
};

/** The bar with the chosen time, points, and the submit button whose label says what will happen. */
export function SubmitBar(props: SubmitBarProps) {
  const { draft, channels, phase, now, isEdit, fixed, isReadOnly, showsCosts, compact, onSubmit, dispatch } = props;
  const [isScheduling, setIsScheduling] = useState(false);
  const isHeld = phase.status === "held";
  const isBusy = phase.status === "sending" || phase.status === "waiting";
  const intent = isBusy ? phase.intent : null;
  const points = (
    <Suspense>
      <PointsField
        points={draft.points}
        times={showsCosts ? draft.channelIds.length : null}
        isReadOnly={isReadOnly}
        onSet={(value) => dispatch({ type: "points-set", points: value })}
      />
    </Suspense>
  );
  return (
    <ActionBar label="Send" className="gap-x-3 max-sm:gap-x-2">
      <div className="flex w-full flex-wrap items-center gap-2 sm:hidden">
        {compact}
        <div className="ml-auto">{points}</div>
      </div>
      {fixed || draft.when.type === "now" ? null : (
        <Suspense>
          <ScheduleButton when={draft.when} now={now} isReadOnly={isReadOnly} onOpen={() => setIsScheduling(true)} />
        </Suspense>
      )}
      <div className="ml-auto flex items-center gap-3 max-sm:hidden">
        {/* On phones the field is below the editor. */}
        {showsCosts && draft.channelIds.length > 0 ? (
          <Suspense>
            <XCostNote draft={draft} channels={channels} />
          </Suspense>
        ) : null}
        {points}
      </div>
      {phase.status === "waiting" || isHeld ? (
        <Button className="h-11!" onClick={() => dispatch({ type: "wait-canceled" })}>
          Don't {phase.intent === "send" ? "send" : "save"}
        </Button>
      ) : props.isScheduled && !fixed ? null : (
        <Button
          className="h-11! max-sm:ml-auto"
          variant="outline"
          pending={intent === "draft"}
          onClick={() => onSubmit("draft")}
        >
          {/* One text node, because Chromium reads a separate space as "Savedraft" to screen readers. */}
          Save{fixed ? null : <span className="max-sm:sr-only">{" draft"}</span>}
        </Button>
      )}
      <Suspense fallback={<SubmitButtonSpace {...getSubmitLabel(draft, isEdit, fixed)} hasMenu={!fixed} />}>
        <SubmitButton {...props} onSchedule={() => setIsScheduling(true)} />
      </Suspense>
      {isScheduling ? (
        <Suspense>
          <ScheduleDialog
            when={draft.when}
            channelIds={draft.channelIds}
            now={now}
            onSet={(when) => dispatch({ type: "when-set", when })}
            onClose={() => setIsScheduling(false)}
          />
        </Suspense>
      ) : null}
    </ActionBar>
  );
}

/** Keeps the place of the submit button and its menu until both are loaded, so that nothing beside them moves. */
function SubmitButtonSpace({ short, rest, hasMenu }: { short: string; rest: string; hasMenu: boolean }) {
  return (
    <Button variant="filled" size="large" keys="mod+enter" inert className={hasMenu ? "mr-[38px]" : ""}>
      {short}
      <span className="max-sm:sr-only">{rest}</span>
    </Button>
  );
}
