import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseEnv } from "#lib/env.ts";
import { createServiceRequestListener } from "#lib/server/service-request-listener.ts";
import { openService } from "#lib/service/bootstrap/service.ts";
import { createLog } from "#lib/service/core/log.ts";
import { openTestDatabase, type TestDatabase } from "#lib/service/db/testing/test-database.ts";

const key = "pw_0123456789abcdefghijklmnopqrstuvwxyz";

/**
 * A fault of the way to the service, for one write. `lose answer`: the service executes the request and the connection
 * ends before its answer. `hang`: nothing answers. `pass`: none.
 */
export type WriteFault = "pass" | "lose answer" | "hang" | { status: 429 | 503; retryAfterSeconds: number };

export type ReceivedRequest = { method: string; path: string; idempotencyKey: string | null; at: number };

/** The whole service, with its worker, over HTTP on loopback, in front of a database of its own. */
export type RunningService = {
  url: string;
  key: string;
  database: TestDatabase;
  /** The faults of the next writes, in order. */
  faults: WriteFault[];
  requests: ReceivedRequest[];
  /** True for a create that is refused like an invalid one. */
  refuseCreate: (() => boolean) | null;
  countPosts: (text: string) => Promise<number>;
  close: () => Promise<void>;
};

/** @param allow addresses that webhooks may reach, as in OUTBOUND_ALLOW */
export async function openRunningService(allow: readonly string[] = []): Promise<RunningService> {
  const database = await openTestDatabase();
  const folder = mkdtempSync(path.join(tmpdir(), "postwright-packages-"));
  const env = parseEnv({
    SETUP_ORG: "Northwind",
    SETUP_NAME: "Ines",
    SETUP_EMAIL: "ines@example.org",
    SETUP_KEY: key,
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    MEDIA_URL: `file://${folder}/media`,
    RATE_LIMIT: "0",
    OUTBOUND_ALLOW: allow.length > 0 ? allow.join(",") : undefined,
  });
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service = await openService(env, {
    origin,
    secret: "the secret that seals in tests, 32 and more",
    log: createLog("silent"),
  });
  const faults: WriteFault[] = [];
  const requests: ReceivedRequest[] = [];
  const answer = async (request: Request, outgoing: ServerResponse): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const idempotencyKey = request.headers.get("idempotency-key");
    requests.push({ method: request.method, path: pathname, idempotencyKey, at: performance.now() });
    const fault = request.method === "GET" ? undefined : faults.shift();
    if (request.method === "POST" && pathname === "/v1/posts" && running.refuseCreate?.()) {
      return Response.json({ error: { code: "invalid_request", message: "No." } }, { status: 400 });
    }
    if (fault === undefined || fault === "pass") return service.fetch(request, outgoing);
    if (fault === "hang") return new Promise(() => undefined);
    if (fault !== "lose answer") {
      const error = { code: fault.status === 429 ? "rate_limited" : "unavailable", message: "Wait." };
      const headers = { "retry-after": String(fault.retryAfterSeconds) };
      return Response.json({ error }, { status: fault.status, headers });
    }
    await (await service.fetch(request)).text();
    outgoing.destroy();
    return new Response(null);
  };
  server.on("request", createServiceRequestListener(answer));
  await service.start();
  const running: RunningService = {
    refuseCreate: null,
    url: `${origin}/v1`,
    key,
    database,
    faults,
    requests,
    async countPosts(text) {
      const found = await database.pool.query(
        "select count(*)::int as n from posts where parts->0->>'text' = $1 and deleted_at is null",
        [text],
      );
      return found.rows[0].n;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await service.stop();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return running;
}
