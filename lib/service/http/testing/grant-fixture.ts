import type { Role, Scope } from "#lib/contract/scopes.ts";
import { roleScopes } from "#lib/contract/scopes.ts";
import type { OpenedSession } from "#lib/embedded-service.ts";
import { insertApiKey } from "#lib/service/api-keys/insert-api-key.ts";
import { openAccountSession, openKeySession } from "#lib/service/auth/sessions/open-session.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { clientAddressHeader, sessionHeader } from "#lib/service/http/access/authenticate.ts";
import { openTestService, type TestService } from "./test-service.ts";

/** Credentials of a person: their session, and API keys with fewer and fewer rights. */
export const credentialKinds = ["session", "full key", "key of one scope", "ending key", "bound key"] as const;
export type CredentialKind = (typeof credentialKinds)[number];

export const boundAddress = "203.0.113.9";
export const hourMs = 3_600_000;

export type GrantFixture = Awaited<ReturnType<typeof openGrantFixture>>;

/**
 * Opens an organization with an owner, two administrators and a member, each with an account, and API keys of the first
 * administrator.
 */
export async function openGrantFixture() {
  const service = await openTestService();
  const { clock } = service;
  const inTx = <T>(work: Parameters<typeof inTransaction<T>>[1]) => inTransaction(service.database.pool, work);
  const caller = await addPerson(service, "admin");
  const peer = await addPerson(service, "admin");
  const owner = await addPerson(service, "owner");
  const member = await addPerson(service, "member");

  async function makeKey(
    holding: Exclude<CredentialKind, "session">,
    scope: Scope,
  ): Promise<{ id: string; key: string }> {
    const scopes = holding === "key of one scope" ? [scope] : roleScopes.admin;
    const expiresAt = holding === "ending key" ? new Date(clock.now().getTime() + hourMs) : null;
    const addresses = holding === "bound key" ? [boundAddress] : [];
    return inTx((tx) =>
      insertApiKey(tx, { memberId: caller.memberId, name: holding, scopes, expiresAt, addresses }, clock),
    );
  }

  /**
   * Sends a request as the first administrator with the given credential, from the address that the bound key allows.
   */
  async function callWith(holding: CredentialKind, scope: Scope, method: string, path: string, json?: unknown) {
    const key = holding === "session" ? caller.session.key : (await makeKey(holding, scope)).key;
    const headers = {
      ...(holding === "bound key" && { [clientAddressHeader]: boundAddress }),
      ...(holding === "session" && { [sessionHeader]: caller.session.sessionId }),
    };
    return service.call(method, `/v1${path}`, { key, headers, ...(json !== undefined && { json }) });
  }

  /** Returns the dashboard session of a person who signed in with the given credential; null if it can't sign in. */
  async function signInWith(holding: CredentialKind): Promise<OpenedSession | null> {
    if (holding === "session") return openFor(service, caller);
    const { key } = await makeKey(holding, "posts:read");
    const sessionId = await openKeySession(service.context.db, key, clock);
    return sessionId === null ? null : { key, sessionId };
  }

  return { service, caller, peer, owner, member, makeKey, callWith, signInWith };
}

export type TestPerson = { memberId: string; accountId: string; email: string; session: OpenedSession };

async function addPerson(service: TestService, role: Role): Promise<TestPerson> {
  const { memberId } = await service.addMember(role);
  const accountId = service.clock.newId();
  const email = `${accountId}@example.org`;
  const { pool } = service.database;
  await pool.query("insert into accounts (id, email, name) values ($1, $2, $3)", [
    ...[accountId, email, `Person ${accountId.slice(-6)}`],
  ]);
  await pool.query("update members set account_id = $2, email = $3 where id = $1", [memberId, accountId, email]);
  return { memberId, accountId, email, session: await openFor(service, { memberId, accountId }) };
}

function openFor(service: TestService, { memberId, accountId }: { memberId: string; accountId: string }) {
  const proof = { provedAt: service.clock.now(), twoFactor: false };
  const event = { type: "session.sign_in", method: "password" } as const;
  const opened = { accountId, memberId, way: "password", device: "Chrome on Linux", address: null } as const;
  return inTransaction(service.database.pool, (tx) =>
    openAccountSession(tx, { ...opened, proof, event }, service.clock),
  );
}
