import type { Clock } from "#lib/service/clock";
import type { Tx } from "#lib/service/db/tx";
import { Refusal } from "#lib/service/refusal";
import { createAccount, needPerson } from "./create-account.ts";
import type { SignedIn } from "./need-account.ts";

type Row = { name: string; email: string; account_id: string | null; proofs: boolean; members: number };

const readSql = `
  select m.name, m.email, m.account_id,
    coalesce(a.password_hash is not null, false)
      or exists (select 1 from passkeys p where p.account_id = a.id)
      or exists (select 1 from account_identities i where i.account_id = a.id) as proofs,
    (select count(*)::int from members o where o.account_id = a.id) as members
  from members m left join accounts a on a.id = m.account_id
  where m.id = $1 and m.removed_at is null`;

/**
 * The account of who is signed in, to give it a way to sign in. Who came with an API key may claim one of their e-mail, or
 * the one they were set up with, as long as nothing else signs in to it: afterwards a key proves no person, for an
 * account may reach other organizations than the key.
 */
export async function claimAccount(tx: Tx, me: SignedIn, clock: Clock): Promise<string> {
  if (me.accountId !== null) return me.accountId;
  await tx.client.query("select 1 from members where id = $1 for no key update", [me.memberId]);
  const { rows } = await tx.client.query<Row>(readSql, [me.memberId]);
  const row = rows[0];
  if (!row) throw new Refusal("unauthorized", "You are not an active member any more.");
  if (row.account_id !== null) {
    if (!row.proofs && row.members === 1) return row.account_id;
    throw new Refusal("forbidden", "You signed in with an API key. Sign in as yourself to change how you sign in.");
  }
  const accountId = await createAccount(tx, needPerson(row), clock).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== "conflict") throw error;
    const message = `There is an account of ${row.email} already. Sign in there; an administrator here can invite it.`;
    throw new Refusal("conflict", message);
  });
  await tx.client.query("update members set account_id = $2 where id = $1", [me.memberId, accountId]);
  return accountId;
}

/** How somebody signs in, for their profile. */
export type Standing = "key" | "unclaimed" | "own";

/** `own`: this session is the account's; `unclaimed`: it may be claimed; `key`: it belongs to somebody signed in otherwise. */
export async function readStanding(client: Pick<Tx["client"], "query">, me: SignedIn): Promise<Standing> {
  if (me.accountId !== null) return "own";
  const { rows } = await client.query<Row>(readSql, [me.memberId]);
  const row = rows[0];
  return row && (row.account_id === null || (!row.proofs && row.members === 1)) ? "unclaimed" : "key";
}
