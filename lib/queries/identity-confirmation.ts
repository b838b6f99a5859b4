import type { Failure, Result } from "#lib/contract/errors.ts";

/** Opens the dialog that asks a person to confirm that it is them; resolves with whether they did. */
type Ask = (only: "any" | "second factor") => Promise<boolean>;

let ask: Ask | null = null;

/** Called by the one dialog of the page. @returns takes it away again */
export function onConfirmationAsked(dialog: Ask): () => void {
  ask = dialog;
  return () => {
    if (ask === dialog) ask = null;
  };
}

const declined: Failure = {
  code: "confirmation_required",
  message: "You didn't confirm that it's you, so nothing was changed.",
  status: null,
};

/** Asks for a code or a passkey, where a session still lacks a second factor. False when it was declined. */
export async function proveSecondFactor(): Promise<boolean> {
  return (await ask?.("second factor")) ?? false;
}

/**
 * Runs an action. When it asks for a confirmation of who one is, the dialog opens and, once confirmed, the action runs
 * again as it was: the caller keeps everything that was typed.
 */
export async function withConfirmation<T>(act: () => Promise<Result<T>>): Promise<Result<T>> {
  const first = await act();
  if (first.error?.code !== "confirmation_required" || !ask) return first;
  return (await ask("any")) ? act() : { error: declined };
}
