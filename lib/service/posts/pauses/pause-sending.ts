import type {
  NewSendingPause,
  ResumedSending,
  ResumeSendingInput,
  SendingPause,
  StartedPause,
} from "#lib/contract/types.ts";
import { recordAuditEvent } from "#lib/service/audit/record-audit-event.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { notifyOutbox, publishLiveEvent } from "#lib/service/db/pg-notifications.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { recordPostEvents } from "#lib/service/posts/events/record-post-events.ts";
import { formatCount } from "#lib/text/format-count.ts";
import { coversChannelSql, isOverdueSql, requireSendingPause } from "./sending-pauses.ts";

/**
 * Pauses all sending of the organization, or of one channel. Once this is committed, no worker leases a post there; a post
 * that a worker leased before ends normally, and the answer counts these.
 * @throws Refusal `not_found` for an unknown channel; `conflict` while the same pause is active
 */
export async function pauseSending(
  tx: Tx,
  actor: Actor,
  input: NewSendingPause,
  { clock }: Pick<Context, "clock">,
): Promise<StartedPause> {
  await lockOrganization(tx, actor);
  const channel = input.channel_id === undefined ? null : await requireChannel(tx, actor, input.channel_id);
  const id = clock.newId();
  const { rowCount } = await tx.client.query({
    name: "pause-sending",
    text: `insert into sending_pauses (id, org_id, channel_id, reason, paused_by, paused_at) values ($1, $2, $3, $4, $5, $6)
           on conflict (org_id, coalesce(channel_id, org_id)) where resumed_at is null do nothing`,
    values: [id, actor.orgId, channel?.id ?? null, input.reason, actor.memberId, clock.now()],
  });
  if (rowCount === 0) {
    throw new Refusal("conflict", `Sending is paused already${channel ? ` on ${channel.name}` : ""}.`);
  }
  await updatePausedChannels(tx, actor);
  const { rows } = await tx.client.query<{ n: number }>({
    name: "pause-in-progress",
    text: `select count(*)::int as n from posts p join channels c on c.id = p.channel_id
           where c.org_id = $1 and ($2::uuid is null or c.id = $2) and p.status = 'publishing' and p.deleted_at is null
             and p.lease_until > now()`,
    values: [actor.orgId, channel?.id ?? null],
  });
  const target = channel ? { type: "channel" as const, ...channel } : null;
  await recordPauseChange(tx, actor, { type: "pause", target, reason: input.reason, pauseId: id }, clock);
  return { ...(await requireSendingPause(tx.client, actor, id)), in_progress: rows[0]?.n ?? 0 };
}

/**
 * Lifts a pause. Posts that were due meanwhile are never sent without a decision: they are sent now, in the order of their
 * times, or become drafts. A post that had begun continues in either case.
 * @throws Refusal `not_found`; `conflict` with the field `overdue` while posts were due and nothing was chosen
 */
export async function resumeSending(
  tx: Tx,
  actor: Actor,
  id: string,
  input: ResumeSendingInput,
  context: Pick<Context, "clock" | "wakeAt">,
): Promise<ResumedSending> {
  await lockOrganization(tx, actor);
  const pause = await requireSendingPause(tx.client, actor, id);
  const now = context.clock.now();
  await tx.client.query("update sending_pauses set resumed_at = $2, resumed_by = $3 where id = $1", [
    ...[pause.id, now, actor.memberId],
  ]);
  const freed = await updatePausedChannels(tx, actor);
  const overdue = await lockOverduePosts(tx, freed);
  const undecided = overdue.filter((post) => !post.hasBegun);
  if (undecided.length > 0 && input.overdue === undefined) {
    const were = formatCount(undecided.length, "post was", "posts were");
    throw new Refusal("conflict", `${were} due while sending was paused. Choose: send, or move to drafts.`, "overdue");
  }
  const drafted = input.overdue === "draft" ? undecided : [];
  await moveToDrafts(tx, actor, drafted, context);
  const sent = overdue.filter((post) => !drafted.includes(post));
  await sendNow(tx, sent);
  // A post whose worker died is taken over too.
  for (const channelId of freed) await context.wakeAt(tx, { id: channelId, channelId }, now);
  const target = pause.channel ? { type: "channel" as const, id: pause.channel.id, name: pause.channel.name } : null;
  const outcome = { sent: sent.length, drafts: drafted.length };
  const otherPauses = await countOtherPauses(tx, pause, actor);
  await recordPauseChange(
    tx,
    actor,
    {
      type: "resume",
      target,
      reason: pause.reason,
      pauseId: pause.id,
      outcome: { ...outcome, other_pauses: otherPauses },
    },
    context.clock,
  );
  return { id: pause.id, resumed: true, ...outcome };
}

/** Counts the active pauses that still hold posts here: of all channels, or of one of these. */
async function countOtherPauses(tx: Tx, pause: SendingPause, actor: Actor): Promise<number> {
  const { rows } = await tx.client.query<{ n: number }>({
    name: "other-pauses",
    text: `select count(*)::int as n from sending_pauses
           where org_id = $1 and resumed_at is null and ($2::uuid is null or channel_id is null)`,
    values: [actor.orgId, pause.channel?.id ?? null],
  });
  return rows[0]?.n ?? 0;
}

/** One pause or lift of an organization at a time; new channels wait too. */
async function lockOrganization(tx: Tx, actor: Actor): Promise<void> {
  await tx.client.query("select 1 from organizations where id = $1 for update", [actor.orgId]);
}

async function requireChannel(tx: Tx, actor: Actor, id: string): Promise<{ id: string; name: string }> {
  const { rows } = isUuid(id)
    ? await tx.client.query<{ id: string; name: string }>(
        "select id, name from channels where id = $1 and org_id = $2 and removed_at is null",
        [id, actor.orgId],
      )
    : { rows: [] };
  if (!rows[0]) throw new Refusal("not_found", "The channel was not found.");
  return rows[0];
}

/**
 * Writes which channels are paused, and waits for every lease that is being taken on them.
 * @returns the ids of the channels that are no longer paused
 */
async function updatePausedChannels(tx: Tx, actor: Actor): Promise<string[]> {
  const { rows } = await tx.client.query<{ id: string; paused: boolean }>({
    name: "paused-channels",
    text: `with now_paused as (
             select c.id, exists (select 1 from sending_pauses s where ${coversChannelSql}) as paused
             from channels c where c.org_id = $1 order by c.id for update)
           update channels set paused = n.paused from now_paused n
           where channels.id = n.id and channels.paused <> n.paused returning channels.id, channels.paused`,
    values: [actor.orgId],
  });
  return rows.filter((row) => !row.paused).map((row) => row.id);
}

type LockedPost = { id: string; status: string; hasBegun: boolean };

/** Locks the posts that were due on these channels, in the order in which they would have been sent. */
async function lockOverduePosts(tx: Tx, channelIds: readonly string[]): Promise<LockedPost[]> {
  if (channelIds.length === 0) return [];
  await tx.client.query({
    name: "overdue-lock",
    text: `select 1 from posts p where p.channel_id = any($1::uuid[]) and ${isOverdueSql} order by p.id for update`,
    values: [channelIds],
  });
  const { rows } = await tx.client.query<LockedPost>({
    name: "overdue-locked",
    text: `select p.id, p.status,
             exists (select 1 from planned_parts u where u.post_id = p.id and u.state <> 'waiting') as "hasBegun"
           from posts p where p.channel_id = any($1::uuid[]) and ${isOverdueSql} order by p.due_at, p.id`,
    values: [channelIds],
  });
  return rows;
}

async function moveToDrafts(
  tx: Tx,
  actor: Actor,
  posts: readonly LockedPost[],
  { clock }: Pick<Context, "clock">,
): Promise<void> {
  if (posts.length === 0) return;
  const ids = posts.map((post) => post.id);
  await tx.client.query("delete from planned_parts where post_id = any($1::uuid[])", [ids]);
  await tx.client.query(
    `update posts set status = 'draft', scheduled_for = null, due_at = null, lease_until = null, attempts = 0, error = null,
       failure_cause = null, failure_part = null, fence = fence + 1, version = version + 1, updated_at = $2
     where id = any($1::uuid[])`,
    [ids, clock.now()],
  );
  const events = posts.map((post) => ({
    postId: post.id,
    kind: "edited" as const,
    detail: { from: post.status, status: "draft" },
  }));
  await recordPostEvents(tx, actor, events, clock);
}

/** Makes the posts due now, so that none counts as missed; a millisecond apart keeps their order. */
async function sendNow(tx: Tx, posts: readonly LockedPost[]): Promise<void> {
  if (posts.length === 0) return;
  await tx.client.query({
    name: "overdue-send",
    text: `update posts set due_at = now() - (cardinality($1::uuid[]) - n.place) * interval '1 ms'
           from unnest($1::uuid[]) with ordinality as n (id, place) where posts.id = n.id`,
    values: [posts.map((post) => post.id)],
  });
}

type PauseChange = {
  type: "pause" | "resume";
  target: { type: "channel"; id: string; name: string } | null;
  reason: string;
  pauseId: string;
  /** The numbers of posts that were due meanwhile, by what became of them, and of pauses that still hold. */
  outcome?: { sent: number; drafts: number; other_pauses: number };
};

/** Writes the audit line, and notifies members, webhooks and open pages. */
async function recordPauseChange(
  tx: Tx,
  actor: Actor,
  { type, target, reason, pauseId, outcome }: PauseChange,
  clock: Context["clock"],
): Promise<void> {
  await recordAuditEvent(tx, {
    type: `sending.${type}`,
    by: actor,
    target: target ?? { type: "organization", id: actor.orgId },
    detail: { reason },
  });
  await tx.client.query({
    name: "outbox-sending",
    text: `insert into outbox (org_id, member_id, kind, detail, at) values ($1, $2, $3, $4, $5)`,
    values: [
      ...[actor.orgId, actor.memberId, type === "pause" ? "sending.paused" : "sending.resumed"],
      JSON.stringify({
        pause_id: pauseId,
        channel_id: target?.id ?? null,
        channel_name: target?.name ?? null,
        reason,
        by: actor.memberId,
        ...outcome,
      }),
      clock.now(),
    ],
  });
  await notifyOutbox(tx);
  await publishLiveEvent(tx, "channels", { orgId: actor.orgId });
}
