import type { channelConnectionEndpoints } from "#lib/contract/endpoints/channel-connections.ts";
import type { ChannelDetail, ConnectionMethod, PlatformApp } from "#lib/contract/types.ts";
import { exampleChannel } from "./channels.ts";
import type { EndpointExample } from "./endpoint-example.ts";

const way: ConnectionMethod = {
  platform: "mastodon",
  name: "Mastodon",
  by: "oauth",
  fields: [],
  host: {
    name: "host",
    label: "Server",
    help: "The account's server, such as mastodon.social.",
    secret: false,
    usual: "mastodon.social",
  },
  needs: ["Postwright registers with the server automatically."],
  sign_in: null,
  can: { chain: true, images: 4, take_down: true, look_up: true, repeat_safe: true },
  app: "server",
  app_uses: [],
  is_set_up: true,
  missing: null,
  warning: null,
};

const connected: ChannelDetail = {
  ...exampleChannel,
  platform: "mastodon",
  name: "Analytical Engines",
  username: "engines",
  practice: false,
  restricted: false,
  members: [],
  scheduled: 0,
  host: "https://mastodon.social",
  avatar_url: "https://posts.example.org/media/0123456789abcdef0123456789abcdef01234567.webp",
  checked_at: "2027-01-02T10:00:00.000Z",
  reported_limits: { characters: 500, images: 4, alt: 1_500, image_bytes: 16_777_216, link: 23 },
};

const app: PlatformApp = {
  platform: "x",
  client_id: "bG9vbQ",
  has_secret: true,
  from: "here",
  use: null,
  redirect_uri: "https://posts.example.org/channels/connected",
};

export const channelConnectionExamples: Record<keyof typeof channelConnectionEndpoints, EndpointExample> = {
  listConnectWays: { answer: { data: [way] } },
  connectAccount: {
    body: { platform: "mastodon", host: "mastodon.social" },
    answer: {
      data: {
        channel: null,
        authorize_url: "https://mastodon.social/oauth/authorize?response_type=code&client_id=abc&state=def",
      },
    },
  },
  finishConnection: { body: { state: "def", code: "ghi" }, answer: { data: { channel: connected, choice: null } } },
  getPlatformApp: { answer: { data: app } },
  setPlatformApp: { body: { client_id: "bG9vbQ", client_secret: "c2VjcmV0" }, answer: { data: app } },
  removePlatformApp: { answer: { data: { ...app, client_id: null, has_secret: false, from: null } } },
};
