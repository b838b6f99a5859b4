/** The part of the log that is written to here. */
type Log = Record<"warn" | "error" | "fatal", (fields: { err: unknown }, message: string) => void>;

type ProcessErrorOptions = {
  log: Log;
  /** Counts a rejection for `GET /metrics`. */
  onRejection: () => void;
  /** Ends the process in order. */
  onFatal: () => void;
};

/**
 * Handles what nobody else caught. A rejection belongs to one request or one job, so it is logged and the process goes
 * on. An exception may have left shared state half changed, so it ends the process, unless it only says that one
 * connection broke or one request was aborted. See docs/decisions/0043.
 */
export function handleProcessErrors({ log, onRejection, onFatal }: ProcessErrorOptions): void {
  process.on("unhandledRejection", (error) => {
    log.error({ err: error }, "unhandledRejection");
    onRejection();
  });
  process.on("uncaughtException", (error) => {
    if (isOfOneConnection(error)) return log.warn({ err: error }, "connection error");
    log.fatal({ err: error }, "uncaughtException");
    onFatal();
  });
}

/** Codes of a socket that the other side closed or reset. */
const brokenSocket: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "ECONNABORTED"]);
/** Names of the reasons that Node and Next abort one request with. */
const aborted: ReadonlySet<string> = new Set(["AbortError", "ResponseAborted"]);

function isOfOneConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  // Sockets name the call that failed; an error of our own that only borrows the code does not.
  const isSocket = syscall === "read" || syscall === "write" || syscall === "writev";
  return aborted.has(error.name) || (isSocket && brokenSocket.has(code ?? ""));
}
