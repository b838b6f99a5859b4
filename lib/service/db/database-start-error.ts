/**
 * The database can't be started and only a person can change that. `message` is one sentence for that person (the
 * fault, the place, the action), to be printed without a stack.
 */
export class DatabaseStartError extends Error {
  override readonly name = "CannotStart";
}

/** The part of a logger that the database uses. */
export type DatabaseLogger = {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
};
