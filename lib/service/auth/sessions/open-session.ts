import type { AuthenticationMethod } from "#lib/contract/resources/audit-event-types.ts";
import { scopes } from "#lib/contract/scopes.ts";
import type { OpenedSession, SignInMethod } from "#lib/embedded-service.ts";
import { generateApiKey, hashToken, isApiKeyFormat } from "#lib/service/api-keys/api-key-token.ts";
import { findApiKey } from "#lib/service/api-keys/find-api-key.ts";
import { recordAuditEvent } from "#lib/service/audit/record-audit-event.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { apiKeys, sessions } from "#lib/service/db/drizzle-tables.ts";
import { type Db, inTransaction, type Tx } from "#lib/service/db/transaction.ts";
import { dayMs } from "#lib/time/time-units.ts";
import type { AuthenticationProof } from "./recent-authentication.ts";

/**
 * The sealed cookie has the same lifetime (`absoluteSeconds` of lib/session): a key that outlived the cookie would have
 * no use.
 */
const sessionDays = 30;

export type NewAccountSession = {
  accountId: string;
  memberId: string;
  way: SignInMethod;
  /** A readable name, such as "Chrome on Linux". */
  device: string;
  /** Proof of identity by this sign-in, or by the session that this one follows. */
  proof: AuthenticationProof;
  /** The event for the audit log. */
  event: SessionEvent;
  /** The address of the client, for the audit log. */
  address: string | null;
};

/** The reason why a session begins. `name` is the organization's name. */
type SessionEvent =
  | { type: "session.sign_in"; method: AuthenticationMethod }
  | { type: "session.switch" }
  | { type: "organization.create"; method?: AuthenticationMethod; name: string };

/**
 * Signs an account's member in with a key of its own, which no list of API keys shows and which ends with the session.
 * The key has every scope: each request limits the scopes to the member's current role, so a new role counts at once.
 * The event is in the same transaction: no session opens without an event.
 */
export async function openAccountSession(tx: Tx, input: NewAccountSession, clock: Clock): Promise<OpenedSession> {
  const key = generateApiKey();
  const keyId = clock.newId();
  const sessionId = clock.newId();
  const now = clock.now();
  await tx.insert(apiKeys).values({
    id: keyId,
    memberId: input.memberId,
    name: input.device,
    hash: hashToken(key),
    ending: key.slice(-4),
    scopes: [...scopes],
    kind: "session",
    createdAt: now,
    expiresAt: new Date(now.getTime() + sessionDays * dayMs),
  });
  const { accountId, memberId, way, device, proof, event, address } = input;
  await tx
    .insert(sessions)
    .values({ id: sessionId, keyId, accountId, way, device, ...proof, createdAt: now, lastUsedAt: now });
  const { rows } = await tx.client.query<{ org_id: string }>("select org_id from members where id = $1", [memberId]);
  const orgId = rows[0]?.org_id ?? null;
  const by = { orgId, memberId, accountId, sessionId, keyId, address };
  const target =
    event.type === "organization.create" ? ({ type: "organization", id: orgId, name: event.name } as const) : undefined;
  const method = event.type === "session.switch" ? undefined : event.method;
  await recordAuditEvent(tx, { type: event.type, by, ...(method && { method }), ...(target && { target }) });
  return { key, sessionId };
}

/**
 * Opens a session for a valid API key, so that signing out ends the session on the server too. The session has the
 * key's rights and ends with the key. Null when the key does not work, or is bound to addresses: a signed-in person may
 * move to another address.
 */
export async function openKeySession(
  db: Db,
  key: string,
  clock: Clock,
  { device, address }: { device: string; address: string | null } = { device: "", address: null },
): Promise<string | null> {
  const found = isApiKeyFormat(key) ? await findApiKey(db.$client, key, null, clock.now()) : null;
  if (!found || found.ranges) return null;
  const { actor } = found;
  const id = clock.newId();
  await inTransaction(db.$client, async (tx) => {
    await tx.insert(sessions).values({ id, keyId: actor.keyId, device, createdAt: clock.now() });
    await recordAuditEvent(tx, { type: "session.sign_in", by: { ...actor, sessionId: id, address }, method: "key" });
  });
  return id;
}
