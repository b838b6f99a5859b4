import pg from "pg";

/** What the client waits for beyond the server's limit, so that it is the server that ends a statement. */
const graceMs = 5_000;

/**
 * Runs `work` on a connection of its own, where a statement may take `limitMs`, or as long as it likes with 0: those of
 * the pool are ended after 15 s, and one that takes long would keep a place of the pool from everybody else.
 */
export async function withDedicatedClient<T>(
  pool: pg.Pool,
  limitMs: number,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const { options } = pool;
  const client = new pg.Client({
    ...options,
    // The pool hides it from whoever copies its options.
    ...(options.password !== undefined && { password: options.password }),
    ...{ statement_timeout: limitMs, idle_in_transaction_session_timeout: limitMs },
    query_timeout: limitMs === 0 ? 0 : limitMs + graceMs,
  });
  // A connection that is lost fails the statement that is on its way; nothing else is to be told.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
