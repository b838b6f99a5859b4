import type { PlatformAccount, Connector, ConnectorIo } from "#lib/service/channels/core/connector.ts";
import type { Platform, ProfileResult } from "#lib/service/channels/core/platform.ts";
import { getJsonValue } from "#lib/service/channels/core/platform-response.ts";
import { xBaseUrl, xConnect, profilePath, parseProfile, refreshAccess, revokeAccess } from "./connect.ts";
import { lookUpPart } from "./lookup.ts";
import { uploadMedia } from "./media-upload.ts";
import { publishPart } from "#lib/service/channels/x/publish.ts";

/** Pages: docs.x.com and its openapi.json 2.167; the paths stand beside each rule. */
const connector: Connector = {
  slug: "x",
  // How long X remembers words to refuse them again is not told, so one more send is all that is safe.
  repeats: { deduplicated: false, absentAfterMs: 300_000, resends: 1 },
  // x-api/media/quickstart/best-practices.
  imageForm: () => ({
    types: ["image/jpeg", "image/png", "image/webp", "image/gif"],
    maxBytes: 5_000_000,
    maxEdge: 4_096,
    maxPixels: null,
  }),
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
      if (answer.is !== "answer") return "cannot";
      if (answer.status === 404) return "absent";
      if (answer.status !== 200) return "cannot";
      return getJsonValue(answer.json, "data", "deleted") === false ? "absent" : "removed";
    },
  },
};

async function getProfile(account: PlatformAccount, io: ConnectorIo): Promise<ProfileResult> {
  const answer = await io.call({ url: `${account.host}${profilePath}`, method: "GET", effect: "read" });
  if (answer.is === "signed_out" || (answer.is === "answer" && answer.status === 401)) return { is: "signed_out" };
  const profile = answer.is === "answer" && answer.status === 200 ? parseProfile(answer.json, account.host) : null;
  return profile ? { is: "seen", profile } : { is: "cannot_tell" };
}

export const x: Platform = {
  connector,
  connect: xConnect,
  needs: [
    "An application of your organization at X, whose keys your administrator enters here.",
    "X bills that application: $0.015 for each post, $0.20 for each with a link, $0.005 for each described image.",
    "Postwright will publish, look back at and take down what it published; it reads no messages and follows nobody.",
  ],
  base: xBaseUrl,
  authorize: (request, secret) => ({
    ...request,
    headers: { ...request.headers, authorization: `Bearer ${secret.access}` },
  }),
  isExpired: (answer) => answer.is === "answer" && answer.status === 401,
  refresh: { can: true, run: refreshAccess },
  revoke: { can: true, run: revokeAccess },
  profile: getProfile,
};
