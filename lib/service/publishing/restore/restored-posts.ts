import type pg from "pg";
import type { Tx } from "#lib/service/db/transaction.ts";
import type { LeasedPost } from "#lib/service/publishing/delivery/leased-post.ts";

/** Clocks of the machines that wrote the rows may differ by so much. */
const clocksApart = "interval '10 minutes'";

/** How many posts of each platform are looked for before anything of them is sent. */
export type RestoreReport = {
  /** The latest that the backup knows of; null where it knows of nothing. */
  knownUntil: Date | null;
  platforms: {
    platform: string /** Planned to go out. */;
    planned: number /** Drafts, failed, canceled, deleted. */;
    others: number;
  }[];
};

/** Whether a process of ours, of whatever role, is connected: each has a connection for the queue. */
export async function isAnyProcessConnected(client: Pick<pg.ClientBase, "query">): Promise<boolean> {
  const { rowCount } = await client.query(
    "select 1 from pg_stat_activity where datname = current_database() and application_name = 'postwright queue' limit 1",
  );
  return rowCount !== 0;
}

/**
 * Says of all posts that a restored backup doesn't know to be published that they may have gone out since: between the
 * latest that the backup knows of and now. What is planned is looked for as soon as a worker runs, not at its time only, for
 * then the lists to look through are short and authors hear of it early. What is not planned is looked for when a member
 * sends it; not so on platforms where nobody can look, for there the member's order is the word that counts. Practice
 * channels lie in the backup themselves. Safe to run again, and never before the migrations.
 * @param at.madeAt when the backup was made, for a database that somebody has worked with since; it only counts where it
 * is earlier than what the rows say.
 * @param at.blind platforms that can't be asked.
 */
export async function markPostsRestored(
  client: Pick<pg.ClientBase, "query">,
  at: { madeAt: Date | null; blind: readonly string[] },
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
    [at.madeAt, at.blind],
  );
  return {
    knownUntil: rows[0]?.at ?? null,
    platforms: rows
      .filter((row) => row.platform !== null)
      .map(({ platform, planned, others }) => ({ platform, planned, others })),
  };
}

/**
 * Of a post that may have gone out since the backup was made each part that is not known to be out counts as on its way
 * since then: so it is looked for like one whose answer was lost. In the transaction that takes the post.
 */
export async function markPartsForLookup(tx: Tx, post: LeasedPost, lookFrom: Date): Promise<void> {
  const { rows } = await tx.client.query({
    name: "mark-to-look-for",
    text: `with marked as (update planned_parts set state = 'sending', started_at = $2 where post_id = $1 and state = 'waiting')
           update posts set look_from = null where id = $1
           returning restored_at, extract(epoch from now() - restored_at) * 1000 as ago_ms`,
    values: [post.id, lookFrom],
  });
  const [{ restored_at: restoredAt, ago_ms: agoMs }] = rows as [{ restored_at: Date; ago_ms: string }];
  for (const part of post.parts) {
    if (part.state !== "waiting") continue;
    Object.assign(part, { state: "sending", startedAt: lookFrom, startedAgoMs: Number(agoMs), restoredAt });
  }
}
