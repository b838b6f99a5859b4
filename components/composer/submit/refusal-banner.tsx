import type { ReactNode } from "react";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import type { Failure } from "#lib/contract/errors.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";

type RefusalBannerProps = {
  title: ReactNode;
  actions?: ReactNode;
  /** True if nothing on this page can be submitted in its place any more: the text is then in Drafts. */
  isOver?: boolean;
  children: ReactNode;
};

/** A refusal above the editor: what happened, what is safe, and what solves it. */
export function RefusalBanner({ title, actions, isOver, children }: RefusalBannerProps) {
  return (
    <Banner
      role="alert"
      tone="failed"
      title={title}
      className="mb-3"
      actions={
        isOver ? (
          <ButtonLink size="small" href="/drafts">
            See drafts
          </ButtonLink>
        ) : (
          actions
        )
      }
    >
      {children}
      {isOver === undefined
        ? null
        : ` Your text is still here${isOver ? ", and in your drafts: you can make it a new post there" : ""}.`}
    </Banner>
  );
}

type FailureBannerProps = {
  failure: Failure;
  actions?: ReactNode /** In place of the general sentence. */;
  safe?: string;
};

/** Describes a failure of the whole submission. */
export function FailureBanner({ failure, actions, safe }: FailureBannerProps) {
  const { what, safe: inGeneral, next } = describeFailure(failure);
  return (
    <RefusalBanner title={what} actions={actions}>
      {safe ?? inGeneral} {next}
    </RefusalBanner>
  );
}
