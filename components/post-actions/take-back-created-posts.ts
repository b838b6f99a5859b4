import { showToast } from "#components/ui/feedback/toast.tsx";
import { updateSubmissionPosts } from "#lib/actions/bulk-posts.ts";
import type { Failure } from "#lib/contract/errors.ts";
import { catchFailure, reportFailure } from "./report-failure.ts";
import type { CreatedPosts } from "./undo-storage.ts";

/**
 * Deletes the posts of a submission before anything is sent: all of them or none, because a worker that has leased one
 * has raised its version.
 */
export const takeBackCreatedPosts = ({ submissionId, posts, text }: CreatedPosts) =>
  catchFailure(
    updateSubmissionPosts({
      id: submissionId,
      // Without a text to go back to, the list of deleted posts is where the author finds it.
      action: { action: "delete", posts, ...(text && { taken_back: true }) },
    }),
  );

export function reportTakeBackFailure(failure: Failure): void {
  if (failure.code === "conflict")
    showToast({ tone: "failed", message: "Too late to undo: it has changed or is being published." });
  else reportFailure(failure);
}

/** Loads the composer with the text of posts that were taken back, or says where the text is. */
export function openTakenBackText({ text }: CreatedPosts): void {
  try {
    if (text) {
      localStorage.setItem(text.key, text.value);
      location.assign(text.href);
      return;
    }
  } catch {
    // The storage is full.
  }
  showToast({ message: "Taken back. The text is under Posts, Recently deleted." });
}
