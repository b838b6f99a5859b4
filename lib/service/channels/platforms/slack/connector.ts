import { getAccountImageRequirements } from "#lib/contract/platforms/channel-rules.ts";
import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type {
  Connector,
  ConnectorIo,
  OutgoingPart,
  PlatformResult,
  PublishError,
  PublishOutcome,
} from "#lib/service/channels/core/connector.ts";
import { toNoResponseOutcome, toProxyPageOutcome } from "#lib/service/channels/core/no-response.ts";
import { quotePlatformReason } from "#lib/service/channels/core/platform-response.ts";
import { toSectionTexts } from "./blocks.ts";

/** Placeholder for the webhook's own path, which the connector does not know. */
export const webhookPathPlaceholder = "/services/~";

/**
 * Connector for a Slack channel with an incoming webhook; rules from
 * https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks. The webhook answers only `ok`: no id, no
 * link, no lookup, change or deletion. The remote id of an item is the one that we gave to its first block.
 */
export const slackConnector: Connector = {
  slug: "slack",
  // No key and no lookup: nothing is sent again without the member's word.
  getRepeats: () => ({ deduplicated: false, absentAfterMs: 0, resends: 0 }),
  // Slack fetches images by their address; Block Kit, image block: JPEG, PNG, GIF.
  imageForm: () => getAccountImageRequirements("slack"),
  plan: (part) => ({ sections: toSectionTexts(part.text) }),
  prepare: { can: false, why: "Slack fetches images by their address when it gets the message." },

  async publishPart(part, account, io): Promise<PublishOutcome> {
    const limit = getPlatformRules("slack")?.limit ?? 0;
    if (part.text.length > limit) {
      return rejected("invalid", `The text has ${part.text.length} characters; Slack allows ${limit}.`);
    }
    const body = createMessage(part, io);
    if (!body) return rejected("media", noAddress);
    const answer = await io.call({
      url: `${account.host}${webhookPathPlaceholder}`,
      method: "POST",
      effect: "write",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (answer.type !== "answer") return toNoResponseOutcome(answer);
    if (answer.status !== 200 || answer.body.trim() !== "ok") return toPublishOutcome(answer, part, io.now());
    const at = io.now();
    const sent = { remoteId: blockId(part), url: null, at, proof: "answer" } as const;
    // "Rate limits": incoming webhooks, one message a second.
    return { type: "published", sent, restUntil: new Date(at.getTime() + 1_000) };
  },

  findPart: { can: false, why: "A webhook can't read the messages of its channel." },
  remove: { can: false, why: "A webhook can't delete its messages. Delete them in Slack." },
};

/** Block Kit, section block: `block_id` of up to 255 characters, unique for every message. */
const blockId = (part: OutgoingPart) => `postwright-${part.key}`;

export function createMessage(part: OutgoingPart, io: Pick<ConnectorIo, "imageUrl">) {
  const planned = part.wire["sections"];
  const sections = Array.isArray(planned) ? (planned as string[]) : toSectionTexts(part.text);
  const images: { type: "image"; image_url: string; alt_text: string }[] = [];
  for (const image of part.images) {
    const url = io.imageUrl(image);
    if (url === null) return null;
    // Required by the block, and not empty.
    images.push({
      type: "image",
      image_url: url,
      alt_text: image.alt === "" ? "Image without a description" : image.alt,
    });
  }
  const texts = sections.map((text, at) => ({
    type: "section" as const,
    text: { type: "mrkdwn" as const, text, verbatim: true },
    // Without it Slack folds a long text behind "See more" (Block Kit, section block).
    expand: true,
    ...(at === 0 && { block_id: blockId(part) }),
  }));
  // Notifications show `text` beside blocks. For webhooks Slack unfurls only images and videos, unless `unfurl_links`
  // requests cards for pages ("Unfurling links in messages", classic link unfurling).
  return { text: sections.join(""), blocks: [...texts, ...images], unfurl_links: true, unfurl_media: true };
}

const noAddress =
  "Slack fetches images itself, but this installation has no public address. Remove the images, or ask your administrator to set PUBLIC_URL.";

const unsaidWaitMs = 60_000;
const imageAgainMs = 10_000;

/** Returns the outcome of an answer; Incoming webhooks, "Handling errors": a status and one word in plain text. */
function toPublishOutcome(
  answer: Extract<PlatformResult, { type: "answer" }>,
  part: OutgoingPart,
  now: Date,
): PublishOutcome {
  const { status, body, headers } = answer;
  if (status >= 500 || status === 408 || status < 400) return { type: "unknown" };
  if (status === 429) {
    const seconds = Number(headers["retry-after"]);
    const ms = seconds > 0 ? Math.ceil(seconds * 1_000) : unsaidWaitMs;
    return { type: "wait", until: new Date(now.getTime() + ms), of: "account" };
  }
  const word = body.trim();
  // Slack's own refusals are one word each.
  if (!/^[a-z_]{1,80}$/.test(word)) return toProxyPageOutcome("Slack", answer);
  if (status === 404 || status === 410 || lost.has(word)) {
    const archived = status === 410 || word === "channel_is_archived";
    const why = archived ? "The Slack channel was archived." : "The webhook was removed on Slack.";
    return { type: "reconnect", error: { reason: "gone", message: `${why} Create a new one there.` } };
  }
  const reason = quotePlatformReason(word);
  if (status === 403) return rejected("forbidden", `This Slack workspace doesn't let the webhook post.${reason}`);
  // The same word means an image that Slack could not load in time and one that it refuses (python-slack-sdk #1782,
  // node-slack-sdk #809, 2025), and nothing was posted.
  if (part.images.length > 0 && word.startsWith("invalid_blocks")) {
    const message = `Slack couldn't load an image from the address of this installation.${reason}`;
    return { type: "temporary", error: { reason: "media", message }, retryAfterMs: imageAgainMs };
  }
  if (refusals.has(word)) return rejected("invalid", `Slack doesn't accept the content.${reason}`);
  const message = `Slack refused the post and may accept it later.${reason}`;
  return { type: "temporary", error: { reason: "server", message } };
}

/** Words of "Handling errors" about the content, and those of Block Kit. Any other word is tried again. */
const refusals: ReadonlySet<string> = new Set([
  ...["invalid_payload", "no_text", "too_many_attachments", "user_not_found"],
  ...["invalid_blocks", "invalid_blocks_format", "invalid_attachments", "msg_too_long", "msg_blocks_too_long"],
]);

const lost: ReadonlySet<string> = new Set([
  ...[
    "no_service",
    "no_service_id",
    "no_active_hooks",
    "no_team",
    "team_disabled",
    "invalid_token",
    "channel_not_found",
  ],
  "channel_is_archived",
]);

const rejected = (reason: PublishError["reason"], message: string): PublishOutcome => ({
  type: "rejected",
  error: { reason, message },
});
