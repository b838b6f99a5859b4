import type { PlatformRequest } from "#lib/service/channels/core/connector.ts";
import type { Platform } from "#lib/service/channels/core/platform.ts";
import { connectFields, connectWithKey, readAccount } from "./connect.ts";
import { nostrConnector } from "./connector.ts";
import { eventKinds, getPublicKey, signEvent } from "./event.ts";
import { parseSecretKey } from "./keys.ts";
import { getImageServers, getRelays } from "./note.ts";
import { createRelayConversation } from "./relay.ts";

/** BUD-11: how long a server may use our permission to upload one file. */
const uploadPermissionSeconds = 600;
const clockSeconds = 60;

export const nostr: Platform = {
  connector: nostrConnector,
  connect: { by: "form", fields: connectFields, run: connectWithKey },
  requirements: [
    "The account's secret key (nsec1…). It can't be changed or revoked, so use an account that is meant for this.",
    "Postwright signs posts, replies, requests to delete them, uploads of their images, and sign-ins to relays that ask for one. It reads no messages and follows nobody.",
    "Postwright can only ask relays to delete a post. Relays and apps may keep it.",
  ],
  base: null,

  /** Signs what a request contains: the event for a relay, or the permission to upload a file. */
  authorize(request, secret, account, { now }) {
    const parsed = parseSecretKey(secret.access);
    if ("problem" in parsed || getPublicKey(parsed.secretKey) !== account.remoteId) return null;
    const { secretKey } = parsed;
    const seconds = Math.floor(now.getTime() / 1_000);
    if (request.conversation) {
      const body = signMessage(request, secretKey);
      const signChallenge = (challenge: string) => {
        const tags = [
          ["relay", request.url],
          ["challenge", challenge],
        ];
        return signEvent({ kind: eventKinds.relayAuth, created_at: seconds, tags, content: "" }, secretKey);
      };
      return { ...request, body, conversation: createRelayConversation(body, signChallenge) };
    }
    if (request.method !== "PUT") return request;
    const permission = {
      kind: eventKinds.uploadAuth,
      // A server whose clock is behind ours refuses what was signed in its future.
      created_at: seconds - clockSeconds,
      tags: [
        ["t", "upload"],
        ["expiration", String(seconds + uploadPermissionSeconds)],
        ["server", new URL(request.url).hostname],
        ["x", request.headers?.["x-sha-256"] ?? ""],
      ],
      content: "Upload an image of a post",
    };
    const json = JSON.stringify(signEvent(permission, secretKey));
    // Older servers read padded base64. Without padding, and without the characters `>`, `?` and `~`, both are the same.
    const token = Buffer.from(json.padEnd(Math.ceil(json.length / 3) * 3)).toString("base64url");
    return { ...request, headers: { ...request.headers, authorization: `Nostr ${token}` } };
  },

  isExpired: () => false,
  refresh: { can: false, why: "A key on Nostr never expires." },
  revoke: { can: false, why: "A key on Nostr can't be revoked." },

  async profile(account, io) {
    const read = await readAccount(
      { pubkey: account.remoteId, relays: getRelays(account), servers: getImageServers(account) },
      io.call,
    );
    if ("profile" in read) return { type: "seen", profile: read.profile };
    return { type: read.isSignedOut ? "signed_out" : "cannot_tell" };
  },
};

/** Signs the event of a message that publishes one; other messages stay as they are. */
function signMessage({ body }: PlatformRequest, secretKey: Uint8Array): string {
  const [type, event] = JSON.parse(String(body));
  return type === "EVENT" ? JSON.stringify(["EVENT", signEvent(event, secretKey)]) : String(body);
}
