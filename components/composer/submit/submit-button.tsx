"use client";
import { CalendarClock, ChevronDown } from "lucide-react";
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { readNextSlot } from "#components/composer/schedule/use-next-slot.ts";
import type {
  ComposerEvent,
  ComposerPhase,
  ComposerSubject,
  SubmitIntent,
} from "#components/composer/state/composer-state.ts";
import type { ComposerDraft, PublishTime } from "#components/composer/state/draft.ts";
import { isEditWithoutUndo } from "#components/composer/state/submission/edit-without-undo.ts";
import { getSubmitLabel } from "#components/composer/state/submission/submit-labels.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { formatAriaKeyShortcuts, isOverlayOpen } from "#components/ui/keyboard/shortcut-registry.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { formatCount } from "#lib/text/format-count.ts";
import {
  getLeadingChoice,
  getSubmitKeys,
  readSubmitChoice,
  type SubmitChoice,
  type SubmitKeys,
  submitChoiceByKeys,
} from "./submit-choice.ts";

const SubmitMenu = lazyComponent(() => import("./submit-menu.tsx").then((file) => file.SubmitMenu));

/** If the time can't be loaded, the button shows its choice only. */
const NextSlotTime = lazy(() =>
  import("#components/composer/schedule/next-slot-time.tsx").then(
    (file) => ({ default: file.NextSlotTime }),
    () => ({ default: () => null }),
  ),
);

/** Ms that the read of the next slot may take after a press. */
const slotTimeoutMs = 10_000;

type SubmitButtonProps = {
  subject: ComposerSubject;
  draft: ComposerDraft;
  phase: ComposerPhase;
  memberId: string;
  now: Date;
  isEdit: boolean;
  /** True if the edited post has a time. */
  isScheduled: boolean;
  isReadOnly: boolean;
  /** Number of published parts before these; the rest can only be published now. */
  fixed: number;
  /** True if the service has posting slots. */
  hasSlots: boolean;
  /** Seconds for which the service waits with a post to publish now; null if it can't wait. */
  graceSeconds: number | null;
  /** The command that was last pressed; the composer stores it once the service accepted the post. */
  choice: RefObject<SubmitChoice | null>;
  /** Opens the dialog that sets the time. */
  onSchedule: () => void;
  /** With `when`, the draft takes this time if it can be submitted. */
  onSubmit: (intent: SubmitIntent, when?: PublishTime) => void;
  dispatch: (event: ComposerEvent) => void;
};

/**
 * The button that publishes, schedules or queues the post, and the menu of these three. The last choice that succeeded
 * leads. A draft with a time is scheduled, whatever leads. Each command has its own key, and Ctrl/⌘ Enter publishes, or
 * schedules at the chosen time: while another command leads, a button beside it says so.
 */
export function SubmitButton(props: SubmitButtonProps) {
  const { draft, phase, now, isEdit, isReadOnly, fixed, onSchedule } = props;
  const { zone, clock } = usePreferences();
  const [menuAt, setMenuAt] = useState<{ x: number; y: number } | null>(null);
  const { leading, hasSlots, choose } = useSubmitChoice(props);
  const group = useRef<HTMLDivElement>(null);
  const isContinued = fixed > 0;
  const isHeld = phase.status === "held";
  const isWaiting = isHeld || phase.status === "waiting";
  const label = getLabel(props, leading);
  const hasTime = draft.when.type === "at" && !isContinued;
  const keys = getSubmitKeys(leading, hasTime);

  // The button that ends the wait is gone then: the focus moves from it to the one that submits.
  useEffect(() => {
    const { current } = group;
    if (!isWaiting) return;
    return () => {
      if (document.activeElement === document.body) current?.querySelector("button")?.focus();
    };
  }, [isWaiting]);

  return (
    <div ref={group} className={`flex min-w-0 max-w-full ${props.isScheduled ? "max-sm:ml-auto" : ""}`}>
      {keys === "mod+enter" || isWaiting ? null : (
        // Says before the press what Ctrl/⌘ Enter does. On a touch screen the menu has it.
        <Button
          className="mr-2 h-11! max-sm:pointer-coarse:hidden"
          variant="outline"
          {...getKeyLabels("mod+enter")}
          onClick={() => choose("publish")}
        >
          {isEdit ? "Publish now" : "Publish"}
        </Button>
      )}
      <Button
        variant="filled"
        size="large"
        className={isContinued ? "" : "shrink rounded-r-none"}
        // While the submission waits for the network there is nothing to press.
        {...(isHeld ? { "aria-disabled": true } : keys && getKeyLabels(keys))}
        pending={phase.status === "sending" && (phase.intent === "send" || props.isScheduled)}
        onClick={() => choose(leading)}
      >
        {label.short}
        {label.rest ? <span className="max-sm:sr-only">{label.rest}</span> : null}
        {label.short === queueLabel ? (
          <Suspense>
            <NextSlotTime channelIds={draft.channelIds} now={now} />
          </Suspense>
        ) : null}
      </Button>
      {isContinued ? null : (
        <Button
          variant="filled"
          size="large"
          aria-label="More ways to publish"
          title="More ways to publish"
          aria-haspopup="menu"
          aria-expanded={menuAt !== null}
          disabled={isReadOnly || isHeld}
          className="rounded-l-none border-l-accent-line px-2.5!"
          onClick={() => {
            const { left, top } = group.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
            setMenuAt({ x: left, y: top - 4 });
          }}
        >
          <ChevronDown className="size-4" />
        </Button>
      )}
      {menuAt ? (
        <Suspense>
          <SubmitMenu
            isEdit={isEdit}
            hasTime={hasTime}
            isWithoutUndo={isEditWithoutUndo(props.subject, draft, props.graceSeconds)}
            query={hasSlots ? { channelIds: draft.channelIds, zone, after: null } : null}
            preferences={{ zone, clock }}
            now={now}
            at={menuAt}
            opener={group.current?.lastElementChild ?? null}
            onChoose={(choice) => (choice === "schedule" ? onSchedule() : choose(choice))}
            onUnschedule={props.isScheduled ? () => props.onSubmit("draft") : null}
            onClose={() => setMenuAt(null)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

const queueLabel = "Add to queue";

/** Shows a shortcut on a button and names it to screen readers. */
const getKeyLabels = (keys: SubmitKeys) => ({ keys, "aria-keyshortcuts": formatAriaKeyShortcuts(keys) });

function getLabel(
  { draft, phase, isEdit, fixed }: SubmitButtonProps,
  leading: SubmitChoice,
): { short: string; rest: string } {
  if (phase.status === "held") return { short: "Waiting", rest: " for connection" };
  if (phase.status === "waiting") {
    const awaited = draft.images.filter((image) => image.state.type === "uploading").length;
    return { short: "Waiting", rest: ` for ${formatCount(awaited, "image")}` };
  }
  if (leading === "schedule" && draft.when.type === "now") return { short: "Schedule…", rest: "" };
  return leading === "queue" ? { short: queueLabel, rest: "" } : getSubmitLabel(draft, isEdit, fixed);
}

/** Returns the leading choice and the function that runs one, and binds the keys. */
function useSubmitChoice(props: SubmitButtonProps) {
  const { draft, phase, memberId, isReadOnly, fixed, onSchedule, onSubmit } = props;
  const { zone } = usePreferences();
  const [lastChoice, setLastChoice] = useState<SubmitChoice>("publish");
  const isContinued = fixed > 0;
  const hasTime = draft.when.type === "at" && !isContinued;
  const hasSlots = props.hasSlots && !isContinued;
  const leading = getLeadingChoice(lastChoice, { hasTime, hasSlots, isContinued });

  // Read after hydration, because the server doesn't know it.
  useEffect(() => setLastChoice(readSubmitChoice(memberId)), [memberId]);

  function choose(choice: SubmitChoice) {
    if (isReadOnly || phase.status === "held") return;
    if (choice === "queue") return void queue();
    if (choice === "schedule" && !hasTime) return onSchedule();
    props.choice.current = choice;
    onSubmit("send", choice === "publish" ? { type: "now" } : undefined);
  }

  async function queue() {
    const query = { channelIds: draft.channelIds, zone, after: null };
    const [found, times] = await Promise.all([
      readNextSlot(query, AbortSignal.timeout(slotTimeoutMs)),
      import("#components/composer/state/publish-time.ts"),
    ]).catch(() => ["unread", null] as const);
    if (found === "unread" || times === null) {
      return showToast({ tone: "failed", message: "Couldn't read the posting slots. Nothing was sent. Try again." });
    }
    if (!found?.at) {
      const areTaken = found !== null && found.slots > 0;
      return showToast({
        message: areTaken
          ? "All posting slots for these channels are taken."
          : "There is no posting slot for these channels.",
        links: [{ label: "Posting slots", href: "/settings#slots" }],
      });
    }
    props.choice.current = "queue";
    onSubmit("send", times.toPublishTime(new Date(found.at), zone));
  }

  useSubmitShortcuts((keys) => {
    const choice = submitChoiceByKeys({ keys, hasTime });
    if (choice === "schedule…") return isContinued || isReadOnly ? undefined : onSchedule();
    if (choice !== "queue" || hasSlots) choose(choice);
  });
  return { leading, hasSlots, choose };
}

/** Runs a command on its key anywhere on the page, except while an overlay is open. */
function useSubmitShortcuts(run: (keys: SubmitKeys) => void): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing || event.repeat) return;
      if (isOverlayOpen() || (event.shiftKey && event.altKey)) return;
      event.preventDefault();
      latest.current(event.shiftKey ? "mod+shift+enter" : event.altKey ? "mod+alt+enter" : "mod+enter");
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

/** If the label can't be loaded, the fallback shows the time as chosen. */
const ScheduleLabel = lazy(() =>
  import("#components/composer/schedule/schedule-label.tsx").then(
    (file) => ({ default: file.ScheduleLabel }),
    () => ({ default: PlainScheduleLabel }),
  ),
);

function PlainScheduleLabel({ when }: { when: PublishTime }) {
  return when.type === "now" ? "Schedule…" : `${when.date} ${when.time}`;
}

type ScheduleButtonProps = { when: PublishTime; now: Date; isReadOnly: boolean; onOpen: () => void };

/** Shows the chosen time and opens the dialog that changes it. */
export function ScheduleButton({ when, now, isReadOnly, onOpen }: ScheduleButtonProps) {
  return (
    <Button
      // On a phone the time needs the icon's space.
      icon={<CalendarClock className="size-4 text-ink-3 max-sm:hidden" />}
      aria-haspopup="dialog"
      disabled={isReadOnly}
      onClick={onOpen}
      className="h-11! max-w-full min-w-0 shrink has-[[data-wrong]]:border-failed!"
    >
      <span className="sr-only">When: </span>
      <Suspense fallback={<PlainScheduleLabel when={when} />}>
        <ScheduleLabel when={when} now={now} />
      </Suspense>
    </Button>
  );
}
