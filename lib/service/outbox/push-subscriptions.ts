import { type Actor, getMakingKeyId } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { endlessGrant, requireNoEscalation } from "#lib/service/core/privilege-escalation.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { parseOutboundUrl } from "#lib/service/egress/outbound-url.ts";

const perMember = 20;
const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Checks of a browser's keys: a point on P-256, uncompressed, and a shared secret of 16 bytes (RFC 8291). */
const isPoint = (key: string) => /^[\w-]+=*$/.test(key) && Buffer.from(key, "base64url").length === 65;
const isSecret = (key: string) => /^[\w-]+=*$/.test(key) && Buffer.from(key, "base64url").length === 16;

/**
 * Adds a browser. A browser of another member, or with other keys, belongs to this member with these keys from now on.
 * @throws Refusal `invalid_request` for invalid keys and for addresses that are not allowed
 */
export async function createPushSubscription(
  tx: Tx,
  actor: Actor,
  input: { endpoint: string; keys: { p256dh: string; auth: string } },
  { clock, settings }: Pick<Context, "clock" | "settings">,
): Promise<{ id: string }> {
  requireNoEscalation(actor, endlessGrant("posts:read"));
  const { endpoint, keys } = input;
  const read = parseOutboundUrl(endpoint, settings.outboundAllow);
  if ("why" in read) throw new Refusal("invalid_request", read.why, "endpoint");
  if (!isPoint(keys.p256dh)) throw new Refusal("invalid_request", "p256dh must be a P-256 key.", "keys.p256dh");
  if (!isSecret(keys.auth)) throw new Refusal("invalid_request", "auth must be 16 bytes in base64url.", "keys.auth");
  const { rows } = await tx.client.query<{ id: string }>(
    `insert into push_subscriptions (id, member_id, endpoint, p256dh, auth, made_by_key) values ($1, $2, $3, $4, $5, $6)
     on conflict (endpoint) do update set member_id = excluded.member_id, p256dh = excluded.p256dh, auth = excluded.auth,
       made_by_key = excluded.made_by_key
     returning id`,
    [clock.newId(), actor.memberId, endpoint, keys.p256dh, keys.auth, getMakingKeyId(actor)],
  );
  // A browser that is never seen again must not occupy a place for ever.
  await tx.client.query(
    `delete from push_subscriptions where id in (
       select id from push_subscriptions where member_id = $1 order by created_at desc, id desc offset $2)`,
    [actor.memberId, perMember],
  );
  return { id: rows[0]?.id ?? "" };
}

/**
 * -
 * @throws Refusal `not_found` unless the subscription is the member's own
 */
export async function removePushSubscription(tx: Tx, actor: Actor, id: string): Promise<void> {
  const removed = isUuid.test(id)
    ? await tx.client.query("delete from push_subscriptions where id = $1 and member_id = $2", [id, actor.memberId])
    : null;
  if (removed?.rowCount !== 1) throw new Refusal("not_found", "This browser isn't registered.");
}
