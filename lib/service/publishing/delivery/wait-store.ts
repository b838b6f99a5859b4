import type { PublishError } from "#lib/service/channels/core/connector.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import type { Context, WakeWorkerAt } from "#lib/service/core/context.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import type { LeasedPost } from "./leased-post.ts";

/** For how long nothing goes out, and for whom: this account, or all that use our application there. */
export type PlatformWait = { ms: number; of: "account" | "app"; mend: PublishError | null };

/** What a worker writes when a platform asks to wait. The next call of any worker reads it first. */
export type WaitStore = {
  /**
   * The post keeps its place: it stays due as it was, so it goes on before those behind it. The try does not count.
   * @returns false when the fence is not ours any more: then stop.
   */
  waits: (post: LeasedPost, part: number, wait: PlatformWait) => Promise<boolean>;
  /** After the last part: nothing more for so long, though this post is done. */
  rest: (post: LeasedPost, wait: PlatformWait) => Promise<void>;
};

/** After a wait accounts of one application take turns as long again, so that they don't all run into the next one. */
const turnsMs = { least: 60_000, most: 3_600_000 };

/** SQL: to the millisecond, so that the job for it is not too early by what a clock of ms can't hold. */
const until = "date_trunc('milliseconds', now()) + $3 * interval '1 ms'";

/** SQL: has the account of the post `$1` under the fence `$2` wait, or its application. A person's doing ends `mend`, so the account itself has nothing to wait for. */
const waiting = `
  channel as (update channels c set wait_until = greatest(c.wait_until, ${until})
    where c.id = (select channel_id from held) and $6::text is null),
  app as (insert into app_waits as a (platform, host, wait_until, turns_until, said)
    select c.platform, c.host, ${until}, ${until} + $5 * interval '1 ms', $6::text
    from channels c where c.id = (select channel_id from held) and $4::boolean and not c.practice
    on conflict (platform, host) do update set wait_until = greatest(a.wait_until, excluded.wait_until),
      turns_until = greatest(a.turns_until, excluded.turns_until), said = excluded.said)`;

export function createWaitStore(at: { pool: Context["pool"]; clock: Clock; wakeAt: WakeWorkerAt }): WaitStore {
  const { pool, clock, wakeAt } = at;
  const valuesOf = (post: LeasedPost, { ms, of, mend }: PlatformWait) => [
    ...[post.id, post.fence, Math.ceil(ms), of === "app"],
    ...[Math.min(Math.max(ms, turnsMs.least), turnsMs.most), mend?.message ?? null],
  ];

  return {
    async waits(post, part, wait) {
      return await inTransaction(pool, async (tx) => {
        const { rows } = await tx.client.query({
          name: "record-waits",
          text: `with held as (
                   update posts set lease_until = null, attempts = attempts - 1, updated_at = now()
                   where id = $1 and fence = $2 and status = 'publishing' returning id, channel_id),
                 part as (update planned_parts set state = 'waiting'
                   where post_id = (select id from held) and number = $7 and state <> 'sent'),
                 ${waiting},
                 event as (insert into post_events (id, post_id, kind, detail)
                   select $8::uuid, id, 'waiting', jsonb_build_object('part', $7::int, 'until', ${until},
                     'reason', $9::text, 'message', $6::text) from held)
                 select ${until} as until from held`,
          values: [...valuesOf(post, wait), part, clock.newId(), wait.mend?.reason ?? null],
        });
        const row = rows[0];
        if (row) await wakeAt(tx, { id: post.id, channelId: post.channelId }, row.until);
        return row !== undefined;
      });
    },

    async rest(post, wait) {
      await inTransaction(pool, async (tx) => {
        const { rows } = await tx.client.query({
          name: "record-rest",
          // It is closed, and whoever has the channel by now may as well know.
          text: `with held as (select id, channel_id from posts where id = $1 and fence >= $2), ${waiting}
                 select ${until} as until from held`,
          values: valuesOf(post, wait),
        });
        const row = rows[0];
        if (row) await wakeAt(tx, { id: post.id, channelId: post.channelId }, row.until);
      });
    },
  };
}
