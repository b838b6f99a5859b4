"use client";
import { Check, Circle } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { updateSettings } from "#lib/actions/settings.ts";
import type { Channel, MemberSettings } from "#lib/contract/types.ts";
import type { HomePosts } from "#lib/queries/home.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { getOnboardingSteps } from "./home-overview.ts";

type OnboardingChecklistProps = {
  home: HomePosts;
  settings: MemberSettings;
  /** Number of posting slots of the member and the team; null when the service has none. */
  slotCount: number | null;
  zone: string;
  channels: readonly Channel[];
  /** True if the member may connect an account on a platform. */
  mayConnect: boolean;
  hasSignInMethod: boolean | null;
  hasPublishedScheduled: boolean;
};

/** A newcomer's first steps. The list disappears for good once all steps are done or the member hides it. */
export function OnboardingChecklist({
  home,
  settings,
  slotCount,
  zone,
  channels,
  mayConnect,
  hasSignInMethod,
  hasPublishedScheduled,
}: OnboardingChecklistProps) {
  const router = useRouter();
  const [isHidden, setHidden] = useState(settings.checklist_hidden);
  // While the list is hidden the server leaves these facts out, and Undo shows the list before the next read.
  const facts = useRef({ hasSignInMethod, hasPublishedScheduled });
  if (!settings.checklist_hidden) facts.current = { hasSignInMethod, hasPublishedScheduled };
  const practice = channels.find((channel) => channel.practice);
  const steps = getOnboardingSteps({
    publishedEver: home.hasPublished,
    scheduledEver: facts.current.hasPublishedScheduled || home.published.hasScheduled,
    settings,
    zone,
    slotCount,
    hasSignInMethod: facts.current.hasSignInMethod,
    hasRealAccount: mayConnect ? channels.some((channel) => !channel.practice) : null,
    practice: practice ? `/practice/${encodeURIComponent(practice.username)}` : null,
  });
  const remaining = steps.filter(({ done }) => !done);
  const isDone = remaining.length === 0;

  async function saveHidden(hidden: boolean) {
    setHidden(hidden);
    const result = await updateSettings({ checklist_hidden: hidden }).catch((error: unknown) => ({
      error: toReadFailure(error),
    }));
    if (!result.error) return router.refresh();
    setHidden(!hidden);
    showToast({ tone: "failed", message: result.error.message });
  }

  // Otherwise the list would reappear when the last draft is deleted.
  useEffect(() => {
    if (isDone && !settings.checklist_hidden) void updateSettings({ checklist_hidden: true }).catch(() => undefined);
  }, [isDone, settings.checklist_hidden]);

  if (isHidden || isDone) return null;
  return (
    <Card
      title="First steps"
      edge="accent"
      className="mb-3.5"
      aside={
        <>
          {steps.length - remaining.length} of {steps.length} done
          <Button
            variant="quiet"
            size="small"
            onClick={() => {
              void saveHidden(true);
              showToast({ message: "First steps hidden", undo: () => saveHidden(false) });
            }}
          >
            Hide
          </Button>
        </>
      }
    >
      <ul className="grid gap-x-6 sm:grid-cols-2 pointer-coarse:gap-y-1.5">
        {steps.map(({ id, title, done, href, actionLabel, resultHref }) => (
          <li key={id} className="flex min-h-10 flex-wrap items-center gap-x-2.5 text-14">
            {done ? <Check className="size-4 text-published" /> : <Circle className="size-4 text-ink-3" />}
            <span className={`min-w-0 flex-1 basis-24 ${done ? "text-ink-3" : ""}`}>
              {title}
              {done ? <span className="sr-only"> (done)</span> : null}
              {done && resultHref ? (
                <PrefetchLink
                  href={resultHref}
                  className="ml-2 text-accent underline underline-offset-2 pointer-coarse:py-3"
                >
                  View
                </PrefetchLink>
              ) : null}
            </span>
            {done ? null : (
              <ButtonLink href={href} size="small" aria-label={`${actionLabel}: ${title}`}>
                {actionLabel}
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
