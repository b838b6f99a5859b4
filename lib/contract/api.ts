import { auditApi } from "./endpoints/audit-log.ts";
import { calendarApi } from "./endpoints/calendar.ts";
import { channelsApi } from "./endpoints/channels.ts";
import { claimsApi } from "./endpoints/claims.ts";
import { connectingApi } from "./endpoints/channel-connections.ts";
import { draftApi } from "./endpoints/drafts.ts";
import { inboxApi } from "./endpoints/inbox.ts";
import { keysApi } from "./endpoints/api-keys.ts";
import { leaderboardApi } from "./endpoints/leaderboard.ts";
import { liveApi } from "./endpoints/live-events.ts";
import { membersApi } from "./endpoints/members.ts";
import { organizationApi } from "./endpoints/me-and-media.ts";
import { postApi } from "./endpoints/posts.ts";
import { sessionsApi } from "./endpoints/sessions.ts";
import { settingsApi } from "./endpoints/settings.ts";
import { webhookApi } from "./endpoints/webhooks.ts";

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
