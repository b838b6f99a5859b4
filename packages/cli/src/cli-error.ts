import { isPostwrightError } from "../../client/src/resources.ts";

/** Exit codes of the command. */
export const exitCodes = { ok: 0, refused: 1, usage: 2, unknown: 3 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** An expected error with its sentence. */
export class CliError extends Error {
  readonly exitCode: ExitCode;
  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

export const usageError = (message: string) => new CliError(exitCodes.usage, message);
export const refusal = (message: string) => new CliError(exitCodes.refused, message);

/** An error as it is shown: the exit code, a code for programs, and a sentence for people. */
export type ReportedError = {
  exitCode: ExitCode;
  code: string;
  message: string;
  field?: string | undefined;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
  mayHaveArrived?: boolean | undefined;
  idempotencyKey?: string | undefined;
};

/** @throws anything that is no expected error */
export function reportError(error: unknown): ReportedError {
  if (error instanceof CliError) {
    return {
      exitCode: error.exitCode,
      code: error.exitCode === exitCodes.usage ? "usage" : "refused",
      message: error.message,
    };
  }
  if (!isPostwrightError(error)) throw error;
  const { code, message, field, requestId, retryAfterSeconds, mayHaveArrived, idempotencyKey } = error;
  const isUnknown = mayHaveArrived || error.status === null || error.status >= 500;
  return {
    exitCode: isUnknown ? exitCodes.unknown : exitCodes.refused,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(field !== undefined && { field }),
    ...(requestId !== undefined && { requestId }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    code,
    message,
    mayHaveArrived,
  };
}
