"use client";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { reportFailure } from "#components/post-actions/report-failure.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { setBlindReview } from "#lib/actions/claims.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { useLazyLiveQueryClient } from "#lib/realtime/use-live-query.ts";

/** Switches the organization's setting that hides authors from reviewers until the decision. */
export function BlindReviewSwitch({ isOn, mayChange, icon }: { isOn: boolean; mayChange: boolean; icon: ReactNode }) {
  const router = useRouter();
  const registry = useLazyLiveQueryClient();
  const [{ server, requested }, setState] = useState({ server: isOn, requested: isOn });
  // Another reviewer changed it, and the server rendered the page again.
  if (server !== isOn) setState({ server: isOn, requested: isOn });
  const [pending, setPending] = useState(false);
  const label = requested ? "Blind: on" : "Blind";
  if (!mayChange) {
    return requested ? (
      <span className="inline-flex items-center gap-2 px-3.5 text-14 text-ink-2">
        {icon} {label}
      </span>
    ) : null;
  }

  async function setBlind(next: boolean) {
    setPending(true);
    const { error } = await setBlindReview({ blind: next }).catch((cause: unknown) => ({
      error: toReadFailure(cause),
    }));
    setPending(false);
    if (error) return reportFailure(error);
    setState((before) => ({ ...before, requested: next }));
    showToast({
      message: next ? "Authors are hidden from all reviewers until decided" : "Authors are shown to all reviewers",
      undo: () => setBlind(!next),
    });
    await registry.touch("claims").catch(() => undefined);
    router.refresh();
  }

  return (
    <Button
      variant={requested ? "outline" : "quiet"}
      aria-pressed={requested}
      pending={pending}
      icon={icon}
      onClick={() => void setBlind(!requested)}
    >
      {label}
    </Button>
  );
}
