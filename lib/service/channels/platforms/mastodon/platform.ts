import { getAccountImageRequirements } from "#lib/contract/platforms/channel-rules.ts";
import {
  type Connector,
  type ConnectorIo,
  lateResendMs,
  type PlatformAccount,
  type PlatformResult,
} from "#lib/service/channels/core/connector.ts";
import { isProxyPage } from "#lib/service/channels/core/no-response.ts";
import type { Platform, ProfileResult } from "#lib/service/channels/core/platform.ts";
import { acceptJson, fetchInstance, mastodonConnect, parseProfile, revokeAccess } from "./connect.ts";
import { lookUpPart } from "./lookup.ts";
import { uploadMedia } from "./media-upload.ts";
import { publishPart } from "./publish-part.ts";
import { isAccessLost } from "./responses.ts";
import { getSoftware, keepsIdempotencyKeys, lacksDeletion } from "./server-software.ts";

/** Sources: docs.joinmastodon.org, with the path in brackets beside each rule. */
const connector: Connector = {
  slug: "mastodon",
  // A server that keeps the key makes a repeat harmless for an hour; of two at once both may be published.
  getRepeats: ({ reportedLimits }) =>
    keepsIdempotencyKeys(getSoftware(reportedLimits))
      ? { deduplicated: false, absentAfterMs: 60_000, resends: null }
      : { deduplicated: false, absentAfterMs: lateResendMs, resends: 1 },
  imageForm: ({ reportedLimits }) => getAccountImageRequirements("mastodon", reportedLimits),
  plan: ({ key }) => ({ key }),
  prepare: { can: true, run: uploadMedia },
  publishPart,
  findPart: { can: true, run: lookUpPart },
  remove: {
    can: true,
    getLack({ reportedLimits }) {
      const software = getSoftware(reportedLimits);
      return lacksDeletion(software) ? `${software} lets no program delete posts.` : null;
    },
    /**
     * Deletes a status, `DELETE /api/v1/statuses/:id` (methods/statuses.md#delete). Its 404 alone does not prove that
     * the status is gone: snac2 lacks the method and answers 404 to unknown requests. So `GET`
     * (methods/statuses.md#get) decides; where its 404 is a page, which may be a proxy's, only with proof that the API
     * answers.
     */
    async run(remoteId, account, io) {
      const url = `${account.host}/api/v1/statuses/${encodeURIComponent(remoteId)}`;
      const answer = await io.call({ url, method: "DELETE", effect: "read" });
      if (answer.type !== "answer") return "cannot";
      if (answer.status >= 200 && answer.status < 300) return "removed";
      if (!isNotFound(answer)) return "cannot";
      const seen = await io.call({ url, method: "GET", effect: "read" });
      if (seen.type !== "answer" || !isNotFound(seen)) return "cannot";
      if (!isProxyPage(seen)) return "absent";
      const who = await getProfile(account, io);
      return who.type === "seen" ? "absent" : "cannot";
    },
  },
};

const isNotFound = (answer: PlatformResult): boolean =>
  answer.type === "answer" && (answer.status === 404 || answer.status === 410);

async function getProfile(account: PlatformAccount, io: ConnectorIo): Promise<ProfileResult> {
  const ask = (url: string) => io.call({ url, method: "GET", effect: "read" });
  const who = await ask(`${account.host}/api/v1/accounts/verify_credentials`);
  if (who.type === "signed_out") return { type: "signed_out" };
  if (who.type === "answer" && (who.status === 401 || isAccessLost(who, account))) return { type: "signed_out" };
  if (who.type !== "answer" || who.status !== 200) return { type: "cannot_tell" };
  const instance = await fetchInstance(account.host, ask);
  // The last reported limits stay if the server does not report them now.
  const known = "told" in instance ? instance.told : account.reportedLimits;
  const profile = parseProfile(who.json, known, account.host);
  return profile ? { type: "seen", profile } : { type: "cannot_tell" };
}

export const mastodon: Platform = {
  connector,
  connect: mastodonConnect,
  requirements: [
    "The address of the account's server, and a minute to approve the request there.",
    "Postwright will publish, look up and delete its own posts. It reads no messages and follows nobody.",
  ],
  base: null,
  authorize: (request, secret) => ({
    ...request,
    headers: { ...acceptJson, ...request.headers, authorization: `Bearer ${secret.access}` },
  }),
  isExpired: (answer) => answer.type === "answer" && answer.status === 401,
  // methods/oauth.md: tokens have no expiry, and no refresh token exists.
  refresh: { can: false, why: "Access on Mastodon doesn't expire. If it is withdrawn, the account is reconnected." },
  revoke: { can: true, run: revokeAccess },
  profile: getProfile,
};
