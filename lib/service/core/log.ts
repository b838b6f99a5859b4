import { type DestinationStream, type Logger, pino } from "pino";

export type Log = Logger;

/**
 * JSON lines on standard error. What may be logged is named at each call: ids, codes, counts, times. Never a key,
 * a cookie, the text of a post or an e-mail address; the paths below are a second net, not the first.
 */
export function createLog(
  level: string,
  destination: DestinationStream = pino.destination({ fd: 2, sync: true }),
): Log {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: serializeError },
      redact: {
        paths: [
          "authorization",
          "cookie",
          "key",
          "token",
          "text",
          "email",
          "secret",
          "*.authorization",
          "*.cookie",
          "*.key",
          "*.token",
          "*.text",
          "*.email",
          "*.secret",
        ],
        censor: "[removed]",
      },
    },
    destination,
  );
}

/** Causes of causes that are told; a ring of them ends here. */
const depthMax = 4;

/** An error as a log line holds it: what it is, its code, where it was thrown, its causes. Never the values it is about. */
export function serializeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: error === null ? "null" : typeof error };
  const inner = error instanceof AggregateError ? error.errors : [];
  const { code } = error as { code?: unknown };
  const isDeep = depth >= depthMax;
  return {
    type: error.constructor.name,
    ...((typeof code === "string" || typeof code === "number") && { code }),
    message: getSafeMessage(error, code),
    stack: getStackFrames(error),
    ...(error.cause !== undefined && !isDeep && { cause: serializeError(error.cause, depth + 1) }),
    ...(inner.length > 0 && !isDeep && { errors: inner.slice(0, 5).map((each) => serializeError(each, depth + 1)) }),
  };
}

/** SQLSTATE class 22, data exception: PostgreSQL quotes the value in the message itself. */
const dataException = /^22[0-9A-Z]{3}$/;

function getSafeMessage(error: Error, code: unknown): string {
  // Drizzle's message is the statement and then all its parameters: texts, addresses, hashes of keys.
  if ("query" in error && typeof error.query === "string") return `Failed query: ${error.query}`;
  if (typeof code === "string" && dataException.test(code)) return "The database could not read a value.";
  // JSON.parse quotes the text that it stumbled over.
  if (error instanceof SyntaxError) return "Something could not be parsed.";
  return error.message;
}

/** The places alone: the first lines of a stack repeat the message. */
function getStackFrames(error: Error): string {
  const lines = (error.stack ?? "").split("\n");
  return lines.filter((line) => /^\s+at /.test(line)).join("\n");
}
