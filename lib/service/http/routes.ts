import { channelRoutes } from "./routes/channels.ts";
import { identityRoutes } from "./routes/identity.ts";
import { leaderboardRoutes } from "./routes/leaderboard.ts";
import { mediaRoutes } from "./routes/media.ts";
import { platformRoutes } from "./routes/platforms.ts";
import { postRoutes } from "./routes/posts.ts";

/** Everything `/v1` answers. A test holds it to the contract. */
export const routes = [
  ...identityRoutes,
  ...channelRoutes,
  ...platformRoutes,
  ...postRoutes,
  ...mediaRoutes,
  ...leaderboardRoutes,
];
