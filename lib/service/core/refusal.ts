import type { ErrorCode } from "#lib/contract/errors.ts";

/** What a command throws when it refuses: a throw rolls the transaction back by itself. `message` is for people. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly field: string | undefined;
  /** When it is worth asking again. */
  readonly retryAfterSeconds: number | undefined;
  constructor(code: ErrorCode, message: string, field?: string, retryAfterSeconds?: number) {
    super(message);
    this.code = code;
    this.field = field;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
