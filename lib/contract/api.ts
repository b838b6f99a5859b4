import { apiKeyEndpoints } from "./endpoints/api-keys.ts";
import { auditLogEndpoints } from "./endpoints/audit-log.ts";
import { calendarEndpoints } from "./endpoints/calendar.ts";
import { channelConnectionEndpoints } from "./endpoints/channel-connections.ts";
import { channelEndpoints } from "./endpoints/channels.ts";
import { claimEndpoints } from "./endpoints/claims.ts";
import { draftEndpoints } from "./endpoints/drafts.ts";
import { inboxEndpoints } from "./endpoints/inbox.ts";
import { leaderboardEndpoints } from "./endpoints/leaderboard.ts";
import { liveEventEndpoints } from "./endpoints/live-events.ts";
import { meAndMediaEndpoints } from "./endpoints/me-and-media.ts";
import { memberSettingsEndpoints } from "./endpoints/member-settings.ts";
import { memberEndpoints } from "./endpoints/members.ts";
import { postEndpoints } from "./endpoints/posts.ts";
import { sendingPauseEndpoints } from "./endpoints/sending-pauses.ts";
import { sessionEndpoints } from "./endpoints/sessions.ts";
import { submissionEndpoints } from "./endpoints/submissions.ts";
import { webhookEndpoints } from "./endpoints/webhooks.ts";

/** Every endpoint of `/v1`. Eight belong to the document (`documented`); the others are ours. */
export const api = {
  ...meAndMediaEndpoints,
  ...leaderboardEndpoints,
  ...postEndpoints,
  ...submissionEndpoints,
  ...draftEndpoints,
  ...calendarEndpoints,
  ...claimEndpoints,
  ...memberSettingsEndpoints,
  ...inboxEndpoints,
  ...webhookEndpoints,
  ...liveEventEndpoints,
  ...memberEndpoints,
  ...channelEndpoints,
  ...channelConnectionEndpoints,
  ...sendingPauseEndpoints,
  ...apiKeyEndpoints,
  ...sessionEndpoints,
  ...auditLogEndpoints,
} as const;

export type Api = typeof api;
export type EndpointName = keyof Api;
