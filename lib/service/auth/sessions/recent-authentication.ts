import type { Actor } from "#lib/service/core/actor.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";

/** Ms for which a sign-in or a confirmation permits changes of sign-in methods. */
const recentMs = 10 * 60_000;

/** A session's knowledge of its person. `provedAt` is the time of the last sign-in or confirmation. */
export type AuthenticationProof = { provedAt: Date | null; twoFactor: boolean };

type Client = Pick<Tx["client"], "query">;
type SessionProof = AuthenticationProof & { accountId: string | null };

/** Whether the account has a passkey or a confirmed authenticator app. Recovery codes exist only beside an app. */
async function hasSecondFactor(client: Client, accountId: string): Promise<boolean> {
  const { rows } = await client.query<{ has_factor: boolean }>({
    name: "has-second-factor",
    text: `select exists (select 1 from authenticator_apps where account_id = $1 and secret is not null)
             or exists (select 1 from passkeys where account_id = $1) as has_factor`,
    values: [accountId],
  });
  return rows[0]?.has_factor ?? false;
}

/**
 * Refuses a session that showed only the password of an account with a second factor. Without this rule a stolen password
 * would enrol a second factor of the thief.
 * @throws Refusal `confirmation_required`
 */
export async function requireSecondFactorShown(
  client: Client,
  { accountId, twoFactor }: { accountId: string; twoFactor: boolean },
): Promise<void> {
  if (twoFactor || !(await hasSecondFactor(client, accountId))) return;
  throw new Refusal(
    "confirmation_required",
    "Verify with your passkey or a code first. Your password alone can't change how people get in.",
  );
}

/**
 * Refuses unless the proof of identity is recent; call it before a session adds or removes a sign-in method.
 * @throws Refusal `confirmation_required` when the last proof is older than 10 minutes, or when the account has a second
 * factor and the session showed none; `forbidden` for a session that an API key opened: a key may be held by a program or by
 * others, so it proves no person.
 */
export async function requireRecentAuthentication(
  client: Client,
  { accountId, provedAt, twoFactor }: SessionProof,
  clock: Clock,
): Promise<void> {
  if (accountId === null) {
    throw new Refusal(
      "forbidden",
      "You signed in with an API key, which doesn't prove who you are. Sign in as yourself to do this.",
    );
  }
  if (!provedAt || clock.now().getTime() - provedAt.getTime() >= recentMs) {
    throw new Refusal("confirmation_required", "Confirm that it's you first: this changes how people get in.");
  }
  await requireSecondFactorShown(client, { accountId, twoFactor });
}

type Row = {
  kind: "key" | "session" | "app";
  account_id: string | null;
  proved_at: Date | null;
  two_factor: boolean | null;
};

/** Does the same check for a request to `/v1`. A key without a session passes: its scopes limit it. */
export async function requireActorRecentAuthentication(client: Client, actor: Actor, clock: Clock): Promise<void> {
  const { rows } = await client.query<Row>({
    name: "actor-proof",
    text: `select k.kind, s.account_id, s.proved_at, s.two_factor
           from api_keys k left join sessions s on s.key_id = k.id and (k.kind = 'session' or s.id = $2)
           where k.id = $1`,
    values: [actor.keyId, actor.sessionId ?? null],
  });
  const [row] = rows;
  if (row?.kind === "key" && !actor.sessionId) return;
  const proof = { provedAt: row?.proved_at ?? null, twoFactor: row?.two_factor ?? false };
  await requireRecentAuthentication(client, { accountId: row?.account_id ?? null, ...proof }, clock);
}

/**
 * Does the same check, and refuses every key: for changes that weaken the protection of other people, such as the rule of
 * two-step verification. A key that leaked must not prepare a takeover.
 * @throws Refusal as `requireActorRecentAuthentication`; `forbidden` for a key
 */
export async function requirePersonRecentAuthentication(client: Client, actor: Actor, clock: Clock): Promise<void> {
  if (actor.credential.type === "key") {
    throw new Refusal("forbidden", "An API key can't change how people are protected. Sign in as yourself to do this.");
  }
  await requireActorRecentAuthentication(client, actor, clock);
}

/** Records a new proof of identity for the session. An earlier second factor stays recorded. */
export async function recordAuthentication(
  client: Client,
  sessionId: string,
  { twoFactor, now }: { twoFactor: boolean; now: Date },
): Promise<void> {
  // Every process listens to changes of that column, so only a new second factor updates it.
  await client.query("update sessions set proved_at = $2 where id = $1", [sessionId, now]);
  if (twoFactor)
    await client.query("update sessions set two_factor = true where id = $1 and not two_factor", [sessionId]);
}
