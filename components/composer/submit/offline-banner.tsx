"use client";
import { Button } from "#components/ui/controls/button.tsx";
import { Notice } from "#components/ui/feedback/banner.tsx";
import type { Phase } from "#components/composer/state/composer-state.ts";
import type { useWaiting } from "./use-submit.ts";
import { waitWords } from "./offline/offline-labels.ts";

type WaitingNoticeProps = { phase: Phase; waiting: ReturnType<typeof useWaiting> };

/** That nothing was sent, or that it waits: what is safe, and the author's choice. */
export function WaitingNotice({ phase, waiting }: WaitingNoticeProps) {
  const { told, isKept, canWait } = waiting;
  const safe = isKept
    ? "Your words are kept in this browser."
    : "Your browser's storage is full: leave this page open, your words are only here.";
  if (phase.at === "held") {
    const words = waitWords(phase.intent);
    return (
      <Notice
        role="status"
        tone="publishing"
        title="This waits until you are back online."
        className="mb-3"
        actions={
          <Button size="small" onClick={waiting.cancel}>
            {words.off}
          </Button>
        }
      >
        {words.after}
        {isKept ? ": from this page, or when you open it again" : ""}. {safe}
      </Notice>
    );
  }
  if (phase.at === "editing" && phase.takenBack) {
    const words = waitWords(phase.takenBack);
    return (
      <Notice role="status" tone="publishing" title={words.changed} className="mb-3">
        {words.again} {safe}
      </Notice>
    );
  }
  if (told?.is === "offline") {
    const words = waitWords(told.intent);
    return (
      <Notice
        role="alert"
        tone="publishing"
        title={words.refused}
        className="mb-3"
        actions={
          canWait ? (
            <Button size="small" onClick={() => waiting.wait(told.intent)}>
              {words.wait}
            </Button>
          ) : undefined
        }
      >
        {safe}
      </Notice>
    );
  }
  if (told?.is === "late") {
    const words = waitWords(told.intent);
    return (
      <Notice
        role="alert"
        tone="publishing"
        title={told.why}
        className="mb-3"
        actions={
          <Button size="small" onClick={() => waiting.sendNow(told.intent)}>
            {words.now}
          </Button>
        }
      >
        {words.late} {safe}
      </Notice>
    );
  }
  if (told?.is === "elsewhere") {
    return (
      <Notice role="status" tone="publishing" title="Another tab has sent this." className="mb-3">
        It went out once. What stands here is not sent again.
      </Notice>
    );
  }
  return null;
}
