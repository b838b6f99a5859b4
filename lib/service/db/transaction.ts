import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { drizzle } from "./drizzle-exports.ts";

declare const txBrand: unique symbol;

/** The database outside any transaction: for reads. */
export type Db = NodePgDatabase & { $client: pg.Pool };

/** A transaction. A command gets no other access, so all its writes are in its transaction. */
export type Tx = NodePgDatabase & {
  readonly [txBrand]: true;
  readonly client: pg.PoolClient;
  /** The pool of the transaction's connection. */
  readonly pool: pg.Pool;
  /** Runs `work` once the transaction is committed, and never when it is rolled back. `work` does not throw. */
  readonly afterCommit: (work: () => void) => void;
};

/** Wraps a pool for typed queries. */
export function createDb(pool: pg.Pool): Db {
  return drizzle({ client: pool });
}

const retried = new Set(["40001", "40P01"]);

/** pg's error, which has no code, for a query without an answer; Drizzle wraps it. */
const isReadTimeout = (error: unknown): error is Error =>
  error instanceof Error && (error.message === "Query read timeout" || isReadTimeout(error.cause));

/**
 * Runs `work` in one transaction: a throw rolls back. Serialization failures and deadlocks are tried three times in
 * all, so `work` must have no effect outside the database.
 */
export async function inTransaction<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const client = await pool.connect();
    let broken: Error | undefined;
    // A connection lost between two statements would end the process without a listener.
    const lost = (error: Error) => {
      broken = error;
    };
    client.on("error", lost);
    try {
      await client.query("begin");
      const committed: (() => void)[] = [];
      const afterCommit = (each: () => void) => void committed.push(each);
      const tx = Object.assign(drizzle({ client }), { client, pool, afterCommit }) as unknown as Tx;
      const result = await work(tx);
      await client.query("commit");
      for (const each of committed) each();
      return result;
    } catch (error) {
      // A silent server would not answer the rollback either: without its connection it rolls back by itself,
      // unless the lost query was the commit.
      if (isReadTimeout(error)) broken = error;
      else {
        await client.query("rollback").catch((failed: Error) => {
          broken = failed;
        });
      }
      const code =
        (error as { code?: string; cause?: { code?: string } }).code ??
        (error as { cause?: { code?: string } }).cause?.code;
      if (attempt >= 3 || !code || !retried.has(code)) throw error;
    } finally {
      client.off("error", lost);
      client.release(broken);
    }
  }
}
