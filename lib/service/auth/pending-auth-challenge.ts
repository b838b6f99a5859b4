import type pg from "pg";
import * as z from "zod";
import type { Clock } from "#lib/service/core/clock.ts";

/** The purpose of a pending challenge; a removed passkey is stored as one until its undo ends. */
export type PendingAuthChallengeKind = "passkey" | "new-passkey" | "removed-passkey" | "provider" | "second-step";

/** A pool, or the connection of a transaction. */
export type Queryable = Pick<pg.ClientBase, "query"> | Pick<pg.Pool, "query">;

export type PendingAuthChallenge = {
  kind: PendingAuthChallengeKind;
  /** The account, when somebody is signed in already. */
  accountId: string | null;
  data: Record<string, unknown>;
};

/** The most expired challenges that one new challenge removes: more than one, so that none pile up. */
const clearedMax = 50;

/** Stores data for a challenge that must be answered within `livesMs`. @returns its id. */
export async function createPendingAuthChallenge(
  client: Queryable,
  { kind, accountId, data }: PendingAuthChallenge,
  livesMs: number,
  clock: Clock,
): Promise<string> {
  const id = clock.newId();
  const now = clock.now();
  await client.query(
    `delete from sign_in_challenges where id in (
       select id from sign_in_challenges where expires_at < $1 limit ${clearedMax} for update skip locked)`,
    [now],
  );
  await client.query(
    "insert into sign_in_challenges (id, kind, account_id, data, expires_at) values ($1, $2, $3, $4, $5)",
    [id, kind, accountId, JSON.stringify(data), new Date(now.getTime() + livesMs)],
  );
  return id;
}

const Id = z.uuid();

/**
 * Deletes a challenge and returns its data, so that only one of two concurrent answers succeeds. The data must contain
 * `holds`. Null when there is no such challenge, when it belongs to somebody else, or when it has expired.
 */
export async function consumePendingAuthChallenge(
  client: Queryable,
  query: { id: string; kind: PendingAuthChallengeKind; accountId: string | null; bound?: Record<string, string> },
  clock: Clock,
): Promise<Record<string, unknown> | null> {
  if (!Id.safeParse(query.id).success) return null;
  const { rows } = await client.query<{ data: Record<string, unknown>; expires_at: Date }>(
    `delete from sign_in_challenges
     where id = $1 and kind = $2 and account_id is not distinct from $3::uuid and data @> $4::jsonb
     returning data, expires_at`,
    [query.id, query.kind, query.accountId, JSON.stringify(query.bound ?? {})],
  );
  const row = rows[0];
  return row && row.expires_at > clock.now() ? row.data : null;
}
