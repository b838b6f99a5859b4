import { recordAuditEvent } from "#lib/service/audit/record-audit-event.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { type Db, inTransaction, type Tx } from "#lib/service/db/transaction.ts";

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Signs out: closes a session and revokes the key that exists only for it; a trigger notifies every process. Does
 * nothing when there is no such session.
 */
export async function closeSession(db: Db, sessionId: string, clock: Clock): Promise<void> {
  if (!uuidForm.test(sessionId)) return;
  await inTransaction(db.$client, async (tx) => {
    const { rows } = await tx.client.query<{ org: string; member: string; account: string | null; key: string }>(
      `select m.org_id as org, m.id as member, s.account_id as account, s.key_id as key
       from sessions s join api_keys k on k.id = s.key_id join members m on m.id = k.member_id
       where s.id = $1 and s.closed_at is null for update of s`,
      [sessionId],
    );
    const [row] = rows;
    if (!row) return;
    await closeSessionInTransaction(tx, sessionId, clock);
    const by = { orgId: row.org, memberId: row.member, accountId: row.account, sessionId, keyId: row.key };
    await recordAuditEvent(tx, { type: "session.sign_out", by });
  });
}

/** Does the same as `closeSession` in the caller's transaction. */
export async function closeSessionInTransaction(tx: Tx, sessionId: string, clock: Clock): Promise<void> {
  await tx.client.query(closeSql, [sessionId, clock.now()]);
}

const closeSql = `
  with closed as (update sessions set closed_at = $2 where id = $1 and closed_at is null returning key_id)
  update api_keys set revoked_at = $2 from closed
  where api_keys.id = closed.key_id and api_keys.kind = 'session' and api_keys.revoked_at is null`;

/** Closes the open sessions of an account, or the sessions that one member's keys opened. @returns the number closed */
export async function closeSessionsOf(
  tx: Tx,
  of: { accountId: string; except: string | null } | { memberId: string; except: string | null },
  clock: Clock,
): Promise<number> {
  const isAccount = "accountId" in of;
  const { rows } = await tx.client.query<{ n: number }>({
    name: isAccount ? "end-account-sessions" : "end-member-sessions",
    text: `
      with closed as (
        update sessions s set closed_at = $3 from api_keys k
        where k.id = s.key_id and s.closed_at is null and ($2::uuid is null or s.id <> $2::uuid)
          and ${isAccount ? "s.account_id = $1" : "k.member_id = $1"}
        returning s.key_id),
      revoked as (
        update api_keys set revoked_at = $3 from closed
        where api_keys.id = closed.key_id and api_keys.kind = 'session' and api_keys.revoked_at is null)
      select count(*)::int as n from closed`,
    values: [isAccount ? of.accountId : of.memberId, of.except, clock.now()],
  });
  return rows[0]?.n ?? 0;
}
