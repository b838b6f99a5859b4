import type { ConnectorJson, PublishError, PublishedPart } from "#lib/service/channels/core/connector.ts";
import { createClaim } from "#lib/service/claims/create-claim.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import type { Context, WakeWorkerAt } from "#lib/service/core/context.ts";
import { returningChannelsEventSql } from "#lib/service/db/pg-notifications.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { appendUnconfirmedSendTimeSql } from "#lib/service/posts/state/resolve-unconfirmed-parts.ts";
import { markPartsForLookup } from "#lib/service/publishing/restore/restored-posts.ts";
import { getHasDuePostsSql, isWaitingSql } from "./channel-lease.ts";
import type { LeasedPart, LeasedPost } from "./leased-post.ts";
import { createPlatformWaitStore, type PlatformWaitStore } from "./platform-wait-store.ts";

export type DeliveryFailureCause = "rejected" | "unsupported" | "reconnect" | "unconfirmed" | "missed" | "gave_up";
type EventDetail = Record<string, string | number | null>;

/** A worker's writes about its leased post. Each returns false if the fence is no longer ours: the worker must stop. */
export type DeliveryStore = PlatformWaitStore & {
  /**
   * Stores the plan, and marks the part `marked` as `sending` like `sending` does. Unsent parts may have been planned before
   * an edit, so they are planned again.
   * @returns the time of the mark, null if no part is to be marked
   */
  plan: (post: LeasedPost, marked: number | null) => Promise<Date | null | "lost" | "waits">;
  /** Commits progress during preparation, so that a finished upload is not repeated. */
  prepared: (post: LeasedPost, part: number, prepared: ConnectorJson) => Promise<boolean>;
  /**
   * Commits the mark before the request leaves; without the mark, a crash looks like "never tried". There is no mark
   * while the account or its application has to wait, which another worker may have learned since the lease.
   */
  sending: (post: LeasedPost, part: number) => Promise<Date | "lost" | "waits">;
  /** Commits a part before the next one leaves. */
  sent: (post: LeasedPost, part: LeasedPart, sent: PublishedPart) => Promise<boolean>;
  /**
   * Commits the last part and the post as published, and releases the channel if it is `idle` then: nothing else is due on
   * it that need not wait. Null keeps the channel.
   */
  sentLast: (
    post: LeasedPost,
    part: LeasedPart,
    sent: PublishedPart,
    idle: { channelFence: number; reconnectWithinMs: number } | null,
  ) => Promise<"ended" | "released" | "lost">;
  /** Stores that a lookup found neither the part nor later ones: they may be sent again. */
  absent: (post: LeasedPost, part: LeasedPart) => Promise<boolean>;
  /** Resets a post from a restored backup that is not published: the post is as if it had never been leased. */
  planAgain: (post: LeasedPost) => Promise<boolean>;
  /** Returns the remote ids of our parts on this channel, newest first: of three days, or since then. */
  others: (post: LeasedPost, since: Date | null) => Promise<string[]>;
  /** Ends a post whose parts were all published already. */
  published: (post: LeasedPost) => Promise<boolean>;
  /** Postpones the post by `ms`; a notification of the same transaction wakes it. */
  postpone: (post: LeasedPost, off: DeliveryPostponement) => Promise<boolean>;
  failed: (post: LeasedPost, failure: DeliveryFailure) => Promise<boolean>;
  /** Marks the channel for reconnecting; its posts wait unchanged. The attempt does not count. */
  signedOut: (post: LeasedPost, part: number, error: PublishError) => Promise<boolean>;
  /** Returns the post to the queue at once, because this worker stops or has to wait. */
  returnToQueue: (post: LeasedPost) => Promise<boolean>;
};

export type DeliveryPostponement = {
  ms: number;
  part: number;
  /** `sending`: the part may be published; the next attempt looks it up first. */
  partState: "waiting" | "sending";
  /** True if a lookup after the request's end found nothing: from the first of them on the part counts as absent. */
  isAbsent?: boolean;
  kind: "attempt_failed" | "looked_up";
  detail: EventDetail;
  /**
   * The part may have been published, was not found, and is sent again; counted, since some platforms allow few
   * repeats.
   */
  isResend?: boolean;
  /** Why the platform just refused the part as a duplicate of what may be its own earlier request. */
  refused?: PublishError | null;
};

export type DeliveryFailure = {
  cause: DeliveryFailureCause;
  /** A sentence for the author. */
  message: string;
  part: number | null;
  reason: PublishError["reason"] | null;
  /** The connector's own sentence. */
  connectorMessage: string | null;
  /** State of the failed part. */
  partState: "waiting" | "unknown";
};

const mine =
  "mine as (select id, channel_id from posts where id = $1 and fence = $2 and status = 'publishing' for update)";
const closing = "due_at = null, lease_until = null, version = version + 1, updated_at = now()";
/** SQL: the publishing time by the platform of a part that a lookup found after a restore. Null for all others. */
const publishedAtSql = "least(now(), coalesce($8::timestamptz, now()))";
const publishedAt = (at: string) =>
  `status = 'published', published_at = ${at}, error = null, failure_cause = null, failure_part = null, ${closing}`;

/** SQL: stores the outcome of a published part. */
const sentPartSql = `${mine}, done as (
    update planned_parts set state = 'sent', sent_at = ${publishedAtSql}, remote_id = $4, url = $5, proof = $6, note = $9
    where post_id = (select id from mine) and number = $3 and state in ('sending', 'unknown')
    returning post_id, (select channel_id from mine) as channel_id),
  event as (insert into post_events (id, post_id, kind, detail)
    select $7::uuid, post_id, 'part_published',
      jsonb_strip_nulls(jsonb_build_object('note', $9::text))
        || jsonb_build_object('part', $3::int, 'url', $5::text, 'proof', $6::text) from done)`;

/**
 * SQL: has the account's limits read again, because a server may have lowered them since the last check. $4 is the
 * cause of a failure, $8 its reason.
 */
const checkLimitsAgainSql = `update channels set check_after = now()
  where id = (select channel_id from done) and $4 = 'rejected' and $8 in ('invalid', 'media')
    and check_after > now() and checked_at < now() - interval '10 minutes'`;

export function createDeliveryStore(deps: {
  pool: Context["pool"];
  clock: Clock;
  wakeAt: WakeWorkerAt;
}): DeliveryStore {
  const { pool, clock, wakeAt } = deps;

  /** A published post has its claim from the same moment, in one transaction. */
  const publish = (post: LeasedPost, statement: { name: string; text: string; values: unknown[] }) =>
    inTransaction(pool, async (tx) => {
      const { rows } = await tx.client.query<{ is_released: boolean }>(statement);
      if (!rows[0]) return "lost";
      await createClaim(tx, post.id, post.authorText);
      return rows[0].is_released ? "released" : "ended";
    });

  const getSentValues = (post: LeasedPost, part: LeasedPart, sent: PublishedPart) => [
    ...[post.id, post.fence, part.number, sent.remoteId, sent.url, sent.proof, clock.newId()],
    ...[part.restoredAt && sent.at, sent.note ?? null],
  ];

  return {
    ...createPlatformWaitStore(deps),

    async plan(post, marked) {
      const statement = {
        name: "store-plan",
        // The time of the mark is not the statement's: the statement may have waited for the post's row.
        text: `with ${mine},
               waiting as (select 1 from channels c where $8::int is not null and c.id = (select channel_id from mine) and ${isWaitingSql}),
               gone as (delete from planned_parts where post_id = (select id from mine) and number > cardinality($3::text[])),
               planned as (
                 insert into planned_parts as p (post_id, channel_id, number, text, part_key, wire, prepared, planned_at, state, started_at)
                 select mine.id, mine.channel_id, number, text, key, wire::jsonb, prepared::jsonb, $7,
                   case when marks then 'sending' else 'waiting' end, case when marks then clock_timestamp() end
                 from mine, unnest($3::text[], $4::text[], $5::text[], $6::text[]) with ordinality as part (text, key, wire, prepared, number),
                   lateral (select number = $8 and not exists (select 1 from waiting) as marks) as each
                 on conflict (post_id, number) do update set text = excluded.text, part_key = excluded.part_key,
                   channel_id = excluded.channel_id, wire = excluded.wire, prepared = excluded.prepared,
                   state = case when excluded.state = 'sending' then 'sending' else p.state end,
                   started_at = coalesce(excluded.started_at, p.started_at),
                   absent_since = case when excluded.state = 'sending' then null else p.absent_since end,
                   refused = case when excluded.state = 'sending' then null else p.refused end
                 returning number, started_at)
               select (select started_at from planned where number = $8) as started_at, exists (select 1 from waiting) as waits from mine`,
        values: [
          ...[post.id, post.fence, post.parts.map((part) => part.text), post.parts.map((part) => part.key)],
          post.parts.map((part) => JSON.stringify(part.wire)),
          post.parts.map((part) => part.prepared && JSON.stringify(part.prepared)),
          ...[post.parts[0]?.plannedAt, marked],
        ],
      };
      const { lookFrom } = post;
      const { rows } = await (lookFrom
        ? inTransaction(pool, async (tx) => {
            const stored = await tx.client.query(statement);
            if (stored.rowCount === 1) await markPartsForLookup(tx, post, lookFrom);
            return stored;
          })
        : pool.query(statement));
      if (!rows[0]) return "lost";
      return rows[0].waits ? "waits" : rows[0].started_at;
    },

    async prepared(post, part, prepared) {
      const { rowCount } = await pool.query({
        name: "record-prepared",
        text: `with ${mine}
               update planned_parts set prepared = $4::jsonb
               where post_id = (select id from mine) and number = $3 and state in ('waiting', 'sending')`,
        values: [post.id, post.fence, part, JSON.stringify(prepared)],
      });
      return rowCount === 1;
    },

    async sending(post, part) {
      const { rows } = await pool.query({
        name: "record-sending",
        text: `with ${mine},
               held as (select 1 from channels c where c.id = (select channel_id from mine) and ${isWaitingSql}),
               marked as (update planned_parts set state = 'sending', started_at = now(), absent_since = null,
                   refused = null
                 where post_id = (select id from mine) and number = $3 and state = 'waiting'
                   and not exists (select 1 from held) returning started_at)
               select (select started_at from marked) as started_at, exists (select 1 from held) as waits from mine`,
        values: [post.id, post.fence, part],
      });
      return rows[0]?.started_at ?? (rows[0]?.waits ? "waits" : "lost");
    },

    async sent(post, part, sent) {
      const text = `with ${sentPartSql} select from done`;
      const { rowCount } = await pool.query({ name: "record-sent", text, values: getSentValues(post, part, sent) });
      return rowCount === 1;
    },

    async sentLast(post, part, sent, idle) {
      return await publish(post, {
        name: "record-last-sent",
        text: `with ${sentPartSql},
               closed as (update posts set ${publishedAt(publishedAtSql)} where id = (select post_id from done)),
               told as (insert into post_events (id, post_id, kind) select $10::uuid, post_id, 'published' from done),
               mended as (update channels set state = 'connected'
                 where state = 'reconnect' and id = (select channel_id from done) ${returningChannelsEventSql}),
               released as (update channels c set lease_until = null
                 where c.state <> 'reconnect' and c.id = (select channel_id from done) and c.fence = $11
                   and (${isWaitingSql} or not (${getHasDuePostsSql("$12", "p.id <> $1")})) returning id)
               select exists (select 1 from released) as is_released from done`,
        values: [
          ...[...getSentValues(post, part, sent), clock.newId()],
          ...[idle?.channelFence ?? null, idle?.reconnectWithinMs ?? 0],
        ],
      });
    },

    async absent(post, part) {
      const { rowCount } = await pool.query({
        name: "record-absent",
        text: `with ${mine}, done as (
                 update planned_parts set state = 'waiting', started_at = null, absent_since = null, sent_before = ${appendUnconfirmedSendTimeSql},
                   resends = resends + (number = $3 and $5)::int
                 where post_id = (select id from mine) and number >= $3 and state in ('sending', 'unknown')
                 returning post_id, number)
               insert into post_events (id, post_id, kind, detail)
               select $4::uuid, post_id, 'looked_up', jsonb_build_object('part', $3::int, 'found', 'absent')
               from done where number = $3`,
        values: [post.id, post.fence, part.number, clock.newId(), part.restoredAt === null],
      });
      return rowCount === 1;
    },

    async planAgain(post) {
      return await inTransaction(pool, async (tx) => {
        const { rows } = await tx.client.query({
          name: "record-plan-again",
          text: `update posts set status = case when scheduled_for > now() then 'scheduled' else status end,
                   due_at = greatest(due_at, scheduled_for), lease_until = null, attempts = attempts - 1,
                   version = version + 1, updated_at = now()
                 where id = $1 and fence = $2 and status = 'publishing' returning due_at`,
          values: [post.id, post.fence],
        });
        const row = rows[0];
        if (row) await wakeAt(tx, { id: post.id, channelId: post.channelId }, row.due_at);
        return row !== undefined;
      });
    },

    async others(post, since) {
      const { rows } = await pool.query({
        name: "record-others",
        // A platform may list an item for a while after its removal.
        text: `select remote_id from (
                 select remote_id, sent_at from planned_parts where channel_id = $1 and remote_id is not null
                 union all
                 select remote_id, sent_at from parts_taken_down where channel_id = $1 and remote_id is not null) as ours
               where sent_at > least(now() - interval '3 days', $2::timestamptz - interval '1 hour')
               order by sent_at desc limit 2000`,
        values: [post.channelId, since],
      });
      return rows.map((row) => row.remote_id);
    },

    async published(post) {
      const result = await publish(post, {
        name: "record-published",
        text: `with done as (update posts set ${publishedAt("now()")} where id = $1 and fence = $2 and status = 'publishing' returning id)
               insert into post_events (id, post_id, kind) select $3::uuid, id, 'published' from done
               returning false as is_released`,
        values: [post.id, post.fence, clock.newId()],
      });
      return result !== "lost";
    },

    async postpone(post, off) {
      return await inTransaction(pool, async (tx) => {
        const { rows } = await tx.client.query({
          name: "record-put-off",
          text: `with ${mine}, later as (
                   update posts set due_at = now() + $3 * interval '1 ms', lease_until = null, updated_at = now()
                   where id = (select id from mine) returning id, due_at),
                 part as (update planned_parts set state = $5, resends = resends + $9::int, refused = coalesce($10, refused),
                     absent_since = case when $11::boolean then coalesce(absent_since, now()) end,
                     sent_before = case when $9::int > 0 then ${appendUnconfirmedSendTimeSql} else sent_before end
                   where post_id = (select id from later) and number = $4 and state <> 'sent'),
                 event as (insert into post_events (id, post_id, kind, detail)
                   select $6::uuid, id, $7, $8::jsonb || jsonb_build_object('part', $4::int, 'until', due_at) from later)
                 select due_at from later`,
          values: [
            ...[post.id, post.fence, off.ms, off.part, off.partState, clock.newId(), off.kind],
            ...[JSON.stringify(off.detail), off.isResend ? 1 : 0, off.refused?.message ?? null, off.isAbsent ?? false],
          ],
        });
        const row = rows[0];
        if (row) await wakeAt(tx, { id: post.id, channelId: post.channelId }, row.due_at);
        return row !== undefined;
      });
    },

    async failed(post, failure) {
      const { rowCount } = await pool.query({
        name: "record-failed",
        text: `with ${mine}, done as (
                 update posts set status = 'failed', error = $3, failure_cause = $4, failure_part = $5, ${closing}
                 where id = (select id from mine) returning id, channel_id),
               part as (update planned_parts set state = $6, absent_since = null
                 where post_id = (select id from done) and number = $5 and state <> 'sent'),
               channel as (update channels set state = 'reconnect'
                 where id = (select channel_id from done) and practice and $4 = 'reconnect' ${returningChannelsEventSql}),
               again as (${checkLimitsAgainSql})
               insert into post_events (id, post_id, kind, detail)
               select $7::uuid, id, 'failed', jsonb_build_object('cause', $4::text, 'part', $5::int,
                 'reason', $8::text, 'message', $3::text, 'said', $9::text) from done`,
        values: [
          ...[post.id, post.fence, failure.message, failure.cause, failure.part, failure.partState],
          ...[clock.newId(), failure.reason, failure.connectorMessage],
        ],
      });
      return rowCount === 1;
    },

    async signedOut(post, part, error) {
      const { rowCount } = await pool.query({
        name: "record-signed-out",
        text: `with ${mine}, held as (
                 update posts set lease_until = null, attempts = attempts - 1, updated_at = now()
                 where id = (select id from mine) returning id, channel_id),
               part as (update planned_parts set state = 'waiting'
                 where post_id = (select id from held) and number = $3 and state <> 'sent'),
               channel as (update channels set state = 'reconnect'
                 where id = (select channel_id from held) and state <> 'reconnect' ${returningChannelsEventSql})
               insert into post_events (id, post_id, kind, detail)
               select $4::uuid, id, 'waiting', jsonb_build_object('for', 'reconnect', 'part', $3::int, 'message', $5::text)
               from held`,
        values: [post.id, post.fence, part, clock.newId(), error.message],
      });
      return rowCount === 1;
    },

    async returnToQueue(post) {
      return await inTransaction(pool, async (tx) => {
        const { rows } = await tx.client.query({
          name: "record-hand-back",
          text: `update posts set lease_until = null, attempts = attempts - 1
                 where id = $1 and fence = $2 and status = 'publishing' returning due_at`,
          values: [post.id, post.fence],
        });
        const row = rows[0];
        if (row) await wakeAt(tx, { id: post.id, channelId: post.channelId }, row.due_at);
        return row !== undefined;
      });
    },
  };
}
