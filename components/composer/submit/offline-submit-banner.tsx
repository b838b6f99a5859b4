"use client";
import type { ComposerPhase } from "#components/composer/state/composer-state.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { getOfflineLabels } from "./offline/offline-labels.ts";
import type { useSubmit } from "./use-submit.ts";

type OfflineBannerProps = { phase: ComposerPhase; waiting: ReturnType<typeof useSubmit> };

/** Shows that nothing was sent or that the submission waits, what is stored, and the author's choices. */
export function OfflineSubmitBanner({ phase, waiting }: OfflineBannerProps) {
  const { told, isKept, canWait } = waiting;
  const safe = isKept
    ? "Your text is safe in this browser."
    : "Your browser's storage is full: keep this page open, your text is only here.";
  if (phase.status === "held") {
    const words = getOfflineLabels(phase.intent);
    return (
      <Banner
        role="status"
        tone="publishing"
        title="Waiting for connection."
        className="mb-3"
        actions={
          <Button size="small" onClick={waiting.cancel}>
            {words.off}
          </Button>
        }
      >
        {words.after}
        {isKept ? ", from this page or when you reopen it" : ""}. {safe}
      </Banner>
    );
  }
  if (phase.status === "editing" && phase.takenBack) {
    const words = getOfflineLabels(phase.takenBack);
    return (
      <Banner role="status" tone="publishing" title={words.changed} className="mb-3">
        {words.again} {safe}
      </Banner>
    );
  }
  if (told?.type === "offline") {
    const words = getOfflineLabels(told.intent);
    return (
      <Banner
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
      </Banner>
    );
  }
  if (told?.type === "late") {
    const words = getOfflineLabels(told.intent);
    return (
      <Banner
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
      </Banner>
    );
  }
  if (told?.type === "elsewhere") {
    return (
      <Banner role="status" tone="publishing" title="Another tab has sent or deleted this." className="mb-3">
        It won't be sent from here.
      </Banner>
    );
  }
  return null;
}
