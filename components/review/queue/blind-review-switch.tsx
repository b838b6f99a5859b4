"use client";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { announce } from "#components/ui/feedback/announce.tsx";
import { setBlindReview } from "#lib/actions/claims.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { useLiveQueryRegistry } from "#lib/realtime/use-live-query.ts";
import { reportFailure } from "./use-review.ts";

/** Switches the organization's setting that hides authors from reviewers until the decision. */
export function BlindReviewSwitch({ isOn, mayChange, icon }: { isOn: boolean; mayChange: boolean; icon: ReactNode }) {
  const router = useRouter();
  const desk = useLiveQueryRegistry();
  const [wanted, setWanted] = useState(isOn);
  const [pending, setPending] = useState(false);
  const words = wanted ? "Blind: on" : "Blind";
  if (!mayChange) {
    return wanted ? (
      <span className="inline-flex items-center gap-2 px-3.5 text-14 text-ink-2">
        {icon} {words}
      </span>
    ) : null;
  }

  async function toggle() {
    setPending(true);
    const next = !wanted;
    const { error } = await setBlindReview({ blind: next }).catch((cause: unknown) => ({
      error: toReadFailure(cause),
    }));
    setPending(false);
    if (error) return reportFailure(error);
    setWanted(next);
    announce(next ? "Authors are hidden until decided" : "Authors are shown");
    await desk.touch("claims").catch(() => undefined);
    router.refresh();
  }

  return (
    <Button
      variant={wanted ? "outline" : "quiet"}
      aria-pressed={wanted}
      pending={pending}
      icon={icon}
      onClick={() => void toggle()}
    >
      {words}
    </Button>
  );
}
