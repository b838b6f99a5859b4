import { readFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { setAppRuntime } from "./lib/embedded-service.ts";
import { type Env, InvalidSettingError, parseEnv, setNodeEnv } from "./lib/env.ts";
import { createAllowedHosts } from "./lib/server/allowed-hosts.ts";
import { buildIfNeeded } from "./lib/server/build/build-next-if-needed.ts";
import { readActionIds } from "./lib/server/build/read-action-ids.ts";
import { limitConnections } from "./lib/server/connection-limits.ts";
import { loadOrCreateCookieSecret } from "./lib/server/cookie-secret.ts";
import { createDocsPages } from "./lib/server/docs-pages.ts";
import { respondToClientError } from "./lib/server/malformed-requests.ts";
import { createPageRateLimit, type PageRateLimit } from "./lib/server/page-rate-limit.ts";
import { handleProcessErrors } from "./lib/server/process-errors.ts";
import { createRequestListener } from "./lib/server/request-listener.ts";
import { createServiceRequestListener } from "./lib/server/service-request-listener.ts";
import { createDocumentedEndpointsOpenApi } from "./lib/service/bootstrap/documented-endpoints-openapi.ts";
import { openService, type Service } from "./lib/service/bootstrap/service.ts";
import { createLog } from "./lib/service/core/log.ts";
import { redirectConsole } from "./lib/service/core/redirect-console.ts";
import { DatabaseStartError } from "./lib/service/db/database-start-error.ts";

const root = import.meta.dirname;
const dev = process.argv.includes("--dev");
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Ends the start with one sentence for the person at the terminal. */
function refuseToStart(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function readSettings(): Env {
  try {
    return parseEnv();
  } catch (error) {
    if (error instanceof InvalidSettingError) refuseToStart(error.message);
    throw error;
  }
}

setNodeEnv(dev ? "development" : "production");
const env = readSettings();
const log = createLog(env.LOG_LEVEL);
if (!dev) redirectConsole(log);
const remote = env.SERVICE_URL !== undefined;
const hasPages = env.ROLE !== "worker";
if (remote && env.ROLE === "worker")
  refuseToStart("ROLE=worker has no work while SERVICE_URL is set, because the service runs elsewhere.");

let service: Service | null = null;
let serviceListener: RequestListener | null = null;
let pages: RequestListener | null = null;
let pageLimits: PageRateLimit | null = null;
let actionIds: ReadonlySet<string> | null = null;
let closePages: (() => Promise<void>) | null = null;
let starting = "Postwright is starting.";
let stopping = false;
let requestsInProgress = 0;
let onRequestsEnd: () => void = () => undefined;

let hasWarnedOfProxy = false;
/** All people behind the proxy have its address then, and share each limit of one address. */
function warnOfProxyOnce(): void {
  if (hasWarnedOfProxy) return;
  hasWarnedOfProxy = true;
  log.warn(
    "a request has X-Forwarded-For, but TRUST_PROXY is 0: all clients of the proxy count as one address. Set TRUST_PROXY=1 if only your proxy reaches this port",
  );
}

async function notReady(): Promise<string | null> {
  if (stopping) return starting;
  if (hasPages && !pages) return starting;
  if (remote) return null;
  return service ? service.notReady() : starting;
}

const server = createServer({
  connectionsCheckingInterval: 1_000,
  headersTimeout: 10_000,
  requestTimeout: 120_000,
  // A proxy keeps and reuses its connections; a browser that is idle this long reconnects.
  keepAliveTimeout: env.TRUST_PROXY ? 65_000 : 5_000,
  maxHeaderSize: 16_384,
});
limitConnections(server, { max: 2_000, perAddress: env.TRUST_PROXY ? null : 400, stalledMs: 30_000 });
server.on("clientError", respondToClientError);
server.on("request", (_request, response) => {
  requestsInProgress += 1;
  response.once("close", () => {
    requestsInProgress -= 1;
    if (requestsInProgress === 0) onRequestsEnd();
  });
});

if (hasPages && !dev) {
  await buildIfNeeded(root, say).catch((error: Error) => refuseToStart(error.message));
}
await new Promise<void>((resolve) => {
  server.once("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EADDRINUSE")
      refuseToStart(`Port ${env.PORT} is in use. Stop the program that uses it, or set PORT to another port.`);
    if (error.code === "EACCES")
      refuseToStart(`Port ${env.PORT} requires more privileges. Set PORT to a port above 1023.`);
    refuseToStart(`Can't listen on HOST ${env.HOST} and PORT ${env.PORT} (${error.code ?? error.message}).`);
  });
  server.listen(env.PORT, env.HOST, resolve);
});
const listening = server.address();
const port = typeof listening === "object" && listening ? listening.port : env.PORT;
const hosts = createAllowedHosts({ publicUrl: env.PUBLIC_URL, host: env.HOST, port });

server.on(
  "request",
  createRequestListener({
    hosts,
    trustProxy: env.TRUST_PROXY,
    onUntrustedProxy: warnOfProxyOnce,
    dev,
    remote,
    // A request on a connection that was open before would ask a database that is closing.
    service: () => (stopping ? null : serviceListener),
    pages: () => (stopping ? null : pages),
    // In development the page changes, and its scripts reload it.
    docs: dev
      ? null
      : createDocsPages({
          pages: () => pages,
          host: new URL(hosts.main).host,
          keepMs: remote ? 60_000 : Number.POSITIVE_INFINITY,
        }),
    pageLimits: () => pageLimits,
    // A service elsewhere checks the key itself.
    isSignedIn: async ({ key, sessionId }) => {
      if (!service) return remote;
      const headers = {
        authorization: `Bearer ${key}`,
        ...(sessionId !== null && { "x-postwright-session": sessionId }),
      };
      return (await service.embedded.fetch(new Request(`${hosts.main}/v1/me`, { headers }))).status !== 401;
    },
    actionIds: () => actionIds,
    notReady,
    metrics: async (authorization) => (await service?.metrics(authorization)) ?? null,
  }),
);
// Next would proxy an upgrade to a host of the client's choice (GHSA-c4j6-fc7j-m34r); only reloading in development
// needs upgrades.
if (!dev) server.on("upgrade", (_request, socket) => socket.destroy());

/** Long enough for a process that is started for one command and stopped; a person's first page prepares Next at once. */
const warmUpMs = 2_000;
let preparedPages: Promise<RequestListener> | null = null;

/**
 * Prepares Next once: with the first page, or after `warmUpMs`. The service is ready without it: due posts and programs
 * need not wait for code that renders pages.
 */
function preparePages(): Promise<RequestListener> {
  preparedPages ??= openPages();
  preparedPages.catch((error: unknown) => {
    log.fatal({ err: error }, "preparing the pages failed");
    void stop(70);
  });
  return preparedPages;
}

const servePages: RequestListener = (request, response) =>
  void preparePages().then(
    (render) => render(request, response),
    () => response.destroy(),
  );

async function openPages(): Promise<RequestListener> {
  const { default: next } = await import("next");
  const app = next({
    dev,
    dir: root,
    hostname: "localhost",
    port,
    ...(dev && { httpServer: server, turbopack: true }),
  });
  await app.prepare();
  if (!dev) actionIds = await readActionIds(root);
  closePages = () => app.close();
  return app.getRequestHandler();
}

async function openOwnService(secret: string): Promise<Service> {
  const opened = await openService(env, { origin: hosts.main, secret, log });
  serviceListener = createServiceRequestListener(opened.fetch);
  service = opened;
  return opened;
}

/** Resolves when no request is in progress. */
const requestsEnded = (): Promise<void> =>
  new Promise((resolve) => {
    onRequestsEnd = resolve;
    if (requestsInProgress === 0) resolve();
  });

/** Stops accepting work, lets running work finish, and closes the database last. A second signal exits at once. */
async function stop(exitCode: number): Promise<void> {
  if (stopping) process.exit(exitCode || 1);
  stopping = true;
  starting = "Postwright is stopping.";
  server.close();
  server.closeIdleConnections();
  const hard = setTimeout(() => process.exit(exitCode || 1), exitCode === 0 ? 25_000 : 5_000);
  hard.unref();
  await service?.stop(requestsEnded).catch((error: unknown) => log.error({ err: error }, "stop failed"));
  server.closeAllConnections();
  await closePages?.().catch(() => undefined);
  process.exit(exitCode);
}
/**
 * Prints the link of the first start, or the link with which the owner chooses a password while no owner can sign in.
 * The server already runs, so the function retries while the database is unavailable.
 */
async function offerLinks({ openSetup, openClaim }: Pick<Service, "openSetup" | "openClaim">): Promise<void> {
  for (;;) {
    try {
      const token = await openSetup();
      if (token) say(`Set up Postwright with this link, once: ${hosts.main}/setup?token=${token}`);
      const claim = token ? null : await openClaim();
      if (claim) say(`No owner can sign in without an API key. Set the owner's password, once, within 24 h: ${claim}`);
      return;
    } catch (error) {
      if (stopping) return;
      log.warn({ err: error }, "creating the setup link failed, trying again");
      await pause(1_000);
    }
  }
}

process.on("SIGTERM", () => void stop(0));
process.on("SIGINT", () => void stop(0));
handleProcessErrors({ log, onRejection: () => service?.countRejection(), onFatal: () => void stop(70) });

try {
  const secret = env.SECRET ?? loadOrCreateCookieSecret(env.DATA_DIR);
  pageLimits = createPageRateLimit(secret, { isCounting: env.RATE_LIMIT > 0 });
  const [status, limit, offset] = env.SERVICE_LIST_PARAMS.split(",") as [string, string, string];
  // In development Next listens for the upgrades of this server from the start.
  const [opened] = await Promise.all([remote ? null : openOwnService(secret), dev && hasPages ? preparePages() : null]);
  setAppRuntime({
    embedded: opened?.embedded ?? null,
    hosting: {
      origin: hosts.main,
      secret,
      serviceUrl: env.SERVICE_URL?.replace(/(?<!\/)\/+$/, "") ?? null,
      listParams: { status, limit, offset },
    },
    documents: {
      read: (path) => readFile(join(root, path), "utf8"),
      describeDocumentedApi: createDocumentedEndpointsOpenApi,
    },
  });
  // Only now: a page needs the runtime that `setAppRuntime` stored.
  if (hasPages) {
    pages = servePages;
    setTimeout(() => void preparePages(), warmUpMs).unref();
  }
  await opened?.start();
  say(`Postwright is ready on ${hosts.main}`);
  if (opened && hasPages) await offerLinks(opened);
} catch (error) {
  if (error instanceof DatabaseStartError || error instanceof InvalidSettingError) refuseToStart(error.message);
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "EACCES" || code === "EROFS" || code === "EPERM") {
    refuseToStart(
      `Can't write to DATA_DIR ${env.DATA_DIR}. Give this user write access, or set DATA_DIR to another folder.`,
    );
  }
  log.fatal({ err: error }, "start failed");
  // The error's own message is never printed, because it may repeat a value such as SETUP_KEY. The log line omits the
  // message too.
  refuseToStart(
    'Postwright could not start because of an unexpected error. The log line "start failed" has the details.',
  );
}
