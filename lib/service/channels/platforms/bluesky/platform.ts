import type {
  ConnectorIo,
  PlatformAccount,
  PlatformRequest,
  PlatformResult,
} from "#lib/service/channels/core/connector.ts";
import type {
  AccountSecret,
  Platform,
  ProfileResult,
  RefreshResult,
  SigningTimeAndNonce,
} from "#lib/service/channels/core/platform.ts";
import { appPasswordFields, connectWithAppPassword } from "./app-password.ts";
import { blueskyConnector, getServerLimits } from "./connector.ts";
import { createDpopProof, parseDpopNonce } from "./dpop.ts";
import { type BlueskyDirectoryOverrides, resolveDirectories } from "./identity.ts";
import { createOAuthSignIn, isOAuthSecret, refreshOAuthAccess, revokeOAuthAccess } from "./oauth-sign-in.ts";
import { parseSession } from "./parse-session.ts";
import { getErrorName } from "./responses.ts";

/** @param set directories of handles and accounts; the public ones by default. */
export function createBlueskyPlatform(set: BlueskyDirectoryOverrides = {}): Platform {
  const directories = resolveDirectories(set);
  return {
    connector: blueskyConnector,
    connect: {
      by: "form",
      fields: appPasswordFields,
      run: (values, net) => connectWithAppPassword(values, net, directories),
    },
    requirements: [
      "An app password, created at bsky.app under Settings, Privacy and security, App passwords. You can revoke it there at any time.",
      "Postwright signs in once with the app password and doesn't store it. It stores the resulting access, encrypted.",
      "Postwright publishes and deletes its own posts, uploads their images, and reads the account's name and picture. It reads no messages and follows nobody.",
    ],
    signIn: createOAuthSignIn(directories),
    base: null,
    authorize,
    signing: {
      isSigned: isOAuthSecret,
      read: (answer) => (answer.type === "answer" ? parseDpopNonce(answer) : { nonce: null, isRefused: false }),
      question: createSessionRequest,
    },
    isExpired,
    refresh: {
      can: true,
      async run(secret, { account, app }, net): Promise<RefreshResult> {
        if (isOAuthSecret(secret)) {
          return await refreshOAuthAccess(secret, { did: account.remoteId, key: app?.clientSecret ?? null }, net);
        }
        if (secret.refresh === null) return { type: "refused" };
        const answer = await net.fetch({
          url: `${account.host}/xrpc/com.atproto.server.refreshSession`,
          method: "POST",
          headers: { authorization: `Bearer ${secret.refresh}` },
          // A used refresh token stays valid for two more hours, so a repeat is safe (measured on the server's own
          // package).
          effect: "read",
        });
        if (answer.type !== "answer") return { type: "unsent" };
        const session = parseSession(answer.json);
        if (answer.status === 200 && session?.did === account.remoteId)
          return { type: "refreshed", secret: session.secret };
        // com.atproto.server.refreshSession names these errors; a proxy's 403 has no name and says nothing about the
        // token.
        const name = getErrorName(answer) ?? "";
        return { type: deadSession.has(name) ? "refused" : "unclear" };
      },
    },
    revoke: {
      can: true,
      async run(secret, { account, app }, net) {
        if (isOAuthSecret(secret)) return await revokeOAuthAccess(secret, app?.clientSecret ?? null, net);
        if (secret.refresh === null) return false;
        // Ends the session that the app password began (docs.bsky.app/docs/api/com-atproto-server-delete-session).
        const answer = await net.fetch({
          url: `${account.host}/xrpc/com.atproto.server.deleteSession`,
          method: "POST",
          headers: { authorization: `Bearer ${secret.refresh}` },
          effect: "read",
        });
        return answer.type === "answer" && answer.status === 200;
      },
    },
    profile: readProfile,
  };
}

export const bluesky = createBlueskyPlatform();

const deadSession: ReadonlySet<string> = new Set([
  ...["ExpiredToken", "InvalidToken", "AccountTakedown", "AuthMissing", "AuthenticationRequired"],
]);

/** Creates the request for the account's identity, which needs no scope. */
function createSessionRequest({ host }: PlatformAccount): PlatformRequest {
  return { url: `${host}/xrpc/com.atproto.server.getSession`, method: "GET", effect: "read" };
}

async function authorize(
  request: PlatformRequest,
  secret: AccountSecret,
  _account: PlatformAccount,
  { now, nonce }: SigningTimeAndNonce,
): Promise<PlatformRequest> {
  const { access, more } = secret;
  const { dpop } = more;
  if (dpop === undefined) {
    return { ...request, headers: { ...request.headers, authorization: `Bearer ${access}` } };
  }
  const proof = await createDpopProof(dpop, { method: request.method, url: request.url, now, nonce, access });
  return { ...request, headers: { ...request.headers, authorization: `DPoP ${access}`, dpop: proof } };
}

/** Tells if the token has expired: the server answers 400 then, not 401 (atproto.com/specs/xrpc#authentication). */
function isExpired(answer: PlatformResult): boolean {
  const name = getErrorName(answer);
  if (answer.type === "answer" && parseDpopNonce(answer).isRefused) return false;
  if (name === "ExpiredToken" || name === "InvalidToken") return true;
  return answer.type === "answer" && answer.status === 401;
}

/** Reads the profile from the account's own server, which knows handle and profile. */
async function readProfile(account: PlatformAccount, io: ConnectorIo): Promise<ProfileResult> {
  const ask = (name: string, values: Record<string, string>) =>
    io.call({ url: `${account.host}/xrpc/${name}?${new URLSearchParams(values)}`, method: "GET", effect: "read" });
  const session = await io.call(createSessionRequest(account));
  if (session.type === "signed_out") return { type: "signed_out" };
  const { did, handle } = getJsonRecord(session);
  if (session.type !== "answer" || session.status !== 200 || typeof did !== "string" || typeof handle !== "string") {
    return { type: "cannot_tell" };
  }
  const at = { repo: did, collection: "app.bsky.actor.profile", rkey: "self" };
  const shown = await ask("com.atproto.repo.getRecord", at);
  const isKnown = shown.type === "answer" && shown.status === 200;
  if (!isKnown && getErrorName(shown) !== "RecordNotFound") return { type: "cannot_tell" };
  const value = (isKnown ? getJsonRecord(shown)["value"] : {}) as {
    displayName?: unknown;
    avatar?: { ref?: { $link?: unknown } };
  };
  const cid = value.avatar?.ref?.$link;
  const name = typeof value.displayName === "string" ? value.displayName.trim() : "";
  return {
    type: "seen",
    profile: {
      remoteId: did,
      username: handle,
      name: name === "" ? handle : name,
      verified: false,
      told: getServerLimits(account.host),
      avatarUrl:
        typeof cid === "string"
          ? `${account.host}/xrpc/com.atproto.sync.getBlob?${new URLSearchParams({ did, cid })}`
          : null,
      host: account.host,
    },
  };
}

function getJsonRecord(answer: PlatformResult): Record<string, unknown> {
  const json = answer.type === "answer" ? answer.json : null;
  return typeof json === "object" && json !== null ? (json as Record<string, unknown>) : {};
}
