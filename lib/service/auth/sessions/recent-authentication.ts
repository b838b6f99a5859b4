import type { Actor } from "#lib/service/core/actor.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";

/** Ms for which a sign-in or a confirmation allows changes of how people get in. */
const recentMs = 10 * 60_000;

/** What a session knows about its person. `provedAt` is when they last signed in or confirmed that it is them. */
export type AuthenticationProof = { provedAt: Date | null; twoFactor: boolean };

type AuthenticatedAt = { accountId: string | null; provedAt: Date | null };

/**
 * Call it before a session adds or removes a way in.
 * @throws Refusal `confirmation_required` when the last proof is older than 10 minutes, `forbidden` for a session that an
 * API key opened: a key may be held by a program or by others, so it proves no person.
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

/** The same for a request to `/v1`. A key that acts without a session passes: its scopes bound it. */
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

/** Notes that the session's person proved who they are now. A second factor stays noted. */
export async function renewAuthentication(
  client: Pick<Tx["client"], "query">,
  sessionId: string,
  { twoFactor, now }: { twoFactor: boolean; now: Date },
): Promise<void> {
  // Only a new second factor touches the column that every process listens to.
  await client.query("update sessions set proved_at = $2 where id = $1", [sessionId, now]);
  if (twoFactor)
    await client.query("update sessions set two_factor = true where id = $1 and not two_factor", [sessionId]);
}
