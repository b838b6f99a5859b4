import { hash, randomBytes } from "node:crypto";
import { generateApiKey, hashToken } from "#lib/service/api-keys/api-key-token.ts";
import { recordAuditEvent } from "#lib/service/audit/record-audit-event.ts";
import type { Context } from "#lib/service/core/context.ts";
import { inTransaction, type Tx } from "#lib/service/db/transaction.ts";
import { dayMs, hourMs } from "#lib/time/time-units.ts";

/** An access token is short-lived, because whoever has it can use it. */
const accessMs = hourMs;
/** An app that was not used for this long has to be connected again. */
const refreshMs = 30 * dayMs;
/** A connection ends after this, however often it is used (OWASP ASVS 5.0, 10.4.8). */
const connectionMs = 180 * dayMs;
/** An app that sends several requests at once refreshes for each of them, with the same token. */
const refreshAgainMs = 30_000;

/** The tokens of a connection, in the words of RFC 6749, section 5.1. */
export type AppTokens = {
  access_token: string;
  token_type: "Bearer";
  expires_in: number;
  refresh_token: string;
  scope: string;
};

type Deps = Pick<Context, "pool" | "clock" | "sealer">;
type TokenType = "code" | "access" | "refresh";
type TokenRow = {
  type: TokenType;
  key_id: string;
  expires_at: Date;
  key_expires_at: Date;
  key_created_at: Date;
  used_at: Date | null;
  client_id: string;
  redirect_uri: string;
  code_challenge: string;
  name: string;
  scopes: string[];
  is_live: boolean;
  member_id: string;
  org_id: string;
};

/** Finds a token with its connection and locks both: of two requests with one token, the second sees the first's use. */
async function lockToken(tx: Tx, token: string, types: readonly TokenType[], now: Date): Promise<TokenRow | null> {
  const { rows } = await tx.client.query<TokenRow>(
    `select t.type, t.key_id, t.expires_at, k.expires_at as key_expires_at, k.created_at as key_created_at, t.used_at, a.client_id, a.redirect_uri, a.code_challenge, k.name, k.scopes,
       k.revoked_at is null and k.expires_at > $3 and m.removed_at is null as is_live, m.id as member_id, m.org_id
     from app_tokens t join connected_apps a on a.key_id = t.key_id join api_keys k on k.id = t.key_id
       join members m on m.id = k.member_id
     where t.hash = $1 and t.type = any($2) for update of k, t`,
    [hashToken(token), types, now],
  );
  return rows[0] ?? null;
}

type TokenBytes = { access: Buffer; refresh: Buffer };

/**
 * Gives the tokens of these bytes, which last no longer than the connection. Tokens that were given already stay as they
 * are.
 */
async function issueTokens(tx: Tx, row: TokenRow, bytes: TokenBytes, now: Date): Promise<AppTokens | null> {
  const { key_id: keyId, key_expires_at: keyEnd, scopes } = row;
  const connectionEndMs = row.key_created_at.getTime() + connectionMs;
  if (connectionEndMs <= now.getTime()) return null;
  const access = generateApiKey(bytes.access);
  const refresh = bytes.refresh.toString("base64url");
  const endAfter = (ms: number) => new Date(Math.min(now.getTime() + ms, connectionEndMs));
  const refreshEnd = endAfter(refreshMs);
  await tx.client.query(
    `insert into app_tokens (hash, key_id, type, expires_at) values ($1, $3, 'access', $4), ($2, $3, 'refresh', $5)
     on conflict (hash) do nothing`,
    [hashToken(access), hashToken(refresh), keyId, endAfter(accessMs), refreshEnd],
  );
  const given = await tx.client.query<{ expires_at: Date }>("select expires_at from app_tokens where hash = $1", [
    hashToken(access),
  ]);
  const accessEndMs = given.rows[0]?.expires_at.getTime() ?? 0;
  // Every process empties its key cache on this change, so it happens once a day and not at each refresh.
  if (refreshEnd.getTime() - keyEnd.getTime() > dayMs)
    await tx.client.query("update api_keys set expires_at = $2 where id = $1", [keyId, refreshEnd]);
  return {
    access_token: access,
    token_type: "Bearer",
    expires_in: Math.max(0, Math.floor((accessEndMs - now.getTime()) / 1000)),
    refresh_token: refresh,
    scope: scopes.join(" "),
  };
}

/** Ends a connection: all its tokens stop working at once, in every process. */
async function endConnection(tx: Tx, row: TokenRow, now: Date, reason: string, address: string | null): Promise<void> {
  const { rowCount } = await tx.client.query(
    "update api_keys set revoked_at = $2 where id = $1 and revoked_at is null",
    [row.key_id, now],
  );
  if (rowCount === 0) return;
  await recordAuditEvent(tx, {
    type: "key.revoke",
    by: { orgId: row.org_id, memberId: row.member_id, keyId: row.key_id, address },
    reason,
    target: { type: "key", id: row.key_id, name: row.name },
  });
}

type CodeInput = {
  code: string;
  clientId: string;
  /** Compared if the app sends it; RFC 6749 demands it, OAuth 2.1 no longer does. */
  redirectUri: string | null;
  verifier: string;
  address: string | null;
};

/**
 * Redeems a code once (OAuth 2.1, section 4.1.3). A code that comes a second time, from another app, with another redirect
 * address or without its verifier is in wrong hands: the connection ends with all its tokens.
 * @returns null where the code does not count
 */
export function redeemCode({ pool, clock }: Deps, input: CodeInput): Promise<AppTokens | null> {
  const { code, clientId, redirectUri, verifier, address } = input;
  return inTransaction(pool, async (tx) => {
    const now = clock.now();
    const row = await lockToken(tx, code, ["code"], now);
    if (!row) return null;
    const isFirst = row.used_at === null;
    const isOwn =
      row.client_id === clientId &&
      (redirectUri === null || row.redirect_uri === redirectUri) &&
      row.code_challenge === hash("sha256", verifier, "base64url");
    await tx.client.query("update app_tokens set used_at = $2 where hash = $1", [hashToken(code), now]);
    if (!isFirst || !isOwn) {
      await endConnection(tx, row, now, isFirst ? "code_mismatch" : "code_reused", address);
      return null;
    }
    if (!row.is_live || row.expires_at <= now) return null;
    return issueTokens(tx, row, { access: randomBytes(32), refresh: randomBytes(32) }, now);
  });
}

type RefreshInput = { refreshToken: string; clientId: string; address: string | null };

/**
 * Exchanges a refresh token for new tokens (OAuth 2.1, section 4.3.1). One that comes again after `refreshAgainMs` means
 * that two hold it, and nobody knows which is the app: the connection ends.
 *
 * Within that time each answer has the same successor, which follows from the token and SECRET: so two that hold a copy
 * hold one successor too, and its second use is noticed at the next refresh, whoever comes first.
 * @returns null where the token does not count
 */
export function refreshTokens({ pool, clock, sealer }: Deps, input: RefreshInput): Promise<AppTokens | null> {
  const { refreshToken, clientId, address } = input;
  return inTransaction(pool, async (tx) => {
    const now = clock.now();
    const row = await lockToken(tx, refreshToken, ["refresh"], now);
    if (!row) return null;
    const { used_at: usedAt } = row;
    const isOwn = row.client_id === clientId;
    if (!isOwn || (usedAt && now.getTime() - usedAt.getTime() >= refreshAgainMs)) {
      await endConnection(tx, row, now, isOwn ? "refresh_reused" : "refresh_mismatch", address);
      return null;
    }
    if (!row.is_live || row.expires_at <= now) return null;
    if (!usedAt) {
      await tx.client.query(
        "update app_tokens set used_at = $2 where key_id = $1 and type = 'refresh' and used_at is null",
        [row.key_id, now],
      );
    }
    const derive = (type: TokenType) => sealer.derive(refreshToken, `app_tokens:${row.key_id}:successor:${type}`);
    return issueTokens(tx, row, { access: derive("access"), refresh: derive("refresh") }, now);
  });
}

/**
 * Ends the connection that a token belongs to, for the app itself (RFC 7009). Section 2.1 lets either token end the other.
 * @returns false for another app's token; true also for an unknown one, which nobody needs to revoke
 */
export function revokeToken(
  { pool, clock }: Deps,
  { token, clientId, address }: { token: string; clientId: string; address: string | null },
): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    const now = clock.now();
    const row = await lockToken(tx, token, ["access", "refresh"], now);
    if (!row) return true;
    if (row.client_id !== clientId) return false;
    await endConnection(tx, row, now, "app", address);
    return true;
  });
}
