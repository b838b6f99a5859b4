import type { MadeByKey } from "#lib/contract/types.ts";
import { recordAuditEvent } from "#lib/service/audit/record-audit-event.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Tx } from "#lib/service/db/transaction.ts";

type Client = Pick<Tx["client"], "query">;

/**
 * SQL: the keys $1 of the member $2 with every key that descends from them: earlier values, which may have made something
 * before or during their overlap, and keys that one of them made. Revoked ones lead on to what they made.
 */
const descendantsSql = `
  with recursive descendants as (
    select id, id as root from api_keys where id = any($1::uuid[]) and member_id = $2
    union
    select k.id, d.root from descendants d join api_keys k on k.made_by_key = d.id or k.replaced_by = d.id)`;

const urlHost = (column: string) => `substring(${column} from '^[a-z]+://([^/]+)')`;

const madeSql = `${descendantsSql}
  select d.root, 'key' as type, k.id::text, k.name from descendants d join api_keys k on k.id = d.id
  where k.id <> d.root and k.kind = 'key' and k.revoked_at is null and k.replaced_by is null
    and (k.expires_at is null or k.expires_at > $3)
  union all
  select d.root, 'calendar_feed', f.member_id::text, null from descendants d join calendar_feeds f on f.made_by_key = d.id
  union all
  select d.root, 'push_subscription', s.id::text, ${urlHost("s.endpoint")}
  from descendants d join push_subscriptions s on s.made_by_key = d.id
  union all
  select d.root, 'webhook', w.id::text, ${urlHost("w.url")}
  from descendants d join webhooks w on w.made_by_key = d.id where w.enabled
  union all
  select d.root, 'invitation', i.id::text, coalesce(i.email, i.role)
  from descendants d join invitations i on i.made_by_key = d.id
  where i.used_at is null and i.revoked_at is null and i.expires_at > $3
  order by 2, 4, 3`;

/** Returns what keys of a member made and what still works, by the key's id. What a made key made counts too. */
export async function listMadeByKeys(
  client: Client,
  { memberId }: Pick<Actor, "memberId">,
  keyIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, MadeByKey[]>> {
  const { rows } = await client.query<MadeByKey & { root: string }>({
    name: "made-by-keys",
    text: madeSql,
    values: [keyIds, memberId, now],
  });
  const made = new Map<string, MadeByKey[]>();
  for (const { root, ...thing } of rows) made.set(root, [...(made.get(root) ?? []), thing]);
  return made;
}

/**
 * Ends what a key made, after the key itself was revoked: a request of the key in progress either committed before or is
 * refused (`requireLiveKey`). Webhooks are named in the answer only: their module turns them off.
 * @returns what ended. A caller's key without `members:manage` ends neither webhooks nor invitations, which belong to the
 * organization.
 */
export async function endMadeByKey(tx: Tx, actor: Actor, keyId: string, now: Date): Promise<MadeByKey[]> {
  const { credential, scopes } = actor;
  const isManager = credential.type === "session" || scopes.has("members:manage");
  const ended: MadeByKey[] = [];
  // A made key may make another one until its own revocation, so the keys are read again until none is left.
  for (;;) {
    const made = (await listMadeByKeys(tx.client, actor, [keyId], now)).get(keyId) ?? [];
    const keys = made.filter(({ type }) => type === "key");
    if (keys.length === 0) {
      const others = made.filter(({ type }) => isManager || (type !== "webhook" && type !== "invitation"));
      await endOthers(tx, actor, others, now);
      return [...ended, ...others];
    }
    await revokeMadeKeys(tx, actor, keys, now);
    ended.push(...keys);
  }
}

async function revokeMadeKeys(tx: Tx, actor: Actor, keys: readonly MadeByKey[], now: Date): Promise<void> {
  await tx.client.query({
    name: "revoke-made-keys",
    text: `update api_keys set revoked_at = $3
           where member_id = $1 and (id = any($2::uuid[]) or replaced_by = any($2::uuid[])) and revoked_at is null`,
    values: [actor.memberId, keys.map(({ id }) => id), now],
  });
  for (const { id, name } of keys) {
    await recordAuditEvent(tx, {
      type: "key.revoke",
      by: actor,
      reason: "made_by_revoked_key",
      target: { type: "key", id, name },
    });
  }
}

async function endOthers(tx: Tx, actor: Actor, made: readonly MadeByKey[], now: Date): Promise<void> {
  const idsOf = (type: MadeByKey["type"]) => made.filter((thing) => thing.type === type).map(({ id }) => id);
  const by = { by: actor, reason: "made_by_revoked_key" } as const;
  if (idsOf("calendar_feed").length > 0) {
    await tx.client.query("delete from calendar_feeds where member_id = $1", [actor.memberId]);
    await recordAuditEvent(tx, { type: "calendar_feed.remove", ...by });
  }
  await tx.client.query("delete from push_subscriptions where member_id = $1 and id = any($2::uuid[])", [
    actor.memberId,
    idsOf("push_subscription"),
  ]);
  await tx.client.query(
    "update invitations set revoked_at = $3 where org_id = $1 and id = any($2::uuid[]) and used_at is null and revoked_at is null",
    [actor.orgId, idsOf("invitation"), now],
  );
  for (const id of idsOf("invitation")) {
    await recordAuditEvent(tx, { type: "invitation.revoke", ...by, target: { type: "invitation", id } });
  }
}
