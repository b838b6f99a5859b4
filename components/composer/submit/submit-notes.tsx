"use client";
import { SplitOffer } from "#components/composer/editor/split-offer.tsx";
import type { TextEngine } from "#components/composer/editor/text-engine/load-text-engine.ts";
import type { PartActions } from "#components/composer/editor/use-part-actions.ts";
import type { useVariants } from "#components/composer/variants/use-variants.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { limits } from "#lib/contract/limits.ts";

type SubmitNotesProps = {
  /** A note about the whole page, such as the device's wrong clock. */
  note: string | null;
  /** Why the draft can't be submitted. */
  problem: string | undefined;
  targets: ReturnType<typeof useVariants>;
  measure: TextEngine | null;
  actions: PartActions;
};

/** The banners that need no answer of the service. They are one chunk, because the page has no space for two. */
export function SubmitNotes({ note, problem, ...text }: SubmitNotesProps) {
  return (
    <>
      {note ? (
        <Banner role="status" className="mb-3">
          {note}
        </Banner>
      ) : null}
      {problem ? <SubmitProblemBanner problem={problem} {...text} /> : null}
    </>
  );
}

type SubmitProblemBannerProps = Omit<SubmitNotesProps, "note" | "problem"> & { problem: string };

/** Says why the draft can't be submitted. For a part that is too long and may be out of view it offers what its row does. */
function SubmitProblemBanner({ problem, targets, measure, actions }: SubmitProblemBannerProps) {
  const { views, page, plans, goToExcess } = targets;
  const over = views.find(({ room }) => room?.type === "over" && room.unit !== "images");
  const at = over?.plan && "problem" in over.plan ? over.plan.problem.part : null;
  const part = at === null ? undefined : page.parts[at];
  // The only part of a text is below this banner, with the same offer.
  const mayBeElsewhere = over !== undefined && (page.parts.length > 1 || part === undefined);
  return (
    <Banner
      role="alert"
      tone="failed"
      className="mb-3"
      actions={
        mayBeElsewhere && /^(?:Too|Part)\b/.test(problem) ? (
          <>
            <Button size="small" onClick={() => goToExcess(over.channel.id)}>
              Jump to it
            </Button>
            {part && measure && !over.isOwn ? (
              <SplitOffer
                partId={part.id}
                text={part.text}
                counted={plans.perPart}
                remainingParts={limits.parts - page.parts.length + 1}
                measure={measure}
                actions={actions}
                isReadOnly={false}
              />
            ) : null}
          </>
        ) : undefined
      }
    >
      {problem}
    </Banner>
  );
}
