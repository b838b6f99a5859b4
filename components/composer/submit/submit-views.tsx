"use client";
import { PageHeader } from "#components/ui/layout/page.tsx";
import { SubmitBanners } from "./submit-banners.tsx";
import { SubmitResults, type SubmitResultsProps } from "./submit-results.tsx";

/** Replaces the form after a submission. */
function SubmittedView(props: SubmitResultsProps) {
  return (
    <>
      <PageHeader title={props.intent === "draft" ? "Saved" : "Results"} />
      <div className="w-full max-w-[760px] px-7 pb-10 max-sm:px-4">
        <SubmitResults {...props} />
      </div>
    </>
  );
}

/** The banners and the results of a submission are in one chunk, for the reason in `submit-chunk.ts`. */
export const submitViews = { SubmitBanners, SubmittedView };
