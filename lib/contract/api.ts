import { auditApi } from "./audit.ts";
import { calendarApi } from "./calendar.ts";
import { channelsApi } from "./channels.ts";
import { claimsApi } from "./claims-api.ts";
import { connectingApi } from "./connecting.ts";
import { draftApi } from "./drafts.ts";
import { inboxApi } from "./inbox.ts";
import { keysApi } from "./keys.ts";
import { leaderboardApi } from "./leaderboard.ts";
import { liveApi } from "./live.ts";
import { membersApi } from "./members.ts";
import { organizationApi } from "./organization-api.ts";
import { postApi } from "./posts-api.ts";
import { sessionsApi } from "./sessions.ts";
import { settingsApi } from "./settings.ts";
import { webhookApi } from "./webhooks.ts";

/** Every endpoint of `/v1`. Eight are the document's (`documented`); the rest is ours. */
export const api = {
  ...organizationApi,
  ...leaderboardApi,
  ...postApi,
  ...draftApi,
  ...calendarApi,
  ...claimsApi,
  ...settingsApi,
  ...inboxApi,
  ...webhookApi,
  ...liveApi,
  ...membersApi,
  ...channelsApi,
  ...connectingApi,
  ...keysApi,
  ...sessionsApi,
  ...auditApi,
} as const;

export type Api = typeof api;
export type EndpointName = keyof Api;
