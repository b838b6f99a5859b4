import { showToast } from "#components/ui/feedback/toast.tsx";
import { updateSubmissionPosts } from "#lib/actions/bulk-posts.ts";
import { catchFailure, reportFailure } from "./report-failure.ts";
import type { CreatedPosts } from "./undo-storage.ts";

/**
 * Deletes the posts of a submission before anything is sent: all of them or none, because a worker that has leased one
 * has raised its version. Then the text is open in the composer again.
 * @param openText opens the text in the page itself; else its page is loaded
 * @returns true if nothing is published
 */
export async function takeBackCreatedPosts(
  { submissionId, posts, text }: CreatedPosts,
  refresh: () => Promise<void>,
  openText?: () => void,
): Promise<boolean> {
  const action = { action: "delete", posts };
  const { error } = await catchFailure(updateSubmissionPosts({ id: submissionId, action }));
  await refresh();
  if (error) {
    if (error.code === "conflict")
      showToast({ tone: "failed", message: "Too late to undo: it has changed or is being published." });
    else reportFailure(error);
    return false;
  }
  if (openText) {
    openText();
    return true;
  }
  try {
    localStorage.setItem(text.key, text.value);
  } catch {
    showToast({ message: "Taken back. Your browser's storage is full: the text is under Posts, Recently deleted." });
    return true;
  }
  location.assign(text.href);
  return true;
}
