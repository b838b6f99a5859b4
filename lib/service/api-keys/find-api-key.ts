import type pg from "pg";
import { isAdmin, type Role, roleScopes, type Scope } from "#lib/contract/scopes.ts";
import type { Actor, Credential } from "#lib/service/core/actor.ts";
import { type IpRange, parseIpRanges } from "#lib/service/core/ip-ranges.ts";
import { hashToken } from "./api-key-token.ts";

/** Who a key stands for, from where and until when, and when its use was last written down. */
export type ResolvedApiKey = {
  actor: Actor;
  lastUsedAt: Date | null;
  /** The first ms at which it works no longer. */
  endsAtMs: number;
  /** Null: it works from anywhere. */
  ranges: readonly IpRange[] | null;
};

/** The door that a request came through. */
export type ApiKeyAudience = "api" | "mcp";

const findSql = `
  select k.id as key_id, k.kind, k.scopes, k.drafts_only, k.expires_at, t.expires_at as token_expires_at, coalesce($3::timestamptz, now()) as now, k.addresses, m.id as member_id, m.org_id, m.role,
    (m.role in ('owner', 'admin') and o.settings -> 'require_two_step' = 'true'
      and (k.kind = 'session' or $2::uuid is not null)
      and not exists (select 1 from sessions s
        where s.key_id = k.id and ($2::uuid is null or s.id = $2::uuid) and s.two_factor)) is true as lacks_factor,
    (o.settings -> 'shared_plan' = 'false') is true as hides_plan,
    case when $2::uuid is null then k.last_used_at
      else (select s.last_used_at from sessions s where s.id = $2::uuid) end as last_used_at
  from api_keys k join members m on m.id = k.member_id join organizations o on o.id = m.org_id
    left join app_tokens t on t.hash = $1 and t.type = 'access' and $4
  where k.id = coalesce(
      (select id from api_keys where hash = $1),
      (select key_id from app_tokens where hash = $1 and type = 'access' and $4))
    and k.revoked_at is null and m.removed_at is null
    and ($2::uuid is null or exists (
      select 1 from sessions s where s.id = $2::uuid and s.key_id = k.id and s.closed_at is null))`;

type Row = {
  key_id: string;
  kind: "key" | "session" | "app";
  scopes: string[];
  drafts_only: boolean;
  expires_at: Date | null;
  /** Set for the access token of a connected app. */
  token_expires_at: Date | null;
  now: Date;
  addresses: string[];
  last_used_at: Date | null;
  member_id: string;
  org_id: string;
  role: Role;
  lacks_factor: boolean;
  hides_plan: boolean;
};

/**
 * The member behind a key, or null when the key is unknown, revoked or at its end, its member was removed, or the session
 * it came with is closed. A session of an administrator acts as a member while it lacks a second factor that the
 * organization requires; keys that programs hold are not concerned. Its scopes are cut down to what the member's role
 * and the organization's rules allow now. Where the request comes from is
 * looked at by the caller.
 * @param now null: as the database's clock says
 * @param audience what the request is for: the access token of a connected app counts for `/mcp` and nothing else
 * (RFC 8707, section 2)
 */
export async function findApiKey(
  pool: pg.Pool,
  key: string,
  sessionId: string | null,
  now: Date | null = null,
  audience: ApiKeyAudience = "api",
): Promise<ResolvedApiKey | null> {
  const values = [hashToken(key), sessionId, now, audience === "mcp"];
  const { rows } = await pool.query<Row>({ name: "find-key", text: findSql, values });
  const row = rows[0];
  if (!row) return null;
  const ends = [row.expires_at, row.token_expires_at].filter((end) => end !== null);
  const endsAtMs = Math.min(...ends.map((end) => end.getTime()));
  if (endsAtMs <= row.now.getTime()) return null;
  const role = row.lacks_factor ? "member" : row.role;
  // The organization decides how much members see of each other. Administrators see all posts anyway.
  const hidesPlan = row.hides_plan && !isAdmin(role);
  const allowed = roleScopes[role].filter((scope) => scope !== "plan:read" || !hidesPlan);
  const scopes = new Set<Scope>(allowed.filter((scope) => row.scopes.includes(scope)));
  const ranges = parseIpRanges(row.addresses);
  const credential: Credential =
    row.kind === "session"
      ? { type: "session" }
      : { type: "key", endsAt: row.expires_at, ranges, draftsOnly: row.drafts_only };
  return {
    actor: {
      memberId: row.member_id,
      orgId: row.org_id,
      role,
      scopes,
      keyId: row.key_id,
      credential,
      sessionId,
    },
    lastUsedAt: row.last_used_at,
    endsAtMs,
    ranges: row.addresses.length === 0 ? null : ranges,
  };
}

const recordUseSql = `
  with of_session as (update sessions set last_used_at = $2 where id = $4)
  update api_keys set last_used_at = $2, last_used_route = coalesce($3, last_used_route)
  where id = $1 and (last_used_at is null or last_used_at < $2::timestamptz - interval '1 minute')`;

/** Writes down that a key was used, and its session, at most once a minute. No trigger hears of these columns. */
export async function recordApiKeyUse(
  pool: pg.Pool,
  used: { keyId: string; sessionId: string | null; route: string | null },
  now: Date,
): Promise<void> {
  const values = [used.keyId, now, used.route, used.sessionId];
  await pool.query({ name: "mark-key-used", text: recordUseSql, values });
}
