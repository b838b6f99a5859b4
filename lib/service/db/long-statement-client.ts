import pg from "pg";

/** The client's margin beyond the server's limit, so that the server ends a statement first. */
const graceMs = 5_000;

/**
 * Runs `work` on a connection of its own, where a statement may take `limitMs`, or any time with 0: statements on the
 * pool are ended after 15 s, and a long one would occupy one of the pool's connections.
 */
export async function withLongStatementClient<T>(
  pool: pg.Pool,
  limitMs: number,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const { options } = pool;
  const client = new pg.Client({
    ...options,
    // The pool hides the password from copies of its options.
    ...(options.password !== undefined && { password: options.password }),
    statement_timeout: limitMs,
    idle_in_transaction_session_timeout: limitMs,
    query_timeout: limitMs === 0 ? 0 : limitMs + graceMs,
  });
  // A lost connection fails the running statement; no other report is needed.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
