import type { Context } from "#lib/service/core/context.ts";

/** What accounts need of the service. `flushKeys` forgets remembered keys after one was revoked in this process. */
export type AccountDeps = Pick<Context, "pool" | "db" | "clock" | "log" | "settings" | "sendLetter"> & {
  flushKeys: () => void;
  /** The OpenID provider in use; null where there is none. */
  issuer: string | null;
};
