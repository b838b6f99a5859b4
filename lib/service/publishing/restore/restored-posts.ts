import type pg from "pg";
import { processConnectionName } from "#lib/service/db/listen/process-connection.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import type { LeasedPost } from "#lib/service/publishing/delivery/leased-post.ts";

/** Largest assumed difference between the clocks of the machines that wrote the rows. */
const clocksApart = "interval '10 minutes'";

/** Number of posts of each platform that are looked up before any of them is sent. */
export type RestoreReport = {
  /** The latest time that the backup knows; null if it knows none. */
  knownUntil: Date | null;
  platforms: {
    platform: string;
    /** Scheduled posts. */
    planned: number;
    /** Drafts, failed, canceled and deleted posts. */
    others: number;
  }[];
};

/** Tells if a Postwright process of any role is connected: each has a connection for notifications. */
export async function isAnyProcessConnected(client: Pick<pg.ClientBase, "query">): Promise<boolean> {
  const { rowCount } = await client.query(
    "select 1 from pg_stat_activity where datname = current_database() and application_name in ($1, 'postwright queue') limit 1",
    [processConnectionName],
  );
  return rowCount !== 0;
}

/**
 * Marks all posts that are not published by the restored backup: they may have been published between the latest time
 * that the backup knows and now. Scheduled posts are looked up as soon as a worker runs, not only when due, because the
 * platforms' lists are then short and authors learn the result early. Other posts are looked up when a member sends
 * them; on platforms without lookup, the member's order decides. Practice channels are in the backup themselves. Safe
 * to repeat, and never before the migrations.
 * @param options.createdAt when the backup was made, for a database that was used since; counts only if it is earlier than the
 * rows' times.
 * @param options.withoutLookup platforms without lookup.
 */
export async function markPostsRestored(
  client: Pick<pg.ClientBase, "query">,
  options: { createdAt: Date | null; withoutLookup: readonly string[] },
): Promise<RestoreReport> {
  const { rows } = await client.query(
    `with known as (
       select least(now(), $1::timestamptz, greatest((select max(updated_at) from posts), (select max(at) from post_events),
         (select max(started_at) from planned_parts))) as at),
     marked as (
       update posts p set look_from = least(p.look_from, known.at - ${clocksApart}), restored_at = now(),
         due_at = least(p.due_at, now())
       from channels c, known
       where c.id = p.channel_id and not c.practice and p.status <> 'published'
         and (not p.platform = any($2) or (p.status in ('scheduled', 'publishing') and p.deleted_at is null))
       returning p.platform, p.status in ('scheduled', 'publishing') and p.deleted_at is null as is_planned),
     -- Their keys may have been renewed since: whoever has to be connected again is known before the looks give up.
     checked as (update channels set check_after = now() where check_after is not null and removed_at is null),
     counted as (
       select platform, count(*) filter (where is_planned)::int as planned, count(*) filter (where not is_planned)::int as others
       from marked group by platform)
     select known.at, counted.* from known left join counted on true order by platform`,
    [options.createdAt, options.withoutLookup],
  );
  return {
    knownUntil: rows[0]?.at ?? null,
    platforms: rows
      .filter((row) => row.platform !== null)
      .map(({ platform, planned, others }) => ({ platform, planned, others })),
  };
}

/**
 * Marks each part that is not known to be published as `sending` since `lookFrom`, for a post that may have been
 * published since the backup. The part is then looked up like one whose answer was lost. Runs in the transaction that
 * leases the post.
 */
export async function markPartsForLookup(tx: Tx, post: LeasedPost, lookupFrom: Date): Promise<void> {
  const { rows } = await tx.client.query({
    name: "mark-to-look-for",
    text: `with marked as (update planned_parts set state = 'sending', started_at = $2 where post_id = $1 and state = 'waiting')
           update posts set look_from = null where id = $1
           returning restored_at, extract(epoch from now() - restored_at) * 1000 as ago_ms`,
    values: [post.id, lookupFrom],
  });
  const [{ restored_at: restoredAt, ago_ms: agoMs }] = rows as [{ restored_at: Date; ago_ms: string }];
  for (const part of post.parts) {
    if (part.state !== "waiting") continue;
    Object.assign(part, { state: "sending", startedAt: lookupFrom, startedAgoMs: Number(agoMs), restoredAt });
  }
}
