import type { PublishError } from "#lib/service/channels/core/connector.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import type { Context, WakeWorkerAt } from "#lib/service/core/context.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import type { LeasedPost } from "./leased-post.ts";

/** A pause in publishing, for this account or for all accounts of our application on the platform. */
export type PlatformWait = { ms: number; of: "account" | "app"; problem: PublishError | null };

/** A worker's writes when a platform asks to wait. The next call of any worker reads them first. */
export type PlatformWaitStore = {
  /**
   * Stores a wait before the post continues. The post stays due as it was, so it comes before those behind it. The
   * attempt does not count.
   * @returns false if the fence is no longer ours: the worker must stop
   */
  waits: (post: LeasedPost, part: number, wait: PlatformWait) => Promise<boolean>;
  /** Stores a wait after the last part: the channel pauses, though this post is done. */
  rest: (post: LeasedPost, wait: PlatformWait) => Promise<void>;
};

/**
 * Limits of the time for which accounts of one application take turns after a wait. They take turns for as long as the
 * wait was, so that not all of them reach the next limit at once.
 */
const turnsMs = { least: 60_000, most: 3_600_000 };

/**
 * SQL: rounded to milliseconds, because a JavaScript clock holds no more, and the wake-up after the wait must not come too
 * early.
 */
const until = "date_trunc('milliseconds', now()) + $3 * interval '1 ms'";

/**
 * SQL: makes the account of the post `$1` under the fence `$2`, or its application, wait. With `problem` only the
 * application waits: a person's correction ends that wait, and the account itself has nothing to wait for.
 */
const waiting = `
  channel as (update channels c set wait_until = greatest(c.wait_until, ${until})
    where c.id = (select channel_id from held) and $6::text is null),
  app as (insert into app_waits as a (platform, host, wait_until, turns_until, said)
    select c.platform, c.host, ${until}, ${until} + $5 * interval '1 ms', $6::text
    from channels c where c.id = (select channel_id from held) and $4::boolean and not c.practice
    on conflict (platform, host) do update set wait_until = greatest(a.wait_until, excluded.wait_until),
      turns_until = greatest(a.turns_until, excluded.turns_until), said = excluded.said)`;

export function createPlatformWaitStore(deps: {
  pool: Context["pool"];
  clock: Clock;
  wakeAt: WakeWorkerAt;
}): PlatformWaitStore {
  const { pool, clock, wakeAt } = deps;
  const valuesOf = (post: LeasedPost, { ms, of, problem }: PlatformWait) => [
    ...[post.id, post.fence, Math.ceil(ms), of === "app"],
    ...[Math.min(Math.max(ms, turnsMs.least), turnsMs.most), problem?.message ?? null],
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
          values: [...valuesOf(post, wait), part, clock.newId(), wait.problem?.reason ?? null],
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
          // The post is closed, so the wait is stored even if another worker has leased since.
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
