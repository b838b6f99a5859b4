import type { Failure, Result } from "#lib/contract/errors.ts";

/** Opens the dialog that asks a person to confirm that it is them; resolves with whether they did. */
type OpenConfirmation = (only: "any" | "second factor") => Promise<boolean>;

let openConfirmation: OpenConfirmation | null = null;

/** Called by the one dialog of the page. @returns takes it away again */
export function registerConfirmationDialog(dialog: OpenConfirmation): () => void {
  openConfirmation = dialog;
  return () => {
    if (openConfirmation === dialog) openConfirmation = null;
  };
}

const declined: Failure = {
  code: "confirmation_required",
  message: "You didn't confirm that it's you, so nothing was changed.",
  status: null,
};

/** Asks for a code or a passkey, where a session still lacks a second factor. False when it was declined. */
export async function requestSecondFactor(): Promise<boolean> {
  return (await openConfirmation?.("second factor")) ?? false;
}

/**
 * Runs an action. When it asks for a confirmation of who one is, the dialog opens and, once confirmed, the action runs
 * again as it was: the caller keeps everything that was typed.
 */
export async function withConfirmation<T>(act: () => Promise<Result<T>>): Promise<Result<T>> {
  const first = await act();
  if (first.error?.code !== "confirmation_required" || !openConfirmation) return first;
  return (await openConfirmation("any")) ? act() : { error: declined };
}
