"use client";
import type { StartOverOptions } from "#components/composer/start-over.ts";
import type { ComposerSubject, SubmitIntent } from "#components/composer/state/composer-state.ts";
import type { ComposerDraft } from "#components/composer/state/draft.ts";
import { PageHeader } from "#components/ui/layout/page.tsx";
import type { Channel, Post } from "#lib/contract/types.ts";
import { SubmitBanners } from "./submit-banners.tsx";
import { SubmitResults } from "./submit-results.tsx";

type SubmittedViewProps = {
  intent: SubmitIntent;
  /** True if the author chose a time. */
  isTimed: boolean;
  postIds: readonly string[];
  /** The posts as the service answered them. */
  posts: readonly Post[];
  /** The submitted post. The view deletes the earlier version, if the post replaces one. */
  subject: ComposerSubject;
  channels: readonly Channel[];
  zone: string;
  now: Date;
  memberId: string;
  /** The text as it was submitted. */
  draft: ComposerDraft;
  /** Seconds that posts to publish now wait at the service; null if it can't take posts back. */
  graceSeconds: number | null;
  /** The start of the first request, ms by this device's clock. */
  sentAtMs: number;
  startOver: StartOverOptions | null;
};

/** Replaces the form after a submission. */
function SubmittedView({ intent, ...results }: SubmittedViewProps) {
  return (
    <>
      <PageHeader title={intent === "draft" ? "Saved" : "Results"} />
      <div className="w-full max-w-[760px] px-7 pb-10 max-sm:px-4">
        <SubmitResults {...results} intent={intent} />
      </div>
    </>
  );
}

/** What the composer shows from a press of Publish on, in one chunk, as in `submit-chunk.ts`. */
export const submitViews = { SubmitBanners, SubmittedView };
