import { platformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { Account, Connector, Io, Outcome, OutgoingPart } from "#lib/service/channels/core/connector.ts";
import { type Answer, aheadMs, pickText } from "#lib/service/channels/core/platform-response.ts";
import { ofNoAnswer } from "#lib/service/channels/core/no-response.ts";
import { because, duplicateOf, madeAt, refusalOf, saidBy, versionHeaders } from "./responses.ts";
import { uploadedOf, uploadImages } from "./image-upload.ts";
import { findPart, sentOf } from "./lookup.ts";
import { toCommentary } from "./commentary.ts";

/**
 * LinkedIn, as a person or as an organization; rules from learn.microsoft.com, "Posts API", "Images API", "MultiImage API".
 * What an application may not do is read a member's posts (`r_member_social` is closed), so a person's send without an
 * answer stays unknown; a page's posts are looked up. When the member sends again, LinkedIn's refusal of a duplicate names the item, which tells.
 */
export const linkedinConnector: Connector = {
  slug: "linkedin",
  // How soon a page's list has what was posted is not documented; what it does not show is the member's to decide.
  repeats: { deduplicated: false, absentAfterMs: 120_000, resends: 0 },
  // "Images API": JPEG, PNG, GIF of up to 250 frames, fewer than 36,152,320 pixels. The size is ours; none is published.
  imageForm: () => ({
    types: ["image/jpeg", "image/png", "image/gif"],
    ...{ maxBytes: 5_000_000, maxEdge: 4_096, maxPixels: 36_152_319 },
  }),
  plan: (part) => ({ commentary: toCommentary(part.text) }),
  prepare: { can: true, run: uploadImages },

  async publishPart(part, account, io): Promise<Outcome> {
    const limit = platformRules("linkedin")?.limit ?? 0;
    if (part.text.length > limit) {
      const message = `The text has ${part.text.length} characters; LinkedIn takes ${limit}.`;
      return { is: "rejected", error: because("invalid", message) };
    }
    const images = uploadedOf(part);
    if (images.includes(null)) {
      return { is: "temporary", error: because("media", "An image is not uploaded yet.") };
    }
    // When it was tried first, kept before the request leaves: what a duplicate names is ours only when it is younger.
    const triedAt = pickText(part.prepared, "triedAt");
    const prepared = { images };
    if (triedAt === null) await io.keep({ ...prepared, triedAt: io.now().toISOString() });
    const answer = await io.call({
      ...{ url: `${account.host}/rest/posts`, method: "POST", effect: "write" },
      headers: { ...versionHeaders, "content-type": "application/json" },
      body: JSON.stringify(bodyOf(part, account, images)),
    });
    const outcome = answer.is === "answer" ? outcomeOf(answer, part, triedAt, io) : ofNoAnswer(answer);
    if (outcome.is === "published" || outcome.is === "unknown") return outcome;
    // Nothing came of it. An upload that LinkedIn has lost is done again; an earlier try that is unknown stays so.
    const isLost = outcome.is === "temporary" && outcome.error.reason === "media";
    await io.keep({ ...(isLost ? {} : prepared), ...(triedAt !== null && { triedAt }) });
    return outcome;
  },

  findPart: { can: true, run: findPart, only: "Of a page; LinkedIn shows a person's posts to no application." },

  remove: {
    can: true,
    async run(remoteId, account, io) {
      const answer = await io.call({
        ...{ url: `${account.host}/rest/posts/${encodeURIComponent(remoteId)}`, method: "DELETE", effect: "write" },
        headers: { ...versionHeaders, "x-restli-method": "DELETE" },
      });
      if (answer.is !== "answer") return "cannot";
      // "Delete Posts": 204 also for what is gone already.
      if (answer.status === 204) return "removed";
      return answer.status === 404 ? "absent" : "cannot";
    },
  },
};

/** Clocks may differ by this beyond what an answer's own time tells. */
const clocksMs = 60_000;

function outcomeOf(answer: Answer, part: OutgoingPart, triedAt: string | null, io: Io): Outcome {
  const { status } = answer;
  if (status === 201) {
    // "Create a post": the id is in this header alone.
    const urn = answer.headers["x-restli-id"] ?? "";
    return madeAt(urn) ? { is: "published", sent: sentOf(urn, io.now(), "answer") } : { is: "unknown" };
  }
  if (status >= 500 || status === 408 || status < 400) return { is: "unknown" };
  const duplicate = duplicateOf(answer);
  if (duplicate) {
    const refused = because("duplicate", "LinkedIn refuses it because this account has posted the same words already.");
    const at = duplicate.urn === null ? null : madeAt(duplicate.urn);
    const first = triedAt === null ? null : Date.parse(triedAt);
    if (duplicate.urn !== null && at && first !== null) {
      if (at.getTime() >= first) return { is: "published", sent: sentOf(duplicate.urn, at, "duplicate") };
      // It stood there before the first try of this part, which was refused for it as this one is.
      const before = first + Math.min(aheadMs(answer, io.now()), 0) - clocksMs;
      if (at.getTime() < before) return { is: "rejected", error: refused };
    }
    const mayBeOwn = first !== null || part.resends > 0;
    return mayBeOwn ? { is: "unknown", refused } : { is: "rejected", error: refused };
  }
  if (status < 426 && saidBy(answer).includes("urn:li:image:")) {
    return { is: "temporary", error: because("media", "LinkedIn no longer has an image. It is uploaded again.") };
  }
  return refusalOf(answer, io.now());
}

/** "Posts API", sample requests; several images as in "MultiImage API", each with its alternative text. */
function bodyOf(part: OutgoingPart, account: Account, images: readonly (string | null)[]): object {
  const all = images.map((id, at) => ({ id, altText: part.images[at]?.alt ?? "" }));
  const content = all.length === 0 ? null : all.length === 1 ? { media: all[0] } : { multiImage: { images: all } };
  return {
    author: `urn:li:${account.remoteId}`,
    commentary: pickText(part.wire, "commentary") ?? toCommentary(part.text),
    visibility: "PUBLIC",
    distribution: { feedDistribution: "MAIN_FEED", targetEntities: [], thirdPartyDistributionChannels: [] },
    ...(content && { content }),
    lifecycleState: "PUBLISHED",
    isReshareDisabledByAuthor: false,
  };
}
