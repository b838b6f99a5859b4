import { getAccountImageRequirements } from "#lib/contract/platforms/channel-rules.ts";
import {
  type Connector,
  type ConnectorIo,
  lateResendMs,
  type OutgoingPart,
  type PlatformAccount,
  type PublishOutcome,
} from "#lib/service/channels/core/connector.ts";
import { toNoResponseOutcome } from "#lib/service/channels/core/no-response.ts";
import type { Platform, ProfileResult } from "#lib/service/channels/core/platform.ts";
import { getJsonText, getJsonValue, type PlatformResponse } from "#lib/service/channels/core/platform-response.ts";
import { parseProfile, profilePath, refreshAccess, revokeAccess, xBaseUrl, xConnect } from "./connect.ts";
import {
  createPublishError,
  duplicatePostError,
  getExhaustedLimit,
  isDuplicateError,
  toRefusedOutcome,
} from "./error-responses.ts";
import { lookUpPart, toPublishedPart } from "./lookup.ts";
import { getUploads, uploadMedia } from "./media-upload.ts";

/**
 * Publishes a part, `POST /2/tweets` (docs.x.com, x-api/posts/create-post). X takes no idempotency key, so only a
 * lookup tells if a request without an answer arrived.
 */
async function publishPart(part: OutgoingPart, account: PlatformAccount, io: ConnectorIo): Promise<PublishOutcome> {
  const images = part.images.length > 0 ? await uploadMedia(part, account, io) : null;
  if (images && images.type !== "ready") return images;
  const ids = images ? getUploads(images.prepared).map(({ id }) => id) : [];
  const answer = await io.call({
    url: `${account.host}/2/tweets`,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      text: part.text,
      ...(part.parent !== null && { reply: { in_reply_to_tweet_id: part.parent } }),
      ...(ids.length > 0 && { media: { media_ids: ids } }),
    }),
    effect: "write",
  });
  if (answer.type !== "answer") return toNoResponseOutcome(answer);
  if (answer.status >= 200 && answer.status < 300) return toPublishedOutcome(answer, account, io);
  if (answer.status >= 500 || answer.status === 408) return { type: "unknown" };
  // X refuses a repeated text: after a request without an answer, the existing post may be this very part.
  if (isDuplicateError(answer) && part.resends > 0) return { type: "unknown", refused: duplicatePostError };
  if (answer.status === 400 && ids.length > 0 && isMediaGone(answer)) {
    await io.savePrepared({ uploads: [] });
    return {
      type: "temporary",
      error: createPublishError("media", "X has lost an image. It is being uploaded again."),
    };
  }
  return toRefusedOutcome(answer, { now: io.now(), part: part.number, what: "text" });
}

function toPublishedOutcome(answer: PlatformResponse, account: PlatformAccount, io: ConnectorIo): PublishOutcome {
  const id = getJsonText(answer.json, "data", "id");
  if (id === null) return { type: "unknown" };
  const limit = getExhaustedLimit(answer, io.now());
  return {
    type: "published",
    sent: toPublishedPart(id, account, io, "answer"),
    ...(limit && { restUntil: limit.until, restOf: limit.of }),
  };
}

/** Tells if the first error is "Your media IDs are invalid.". */
const isMediaGone = (answer: PlatformResponse): boolean =>
  /media ids? (?:are|is) invalid/iu.test(
    `${getJsonText(answer.json, "errors", 0, "message") ?? ""} ${getJsonText(answer.json, "detail") ?? ""}`,
  );

/** Sources: docs.x.com and its openapi.json 2.167, with the path beside each rule. */
const connector: Connector = {
  slug: "x",
  // X does not say how long it refuses a repeated text, so only one repeat is safe.
  getRepeats: () => ({ deduplicated: false, absentAfterMs: lateResendMs, resends: 1 }),
  // x-api/media/quickstart/best-practices.
  imageForm: () => getAccountImageRequirements("x"),
  plan: () => ({}),
  prepare: { can: true, run: uploadMedia },
  publishPart,
  findPart: { can: true, run: lookUpPart },
  remove: {
    can: true,
    /** `DELETE /2/tweets/{id}`. */
    async run(remoteId, account, io) {
      const url = `${account.host}/2/tweets/${encodeURIComponent(remoteId)}`;
      const answer = await io.call({ url, method: "DELETE", effect: "read" });
      if (answer.type !== "answer") return "cannot";
      // "Response codes & errors": the type of the problem; an unknown address is a 404 too, of type `about:blank`.
      const problem = getJsonText(answer.json, "type") ?? getJsonText(answer.json, "errors", 0, "type") ?? "";
      if (answer.status === 404) return problem.endsWith("/resource-not-found") ? "absent" : "cannot";
      // The same page has 204 for a deletion.
      if (answer.status === 204) return "removed";
      if (answer.status !== 200) return "cannot";
      return getJsonValue(answer.json, "data", "deleted") === false ? "absent" : "removed";
    },
  },
};

async function getProfile(account: PlatformAccount, io: ConnectorIo): Promise<ProfileResult> {
  const answer = await io.call({ url: `${account.host}${profilePath}`, method: "GET", effect: "read" });
  if (answer.type === "signed_out" || (answer.type === "answer" && answer.status === 401))
    return { type: "signed_out" };
  const profile = answer.type === "answer" && answer.status === 200 ? parseProfile(answer.json, account.host) : null;
  return profile ? { type: "seen", profile } : { type: "cannot_tell" };
}

export const x: Platform = {
  connector,
  connect: xConnect,
  requirements: [
    "An application of your organization at X. An administrator enters its credentials here.",
    "X bills that application: $0.015 for each post, $0.20 for each with a link, $0.015 for each image and $0.005 for its description.",
    "Postwright will publish, look up and delete its own posts. It reads no messages and follows nobody.",
  ],
  base: xBaseUrl,
  authorize: (request, secret) => ({
    ...request,
    headers: { ...request.headers, authorization: `Bearer ${secret.access}` },
  }),
  isExpired: (answer) => answer.type === "answer" && answer.status === 401,
  refresh: { can: true, run: refreshAccess },
  revoke: { can: true, run: revokeAccess },
  profile: getProfile,
};
