import type {
  AccountGrant,
  ConnectProblem,
  Platform,
  PlatformHttpClient,
} from "#lib/service/channels/core/platform.ts";
import { slackConnector, webhookPathPlaceholder } from "./connector.ts";

export const slack: Platform = {
  fetchesImages: true,
  connector: slackConnector,
  connect: {
    by: "form",
    fields: [
      {
        name: "url",
        label: "Webhook address",
        help: "Anyone with the address can post there, so it is stored encrypted and never shown again. Slack can't test it without posting, so a mistake shows with the first post.",
        secret: true,
        usual: "",
      },
      {
        name: "channel",
        label: "Name of the channel",
        help: "The name in Slack, such as #announcements. Slack doesn't report it to us.",
        secret: false,
        usual: "",
      },
    ],
    run: connect,
  },
  requirements: [
    "An incoming webhook of the channel, from a Slack app in your workspace.",
    "One post is one message of up to 3,000 characters. Slack shows *stars*, _underscores_, ~tildes~ and `backticks` as formatting. Nobody is mentioned.",
    "Images need a public address of this installation, because Slack fetches them.",
    "Slack returns no link, and messages can't be looked up or deleted. If Slack doesn't answer, the post says so and you decide.",
  ],
  base: "https://hooks.slack.com",
  authorize: (request, secret, { host }) => {
    const at = `${host}${webhookPathPlaceholder}`;
    return request.url === at ? { ...request, url: `${host}/services/${secret.access}` } : request;
  },
  isExpired: () => false,
  refresh: { can: false, why: "A webhook's address is valid until it is removed." },
  revoke: { can: false, why: "A webhook belongs to its workspace. The person who added it removes it there." },
  profile: async () => ({ type: "cannot_tell" }),
};

/** Connects by the form alone: any request to Slack would post. */
async function connect(
  values: Readonly<Record<string, string>>,
  net: PlatformHttpClient,
): Promise<AccountGrant | ConnectProblem> {
  const access = parseWebhookUrl(values["url"] ?? "", net.base);
  if (!access) {
    const what = "That isn't a Slack incoming webhook. Its address begins with https://hooks.slack.com/services/.";
    return { problem: what, field: "url" };
  }
  const name = (values["channel"] ?? "").trim().replace(/^#/, "");
  if (name === "" || name.length > 80 || /\p{Cc}/u.test(name)) {
    return { problem: "Enter the channel's name as in Slack, up to 80 characters.", field: "channel" };
  }
  const [team, hook] = access.split("/");
  return {
    profile: {
      remoteId: `${team}/${hook}`,
      username: `#${name}`,
      name: `#${name}`,
      avatarUrl: null,
      verified: false,
      host: net.base,
      told: {},
    },
    secret: { access, refresh: null, accessEndsAt: null, more: {} },
  };
}

/** Returns `T…/B…/…` of an address; null for other addresses, such as those of workflows. */
export function parseWebhookUrl(typed: string, base: string): string | null {
  const text = typed.trim();
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isTheirs = url.protocol === "https:" && url.host === "hooks.slack.com";
  if ((!isTheirs && url.origin !== new URL(base).origin) || url.username !== "" || url.password !== "") return null;
  return /^\/services\/(T[A-Z0-9]{2,20}\/B[A-Z0-9]{2,20}\/[A-Za-z0-9]{10,64})\/?$/.exec(url.pathname)?.[1] ?? null;
}
