import { limits } from "#lib/contract/limits.ts";
import type { AuditEventType } from "#lib/contract/resources/audit-event-types.ts";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type { Webhook } from "#lib/contract/types.ts";
import { recordAuditEvent } from "#lib/service/audit/record-audit-event.ts";
import { type Actor, getMakingKeyId } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { endlessGrant, requireNoEscalation } from "#lib/service/core/privilege-escalation.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { type OutboundAllowList, parseOutboundUrl } from "#lib/service/egress/outbound-url.ts";
import { presentWebhook, selectWebhooksSql, type WebhookRecord } from "./present-webhook.ts";
import { lockWebhook, requireWebhook, requireWebhookAdmin } from "./require-webhook.ts";
import { resolveWebhookFailure } from "./webhook-failed-rule.ts";
import { generateWebhookSecret, sealWebhookSecret } from "./webhook-secret.ts";

type WebhookWithSecret = Webhook & { secret: string };
type WebhookDeps = Pick<Context, "clock" | "sealer" | "settings">;

/** Lists webhooks, oldest first. */
export async function listWebhooks({ pool }: Pick<Context, "pool">, actor: Actor): Promise<Webhook[]> {
  requireWebhookAdmin(actor);
  const { rows } = await pool.query<WebhookRecord>({
    name: "webhooks-list",
    text: `${selectWebhooksSql} where w.org_id = $1 order by w.id`,
    values: [actor.orgId],
  });
  return rows.map(presentWebhook);
}

/** Creates a webhook. This response is the only one that shows the secret. */
export async function createWebhook(
  tx: Tx,
  actor: Actor,
  { url, events }: { url: string; events: readonly string[] },
  { clock, sealer, settings }: WebhookDeps,
): Promise<WebhookWithSecret> {
  requireWebhookAdmin(actor);
  requireNoEscalation(actor, endlessGrant("members:manage"));
  const address = requireWebhookUrl(url, settings.outboundAllow);
  // The lock is held until the end, so that two concurrent requests don't both create the twentieth.
  await tx.client.query({
    name: "webhook-org-lock",
    text: "select 1 from organizations where id = $1 for no key update",
    values: [actor.orgId],
  });
  const id = clock.newId();
  const secret = generateWebhookSecret();
  const { rowCount } = await tx.client.query({
    name: "webhook-create",
    text: `insert into webhooks (id, org_id, url, events, secret, made_by_key)
           select $1, $2, $3, $4, $5, $7 where (select count(*) from webhooks where org_id = $2) < $6`,
    values: [
      id,
      actor.orgId,
      address,
      unique(events),
      sealWebhookSecret(sealer, id, secret),
      limits.webhooksPerOrganization,
      getMakingKeyId(actor),
    ],
  });
  if (rowCount === 0) {
    const most = limits.webhooksPerOrganization;
    throw new Refusal("invalid_request", `An organization can have up to ${most} webhooks. Remove one first.`);
  }
  await recordWebhookEvent(tx, "webhook.create", actor, id, address);
  return { ...(await requireWebhook(tx.client, actor, id)), secret };
}

export async function updateWebhook(
  tx: Tx,
  actor: Actor,
  id: string,
  change: { url?: string | undefined; events?: readonly string[] | undefined; enabled?: boolean | undefined },
  { settings }: WebhookDeps,
): Promise<Webhook> {
  const webhook = await lockWebhook(tx, actor, id);
  // A new address receives everything from then on; so does one that is turned on again.
  if (change.url !== undefined || change.enabled) requireNoEscalation(actor, endlessGrant("members:manage"));
  const address = change.url === undefined ? null : requireWebhookUrl(change.url, settings.outboundAllow);
  await tx.client.query({
    name: "webhook-change",
    text: `update webhooks set url = coalesce($2, url), events = coalesce($3, events), enabled = coalesce($4, enabled),
             made_by_key = case when $2::text is null then made_by_key else $5::uuid end,
             off_reason = case when $4 then null else off_reason end,
             failing_told_at = case when $4 or $2 is not null then null else failing_told_at end
           where id = $1`,
    values: [
      webhook.id,
      address,
      change.events ? unique(change.events) : null,
      change.enabled ?? null,
      getMakingKeyId(actor),
    ],
  });
  if (change.enabled === false)
    await cancelWaitingDeliveries(tx, webhook.id, "The webhook was switched off before this was delivered.");
  const changed = await requireWebhook(tx.client, actor, id);
  await recordWebhookEvent(tx, "webhook.update", actor, webhook.id, changed.url, { enabled: changed.enabled });
  return changed;
}

/**
 * Cancels waiting deliveries: after a long time off they would arrive as if they were news. Attempts in progress end by
 * themselves.
 */
export async function cancelWaitingDeliveries(tx: Tx, webhookId: string, why: string): Promise<void> {
  await tx.client.query({
    name: "webhook-drop-waiting",
    text: `update webhook_deliveries set state = 'failed', error = $2, due_at = null, lease_until = null, finished_at = now()
           where webhook_id = $1 and state = 'waiting' and coalesce(lease_until <= now(), true)`,
    values: [webhookId, why],
  });
}

/**
 * Turns off the webhooks among what a revoked key made. An administrator can read why, and turn one on again. Who revokes a
 * key may do this whatever their role is now: the key had the right to make them.
 */
export async function turnOffWebhooksOfRevokedKey(
  tx: Tx,
  actor: Actor,
  made: readonly { type: string; id: string }[],
): Promise<void> {
  for (const { type, id } of made) {
    if (type !== "webhook") continue;
    const { rows } = await tx.client.query<{ url: string }>({
      name: "webhook-off-with-key",
      text: `update webhooks set enabled = false, off_reason = $3 where id = $1 and org_id = $2 returning url`,
      values: [id, actor.orgId, "The API key that made it was revoked."],
    });
    if (!rows[0]) continue;
    await cancelWaitingDeliveries(tx, id, "The webhook was switched off before this was delivered.");
    await recordWebhookEvent(tx, "webhook.update", actor, id, rows[0].url, { enabled: false });
  }
}

export async function removeWebhook(tx: Tx, actor: Actor, id: string): Promise<void> {
  const webhook = await lockWebhook(tx, actor, id);
  await resolveWebhookFailure(tx, webhook.id);
  await tx.client.query({ name: "webhook-remove", text: "delete from webhooks where id = $1", values: [webhook.id] });
  await recordWebhookEvent(tx, "webhook.delete", actor, webhook.id, webhook.url);
}

/** Rotates the secret. The former one also signs for a day; an older one is removed at once. */
export async function rotateWebhookSecret(
  tx: Tx,
  actor: Actor,
  id: string,
  { sealer }: WebhookDeps,
): Promise<WebhookWithSecret> {
  const webhook = await lockWebhook(tx, actor, id);
  requireNoEscalation(actor, endlessGrant("members:manage"));
  const secret = generateWebhookSecret();
  await tx.client.query({
    name: "webhook-rotate",
    text: `update webhooks set former_secret = secret, former_secret_until = now() + $3 * interval '1 hour', secret = $2
           where id = $1`,
    values: [webhook.id, sealWebhookSecret(sealer, webhook.id, secret), serverOnlyLimits.webhookHours],
  });
  await recordWebhookEvent(tx, "webhook.rotate_secret", actor, webhook.id, webhook.url);
  return { ...(await requireWebhook(tx.client, actor, id)), secret };
}

/** Records the host alone: the path of a receiver's URL is often its secret. */
function recordWebhookEvent(
  tx: Tx,
  type: AuditEventType,
  by: Actor,
  id: string,
  url: string,
  detail: { enabled: boolean } | Record<string, never> = {},
): Promise<void> {
  const target = { type: "webhook", id, name: new URL(url).host } as const;
  return recordAuditEvent(tx, { type, by, target, detail });
}

function requireWebhookUrl(text: string, allow: OutboundAllowList): string {
  const read = parseOutboundUrl(text.trim(), allow);
  if ("why" in read) throw new Refusal("invalid_request", read.why, "url");
  // The URL is stored as it is sent, so that people read the real address. A fragment is never sent.
  read.url.hash = "";
  return read.url.href;
}

const unique = (events: readonly string[]) => [...new Set(events)];
