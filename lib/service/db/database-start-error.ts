/**
 * The database can't be started and nothing but a person can change that. `message` is one sentence for that person
 * (what, where, what to do), to be printed without a stack.
 */
export class DatabaseStartError extends Error {
  override readonly name = "CannotStart";
}

/** The part of a logger that the database needs. */
export type DatabaseLogger = {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
};
