import type { Context } from "#lib/service/core/context.ts";

/** The parts of the service that accounts use. `flushKeys` empties the key cache after this process revoked a key. */
export type AccountDeps = Pick<Context, "pool" | "db" | "clock" | "log" | "settings" | "sendEmail"> & {
  flushKeys: () => void;
  /** The OpenID provider in use; null if there is none. */
  issuer: string | null;
};
