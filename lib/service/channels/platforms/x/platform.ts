import type { Account, Connector, Io } from "#lib/service/channels/core/connector.ts";
import type { Platform, ProfileSeen } from "#lib/service/channels/core/platform.ts";
import { pick } from "#lib/service/channels/core/platform-response.ts";
import { base, connect, mePath, readProfile, refresh, revoke } from "./connect.ts";
import { findPart } from "./lookup.ts";
import { prepare } from "./media-upload.ts";
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
  prepare: { can: true, run: prepare },
  publishPart,
  findPart: { can: true, run: findPart },
  remove: {
    can: true,
    /** `DELETE /2/tweets/{id}`. */
    async run(remoteId, account, io) {
      const url = `${account.host}/2/tweets/${encodeURIComponent(remoteId)}`;
      const answer = await io.call({ url, method: "DELETE", effect: "read" });
      if (answer.is !== "answer") return "cannot";
      if (answer.status === 404) return "absent";
      if (answer.status !== 200) return "cannot";
      return pick(answer.json, "data", "deleted") === false ? "absent" : "removed";
    },
  },
};

async function seeProfile(account: Account, io: Io): Promise<ProfileSeen> {
  const answer = await io.call({ url: `${account.host}${mePath}`, method: "GET", effect: "read" });
  if (answer.is === "signed_out" || (answer.is === "answer" && answer.status === 401)) return { is: "signed_out" };
  const profile = answer.is === "answer" && answer.status === 200 ? readProfile(answer.json, account.host) : null;
  return profile ? { is: "seen", profile } : { is: "cannot_tell" };
}

export const x: Platform = {
  connector,
  connect,
  needs: [
    "An application of your organization at X, whose keys your administrator enters here.",
    "X bills that application: $0.015 for each post, $0.20 for each with a link, $0.005 for each described image.",
    "Postwright will publish, look back at and take down what it published; it reads no messages and follows nobody.",
  ],
  base,
  authorize: (request, secret) => ({
    ...request,
    headers: { ...request.headers, authorization: `Bearer ${secret.access}` },
  }),
  isExpired: (answer) => answer.is === "answer" && answer.status === 401,
  refresh: { can: true, run: refresh },
  revoke: { can: true, run: revoke },
  profile: seeProfile,
};
