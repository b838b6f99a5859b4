import * as z from "zod";
import type { Clock } from "#lib/service/core/clock.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { eq, sql } from "#lib/service/db/drizzle-exports.ts";
import { accounts } from "#lib/service/db/drizzle-tables.ts";
import type { Db, Tx } from "#lib/service/db/transaction.ts";
import { normalizeUnicode } from "#lib/text/normalise-text.ts";

export type AccountRecord = typeof accounts.$inferSelect;

/** Returns an e-mail address as it is stored and compared: trimmed, lower case and in one Unicode form. */
export function normalizeEmail(text: string): string {
  return normalizeUnicode(text.trim(), "NFKC").toLowerCase();
}

export async function findAccount(db: Db | Tx, email: string): Promise<AccountRecord | null> {
  const [row] = await db
    .select()
    .from(accounts)
    .where(sql`lower(${accounts.email}) = lower(${normalizeEmail(email)})`);
  return row ?? null;
}

export async function requireAccount(db: Db | Tx, accountId: string): Promise<AccountRecord> {
  const [row] = await db.select().from(accounts).where(eq(accounts.id, accountId));
  if (!row) throw new Refusal("not_found", "The account was not found.");
  return row;
}

const Name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\0]*$/);
const Email = z.email().max(254);

/** Parses a person's name and e-mail into their stored form. @throws Refusal `invalid_request` that names the field */
export function parsePersonDetails(input: { name: string; email: string }): { name: string; email: string } {
  const name = Name.safeParse(input.name);
  if (!name.success) throw new Refusal("invalid_request", "Your name must have 1 to 100 characters.", "name");
  const email = Email.safeParse(normalizeEmail(input.email.slice(0, 1_000)));
  if (!email.success) throw new Refusal("invalid_request", "Enter a valid e-mail address.", "email");
  return { name: name.data, email: email.data };
}

/** Adds an account. @throws Refusal `conflict` when another account has this e-mail */
export async function createAccount(
  tx: Tx,
  person: { name: string; email: string; passwordHash?: string },
  clock: Clock,
): Promise<string> {
  const { rows } = await tx.client.query<{ id: string }>(
    `insert into accounts (id, email, name, password_hash, password_set_at, created_at)
     values ($1, $2, $3, $4, case when $4::text is null then null else $5::timestamptz end, $5)
     on conflict (lower(email)) do nothing returning id`,
    [clock.newId(), person.email, person.name, person.passwordHash ?? null, clock.now()],
  );
  if (rows[0]) return rows[0].id;
  throw new Refusal("conflict", "An account with this e-mail already exists. Sign in to it first.", "email");
}

type Row = { name: string; email: string; account_id: string | null };

/**
 * Returns the account of a member and creates it for a member who has only used API keys. A new account has no way to
 * sign in: the caller gives out a link to set one.
 * @throws Refusal `not_found`; `conflict` when another account has the member's e-mail
 */
export async function ensureAccount(tx: Tx, memberId: string, clock: Clock): Promise<string> {
  const { rows } = await tx.client.query<Row>(
    "select name, email, account_id from members where id = $1 and removed_at is null for no key update",
    [memberId],
  );
  const row = rows[0];
  if (!row) throw new Refusal("not_found", "The member was not found.");
  if (row.account_id !== null) return row.account_id;
  const accountId = await createAccount(tx, parsePersonDetails(row), clock).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== "conflict") throw error;
    const message = `An account with ${row.email} already exists. Invite it instead. Nothing was changed.`;
    throw new Refusal("conflict", message);
  });
  await tx.client.query("update members set account_id = $2 where id = $1", [memberId, accountId]);
  return accountId;
}

type SignInStatusRow = { isOwn: boolean; email: string; hasPassword: boolean; canSignIn: boolean };

/**
 * Returns how the account of a session's member opens; null for a member who has only used API keys. `isOwn`: the account
 * opened the session, and no API key. `canSignIn`: it has a password, a passkey, or an identity at the current provider.
 * @param issuer the provider's; null if there is none
 */
export async function getSignInStatus(
  client: Pick<Tx["client"], "query">,
  { memberId, sessionId }: { memberId: string; sessionId: string },
  issuer: string | null,
): Promise<SignInStatusRow | null> {
  const { rows } = await client.query<SignInStatusRow>({
    name: "sign-in-status",
    text: `select a.email, a.password_hash is not null as "hasPassword", ${hasSignInMethodSql("a.id", "$2")} as "canSignIn",
             exists (select 1 from sessions s where s.id = $3 and s.account_id is not null) as "isOwn"
           from members m join accounts a on a.id = m.account_id where m.id = $1`,
    values: [memberId, issuer, sessionId],
  });
  return rows[0] ?? null;
}

/** The SQL condition of `canSignIn`, for an account `a` in the statement. */
export const hasSignInMethodSql = (accountId: string, issuer: string): string => `(
  a.password_hash is not null
  or exists (select 1 from passkeys p where p.account_id = ${accountId})
  or exists (select 1 from account_identities i where i.account_id = ${accountId}
       and rtrim(i.issuer, '/') = rtrim(${issuer}::text, '/')))`;
