import type pg from "pg";
import { isAdmin } from "#lib/contract/scopes.ts";
import type { Webhook } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { presentWebhook, selectWebhooksSql, type WebhookRecord } from "./present-webhook.ts";

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Checks an id: PostgreSQL would respond to a malformed one with an error instead of no row. @throws Refusal
 * `not_found`
 */
export function requireWebhookId(id: string, what: "webhook" | "delivery"): string {
  if (!idForm.test(id)) throw createWebhookNotFoundRefusal(what);
  return id;
}

export const createWebhookNotFoundRefusal = (what: "webhook" | "delivery") =>
  new Refusal("not_found", `The ${what} was not found.`);

/** Requires an administrator, because webhooks receive events of every member's posts. @throws Refusal `forbidden` */
export function requireWebhookAdmin(actor: Actor): void {
  if (!isAdmin(actor.role)) throw new Refusal("forbidden", "Only administrators can view and change webhooks.");
}

/**
 * -
 * @throws Refusal `not_found`, also for another organization's webhook; `forbidden` for members who are not
 * administrators.
 */
export async function requireWebhook(client: pg.Pool | pg.PoolClient, actor: Actor, id: string): Promise<Webhook> {
  requireWebhookAdmin(actor);
  const { rows } = await client.query<WebhookRecord>({
    name: "webhook-one",
    text: `${selectWebhooksSql} where w.org_id = $1 and w.id = $2`,
    values: [actor.orgId, requireWebhookId(id, "webhook")],
  });
  if (!rows[0]) throw createWebhookNotFoundRefusal("webhook");
  return presentWebhook(rows[0]);
}

/** Returns a webhook, locked until the transaction ends: concurrent changes of one webhook run one after the other. */
export async function lockWebhook(
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<{ id: string; enabled: boolean; url: string }> {
  requireWebhookAdmin(actor);
  const { rows } = await tx.client.query<{ id: string; enabled: boolean; url: string }>({
    name: "webhook-lock",
    text: "select id, enabled, url from webhooks where org_id = $1 and id = $2 for no key update",
    values: [actor.orgId, requireWebhookId(id, "webhook")],
  });
  if (!rows[0]) throw createWebhookNotFoundRefusal("webhook");
  return rows[0];
}
