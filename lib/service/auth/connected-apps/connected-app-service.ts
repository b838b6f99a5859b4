import { randomBytes } from "node:crypto";
import type { AppRequest, EmbeddedApps, OpenedSession, Visitor } from "#lib/embedded-service.ts";
import { hashToken } from "#lib/service/api-keys/api-key-token.ts";
import { requireKeyLeft } from "#lib/service/api-keys/create-api-key.ts";
import { insertApiKey } from "#lib/service/api-keys/insert-api-key.ts";
import { requireLiveKey } from "#lib/service/api-keys/require-live-key.ts";
import { recordAuditEvent } from "#lib/service/audit/record-audit-event.ts";
import { captureRefusal } from "#lib/service/auth/capture-refusal.ts";
import { requireSignedInAccount, type SignedInAccount } from "#lib/service/auth/require-signed-in.ts";
import { requireRecentAuthentication } from "#lib/service/auth/sessions/recent-authentication.ts";
import type { Context } from "#lib/service/core/context.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { type AppClient, createAppClientLookup } from "./app-clients.ts";
import { type AuthorizationRequest, checkAuthorizationRequest, getReturnUrl } from "./authorization-request.ts";

/** A code is used at once (RFC 6749, section 4.1.2, allows ten minutes). */
const codeMs = 60_000;

type Deps = Pick<Context, "pool" | "db" | "clock" | "log" | "settings" | "readOutside">;

/**
 * Creates the part of the dashboard with which a person connects an app. Each connection is an API key of its own kind, so
 * that roles, drafts only, limits, the audit log and revoking are those of keys (docs/decisions/0055).
 * @param resource the address of the MCP server, which the access is for
 */
export function createConnectedAppService(deps: Deps, resource: string): EmbeddedApps {
  const { pool, db, settings } = deps;
  const findClient = createAppClientLookup(deps);
  const check = async (search: string) => {
    const checked = await checkAuthorizationRequest(search, { findClient, issuer: settings.origin, resource });
    if (checked.type === "refused") throw new Refusal("invalid_request", checked.message);
    return checked;
  };
  return {
    read: (session, search) =>
      captureRefusal(async (): Promise<AppRequest> => {
        // The person first: only members make this server fetch the description of an app.
        const me = await requireSignedInAccount(db, session);
        const asked = await check(search);
        if (asked.type === "invalid") return asked;
        const { client, redirectUri, scopes } = asked;
        const { rows } = await pool.query<{ organization: string; member: string }>(
          `select o.name as organization, m.name as member from members m join organizations o on o.id = m.org_id
           where m.id = $1`,
          [me.memberId],
        );
        return {
          type: "request",
          name: getAppName(client, redirectUri),
          redirectUri,
          publisher: client.publisher,
          organization: rows[0]?.organization ?? "",
          member: rows[0]?.member ?? "",
          role: me.actor.role,
          scopes: scopes.filter((scope) => me.actor.scopes.has(scope)),
          cancelUrl: getReturnUrl(settings.origin, asked, { error: "access_denied" }),
        };
      }),
    allow: (session, { search, draftsOnly }, visitor) =>
      captureRefusal(async () => {
        const me = await requireSignedInAccount(db, session);
        const asked = await check(search);
        if (asked.type === "invalid") throw new Refusal("invalid_request", asked.message);
        const code = await connectApp(deps, me, asked, { draftsOnly, session, visitor });
        return { url: getReturnUrl(settings.origin, asked, { code }) };
      }),
  };
}

/** The host of an address, or its scheme where it has no host. Its query may hold a secret of the app. */
function getHost(redirectUri: string): string {
  const { host, protocol } = new URL(redirectUri);
  return host || protocol;
}

const getAppName = ({ name }: AppClient, redirectUri: string) => name ?? getHost(redirectUri);

/** Creates the key of the connection, which ends with the code unless the app redeems it. @returns the code */
async function connectApp(
  { pool, clock, log }: Deps,
  me: SignedInAccount,
  { client, redirectUri, codeChallenge, scopes }: AuthorizationRequest,
  { draftsOnly, session, visitor }: { draftsOnly: boolean; session: OpenedSession; visitor: Visitor },
): Promise<string> {
  const code = randomBytes(32).toString("base64url");
  await inTransaction(pool, async (tx) => {
    const now = clock.now();
    await requireRecentAuthentication(tx.client, me, clock);
    await requireKeyLeft(tx, me.memberId, "app", now);
    const name = getAppName(client, redirectUri);
    const granted = scopes.filter((scope) => me.actor.scopes.has(scope));
    const expiresAt = new Date(now.getTime() + codeMs);
    const input = { memberId: me.memberId, name, scopes: granted, expiresAt, draftsOnly, kind: "app" } as const;
    const { id } = await insertApiKey(tx, input, clock);
    await tx.client.query(
      "insert into connected_apps (key_id, client_id, redirect_uri, code_challenge) values ($1, $2, $3, $4)",
      [id, client.clientId, redirectUri, codeChallenge],
    );
    await tx.client.query("insert into app_tokens (hash, key_id, type, expires_at) values ($1, $2, 'code', $3)", [
      ...[hashToken(code), id, expiresAt],
    ]);
    if (client.publisher === null)
      await tx.client.query("update app_clients set connected_at = $2 where id = $1", [client.clientId, now]);
    const by = { ...me.actor, accountId: me.accountId, sessionId: session.sessionId, address: visitor.address };
    const detail = { app: getHost(redirectUri), scopes: granted, drafts_only: draftsOnly };
    await recordAuditEvent(tx, { type: "key.create", by, target: { type: "key", id, name }, detail });
    await requireLiveKey(tx, me.actor.keyId);
    log.info({ memberId: me.memberId, keyId: id }, "app connected");
  });
  return code;
}
