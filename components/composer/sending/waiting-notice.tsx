"use client";
import { Button } from "#components/ui/button";
import { Notice } from "#components/ui/notice";
import type { Phase } from "../machine/events.ts";
import type { useWaiting } from "./use-waiting.ts";

type WaitingNoticeProps = { phase: Phase; waiting: ReturnType<typeof useWaiting> };

/** That nothing was sent, or that it waits: what is safe, and the author's choice. */
export function WaitingNotice({ phase, waiting }: WaitingNoticeProps) {
  const { told, isKept, canWait } = waiting;
  const safe = isKept
    ? "Your words are kept in this browser."
    : "Your browser's storage is full: leave this page open, your words are only here.";
  if (phase.at === "held") {
    return (
      <Notice
        role="status"
        tone="publishing"
        title="This waits until you are back online."
        className="mb-3"
        actions={
          <Button size="small" onClick={waiting.cancel}>
            Don't send
          </Button>
        }
      >
        Then it is sent, once, as it stands here{isKept ? ": from this page, or when you open it again" : ""}. {safe}
      </Notice>
    );
  }
  if (told?.is === "offline") {
    return (
      <Notice
        role="alert"
        tone="publishing"
        title="You are offline, so nothing was sent."
        className="mb-3"
        actions={
          canWait ? (
            <Button size="small" onClick={() => waiting.wait(told.intent)}>
              Send when I'm back online
            </Button>
          ) : undefined
        }
      >
        {safe}
      </Notice>
    );
  }
  if (told?.is === "late") {
    return (
      <Notice
        role="alert"
        tone="publishing"
        title={told.why}
        className="mb-3"
        actions={
          <Button size="small" onClick={() => waiting.sendNow(told.intent)}>
            {told.intent === "send" ? "Publish now" : "Save now"}
          </Button>
        }
      >
        Nothing was sent. Choose another time, or send it now. {safe}
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
