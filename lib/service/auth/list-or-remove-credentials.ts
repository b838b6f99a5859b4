import type { ResetCredential } from "#lib/embedded-service.ts";
import { recordAuditEvent } from "#lib/service/audit/record-audit-event.ts";
import type { Tx } from "#lib/service/db/transaction.ts";

type Client = Pick<Tx["client"], "query">;

type Row = {
  id: string;
  type: ResetCredential["type"];
  name: string | null;
  organization: string | null;
  address: string | null;
  created_at: Date;
  last_used_at: Date | null;
};

/**
 * The id of a provider identity in a form: an identity has no id of its own, and issuer and subject don't belong in a
 * form.
 */
const identityId = "encode(sha256(convert_to(i.issuer || ' ' || i.subject, 'UTF8')), 'hex')";

/**
 * The audit log knows the address from which a passkey or a key was added, for the 400 days it keeps. The former value
 * of a rotated key belongs to its successor, so the list leaves it out.
 */
const listSql = `
  with added as (
    select distinct on (l.target_id) l.target_id, l.address
    from members m join audit_log l on l.org_id = m.org_id and l.member_id = m.id
    where m.account_id = $1 and l.outcome = 'success'
      and l.type in ('passkey.add', 'passkey.restore', 'key.create', 'key.rotate')
    order by l.target_id, l.id desc)
  select p.id::text, 'passkey' as type, p.name, null as organization, added.address, p.created_at, p.last_used_at, 1 as place
  from passkeys p left join added on added.target_id = p.id::text where p.account_id = $1
  union all
  select ${identityId}, 'provider', substring(i.issuer from '^[a-z]+://([^/]+)'), null, null, i.created_at, null, 2
  from account_identities i where i.account_id = $1
  union all
  select k.id::text, k.kind, k.name, o.name, added.address, k.created_at, k.last_used_at, 3
  from api_keys k join members m on m.id = k.member_id join organizations o on o.id = m.org_id
    left join added on added.target_id = k.id::text
  where m.account_id = $1 and m.removed_at is null and k.kind in ('key', 'app') and k.revoked_at is null and k.replaced_by is null
    and (k.expires_at is null or k.expires_at > $2)
  union all
  select f.member_id::text, 'feed', null, o.name, null, f.created_at, f.last_read_at, 4
  from calendar_feeds f join members m on m.id = f.member_id join organizations o on o.id = m.org_id
  where m.account_id = $1 and m.removed_at is null
  union all
  select s.id::text, 'browser', substring(s.endpoint from '^[a-z]+://([^/]+)'), o.name, null, s.created_at, null, 5
  from push_subscriptions s join members m on m.id = s.member_id join organizations o on o.id = m.org_id
  where m.account_id = $1 and m.removed_at is null
  order by place, created_at, id`;

/**
 * Lists everything that gives access to an account or to its members' data, apart from password, sessions and two-step
 * verification.
 */
export async function listCredentials(client: Client, accountId: string, now: Date): Promise<ResetCredential[]> {
  const { rows } = await client.query<Row>(listSql, [accountId, now]);
  return rows.map(({ id, type, name, organization, address, created_at, last_used_at }) => ({
    id: `${type}:${id}`,
    type,
    name,
    organization,
    address,
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at?.toISOString() ?? null,
  }));
}

/** `keep` has ids from `listCredentials`; ids of other accounts have no effect. */
type Removal = { accountId: string; keep: readonly string[]; address: string | null; now: Date };

type Removed = { id: string; name: string | null; org_id: string; member_id: string; is_former: boolean };

const idsOf = ({ keep }: Removal, type: ResetCredential["type"]) =>
  keep.filter((id) => id.startsWith(`${type}:`)).map((id) => id.slice(type.length + 1));
const reason = "password_reset";

/**
 * Removes the passkeys and provider identities that `keep` lacks and records an event for each. @returns the number
 * removed
 */
export async function removeSignIns(tx: Tx, removal: Removal): Promise<number> {
  const { accountId, address } = removal;
  const by = { orgId: null, memberId: null, accountId, address };
  const passkeys = await tx.client.query<{ id: string; name: string }>(
    "delete from passkeys where account_id = $1 and not id::text = any($2) returning id, name",
    [accountId, idsOf(removal, "passkey")],
  );
  for (const { id, name } of passkeys.rows) {
    await recordAuditEvent(tx, { type: "passkey.remove", by, reason, target: { type: "passkey", id, name } });
  }
  const identities = await tx.client.query(
    `delete from account_identities i where account_id = $1 and not ${identityId} = any($2) returning 1`,
    [accountId, idsOf(removal, "provider")],
  );
  for (const _ of identities.rows) await recordAuditEvent(tx, { type: "provider.disconnect", by, reason });
  return passkeys.rows.length + identities.rows.length;
}

/**
 * Removes the API keys, calendar feeds and push subscriptions of an account's members that `keep` lacks, and records an
 * event for each key and feed. Deactivated members are included: their keys would work again after a reactivation.
 * @returns the number removed; the two values of a rotated key count as one
 */
export async function removeMemberAccess(tx: Tx, removal: Removal): Promise<number> {
  const { accountId, address, now } = removal;
  const by = ({ org_id: orgId, member_id: memberId }: Removed) => ({ orgId, memberId, accountId, address });
  const keys = await tx.client.query<Removed>(
    `update api_keys k set revoked_at = $3 from members m
     where m.id = k.member_id and m.account_id = $1 and k.kind in ('key', 'app') and k.revoked_at is null
       and (k.expires_at is null or k.expires_at > $3)
       and not (k.id::text = any($2) or coalesce(k.replaced_by::text = any($2), false))
     returning k.id, k.name, m.org_id, m.id as member_id, k.replaced_by is not null as is_former`,
    [accountId, [...idsOf(removal, "key"), ...idsOf(removal, "app")], now],
  );
  const current = keys.rows.filter((key) => !key.is_former);
  for (const key of current) {
    const target = { type: "key", id: key.id, name: key.name } as const;
    await recordAuditEvent(tx, { type: "key.revoke", by: by(key), reason, target });
  }
  const feeds = await tx.client.query<Removed>(
    `delete from calendar_feeds f using members m
     where m.id = f.member_id and m.account_id = $1 and not f.member_id::text = any($2)
     returning m.org_id, m.id as member_id`,
    [accountId, idsOf(removal, "feed")],
  );
  for (const feed of feeds.rows) await recordAuditEvent(tx, { type: "calendar_feed.remove", by: by(feed), reason });
  const browsers = await tx.client.query(
    `delete from push_subscriptions s using members m
     where m.id = s.member_id and m.account_id = $1 and not s.id::text = any($2) returning 1`,
    [accountId, idsOf(removal, "browser")],
  );
  return current.length + feeds.rows.length + browsers.rows.length;
}
