import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type {
  Connector,
  ConnectorIo,
  OutgoingPart,
  PlatformAccount,
  PublishError,
  PublishOutcome,
} from "#lib/service/channels/core/connector.ts";
import {
  addLinkCardNote,
  dropLinkCard,
  getLinkCardProgress,
  planLinkCard,
} from "#lib/service/channels/core/link-card.ts";
import { isProxyPage, toNoResponseOutcome } from "#lib/service/channels/core/no-response.ts";
import { getClockSkewMs, getJsonText, type PlatformResponse } from "#lib/service/channels/core/platform-response.ts";
import { toCommentary } from "./commentary.ts";
import {
  getUploadedImages,
  hasUploads,
  imageForm,
  isImageMissing,
  retryMissingImages,
  uploadImages,
} from "./image-upload.ts";
import { lacksPost, lookUpPart, toPublishedPart } from "./lookup.ts";
import { createPublishError, getDuplicate, getUrnTime, toRefusedOutcome, versionHeaders } from "./responses.ts";

/**
 * Connector for LinkedIn, as a person or as an organization; rules from learn.microsoft.com, "Posts API", "Images API",
 * "MultiImage API". An application may not read a member's posts (`r_member_social` is closed), so a person's request
 * without an answer stays unknown; a page's posts are looked up. When the member publishes again, LinkedIn's refusal of
 * a duplicate names the existing item, which resolves the outcome.
 */
export const linkedinConnector: Connector = {
  slug: "linkedin",
  // LinkedIn does not document how soon a page's list shows a new post; the member decides about a part that it lacks.
  // No key: nothing is sent again without the member's word.
  getRepeats: () => ({ deduplicated: false, absentAfterMs: 120_000, resends: 0 }),
  imageForm: () => imageForm,
  plan: (part) => ({ commentary: toCommentary(part.text), ...planLinkCard(part) }),
  prepare: { can: true, run: uploadImages },

  async publishPart(part, account, io): Promise<PublishOutcome> {
    const limit = getPlatformRules("linkedin")?.limit ?? 0;
    if (part.text.length > limit) {
      const message = `The text has ${part.text.length} characters; LinkedIn allows ${limit}.`;
      return { type: "rejected", error: createPublishError("invalid", message) };
    }
    const images = getUploadedImages(part);
    if (images.includes(null)) {
      return { type: "temporary", error: createPublishError("media", "An image hasn't been uploaded yet.") };
    }
    // The time of the first attempt, stored before the request leaves: the item that a duplicate names is ours only if
    // it is younger.
    const { triedAt: _, ...prepared } = part.prepared ?? {};
    const triedAt = getJsonText(part.prepared, "triedAt");
    if (triedAt === null) await io.savePrepared({ ...prepared, triedAt: io.now().toISOString() });
    const answer = await io.call({
      url: `${account.host}/rest/posts`,
      method: "POST",
      effect: "write",
      headers: { ...versionHeaders, "content-type": "application/json" },
      body: JSON.stringify(toRequestBody(part, account, images)),
    });
    const retry =
      answer.type === "answer" && hasUploads(part) && isImageMissing(answer) ? retryMissingImages(prepared) : null;
    const outcome =
      retry?.outcome ??
      (answer.type === "answer" ? toPublishOutcome(answer, part, triedAt, io) : toNoResponseOutcome(answer));
    if (outcome.type === "published") return { ...outcome, sent: addLinkCardNote(outcome.sent, part) };
    if (outcome.type === "unknown") return outcome;
    const without = outcome.type === "rejected" && isAboutContent(outcome) ? dropLinkCard(prepared, "LinkedIn") : null;
    // Nothing was published; an earlier attempt with an unknown outcome stays unknown.
    await io.savePrepared({ ...(without ?? retry?.images ?? prepared), ...(triedAt !== null && { triedAt }) });
    if (without !== null && outcome.type === "rejected")
      return { type: "temporary", error: outcome.error, retryAfterMs: 1_000 };
    return outcome;
  },

  findPart: { can: true, run: lookUpPart, only: "For pages only: LinkedIn shows a person's posts to no application." },

  remove: {
    can: true,
    async run(remoteId, account, io) {
      const url = `${account.host}/rest/posts/${encodeURIComponent(remoteId)}`;
      const answer = await io.call({
        url,
        method: "DELETE",
        effect: "write",
        headers: { ...versionHeaders, "x-restli-method": "DELETE" },
      });
      if (answer.type !== "answer") return "cannot";
      // "Delete Posts": 204 also for a post that is gone already.
      if (answer.status === 204) return "removed";
      if (!isNotFound(answer)) return "cannot";
      // "Error Handling": a 404 may also stand for a missing permission. The page's list proves that its posts can be read.
      const seen = await io.call({ url, method: "GET", effect: "read", headers: versionHeaders });
      if (seen.type !== "answer" || !isNotFound(seen)) return "cannot";
      return (await lacksPost(remoteId, account, io)) ? "absent" : "cannot";
    },
  },
};

const isNotFound = (answer: PlatformResponse) => answer.status === 404 && !isProxyPage(answer);

const isAboutContent = ({ error }: { error: PublishError }) => ["invalid", "media"].includes(error.reason);

/** Tolerance for clocks beyond the skew that an answer's `Date` shows. */
const clocksMs = 60_000;

function toPublishOutcome(
  answer: PlatformResponse,
  part: OutgoingPart,
  triedAt: string | null,
  io: ConnectorIo,
): PublishOutcome {
  const { status } = answer;
  if (status === 201) {
    // "Create a post": only this header has the id.
    const urn = answer.headers["x-restli-id"] ?? "";
    return getUrnTime(urn)
      ? { type: "published", sent: toPublishedPart(urn, io.now(), "answer") }
      : { type: "unknown" };
  }
  if (status >= 500 || status === 408 || status < 400) return { type: "unknown" };
  const duplicate = getDuplicate(answer);
  if (duplicate) {
    const refused = createPublishError(
      "duplicate",
      "LinkedIn rejects it because this account has already posted the same text.",
    );
    const at = duplicate.urn === null ? null : getUrnTime(duplicate.urn);
    const first = triedAt === null ? null : Date.parse(triedAt);
    if (duplicate.urn !== null && at && first !== null) {
      if (at.getTime() >= first) return { type: "published", sent: toPublishedPart(duplicate.urn, at, "duplicate") };
      // The named item is older than the first attempt of this part, so it belongs to another post.
      const before = first + Math.min(getClockSkewMs(answer, io.now()), 0) - clocksMs;
      if (at.getTime() < before) return { type: "rejected", error: refused };
    }
    const mayBeOwn = first !== null || part.resends > 0;
    return mayBeOwn ? { type: "unknown", refused } : { type: "rejected", error: refused };
  }
  return toRefusedOutcome(answer, io.now());
}

/**
 * Creates the body as in "Posts API", sample requests; several images as in "MultiImage API", each with its alternative
 * text.
 */
function toRequestBody(part: OutgoingPart, account: PlatformAccount, images: readonly (string | null)[]): object {
  const all = images.map((id, at) => {
    const alt = part.images[at]?.alt ?? "";
    return { id, ...(alt !== "" && { altText: alt }) };
  });
  const content =
    all.length === 0 ? toArticle(part) : all.length === 1 ? { media: all[0] } : { multiImage: { images: all } };
  return {
    author: `urn:li:${account.remoteId}`,
    commentary: getJsonText(part.wire, "commentary") ?? toCommentary(part.text),
    visibility: "PUBLIC",
    distribution: { feedDistribution: "MAIN_FEED", targetEntities: [], thirdPartyDistributionChannels: [] },
    ...(content && { content }),
    lifecycleState: "PUBLISHED",
    isReshareDisabledByAuthor: false,
  };
}

/**
 * Creates the card of the post's link. "Posts API", article: LinkedIn reads no page for applications (read November
 * 2026), so title, description and thumbnail are ours.
 */
function toArticle(part: OutgoingPart): { article: object } | null {
  const { card } = getLinkCardProgress<string>(part.prepared);
  if (!card) return null;
  const { url, title, description, thumb } = card;
  return {
    article: { source: url, title, ...(description !== "" && { description }), ...(thumb && { thumbnail: thumb }) },
  };
}
