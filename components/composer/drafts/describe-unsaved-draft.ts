import type { NewToast } from "#components/ui/feedback/toast-store.ts";
import type { SaveProblem } from "./autosave/autosave-reducer.ts";
import type { LocalSaveStatus } from "./autosave/draft-session.ts";

/** Describes where a draft is that the service does not have, and why. */
export function describeUnsavedDraft(
  localSave: LocalSaveStatus,
  problem: SaveProblem | null,
): Pick<NewToast, "tone" | "message"> {
  if (localSave === "full") return { tone: "failed", message: "Not saved: your browser's storage is full." };
  const why = problem?.type === "refused" ? ` ${problem.why}` : "";
  return { tone: "failed", message: `Saved in this browser, not on the server yet.${why}` };
}
