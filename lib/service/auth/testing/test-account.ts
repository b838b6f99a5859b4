import { randomUUID } from "node:crypto";
import type { EmbeddedService, OpenedSession } from "#lib/embedded-service.ts";
import { openAccountSession } from "#lib/service/auth/sessions/open-session.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import type { TestService } from "#lib/service/http/testing/test-service.ts";
import { addMember } from "#lib/service/members/create-organization.ts";

export const loopbackVisitor: Parameters<EmbeddedService["accounts"]["switchMember"]>[2] = {
  device: "Chrome on Linux",
  address: "::1",
};

/** Adds a person with an account and a member of the test's organization; signed in once, as by a password. */
export async function addTestAccount(
  service: TestService,
  { email = `${randomUUID()}@example.org`, hasPassword = false, isMember = true } = {},
): Promise<{ accountId: string; email: string; session: OpenedSession }> {
  const { clock } = service;
  const accountId = clock.newId();
  const session = await inTransaction(service.database.pool, async (tx) => {
    await tx.client.query("insert into accounts (id, email, name, password_hash) values ($1, $2, 'Grace Hopper', $3)", [
      ...[accountId, email, hasPassword ? "$argon2id$of-a-test" : null],
    ]);
    const memberId = await addMember(
      tx,
      { orgId: service.org.orgId, name: "Grace Hopper", email, role: "member", accountId },
      clock,
    );
    if (!isMember) await tx.client.query("update members set removed_at = now() where id = $1", [memberId]);
    const proof = { provedAt: clock.now(), twoFactor: false };
    const event = { type: "session.sign_in", method: "password" } as const;
    return openAccountSession(tx, { accountId, memberId, way: "password", ...loopbackVisitor, proof, event }, clock);
  });
  return { accountId, email, session };
}

/** Returns all account data that a refused sign-in must not change. */
export async function readAccountTables(service: TestService): Promise<string> {
  const { rows } = await service.database.pool.query(
    `select (select jsonb_agg(to_jsonb(a) order by a.id) from accounts a) as accounts,
       (select jsonb_agg(to_jsonb(i) order by i.issuer, i.subject) from account_identities i) as identities,
       (select jsonb_agg(to_jsonb(p) order by p.id) from passkeys p) as passkeys,
       (select jsonb_agg(to_jsonb(n) order by n.id) from invitations n) as invitations,
       (select count(*) from members) as members, (select count(*) from sessions) as sessions,
       (select count(*) from api_keys) as keys`,
  );
  return JSON.stringify(rows);
}
