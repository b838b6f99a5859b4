import type pg from "pg";
import * as z from "zod";
import type { Clock } from "#lib/service/core/clock.ts";

/** What a sign-in under way waits for; a passkey that was removed waits for its undo. */
export type SignInChallengeKind = "passkey" | "new-passkey" | "removed-passkey" | "provider" | "second-step";

/** Where statements go: a pool, or the connection of a transaction. */
export type Queryable = Pick<pg.ClientBase, "query"> | Pick<pg.Pool, "query">;

export type SignInChallenge = {
  kind: SignInChallengeKind;
  /** Whose it is, where somebody is signed in already. */
  accountId: string | null;
  data: Record<string, unknown>;
};

/** Expired ones that one new challenge clears away: more than one, so that none are left to pile up. */
const clearedMax = 50;

/** Keeps what must be answered within `livesMs`. @returns its id. */
export async function createSignInChallenge(
  at: Queryable,
  { kind, accountId, data }: SignInChallenge,
  livesMs: number,
  clock: Clock,
): Promise<string> {
  const id = clock.newId();
  const now = clock.now();
  await at.query(
    `delete from sign_in_challenges where id in (
       select id from sign_in_challenges where expires_at < $1 limit ${clearedMax} for update skip locked)`,
    [now],
  );
  await at.query(
    "insert into sign_in_challenges (id, kind, account_id, data, expires_at) values ($1, $2, $3, $4, $5)",
    [id, kind, accountId, JSON.stringify(data), new Date(now.getTime() + livesMs)],
  );
  return id;
}

const Id = z.uuid();

/**
 * Takes a challenge out, so that it is answered once, also when two answers come at the same time. `holds` must stand in
 * its data. Null when there is none, when it is somebody else's, or when it is too old.
 */
export async function consumeSignInChallenge(
  at: Queryable,
  asked: { id: string; kind: SignInChallengeKind; accountId: string | null; holds?: Record<string, string> },
  clock: Clock,
): Promise<Record<string, unknown> | null> {
  if (!Id.safeParse(asked.id).success) return null;
  const { rows } = await at.query<{ data: Record<string, unknown>; expires_at: Date }>(
    `delete from sign_in_challenges
     where id = $1 and kind = $2 and account_id is not distinct from $3::uuid and data @> $4::jsonb
     returning data, expires_at`,
    [asked.id, asked.kind, asked.accountId, JSON.stringify(asked.holds ?? {})],
  );
  const row = rows[0];
  return row && row.expires_at > clock.now() ? row.data : null;
}
