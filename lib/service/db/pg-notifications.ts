import type { LiveEvent } from "#lib/contract/types.ts";
import { nilId } from "#lib/service/core/clock.ts";
import type { Tx } from "./transaction.ts";

/** Every channel of `NOTIFY`. Triggers of the migrations write to `apiKeys`, `liveEvents` and `outbox` too. */
export const pgChannels = {
  /** An API key, member or session changed. */
  apiKeys: "keys_changed",
  /** Something changed that open pages show. */
  liveEvents: "post_changed",
  /** The outbox has a new row. */
  outbox: "outbox",
  /** A post is due: `channel <id>` now, `at <ms since 1970>` later; `all` has everything looked for. */
  duePosts: "post_due",
  /** A webhook delivery is due. */
  dueWebhooks: "webhook_due",
} as const;

export type PgChannel = (typeof pgChannels)[keyof typeof pgChannels];

/** The live events that commands publish; triggers of the migrations publish those of posts. */
type PublishedEventType = Exclude<LiveEvent["type"], "post" | "plan" | "many">;

/**
 * Every process receives a notification after the commit of its transaction, and none after a rollback. Equal
 * notifications of one transaction arrive once.
 */
async function notify(tx: Tx, channel: PgChannel, payload: string): Promise<void> {
  await tx.client.query({ name: "notify", text: "select pg_notify($1, $2)", values: [channel, payload] });
}

/** Open pages of the organization read again what the event is about: of one member, or of all. */
export async function publishLiveEvent(
  tx: Tx,
  type: PublishedEventType,
  { orgId, memberId = nilId }: { orgId: string; memberId?: string },
): Promise<void> {
  await notify(tx, pgChannels.liveEvents, JSON.stringify({ type, org: orgId, member: memberId }));
}

/** SQL: a `returning` of a statement that changes channels, for all members of the organization. */
export const returningChannelsEventSql = `returning pg_notify('${pgChannels.liveEvents}', json_build_object('type', 'channels', 'org', org_id, 'member', '${nilId}')::text)`;

/** Wakes the relays of the outbox. */
export async function notifyOutbox(tx: Tx): Promise<void> {
  await notify(tx, pgChannels.outbox, "");
}

/** SQL: `notifyOutbox` inside a statement that writes to the outbox. */
export const notifyOutboxSql = `pg_notify('${pgChannels.outbox}', '')`;

/**
 * Makes every worker check the channel, or look again at that time.
 * @param dueAt null for now; the database's clock decides if another time has passed
 */
export async function notifyDuePost(tx: Tx, channelId: string, dueAt: Date | null): Promise<void> {
  await tx.client.query({
    name: "notify-due",
    text: `select pg_notify('${pgChannels.duePosts}', case when $2::timestamptz > now()
             then 'at ' || floor(extract(epoch from $2::timestamptz) * 1000) else 'channel ' || $1 end)`,
    values: [channelId, dueAt],
  });
}

/** Wakes the webhook senders. */
export async function notifyDueWebhooks(tx: Tx): Promise<void> {
  await notify(tx, pgChannels.dueWebhooks, "");
}
