import { apiKeyRoutes } from "./routes/api-keys.ts";
import { auditLogRoutes } from "./routes/audit-log.ts";
import { calendarRoutes } from "./routes/calendar.ts";
import { channelRoutes } from "./routes/channels.ts";
import { claimRoutes } from "./routes/claims.ts";
import { connectAccountRoutes } from "./routes/connect-accounts.ts";
import { postCreationRoutes } from "./routes/create-posts.ts";
import { draftRoutes } from "./routes/drafts.ts";
import { eventRoutes } from "./routes/events.ts";
import { inboxRoutes } from "./routes/inbox.ts";
import { invitationRoutes } from "./routes/invitations.ts";
import { leaderboardRoutes } from "./routes/leaderboard.ts";
import { meRoutes } from "./routes/me.ts";
import { mediaRoutes } from "./routes/media.ts";
import { memberSettingsRoutes } from "./routes/member-settings.ts";
import { memberRoutes } from "./routes/members.ts";
import { openApiRoutes } from "./routes/openapi.ts";
import { organizationRoutes } from "./routes/organization.ts";
import { platformRoutes } from "./routes/platforms.ts";
import { postRoutes } from "./routes/posts.ts";
import { practiceRoutes } from "./routes/practice.ts";
import { sendingPauseRoutes } from "./routes/sending-pauses.ts";
import { sessionRoutes } from "./routes/sessions.ts";
import { submissionRoutes } from "./routes/submissions.ts";
import { webhookRoutes } from "./routes/webhooks.ts";

/** All routes of `/v1`: the contract's endpoints and the API description. */
export const routes = [
  ...meRoutes,
  ...channelRoutes,
  ...connectAccountRoutes,
  ...platformRoutes,
  ...sendingPauseRoutes,
  ...postCreationRoutes,
  ...postRoutes,
  ...submissionRoutes,
  ...draftRoutes,
  ...calendarRoutes,
  ...mediaRoutes,
  ...inboxRoutes,
  ...apiKeyRoutes,
  ...leaderboardRoutes,
  ...claimRoutes,
  ...memberSettingsRoutes,
  ...sessionRoutes,
  ...auditLogRoutes,
  ...practiceRoutes,
  ...eventRoutes,
  ...webhookRoutes,
  ...organizationRoutes,
  ...invitationRoutes,
  ...memberRoutes,
  ...openApiRoutes,
];
