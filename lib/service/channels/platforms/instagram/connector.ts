import { getAccountImageRequirements } from "#lib/contract/platforms/channel-rules.ts";
import { imageRatios } from "#lib/contract/platforms/image-ratios.ts";
import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import {
  type Connector,
  type ConnectorIo,
  type LookupOutcome,
  lateResendMs,
  type OutgoingPart,
  type PlatformAccount,
  type PrepareOutcome,
} from "#lib/service/channels/core/connector.ts";
import { createPublishError } from "#lib/service/channels/graph-api/graph-errors.ts";
import { graphVersion } from "#lib/service/channels/graph-api/graph-version.ts";
import { fetchPublishedItem, lookUpInList } from "#lib/service/channels/graph-api/list-lookup.ts";
import {
  type ContainerPlatform,
  findPublication,
  prepareContainer,
  publishContainer,
} from "#lib/service/channels/graph-api/media-container.ts";
import { countText } from "#lib/text/count-text.ts";
import { findHashtags } from "#lib/text/links/find-hashtags.ts";
import { isContainerMissing, toRefusedOutcome } from "./responses.ts";

/** Containers of Instagram: "Content Publishing", "IG User Media", "IG Container". */
const platform: ContainerPlatform = {
  name: "Instagram",
  version: graphVersion.speaks,
  edges: { create: "media", publish: "media_publish", limit: "content_publishing_limit" },
  statusFields: { status: "status_code", reason: "status" },
  getLimitPrefix: () => "",
  // "IG User Media": an image has no `media_type`; `alt_text` since 24 March 2025.
  getImageFields: (image, url) => ({ image_url: url, ...(image.alt !== "" && { alt_text: image.alt }) }),
  getItemFields: (part) => ({ caption: part.text }),
  isMissing: isContainerMissing,
  toRefusedOutcome,
};

const names = { text: "caption", url: "permalink", time: "timestamp" };

/**
 * Connector for Instagram with Instagram Login; rules from developers.facebook.com/documentation/instagram-platform:
 * "Content Publishing", "IG User Media", "Error Codes".
 */
export const instagramConnector: Connector = {
  slug: "instagram",
  // A repeat publishes the same container where it still exists, but no page says that a container counts once.
  getRepeats: () => ({ deduplicated: false, absentAfterMs: lateResendMs, resends: 1 }),
  // "IG User Media", image specifications: JPEG, 8 MB, 320 to 1440 wide, 4:5 to 1.91:1.
  imageForm: () => ({ ...getAccountImageRequirements("instagram"), ratio: imageRatios.instagram }),
  plan: () => ({}),
  prepare: { can: true, run: preparePart },
  publishPart: (part, account, io) =>
    publishContainer(part, { platform, account, io }, (id) =>
      fetchPublishedItem(id, { node: `${account.host}/${graphVersion.speaks}/${encodeURIComponent(id)}`, names }, io),
    ),
  findPart: { can: true, run: lookUpPart },
  // "IG Media": deleting is not supported with Instagram Login.
  remove: { can: false, why: "Instagram doesn't let applications delete posts. Delete it in the Instagram app." },
};

async function preparePart(part: OutgoingPart, account: PlatformAccount, io: ConnectorIo): Promise<PrepareOutcome> {
  const problem = findContentProblem(part);
  if (problem !== null) return { type: "rejected", error: createPublishError("invalid", problem) };
  return await prepareContainer(part, { platform, account, io });
}

/** Returns why Instagram would refuse the part, in a sentence; null if it would not. */
function findContentProblem(part: OutgoingPart): string | null {
  const rules = getPlatformRules("instagram");
  if (!rules) return null;
  if (part.images.length === 0) return "Instagram publishes no post without an image. Add one.";
  const { count, limit, isOver } = countText(part.text, rules);
  if (isOver) return `The text has ${count} characters; Instagram allows ${limit}.`;
  const hashtags = findHashtags(part.text).length;
  const most = rules.maxHashtags ?? hashtags;
  return hashtags > most ? `The text has ${hashtags} hashtags; Instagram allows ${most}.` : null;
}

/**
 * Looks a part up: the container's status says if it was published, the account's own media which one it became.
 * Containers of earlier requests may be forgotten, so for those only the media count, as after a restored backup.
 */
async function lookUpPart(part: OutgoingPart, account: PlatformAccount, io: ConnectorIo): Promise<LookupOutcome> {
  const publication = await findPublication(part, { platform, account, io });
  if (publication === "cannot tell") return { type: "cannot_tell" };
  if (publication === "not published") return { type: "absent" };
  const isPublished = publication === "published";
  const list = {
    url: `${account.host}/${graphVersion.speaks}/${account.remoteId}/media`,
    fields: "id,caption,permalink,timestamp",
    names,
    pageSize: 100,
    // 100 posts a day by programs; a person may post more in the app.
    pagesMax: 12,
    hasTimes: false,
    isCandidate: () => true,
  };
  const found = await lookUpInList(list, part, io);
  if (found.type === "found")
    return { type: "found", sent: { ...found.sent, proof: isPublished ? "key" : "timeline" } };
  // A part that is published is in the list later; a hidden container may be published.
  return isPublished || (publication === "hidden" && found.type === "absent") ? { type: "cannot_tell" } : found;
}
