import type pg from "pg";
import { type Role, roleScopes, type Scope } from "#lib/contract/scopes";
import type { Actor } from "#lib/service/actor";
import { hashKey } from "./make-key.ts";

/** Who a key stands for, and when its use was last written down. */
export type FoundKey = { actor: Actor; lastUsedAt: Date | null };

const findSql = `
  select k.id as key_id, k.scopes, k.last_used_at, m.id as member_id, m.org_id, m.role
  from api_keys k join members m on m.id = k.member_id
  where k.hash = $1 and k.revoked_at is null and m.removed_at is null
    and ($2::uuid is null or exists (
      select 1 from sessions s where s.id = $2::uuid and s.key_id = k.id and s.closed_at is null))`;

type Row = {
  key_id: string;
  scopes: string[];
  last_used_at: Date | null;
  member_id: string;
  org_id: string;
  role: Role;
};

/**
 * The member behind a key, or null when the key is unknown or revoked, its member was removed, or the session it came
 * with is closed. Its scopes are cut down to what the member's role allows now.
 */
export async function findKey(pool: pg.Pool, key: string, sessionId: string | null): Promise<FoundKey | null> {
  const { rows } = await pool.query<Row>({ name: "find-key", text: findSql, values: [hashKey(key), sessionId] });
  const row = rows[0];
  if (!row) return null;
  const allowed = roleScopes[row.role];
  const scopes = new Set<Scope>(allowed.filter((scope) => row.scopes.includes(scope)));
  return {
    actor: { memberId: row.member_id, orgId: row.org_id, role: row.role, scopes, keyId: row.key_id },
    lastUsedAt: row.last_used_at,
  };
}

const usedSql = `
  update api_keys set last_used_at = $2
  where id = $1 and (last_used_at is null or last_used_at < $2::timestamptz - interval '1 minute')`;

/** Writes down that a key was used, at most once a minute. */
export async function markKeyUsed(pool: pg.Pool, keyId: string, now: Date): Promise<void> {
  await pool.query({ name: "mark-key-used", text: usedSql, values: [keyId, now] });
}
