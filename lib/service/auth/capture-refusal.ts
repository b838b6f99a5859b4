import type { AccountResult } from "#lib/embedded-service.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { TooManyAttempts } from "./sign-in-throttle.ts";
import { SecondStepRequiredError } from "./two-step/second-step-required-error.ts";

/** Returns the result of `work`, or the sentence of its refusal. Any other error is rethrown. */
export async function captureRefusal<T>(work: () => Promise<T>): Promise<AccountResult<T>> {
  try {
    return { ok: await work() };
  } catch (error) {
    if (error instanceof SecondStepRequiredError) {
      const { message, ticket, next } = error;
      return { error: { code: "second_step_required", message, ticket, ...(next !== undefined && { next }) } };
    }
    if (!(error instanceof Refusal)) throw error;
    const { code, message, field } = error;
    const retryAfterSeconds = error instanceof TooManyAttempts ? error.retryAfterSeconds : undefined;
    return {
      error: { code, message, ...(field !== undefined && { field }), ...(retryAfterSeconds && { retryAfterSeconds }) },
    };
  }
}
