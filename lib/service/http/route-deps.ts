import type { ApiKeyCache } from "#lib/service/api-keys/api-key-cache.ts";
import type { Context } from "#lib/service/core/context.ts";
import type { RealtimeHub } from "#lib/service/realtime/realtime-hub.ts";
import type { RequestLimits } from "./access/request-limits.ts";
import type { FairQueue } from "./fair-queue.ts";

/** Dependencies that the routes of one service share. */
export type RouteDeps = {
  context: Context;
  keys: ApiKeyCache;
  limits: RequestLimits;
  live: RealtimeHub;
  turns: FairQueue;
};
