import type { Role } from "#lib/contract/scopes";
import type { OpenedSession, SignInWay } from "#lib/embed";
import type { Actor } from "#lib/service/actor";
import { eq, sql } from "#lib/service/db/drizzle";
import { accounts } from "#lib/service/db/schema-accounts";
import type { Db, Tx } from "#lib/service/db/tx";
import { findKey } from "#lib/service/keys/find-key";
import { isKeyForm } from "#lib/service/keys/make-key";
import { Refusal } from "#lib/service/refusal";
import { requireNoGreaterPower, signInAs } from "#lib/service/require-no-greater-power";
import type { Proof } from "./recent-proof.ts";

export type Account = typeof accounts.$inferSelect;

/** Whom a session of the dashboard stands for. `accountId` is null for who signed in with an API key. */
export type SignedIn = {
  sessionId: string;
  memberId: string;
  orgId: string;
  role: Role;
  accountId: string | null;
  way: SignInWay | "key";
  actor: Actor;
} & Proof;

/** Somebody who signed in as themselves. */
export type OwnAccount = SignedIn & { accountId: string; way: SignInWay };

/** An e-mail address as it is kept and compared: without spaces around it and in one Unicode form. Case never tells two apart. */
export function readEmail(text: string): string {
  return text.trim().normalize("NFKC").toLowerCase();
}

export async function findAccount(db: Db | Tx, email: string): Promise<Account | null> {
  const [row] = await db
    .select()
    .from(accounts)
    .where(sql`lower(${accounts.email}) = lower(${readEmail(email)})`);
  return row ?? null;
}

export async function needAccount(db: Db | Tx, accountId: string): Promise<Account> {
  const [row] = await db.select().from(accounts).where(eq(accounts.id, accountId));
  if (!row) throw new Refusal("not_found", "There is no such account.");
  return row;
}

type SessionRow = {
  account_id: string | null;
  way: SignInWay | "key";
  proved_at: Date | null;
  two_factor: boolean;
};

/** Whom an open session stands for. @throws unauthorized when it is closed, or its key or member is gone. */
export async function needSignedIn(db: Db, session: OpenedSession): Promise<SignedIn> {
  const { key, sessionId } = session;
  const found = isKeyForm(key) && uuidForm.test(sessionId) ? await findKey(db.$client, key, sessionId) : null;
  if (!found) throw new Refusal("unauthorized", "You are not signed in any more. Sign in again.");
  const { rows } = await db.$client.query<SessionRow>({
    name: "account-of-session",
    text: "select account_id, way, proved_at, two_factor from sessions where id = $1",
    values: [sessionId],
  });
  const { memberId, orgId, role } = found.actor;
  const [row] = rows;
  return {
    ...{ sessionId, memberId, orgId, role },
    accountId: row?.account_id ?? null,
    way: row?.way ?? "key",
    provedAt: row?.proved_at ?? null,
    twoFactor: row?.two_factor ?? false,
    actor: found.actor,
  };
}

/** The same for what only an account's own session may do: a key that somebody else holds proves no person. */
export async function needOwnAccount(db: Db, session: OpenedSession): Promise<OwnAccount> {
  const signedIn = await needSignedIn(db, session);
  const { accountId, actor } = signedIn;
  requireNoGreaterPower(actor, signInAs(actor.role));
  if (accountId === null)
    throw new Refusal("forbidden", "You signed in with an API key. Sign in as yourself for this.");
  return { ...signedIn, accountId, way: signedIn.way as SignInWay };
}

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
