/** The log methods used here. */
type Log = Record<"warn" | "error" | "fatal", (fields: { err: unknown }, message: string) => void>;

type ProcessErrorOptions = {
  log: Log;
  /** Counts a rejection for `GET /metrics`. */
  onRejection: () => void;
  /** Shuts the process down in order. */
  onFatal: () => void;
};

/**
 * Handles errors that nobody else caught. A rejection belongs to one request or job, so it is logged and the process
 * continues. An exception may have left shared state half changed, so it ends the process, unless it only reports a
 * broken connection or an aborted request. See docs/decisions/0043.
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

/** Error codes of a socket that the other side closed or reset. */
const brokenSocket: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "ECONNABORTED"]);
/** Error names with which Node and Next abort one request. */
const aborted: ReadonlySet<string> = new Set(["AbortError", "ResponseAborted"]);

function isOfOneConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  // Sockets name the failed system call; an error of our own with the same code does not.
  const isSocket = syscall === "read" || syscall === "write" || syscall === "writev";
  return aborted.has(error.name) || (isSocket && brokenSocket.has(code ?? ""));
}
