import type { SignInSession } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Db, Tx } from "#lib/service/db/transaction.ts";
import { closeSessionInTransaction, closeSessionsOf } from "./close-session.ts";

/** Ms after which the sealed cookie of an unused session has expired, as in lib/session. */
const idleMs = 7 * 86_400_000;
const shownMax = 100;

type Row = {
  id: string;
  device: string;
  way: SignInSession["way"];
  organization: string;
  created_at: Date;
  last_used_at: Date | null;
};

/**
 * Lists the caller's sessions. A person with an account session sees the account's sessions in every organization; an
 * API key sees only the sessions of its member's keys.
 */
export async function listSessions(db: Db, actor: Actor, clock: Clock): Promise<SignInSession[]> {
  const accountId = await getSessionAccountId(db.$client, actor);
  const { rows } = await db.$client.query<Row>({
    name: accountId === null ? "list-member-sessions" : "list-account-sessions",
    text: `
      select s.id, s.device, s.way, o.name as organization, s.created_at, s.last_used_at
      from sessions s join api_keys k on k.id = s.key_id join members m on m.id = k.member_id
        join organizations o on o.id = m.org_id
      where s.closed_at is null and k.revoked_at is null and m.removed_at is null
        and ${accountId === null ? "m.id = $1" : "s.account_id = $1"}
        and coalesce(s.last_used_at, s.created_at) > $2
      order by coalesce(s.last_used_at, s.created_at) desc, s.id desc limit ${shownMax}`,
    values: [accountId ?? actor.memberId, new Date(clock.now().getTime() - idleMs)],
  });
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    way: row.way,
    organization: row.organization,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    current: row.id === actor.sessionId,
  }));
}

/** Ends one of the caller's sessions. @throws Refusal `not_found` for a session that is not the caller's or is over */
export async function endSession(tx: Tx, actor: Actor, id: string, clock: Clock): Promise<void> {
  const accountId = await getSessionAccountId(tx.client, actor);
  const { rows } = await tx.client.query<{ id: string }>(
    `select s.id from sessions s join api_keys k on k.id = s.key_id
     where s.id = $1 and s.closed_at is null and ${accountId === null ? "k.member_id = $2" : "s.account_id = $2"}`,
    [uuidForm.test(id) ? id : null, accountId ?? actor.memberId],
  );
  if (!rows[0]) throw new Refusal("not_found", "The session was not found. It may have ended.");
  await closeSessionInTransaction(tx, rows[0].id, clock);
}

/** Ends all of the caller's sessions, or all but the current one. */
export async function endAllSessions(tx: Tx, actor: Actor, exceptCurrent: boolean, clock: Clock): Promise<number> {
  const accountId = await getSessionAccountId(tx.client, actor);
  const except = exceptCurrent ? (actor.sessionId ?? null) : null;
  return closeSessionsOf(tx, accountId === null ? { memberId: actor.memberId, except } : { accountId, except }, clock);
}

/** Returns the account of a session that an account opened. */
async function getSessionAccountId(client: Pick<Tx["client"], "query">, actor: Actor): Promise<string | null> {
  if (!actor.sessionId) return null;
  const { rows } = await client.query<{ account_id: string | null }>({
    name: "account-of-own-session",
    text: "select account_id from sessions where id = $1 and key_id = $2 and closed_at is null",
    values: [actor.sessionId, actor.keyId],
  });
  return rows[0]?.account_id ?? null;
}

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
