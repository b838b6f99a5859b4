import type { AccountAnswer } from "#lib/embed";
import { Refusal } from "#lib/service/refusal";
import { TooMany } from "./guesses.ts";
import { SecondStepRequired } from "./second-step-required.ts";

/** What `work` gives, or the sentence it refused with. Anything else that went wrong is thrown on. */
export async function answered<T>(work: () => Promise<T>): Promise<AccountAnswer<T>> {
  try {
    return { ok: await work() };
  } catch (error) {
    if (error instanceof SecondStepRequired) {
      const { message, ticket, next } = error;
      return { error: { code: "second_step_required", message, ticket, ...(next !== undefined && { next }) } };
    }
    if (!(error instanceof Refusal)) throw error;
    const { code, message, field } = error;
    const retryAfterSeconds = error instanceof TooMany ? error.retryAfterSeconds : undefined;
    return {
      error: { code, message, ...(field !== undefined && { field }), ...(retryAfterSeconds && { retryAfterSeconds }) },
    };
  }
}
