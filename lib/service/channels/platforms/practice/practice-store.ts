import type { Clock } from "#lib/service/core/clock.ts";
import type { Context } from "#lib/service/core/context.ts";

/** One item on a practice timeline, as its platform stores it. */
export type NewPracticeItem = {
  account: string;
  /** The platform's own idempotency key: a repeat finds the first item. */
  key: string;
  replyTo: string | null;
  part: number;
  text: string;
  images: { url: string; width: number; height: number; alt: string }[];
};

export type StoredPracticeItem = { id: string; text: string; publishedAt: Date };

/** The practice platform's own database work: in its own transactions, never in the caller's. */
export type PracticeStore = {
  /**
   * Stores the item, or returns the item that has this key already; `no_parent` if the item that it replies to does not
   * exist.
   */
  add: (item: NewPracticeItem) => Promise<StoredPracticeItem | "no_parent">;
  find: (account: string, key: string) => Promise<StoredPracticeItem | null>;
  /** Counts one more failure of this key and returns how many came before. */
  countFault: (key: string) => Promise<number>;
  remove: (account: string, id: string) => Promise<boolean>;
};

export function createPracticeStore(deps: { pool: Context["pool"]; clock: Clock }): PracticeStore {
  const { pool, clock } = deps;

  async function find(account: string, key: string): Promise<StoredPracticeItem | null> {
    const { rows } = await pool.query({
      name: "practice-find",
      text: "select id, text, published_at from practice_items where account = $1 and key = $2",
      values: [account, key],
    });
    const row = rows[0];
    return row ? { id: row.id, text: row.text, publishedAt: row.published_at } : null;
  }

  return {
    find,
    async add(item) {
      const { rows } = await pool.query({
        name: "practice-add",
        text: `insert into practice_items (id, account, key, reply_to, root, part, text, images)
               select $1::uuid, $2, $3, $4::uuid, coalesce((select root from practice_items where id = $4::uuid), $1::uuid),
                 $5, $6, $7::jsonb
               where $4::uuid is null or exists (select 1 from practice_items where id = $4::uuid and account = $2)
               on conflict (account, key) do nothing returning id, text, published_at`,
        values: [
          ...[clock.newId(), item.account, item.key, item.replyTo, item.part, item.text],
          JSON.stringify(item.images),
        ],
      });
      const row = rows[0];
      if (row) return { id: row.id, text: row.text, publishedAt: row.published_at };
      return (await find(item.account, item.key)) ?? "no_parent";
    },

    async countFault(key) {
      const { rows } = await pool.query(
        `insert into practice_faults (key, count) values ($1, 1)
         on conflict (key) do update set count = practice_faults.count + 1 returning count`,
        [key],
      );
      return rows[0].count - 1;
    },

    async remove(account, id) {
      const { rowCount } = await pool.query("delete from practice_items where account = $1 and id::text = $2", [
        account,
        id,
      ]);
      return rowCount === 1;
    },
  };
}
