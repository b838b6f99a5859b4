import type { Failure, Result } from "#lib/contract/errors.ts";

/** Opens the dialog that asks a person to confirm their identity; resolves with true if they did. */
type OpenConfirmation = (only: "any" | "second factor") => Promise<boolean>;

let openConfirmation: OpenConfirmation | null = null;

/**
 * Registers the one dialog of the page.
 * @returns a function that removes the registration
 */
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

/** Asks for a code or a passkey if a session still lacks a second factor. Returns false when the person declines. */
export async function requestSecondFactor(): Promise<boolean> {
  return (await openConfirmation?.("second factor")) ?? false;
}

/**
 * Runs an action. If the action requires an identity confirmation, the dialog opens and, once confirmed, the action
 * runs again unchanged, so that no input is lost.
 */
export async function withConfirmation<T>(act: () => Promise<Result<T>>): Promise<Result<T>> {
  const first = await act();
  if (first.error?.code !== "confirmation_required" || !openConfirmation) return first;
  return (await openConfirmation("any")) ? act() : { error: declined };
}
