import type { ErrorCode } from "./generated/contract-types.d.ts";

/** Errors before an answer could be read. */
export type ClientErrorCode =
  /** The service can't be reached: the request never arrived. */
  | "unreachable"
  /** The connection ended before the answer. */
  | "lost"
  /** No answer within the timeout. */
  | "timed_out"
  /** The answer is none of this API. */
  | "unreadable"
  /** Your signal ended the call. */
  | "aborted"
  /** The signature of a webhook's message is wrong. */
  | "invalid_signature";

export type PostwrightErrorDetails = {
  code: string;
  message: string;
  status?: number | null | undefined;
  field?: string | undefined;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
  mayHaveArrived?: boolean | undefined;
  idempotencyKey?: string | undefined;
  cause?: unknown;
};

/** Every error that the client throws. */
export class PostwrightError extends Error {
  override readonly name = "PostwrightError";
  /** A code of the service, of the connection, or of another service that keeps the same API. */
  readonly code: ErrorCode | ClientErrorCode | (string & {});
  /** The HTTP status; null without an answer. */
  readonly status: number | null;
  /** The first invalid field, as a path such as `thread.2`. */
  readonly field: string | undefined;
  /** Finds the request in the service's log. */
  readonly requestId: string | undefined;
  /** When the service asks for a pause. */
  readonly retryAfterSeconds: number | undefined;
  /**
   * True if the service may have done what was asked although this call failed. Look before you repeat a create, or
   * repeat it with `idempotencyKey`.
   */
  readonly mayHaveArrived: boolean;
  /** The key that was sent with the create. */
  readonly idempotencyKey: string | undefined;

  constructor(details: PostwrightErrorDetails) {
    super(details.message, { cause: details.cause });
    this.code = details.code;
    this.status = details.status ?? null;
    this.field = details.field;
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.mayHaveArrived = details.mayHaveArrived ?? false;
    this.idempotencyKey = details.idempotencyKey;
  }
}
