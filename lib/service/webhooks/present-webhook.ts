import type { Webhook, WebhookDelivery } from "#lib/contract/types.ts";

export type WebhookRecord = {
  id: string;
  url: string;
  events: string[];
  enabled: boolean;
  off_reason: string | null;
  created_at: Date;
  former_secret_until: Date | null;
  last_at: Date | null;
  last_state: string | null;
  last_status: number | null;
  last_error: string | null;
};

/** The columns of `WebhookRow`, for `webhooks w`, without secrets. */
export const selectWebhooksSql = `
  select w.id, w.url, w.events, w.enabled, w.off_reason, w.created_at,
    case when w.former_secret_until > now() then w.former_secret_until end as former_secret_until,
    last.attempted_at as last_at, last.status as last_status, last.error as last_error, last.state as last_state
  from webhooks w left join lateral (
    select attempted_at, status, error, state from webhook_deliveries
      where webhook_id = w.id and attempted_at is not null and (state <> 'waiting' or lease_until is null)
      order by attempted_at desc limit 1) last on true`;

export function presentWebhook(row: WebhookRecord): Webhook {
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    enabled: row.enabled,
    off_reason: row.off_reason,
    created_at: row.created_at.toISOString(),
    last_delivery: row.last_at && {
      at: row.last_at.toISOString(),
      ok: row.last_state === "delivered",
      status: row.last_status,
      error: row.last_error,
    },
    former_secret_until: row.former_secret_until?.toISOString() ?? null,
  };
}

export type WebhookDeliveryRecord = {
  id: string;
  message_id: string;
  event: string;
  payload: string;
  state: WebhookDelivery["state"];
  attempts: number;
  due_at: Date | null;
  is_under_way: boolean;
  attempted_at: Date | null;
  status: number | null;
  error: string | null;
  created_at: Date;
};

export const webhookDeliveryColumnsSql = `id, message_id, event, payload, state, attempts, due_at, attempted_at, status, error,
  created_at, coalesce(lease_until > now(), false) as is_under_way`;

export function presentWebhookDelivery(row: WebhookDeliveryRecord): WebhookDelivery {
  const isPlanned = row.state === "waiting" && !row.is_under_way;
  return {
    id: row.id,
    event: row.event,
    message_id: row.message_id,
    state: row.state,
    attempts: row.attempts,
    created_at: row.created_at.toISOString(),
    last_attempt_at: row.attempted_at?.toISOString() ?? null,
    next_attempt_at: isPlanned ? (row.due_at?.toISOString() ?? null) : null,
    status: row.status,
    error: row.error,
    payload: row.payload,
  };
}
