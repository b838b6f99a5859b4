import { recordAuditEvent } from "#lib/service/audit/record-audit-event.ts";
import { lockChannel } from "#lib/service/channels/core/channel-details.ts";
import { publishChannelsChanged } from "#lib/service/channels/core/publish-channels-changed.ts";
import {
  getRevocableAccess,
  type RevocableAccess,
  revokeAccess,
} from "#lib/service/channels/credentials/revoke-access.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { notifyOutbox } from "#lib/service/db/pg-notifications.ts";
import { inTransaction, type Tx } from "#lib/service/db/transaction.ts";
import { formatCount } from "#lib/text/format-count.ts";
import { clearReconnectNotification } from "./save-account.ts";

type DisconnectInput = { scheduled?: "cancel" | "move" | undefined; move_to?: string | undefined };
type DisconnectResult = { id: string; disconnected: boolean; canceled: number; moved: number };

/**
 * Disconnects a channel. No planned post is lost: the administrator has the posts canceled or moved, and without that
 * choice the request is refused. A post whose text is on the other channel already is canceled, not moved. Drafts and
 * published posts stay.
 * @throws Refusal `conflict` while posts are planned or being published there, `invalid_request` for an unsuitable
 * replacement channel
 */
export async function disconnectChannel(
  context: Context,
  actor: Actor,
  id: string,
  input: DisconnectInput,
): Promise<DisconnectResult> {
  const { done, left } = await inTransaction(context.pool, (tx) => disconnect(tx, actor, id, input, context));
  // The request does not wait for the platform: the channel is gone here, whether or not the revocation succeeds.
  if (left) void revokeAccess(context, left);
  return done;
}

async function disconnect(
  tx: Tx,
  actor: Actor,
  id: string,
  input: DisconnectInput,
  context: Pick<Context, "clock" | "wakeAt" | "platformOf" | "sealer">,
): Promise<{ done: DisconnectResult; left: RevocableAccess | null }> {
  const { clock, wakeAt } = context;
  // This lock waits for posts that are being planned on the channel, and they wait for it.
  const channel = await lockChannel(tx, actor, id);
  if (input.scheduled === "move") await lockPlannedSubmissions(tx, channel.id);
  const { rows } = await tx.client.query<{ id: string; status: string; due_at: Date | null }>({
    name: "disconnect-standing",
    text: `select id, status, due_at from posts
           where channel_id = $1 and status in ('scheduled', 'publishing') and deleted_at is null order by id for update`,
    values: [channel.id],
  });
  const publishingCount = rows.filter((row) => row.status === "publishing").length;
  if (publishingCount > 0) {
    const what = formatCount(publishingCount, "post is", "posts are");
    throw new Refusal(
      "conflict",
      `${what} being published on ${channel.name} or retried. Disconnect it when that is done.`,
    );
  }
  const planned = rows.map((row) => row.id);
  if (planned.length > 0 && !input.scheduled) {
    const what = formatCount(planned.length, "post is", "posts are");
    throw new Refusal(
      "conflict",
      `${what} scheduled on ${channel.name}. Choose whether to cancel or move them.`,
      "scheduled",
    );
  }
  const other = input.scheduled === "move" ? await requireReplacementChannel(tx, actor, channel, input.move_to) : null;
  const doubled = other ? await listDoubledPosts(tx, planned, other.id) : planned;
  const moved = rows.filter((row) => !doubled.includes(row.id));
  if (other) {
    await tx.client.query({
      name: "disconnect-move",
      text: `update posts set channel_id = $2, version = version + 1, updated_at = $3 where id = any($1::uuid[])`,
      values: [moved.map((row) => row.id), other.id, clock.now()],
    });
    for (const row of moved) if (row.due_at) await wakeAt(tx, { id: row.id, channelId: other.id }, row.due_at);
  }
  await cancelPosts(tx, actor, doubled, clock);
  await tx.client.query({
    name: "disconnect",
    text: "update channels set removed_at = $2, avatar_url = null, avatar_file = null where id = $1",
    values: [channel.id, clock.now()],
  });
  const left = await getRevocableAccess(tx, context, channel.id);
  // The account's secret is of no further use.
  await tx.client.query({
    name: "disconnect-secret",
    text: "delete from channel_secrets where channel_id = $1",
    values: [channel.id],
  });
  await clearReconnectNotification(tx, channel.id);
  await publishChannelsChanged(tx, actor.orgId);
  const movedIds = moved.map((row) => row.id);
  await notifyAuthors(tx, actor, { channelId: channel.id, planned: movedIds, movedTo: other?.name ?? null }, clock);
  await notifyAuthors(tx, actor, { channelId: channel.id, planned: doubled, movedTo: null }, clock);
  await recordAuditEvent(tx, {
    type: "channel.disconnect",
    by: actor,
    target: { type: "channel", id: channel.id, name: channel.name },
    detail: { platform: channel.platform },
  });
  return { done: { id: channel.id, disconnected: true, canceled: doubled.length, moved: moved.length }, left };
}

/**
 * Takes the locks of `lockSubmission` for the texts that are planned on the channel: until the transaction ends nobody
 * adds the replacement channel to one of them. Each statement comes after its lock, so it sees the former holder's posts.
 */
async function lockPlannedSubmissions(tx: Tx, channelId: string): Promise<void> {
  const { rows } = await tx.client.query<{ id: string }>({
    name: "disconnect-submissions",
    text: `select distinct submission_id as id from posts
           where channel_id = $1 and status in ('scheduled', 'publishing') and deleted_at is null order by id`,
    values: [channelId],
  });
  // One after the other in the order of the ids, so that two changes of several texts never deadlock.
  for (const { id } of rows)
    await tx.client.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`submission ${id}`]);
}

/** Returns those of the posts whose text has a post on the other channel already: it would be published there twice. */
async function listDoubledPosts(tx: Tx, ids: readonly string[], channelId: string): Promise<string[]> {
  const { rows } = await tx.client.query<{ id: string }>({
    name: "disconnect-doubled",
    text: `select p.id from posts p where p.id = any($1::uuid[]) and exists (
             select 1 from posts there where there.submission_id = p.submission_id and there.channel_id = $2
               and there.deleted_at is null)`,
    values: [ids, channelId],
  });
  return rows.map(({ id }) => id);
}

async function cancelPosts(tx: Tx, actor: Actor, ids: readonly string[], clock: Context["clock"]): Promise<void> {
  if (ids.length === 0) return;
  await tx.client.query({
    name: "disconnect-cancel",
    text: `update posts set status = 'canceled', due_at = null, version = version + 1, updated_at = $2
           where id = any($1::uuid[])`,
    values: [ids, clock.now()],
  });
  await tx.client.query({
    name: "disconnect-events",
    text: `insert into post_events (id, post_id, kind, at, member_id, detail)
           select id, post_id, 'canceled', $3, $4, '{}'::jsonb from unnest($1::uuid[], $2::uuid[]) as e (id, post_id)`,
    values: [ids.map(() => clock.newId()), ids, clock.now(), actor.memberId],
  });
}

/**
 * Checks the replacement channel: same platform, so that the posts fit there too, and usable by every author of the
 * moved posts.
 */
async function requireReplacementChannel(
  tx: Tx,
  actor: Actor,
  replaced: { id: string; platform: string },
  to: string | undefined,
): Promise<{ id: string; name: string }> {
  const wrong = (message: string) => new Refusal("invalid_request", message, "move_to");
  if (to === undefined || to === replaced.id || !isUuid(to))
    throw wrong("Choose another channel to move the posts to.");
  const { rows } = await tx.client.query<{ id: string; name: string; platform: string; shut_out: number }>({
    name: "disconnect-other",
    text: `select c.id, c.name, c.platform, (select count(*)::int from posts p
             where p.channel_id = $3 and p.status = 'scheduled' and p.deleted_at is null and c.restricted
               and not exists (select 1 from channel_members u where u.channel_id = c.id and u.member_id = p.member_id)
           ) as shut_out
           from channels c where c.org_id = $1 and c.id = $2 and c.removed_at is null for key share`,
    values: [actor.orgId, to, replaced.id],
  });
  const other = rows[0];
  if (!other) throw wrong("The channel to move the posts to was not found.");
  if (other.platform !== replaced.platform)
    throw wrong(`${other.name} is on another platform, where the posts may not fit.`);
  if (other.shut_out > 0)
    throw wrong(`Not every author may use ${other.name}. Give them access to it, or choose another channel.`);
  return other;
}

/**
 * Notifies the authors of the planned posts through the outbox, as of a failure, except the administrator who
 * disconnected.
 */
async function notifyAuthors(
  tx: Tx,
  actor: Actor,
  { channelId, planned, movedTo }: { channelId: string; planned: readonly string[]; movedTo: string | null },
  clock: Context["clock"],
): Promise<void> {
  if (planned.length === 0) return;
  const { rowCount } = await tx.client.query({
    name: "disconnect-tell",
    text: `insert into outbox (org_id, member_id, kind, detail, at)
           select p.org_id, p.member_id, 'channel.disconnected',
             jsonb_build_object('channel_id', $3::text, 'posts', count(*), 'moved_to', $4::text), $5
           from posts p join members m on m.id = p.member_id
           where p.id = any($1::uuid[]) and p.member_id <> $2 and m.removed_at is null
           group by p.org_id, p.member_id`,
    values: [planned, actor.memberId, channelId, movedTo, clock.now()],
  });
  if (rowCount) await notifyOutbox(tx);
}
