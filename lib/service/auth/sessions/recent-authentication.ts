import type { Actor } from "#lib/service/core/actor.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";

/** Ms for which a sign-in or a confirmation permits changes of sign-in methods. */
const recentMs = 10 * 60_000;

/** A session's knowledge of its person. `provedAt` is the time of the last sign-in or confirmation. */
export type AuthenticationProof = { provedAt: Date | null; twoFactor: boolean };

type AuthenticatedAt = { accountId: string | null; provedAt: Date | null };

/**
 * Refuses unless the proof of identity is recent; call it before a session adds or removes a sign-in method.
 * @throws Refusal `confirmation_required` when the last proof is older than 10 minutes, `forbidden` for a session that
 * an API key opened: a program or another person may hold the key, so it proves no person.
 */
export function requireRecentAuthentication({ accountId, provedAt }: AuthenticatedAt, clock: Clock): void {
  if (accountId === null) {
    throw new Refusal(
      "forbidden",
      "You signed in with an API key, which doesn't prove who you are. Sign in as yourself to do this.",
    );
  }
  if (provedAt && clock.now().getTime() - provedAt.getTime() < recentMs) return;
  throw new Refusal("confirmation_required", "Confirm that it's you first: this changes how people get in.");
}

type Row = { kind: "key" | "session"; account_id: string | null; proved_at: Date | null };

/** Does the same check for a request to `/v1`. A key without a session passes: its scopes limit it. */
export async function requireActorRecentAuthentication(
  client: Pick<Tx["client"], "query">,
  actor: Actor,
  clock: Clock,
): Promise<void> {
  const { rows } = await client.query<Row>({
    name: "actor-proof",
    text: `select k.kind, s.account_id, s.proved_at
           from api_keys k left join sessions s on s.key_id = k.id and (k.kind = 'session' or s.id = $2)
           where k.id = $1`,
    values: [actor.keyId, actor.sessionId ?? null],
  });
  const [row] = rows;
  if (row?.kind === "key" && !actor.sessionId) return;
  requireRecentAuthentication({ accountId: row?.account_id ?? null, provedAt: row?.proved_at ?? null }, clock);
}

/** Records a new proof of identity for the session. An earlier second factor stays recorded. */
export async function renewAuthentication(
  client: Pick<Tx["client"], "query">,
  sessionId: string,
  { twoFactor, now }: { twoFactor: boolean; now: Date },
): Promise<void> {
  // Every process listens to changes of that column, so only a new second factor updates it.
  await client.query("update sessions set proved_at = $2 where id = $1", [sessionId, now]);
  if (twoFactor)
    await client.query("update sessions set two_factor = true where id = $1 and not two_factor", [sessionId]);
}
