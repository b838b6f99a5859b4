import type { Context } from "#lib/service/context";
import type { CachedKeys } from "#lib/service/keys/cached-keys";
import type { Live } from "#lib/service/live/live";
import type { FairTurns } from "./fair-turns.ts";
import type { RequestLimits } from "./limits.ts";

/** What the routes of one service share. */
export type Kit = {
  context: Context;
  keys: CachedKeys;
  limits: RequestLimits;
  live: Live;
  turns: FairTurns;
};
