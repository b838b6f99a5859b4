import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { createRequestListener } from "#lib/server/request-listener.ts";
import { createServiceRequestListener } from "#lib/server/service-request-listener.ts";
import { systemClock } from "#lib/service/core/clock.ts";
import type { Context } from "#lib/service/core/context.ts";
import type { Log } from "#lib/service/core/log.ts";
import type { TestDatabase } from "#lib/service/db/testing/test-database.ts";
import { createDb } from "#lib/service/db/transaction.ts";
import { createHttpApp } from "#lib/service/http/app.ts";
import { getListStatement } from "#lib/service/posts/read/list-posts.ts";
import { queryPostRows } from "#lib/service/posts/read/post-sql.ts";
import { createRealtimeHub } from "#lib/service/realtime/realtime-hub.ts";

type Http = Awaited<ReturnType<typeof createHttpApp>>;

/** The `/v1` of a database, without pages and without a limit of requests. */
export async function openServiceHttp(
  { pool, processConnection }: Pick<TestDatabase, "pool" | "processConnection">,
  log: Log,
): Promise<Http> {
  const settings = { origin: "http://localhost", rateLimit: 1_000_000_000, missedAfterMs: 86_400_000 };
  const context = { pool, db: createDb(pool), clock: systemClock, log, settings };
  const http = await createHttpApp(
    context as unknown as Context,
    createRealtimeHub({ processConnection, now: systemClock.now, log }),
    processConnection,
  );
  await http.listening();
  return http;
}

/** What `/v1` stands behind in the product: the same checks of host, size and method. */
export function createGuardedListener(http: Http): RequestListener {
  const service = createServiceRequestListener(http);
  return createRequestListener({
    hosts: { main: "http://127.0.0.1", originOf: () => "http://127.0.0.1" },
    trustProxy: false,
    dev: false,
    remote: false,
    service: () => service,
    pages: () => null,
    docs: null,
    pageLimits: () => null,
    isSignedIn: async () => false,
    actionIds: () => null,
    notReady: async () => null,
    metrics: async () => null,
  });
}

/** The least that reads what `GET /v1/posts` reads: its statement, and its rows as JSON. No key, limit, log, or presentation. */
export function createRowsListener(pool: TestDatabase["pool"], memberId: string): RequestListener {
  return (_request, response) => {
    void queryPostRows(pool, getListStatement(memberId, { limit: 20, offset: 0 }, null))
      .then(({ posts: rows }) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify({ data: rows }));
      })
      .catch(() => response.writeHead(500).end());
  };
}

/** Listens on a free port of this machine, which it gives. */
export async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  return (server.address() as AddressInfo).port;
}
