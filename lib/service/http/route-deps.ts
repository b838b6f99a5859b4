import type { Context } from "#lib/service/core/context.ts";
import type { CachedKeys } from "#lib/service/api-keys/api-key-cache.ts";
import type { Live } from "#lib/service/realtime/realtime-hub.ts";
import type { FairTurns } from "./fair-queue.ts";
import type { RequestLimits } from "./access/request-limits.ts";

/** What the routes of one service share. */
export type Kit = {
  context: Context;
  keys: CachedKeys;
  limits: RequestLimits;
  live: Live;
  turns: FairTurns;
};
