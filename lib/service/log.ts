import { type Logger, pino } from "pino";

export type Log = Logger;

/**
 * JSON lines on standard error. What may be logged is named at each call: ids, codes, counts, times. Never a key,
 * a cookie, the text of a post or an e-mail address; the paths below are a second net, not the first.
 */
export function makeLog(level: string): Log {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
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
          "err.query",
          "err.params",
          "err.detail",
        ],
        censor: "[removed]",
      },
    },
    pino.destination({ fd: 2, sync: true }),
  );
}
