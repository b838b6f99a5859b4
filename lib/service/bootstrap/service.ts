import type { ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { EmbeddedService } from "#lib/embedded-service.ts";
import {
  type Env,
  getBlueskyDirectoryUrls,
  getPlatformAppCredentials,
  getPlatformUrls,
  InvalidSettingError,
} from "#lib/env.ts";
import { createMcpEndpoint, isMcpUrl } from "#lib/mcp/mcp-endpoint.ts";
import { isApiKeyFormat } from "#lib/service/api-keys/api-key-token.ts";
import { setSecurityLog } from "#lib/service/audit/security-log.ts";
import { createAccountService } from "#lib/service/auth/account-service.ts";
import { createConnectedAppService } from "#lib/service/auth/connected-apps/connected-app-service.ts";
import { isSecureOrigin } from "#lib/service/auth/connected-apps/redirect-uri.ts";
import { createPasskeyService } from "#lib/service/auth/passkeys/passkey-service.ts";
import { createOwnerClaimLink } from "#lib/service/auth/passwords/owner-claim-link.ts";
import { createSingleSignOnFromEnv } from "#lib/service/auth/providers/single-sign-on.ts";
import { closeSession } from "#lib/service/auth/sessions/close-session.ts";
import { openKeySession } from "#lib/service/auth/sessions/open-session.ts";
import { createFirstOwnerSetup } from "#lib/service/auth/setup/first-owner-setup.ts";
import { markSetupKey, warnOfLeftoverSetupKey } from "#lib/service/auth/setup/leftover-setup-key.ts";
import { createTwoStepService } from "#lib/service/auth/two-step/two-step-service.ts";
import { withRefusalAudit } from "#lib/service/auth/with-refusal-audit.ts";
import { createAccessTokens } from "#lib/service/channels/credentials/access-tokens.ts";
import { createAppCredentialsStore } from "#lib/service/channels/credentials/app-credentials-store.ts";
import {
  createConnectorIoFactory,
  createDownloadBytes,
  createPlatformHttpClientFactory,
} from "#lib/service/channels/credentials/connector-io.ts";
import { createLinkPageReader } from "#lib/service/channels/link-card/link-page-reader.ts";
import { createMentionFinder } from "#lib/service/channels/mentions/find-mentions.ts";
import { createConnectorLookup, createPlatformLookup } from "#lib/service/channels/platforms/registry.ts";
import { type ProbeTimes, probeConnectedChannel } from "#lib/service/channels/probe/probe-connected-channel.ts";
import type { Context } from "#lib/service/core/context.ts";
import type { Log } from "#lib/service/core/log.ts";
import { createSealer } from "#lib/service/core/sealer.ts";
import { withRedactedErrors } from "#lib/service/core/with-redacted-errors.ts";
import { type DatabaseClock, openDatabaseClock } from "#lib/service/db/database-clock.ts";
import { DatabaseStartError, describeServerProblem, findErrorCode } from "#lib/service/db/database-start-error.ts";
import { warnIfNotDurable } from "#lib/service/db/durability-warning.ts";
import { createProcessConnection } from "#lib/service/db/listen/process-connection.ts";
import { migrate } from "#lib/service/db/migrate.ts";
import { isDatabaseResponding, type OpenDatabase, openDatabase } from "#lib/service/db/open-database.ts";
import { createDb } from "#lib/service/db/transaction.ts";
import { createGuardedFetch } from "#lib/service/egress/guarded-fetch.ts";
import { createHttpApp, type HttpApp } from "#lib/service/http/app.ts";
import { createCalendarFeedHandler, isCalendarFeedUrl } from "#lib/service/http/public/calendar-feed.ts";
import { createMediaFileHandler, isMediaFileUrl } from "#lib/service/http/public/media-files.ts";
import { createClientMetadataHandler, isClientMetadataUrl } from "#lib/service/http/public/oauth-client-metadata.ts";
import { createOauthHandler, isOauthUrl } from "#lib/service/http/public/oauth-endpoints.ts";
import { createOauthMetadataHandler, isOauthMetadataUrl, mcpPath } from "#lib/service/http/public/oauth-metadata.ts";
import { createFitStoredImage } from "#lib/service/media/processing/fitted-images.ts";
import type { MediaStore } from "#lib/service/media/storage/media-store.ts";
import { InvalidMediaSettingError, openMediaStore } from "#lib/service/media/storage/open-media-store.ts";
import { createInstallationSetup } from "#lib/service/members/installation-setup.ts";
import { createMetrics, type Metrics } from "#lib/service/metrics/metrics.ts";
import { withPublishMetrics, withRefreshMetrics } from "#lib/service/metrics/with-platform-metrics.ts";
import { createNotificationService, getDefaultSender } from "#lib/service/notifications/notification-pipeline.ts";
import { createOutboxEventRelay } from "#lib/service/outbox/outbox-event-relay.ts";
import { createPublisher, type Publisher } from "#lib/service/publishing/publisher.ts";
import { createRealtimeHub, type RealtimeHub } from "#lib/service/realtime/realtime-hub.ts";
import { createWebhookConsumer } from "#lib/service/webhooks/enqueue-deliveries.ts";
import { createWebhookFailedRule } from "#lib/service/webhooks/webhook-failed-rule.ts";
import { createWebhookSender } from "#lib/service/webhooks/webhook-sender.ts";
import { dayMs } from "#lib/time/time-units.ts";
import { createRecurringTasks, createResealTask } from "./recurring-tasks.ts";

/** The publishing service of this process. */
export type Service = {
  /** Given `outgoing`, `/v1` answers there and the Response only says so. */
  fetch: (request: Request, outgoing?: ServerResponse) => Promise<Response>;
  embedded: EmbeddedService;
  /** Starts what this process's role does: taking due posts, or only waking those who do. */
  start: () => Promise<void>;
  /**
   * Takes no new work, lets parts under way finish, closes the database last.
   * @param requestsEnded resolves when no request is in progress; none waits for requests where it is absent
   */
  stop: (requestsEnded?: () => Promise<void>) => Promise<void>;
  /** Null when the database answers, migrations are done and publishing runs; else one sentence. */
  notReady: () => Promise<string | null>;
  /** A fresh one-time token while there is no organization, else null. */
  openSetup: () => Promise<string | null>;
  /** A fresh one-time link to claim the first owner while no owner can sign in, else null. */
  openClaim: () => Promise<string | null>;
  /** Posts a test as a connected account and takes it down; see `probeChannel`. */
  probeChannel: (channelId: string, times: ProbeTimes) => ReturnType<typeof probeConnectedChannel>;
  /** The answer to `GET /metrics`. */
  metrics: Metrics["read"];
  /** Counts a promise of this process that was rejected and that nobody handled. */
  countRejection: Metrics["countRejection"];
};

const megabyte = 1024 * 1024;
/**
 * Connections that sending has to itself in a process that answers requests as well: in a backlog each account that is sent on
 * waits for one, and a request behind them all for each of its questions.
 */
const publishingConnections = 8;

/** Opens database and media, brings the schema up to date, and does an unattended first set-up when one is asked for. */
export async function openService(env: Env, deps: { origin: string; secret: string; log: Log }): Promise<Service> {
  const { log } = deps;
  const workMax = env.ROLE === "all" ? publishingConnections : 0;
  const database = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR, log, workMax });
  let clock: DatabaseClock | null = null;
  try {
    await warnIfNotDurable(database.pool, log);
    await migrate(database.pool).catch((error: unknown) => {
      const isDenied = env.DATABASE_URL !== undefined && findErrorCode(error) === "42501";
      throw isDenied ? new DatabaseStartError(describeServerProblem(error, env.DATABASE_URL ?? "")) : error;
    });
    clock = await openDatabaseClock(database.pool, log);
    return await createService(env, { ...deps, database, clock, media: await openMedia(env) });
  } catch (error) {
    await clock?.stop();
    await database.close();
    throw error;
  }
}

async function openMedia(env: Env): Promise<MediaStore> {
  const { MEDIA_URL, AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret, AWS_SESSION_TOKEN: sessionToken } = env;
  const key = id && secret ? { id, secret, sessionToken } : null;
  try {
    return await openMediaStore(MEDIA_URL, { dataDir: env.DATA_DIR, key });
  } catch (error) {
    if (error instanceof InvalidMediaSettingError) throw new InvalidSettingError(error.message);
    throw error;
  }
}

type ServiceDeps = {
  origin: string;
  secret: string;
  log: Log;
  database: OpenDatabase;
  clock: DatabaseClock;
  media: MediaStore;
};

async function createService(env: Env, { origin, secret, log, database, clock, media }: ServiceDeps): Promise<Service> {
  const { pool, workPool } = database;
  const processConnection = createProcessConnection({ connection: database.connection, log });
  for (const each of [pool, workPool]) setSecurityLog(each, log);
  const outboundAllow = new Set(env.OUTBOUND_ALLOW);
  const settings = {
    origin,
    rateLimit: env.RATE_LIMIT,
    imageBytes: { inAll: env.IMAGES_MB * megabyte, perDay: env.IMAGES_MB_A_DAY * megabyte },
    missedAfterMs: dayMs,
    reconnectWithinMs: dayMs,
    outboundAllow,
    sendsMail: env.SMTP_URL !== undefined,
  };
  const metrics = createMetrics({ pool, log, token: env.METRICS_TOKEN });
  const known = createPlatformLookup({ urls: getPlatformUrls(env), directories: getBlueskyDirectoryUrls(env) });
  const platformOf = withRefreshMetrics(known, metrics.meter);
  const connectorFor = withPublishMetrics(createConnectorLookup({ pool, clock, origin, platformOf }), metrics.meter);
  const sealer = createSealer(secret, env.SECRET_OLD);
  const guardedFetch = createGuardedFetch({ allow: outboundAllow });
  const now = () => clock.now();
  const appKeys = createAppCredentialsStore({ pool, sealer, clock, fixed: getPlatformAppCredentials(env) });
  const netFor = createPlatformHttpClientFactory({ guardedFetch, now });
  const tokens = createAccessTokens({ pool, sealer, appKeys, clock, log, netFor });
  const ioFor = createConnectorIoFactory({
    platformOf,
    tokens,
    guardedFetch,
    media,
    origin,
    allow: outboundAllow,
    now,
    log,
  });
  const base = {
    pool,
    db: createDb(pool),
    media,
    connectorFor,
    platformOf,
    appKeys,
    netFor,
    readOutside: createDownloadBytes(guardedFetch),
    readLinkPage: createLinkPageReader(guardedFetch),
    findMentions: createMentionFinder({ guardedFetch, now }),
    ioFor,
    clock,
    log,
    sealer,
    settings,
  };
  const mail =
    env.SMTP_URL === undefined ? null : { url: env.SMTP_URL, from: env.SMTP_FROM ?? getDefaultSender(origin) };
  const notifications = createNotificationService({ ...base, origin, mail, guardedFetch });
  const publishing = createPublisher({
    pool: workPool,
    processConnection,
    connectorFor,
    ioFor,
    clock,
    log,
    settings,
    fitStored: createFitStoredImage({ pool: workPool, media }),
    recurringTasks: [
      ...createRecurringTasks(base),
      ...(env.SECRET_OLD.length > 0 ? [createResealTask(base)] : []),
      ...notifications.recurringTasks,
    ],
  });
  // Each way of telling people adds what it makes of a row.
  const outbox = createOutboxEventRelay({
    pool,
    processConnection,
    log,
    consumers: [
      ...notifications.consumers,
      createWebhookConsumer(clock),
      createWebhookFailedRule({ clock, canMail: mail !== null }),
    ],
  });
  const webhooks = createWebhookSender({
    pool,
    processConnection,
    clock,
    log,
    sealer: base.sealer,
    guardedFetch,
  });
  const context: Context = {
    ...base,
    wakeAt: publishing.wakeAt,
    sendTestNotification: notifications.sendTestNotification,
    sendEmail: notifications.sendEmail,
  };
  const live = createRealtimeHub({ processConnection, now: clock.now, log });
  const http = createHttpApp(context, live, processConnection);
  const mediaFiles = createMediaFileHandler(context);
  const calendarFeed = createCalendarFeedHandler(context);
  const clientDocuments = createClientMetadataHandler(context);
  const mcp = env.MCP === "on" ? createMcpEndpoint({ context, service: http, turns: http.turns }) : null;
  const resource = `${origin}${mcpPath}`;
  const oauthMetadata = createOauthMetadataHandler(context);
  const oauth = createOauthHandler({ ...context, resource, turns: http.turns, flushKeys: http.flushKeys });
  const setup = createInstallationSetup(context);
  const issuer = env.OIDC_ISSUER ?? null;
  const { SETUP_ORG, SETUP_NAME, SETUP_EMAIL, SETUP_KEY } = env;
  if (SETUP_ORG && SETUP_NAME && SETUP_EMAIL && SETUP_KEY) {
    // Nobody could sign in with it: a key of this length is one of ours, and ends in its check.
    if (!isApiKeyFormat(SETUP_KEY))
      throw new InvalidSettingError("SETUP_KEY has a wrong checksum. Copy the whole key, or choose a longer one.");
    await setup.setUpUnattended({ organization: SETUP_ORG, name: SETUP_NAME, email: SETUP_EMAIL, key: SETUP_KEY });
    await markSetupKey(context, SETUP_KEY);
  }
  return {
    fetch: async (request, outgoing) => {
      if (isMediaFileUrl(request.url)) return await mediaFiles(request);
      if (mcp && isOauthMetadataUrl(request.url)) return oauthMetadata(request);
      if (mcp && isOauthUrl(request.url)) {
        await clock.resync();
        return await oauth(request);
      }
      if (isClientMetadataUrl(request.url)) return await clientDocuments(request);
      await clock.resync();
      if (mcp && isMcpUrl(request.url)) return await mcp(request);
      return await (isCalendarFeedUrl(request.url) ? calendarFeed(request) : http(request, outgoing));
    },
    embedded: withRedactedErrors<EmbeddedService>(
      withRefusalAudit(
        {
          fetch: async (request) => {
            await clock.resync();
            return await http(request);
          },
          now: clock.now,
          setup: createFirstOwnerSetup(context, setup),
          isSetupOpen: setup.isSetupOpen,
          openSession: (key, device = "", address = null) =>
            openKeySession(context.db, key, clock, { device, address }),
          closeSession: async (sessionId) => {
            await closeSession(context.db, sessionId, clock);
            http.flushKeys();
          },
          accounts: createAccountService({ ...context, flushKeys: http.flushKeys, issuer }),
          passkeys: createPasskeyService(context, issuer),
          twoStep: createTwoStepService({ ...context, flushKeys: http.flushKeys, issuer }),
          provider: createSingleSignOnFromEnv(env, context),
          apps: mcp && isSecureOrigin(origin) ? createConnectedAppService(context, resource) : null,
        },
        context,
      ),
      log,
    ),
    start: async () => {
      for (const warning of database.warnings) log.warn(warning);
      await warnOfLeftoverSetupKey(context, issuer);
      await publishing.start(env.ROLE);
      if (env.ROLE !== "worker") await live.prepare();
      if (env.ROLE === "web") return;
      await Promise.all([outbox.start(), webhooks.start(), notifications.worker.start()]);
    },
    stop: (requestsEnded) =>
      stopAll({
        live,
        workers: [publishing, outbox, webhooks, notifications.worker],
        http,
        clock,
        database,
        requestsEnded,
      }),
    notReady: () => findNotReadyReason(database, publishing),
    openSetup: setup.openSetup,
    openClaim: () => createOwnerClaimLink(context, issuer),
    probeChannel: (channelId, times) => probeConnectedChannel(context, channelId, times),
    metrics: metrics.read,
    countRejection: metrics.countRejection,
  };
}

/** Requests in progress end in this time, or lose their database. */
const requestsEndMs = 5_000;

type StopOptions = {
  live: RealtimeHub;
  workers: readonly { stop: () => Promise<void> }[];
  http: HttpApp;
  clock: DatabaseClock;
  database: OpenDatabase;
  requestsEnded: (() => Promise<void>) | undefined;
};

async function stopAll({ live, workers, http, clock, database, requestsEnded }: StopOptions): Promise<void> {
  // First: an open stream has no end of its own, and the server waits for every answer.
  await live.close();
  await Promise.all(workers.map((worker) => worker.stop()));
  await http.close();
  // A later request would find its database closed.
  if (requestsEnded) await Promise.race([requestsEnded(), pause(requestsEndMs, undefined, { ref: false })]);
  await clock.stop();
  await database.close();
}

async function findNotReadyReason(database: OpenDatabase, publishing: Publisher): Promise<string | null> {
  const state = database.state();
  if (state.type === "down") return state.why;
  if (!(await isDatabaseResponding(database.pool))) return "The database does not respond.";
  return publishing.isReady() ? null : "Publishing is starting.";
}
