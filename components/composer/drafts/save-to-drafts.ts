import { type ComposerDraft, isDraftBlank } from "#components/composer/state/draft.ts";
import { showToast } from "#components/ui/feedback/toast.tsx";
import type { DraftSession, DraftSessionSnapshot } from "./autosave/draft-session.ts";
import { describeUnsavedDraft } from "./describe-unsaved-draft.ts";

/** Ms after which an unanswered save is no longer waited for; the autosave goes on. */
const waitMs = 10_000;

const isDecided = ({ saveState, localSave, sync, conflict }: DraftSessionSnapshot, canSave: boolean) =>
  conflict !== null ||
  (canSave ? saveState === "saved" || sync.problem !== null || !navigator.onLine : localSave !== "none");

/**
 * Saves the draft at once and says where it is. It stays one draft without posts, so it needs no channel.
 * @param session the tab's session, which has the draft already
 */
export async function saveToDrafts(
  session: Pick<DraftSession, "flush" | "get" | "subscribe" | "canSave">,
  draft: ComposerDraft,
): Promise<void> {
  if (isDraftBlank(draft)) return void showToast({ message: "Write something first. An empty draft isn't saved." });
  session.flush();
  const { saveState, localSave, sync, conflict } = await waitForSave(session);
  // The banner about the conflict asks which version to keep.
  if (conflict) return;
  if (saveState === "saved") return void showToast({ message: "Saved to Drafts" });
  const isInBrowser = !session.canSave && localSave !== "full";
  showToast(
    isInBrowser ? { message: "Saved to Drafts in this browser" } : describeUnsavedDraft(localSave, sync.problem),
  );
}

/** Waits until the save succeeded or can't succeed now. */
function waitForSave(session: Pick<DraftSession, "get" | "subscribe" | "canSave">): Promise<DraftSessionSnapshot> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve(session.get());
    };
    const check = () => {
      if (isDecided(session.get(), session.canSave)) end();
    };
    const timer = setTimeout(end, waitMs);
    const stop = session.subscribe(check);
    check();
  });
}
