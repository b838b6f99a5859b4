import type { AccountSecret } from "#lib/service/channels/core/platform.ts";

/** The answer to a sign-in and a refresh (docs.bsky.app/docs/api/com-atproto-server-create-session). */
export type BlueskySession = { did: string; handle: string; secret: AccountSecret; scope: string | null };

/** Parses a session; null if the answer is none. */
export function parseSession(json: unknown): BlueskySession | null {
  const { did, handle, accessJwt, refreshJwt } = (json ?? {}) as Record<string, unknown>;
  if (typeof did !== "string" || typeof handle !== "string") return null;
  if (typeof accessJwt !== "string" || typeof refreshJwt !== "string") return null;
  const claims = parseClaims(accessJwt);
  const endsAt = typeof claims["exp"] === "number" ? new Date(claims["exp"] * 1_000).toISOString() : null;
  return {
    did,
    handle,
    secret: { access: accessJwt, refresh: refreshJwt, accessEndsAt: endsAt, more: {} },
    scope: typeof claims["scope"] === "string" ? claims["scope"] : null,
  };
}

/** Reads the claims of a token without verification: the server verifies each use. */
function parseClaims(token: string): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
  } catch {
    return {};
  }
}
