import type { Context } from "#lib/service/core/context.ts";

const batch = 1_000;

/** Removes what nobody looks up any more, a bounded number each time; and closes what mended itself a day ago. */
export async function removeOldNotifications(pool: Context["pool"]): Promise<void> {
  await pool.query(
    `update notices set done_at = now() where id in (
       select n.id from notices n left join posts p on p.id = n.post_id
       where n.kind = 'post_failed' and n.done_at is null and n.created_at < now() - interval '1 day'
         and (p.id is null or (p.status <> 'failed' and p.updated_at < now() - interval '1 day')
           or p.deleted_at < now() - interval '31 days')
       limit $1)`,
    [batch],
  );
  await pool.query(
    `delete from notices where id in (
       select id from notices where done_at is not null and done_at < now() - interval '60 days' limit $1)`,
    [batch],
  );
  await pool.query(
    `delete from notice_sendings where id in (
       select id from notice_sendings where state <> 'waiting' and created_at < now() - interval '30 days' limit $1)`,
    [batch],
  );
}
