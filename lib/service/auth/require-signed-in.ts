import type { Role } from "#lib/contract/scopes.ts";
import type { OpenedSession, SignInMethod } from "#lib/embedded-service.ts";
import { isApiKeyFormat } from "#lib/service/api-keys/api-key-token.ts";
import { findApiKey } from "#lib/service/api-keys/find-api-key.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { requireNoEscalation, signInGrant } from "#lib/service/core/privilege-escalation.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Db } from "#lib/service/db/transaction.ts";
import type { AuthenticationProof } from "./sessions/recent-authentication.ts";

/** The member of a dashboard session. `accountId` is null for a person who signed in with an API key. */
export type SignedInMember = {
  sessionId: string;
  memberId: string;
  orgId: string;
  role: Role;
  accountId: string | null;
  way: SignInMethod | "key";
  actor: Actor;
} & AuthenticationProof;

/** A member who signed in with an account. */
export type SignedInAccount = SignedInMember & { accountId: string; way: SignInMethod };

type SessionRow = {
  account_id: string | null;
  way: SignInMethod | "key";
  proved_at: Date | null;
  two_factor: boolean;
};

/**
 * Returns who an open session acts as. @throws unauthorized when the session is closed, or its key or member is gone.
 */
export async function requireSessionActor(db: Db, { key, sessionId }: OpenedSession): Promise<Actor> {
  const found = isApiKeyFormat(key) && uuidForm.test(sessionId) ? await findApiKey(db.$client, key, sessionId) : null;
  if (!found) throw new Refusal("unauthorized", "You are no longer signed in. Sign in again.");
  return found.actor;
}

/** Returns the member of an open session, and how they signed in. @throws as `requireSessionActor` */
export async function requireSignedIn(db: Db, session: OpenedSession): Promise<SignedInMember> {
  const { sessionId } = session;
  const actor = await requireSessionActor(db, session);
  const { rows } = await db.$client.query<SessionRow>({
    name: "account-of-session",
    text: "select account_id, way, proved_at, two_factor from sessions where id = $1",
    values: [sessionId],
  });
  const { memberId, orgId, role } = actor;
  const [row] = rows;
  return {
    sessionId,
    memberId,
    orgId,
    role,
    accountId: row?.account_id ?? null,
    way: row?.way ?? "key",
    provedAt: row?.proved_at ?? null,
    twoFactor: row?.two_factor ?? false,
    actor,
  };
}

/**
 * Returns the account of an open session, for actions that only an account's own session may do: an API key that
 * somebody else holds proves no person.
 */
export async function requireSignedInAccount(db: Db, session: OpenedSession): Promise<SignedInAccount> {
  const signedIn = await requireSignedIn(db, session);
  const { accountId, actor } = signedIn;
  requireNoEscalation(actor, signInGrant(actor.role));
  if (accountId === null)
    throw new Refusal("forbidden", "You signed in with an API key. Sign in as yourself to do this.");
  return { ...signedIn, accountId, way: signedIn.way as SignInMethod };
}

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
