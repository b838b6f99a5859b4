import type * as z from "zod";
import type { Failure } from "#lib/contract/errors.ts";

/** Returns an action's answer to invalid input. */
export function toInputFailure(error: z.ZodError): { error: Failure } {
  const issue = error.issues[0];
  const field = issue?.path.join(".") || undefined;
  const message = `${field ? `${field}: ` : ""}${issue?.message ?? "The input can't be read."}`;
  return { error: { code: "invalid_request", message, status: 400, field } };
}
