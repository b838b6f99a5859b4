import type { ServerResponse } from "node:http";
import type { Embedded } from "#lib/embedded-service.ts";
import { directoryUrls, type Env, platformKeys, platformUrls, WrongSetting } from "#lib/env.ts";
import { makeAccounts } from "#lib/service/auth/account-service.ts";
import { withAudit } from "#lib/service/auth/with-sign-in-audit.ts";
import { createClaimLink } from "#lib/service/auth/passwords/owner-claim-link.ts";
import { createFirstSetup } from "#lib/service/auth/first-owner-setup.ts";
import { makePasskeys } from "#lib/service/auth/passkeys/passkey-service.ts";
import { namedProvider } from "#lib/service/auth/providers/single-sign-on.ts";
import { markSetupKey, warnOfSetupKey } from "#lib/service/auth/setup-key.ts";
import { makeTwoStep } from "#lib/service/auth/two-step/two-step-service.ts";
import { setSecurityLog } from "#lib/service/audit/security-log.ts";
import { withBareErrors } from "#lib/service/core/redact-errors.ts";
import { makeAppKeyring } from "#lib/service/channels/credentials/app-credentials-store.ts";
import { makeConnectorFor, makePlatformOf } from "#lib/service/channels/platforms/registry.ts";
import { makeIoFor, makeNetFor, makeReadOutside } from "#lib/service/channels/credentials/connector-io.ts";
import { makeTokens } from "#lib/service/channels/credentials/access-tokens.ts";
import type { Context } from "#lib/service/core/context.ts";
import { type DatabaseClock, openDatabaseClock } from "#lib/service/db/database-clock.ts";
import { tellForgetting } from "#lib/service/db/durability.ts";
import { migrate } from "#lib/service/db/migrate.ts";
import { type OpenDatabase, openDatabase } from "#lib/service/db/open-database.ts";
import { makeDb } from "#lib/service/db/transaction.ts";
import { type Http, makeHttp } from "#lib/service/http/app.ts";
import { isCalendarFeed, makeCalendarFeed } from "#lib/service/http/public/calendar-feed.ts";
import { isClientDocument, makeClientDocuments } from "#lib/service/http/public/oauth-client-metadata.ts";
import { isMediaFile, makeMediaFiles } from "#lib/service/http/public/media-files.ts";
import { isKeyForm } from "#lib/service/api-keys/api-key-token.ts";
import { closeSession, openSession } from "#lib/service/auth/sessions/session-store.ts";
import { type Live, makeLive } from "#lib/service/realtime/realtime-hub.ts";
import type { Log } from "#lib/service/core/log.ts";
import { makeFitStored } from "#lib/service/media/processing/fitted-images.ts";
import { openMediaStore, UnusableMediaUrl } from "#lib/service/media/storage/open-media-store.ts";
import type { MediaStore } from "#lib/service/media/storage/media-store.ts";
import { makeSetup } from "#lib/service/members/installation-setup.ts";
import { meteredConnectors, meteredPlatforms } from "#lib/service/metrics/platform-metrics.ts";
import { type Metrics, makeMetrics } from "#lib/service/metrics/metrics.ts";
import { makeNotices, senderAt } from "#lib/service/notifications/notifications.ts";
import { makeOutbox } from "#lib/service/outbox/outbox-relay.ts";
import { makeGuardedFetch } from "#lib/service/egress/guarded-fetch.ts";
import { makePublishing, type Publishing } from "#lib/service/publishing/publisher.ts";
import { makeSealer } from "#lib/service/core/sealer.ts";
import { sealingAgain, sweepersOf } from "./sweepers.ts";
import { makeWebhookFanOut } from "#lib/service/webhooks/enqueue-deliveries.ts";
import { makeTellFailing } from "#lib/service/webhooks/webhook-failed-rule.ts";
import { makeWebhookSender } from "#lib/service/webhooks/webhook-sender.ts";

/** The publishing service of this process. */
export type Service = {
  /** Given `outgoing`, `/v1` answers there and the Response only says so. */
  fetch: (request: Request, outgoing?: ServerResponse) => Promise<Response>;
  embedded: Embedded;
  /** Starts what this process's role does: taking due posts, or only waking those who do. */
  start: () => Promise<void>;
  /** Takes no new work, lets parts under way finish, closes the database last. */
  stop: () => Promise<void>;
  /** Null when the database answers, migrations are done and the queue runs; else one sentence. */
  notReady: () => Promise<string | null>;
  /** A fresh one-time token while there is no organization, else null. */
  openSetup: () => Promise<string | null>;
  /** A fresh one-time link to claim the first owner while no owner can sign in, else null. */
  openClaim: () => Promise<string | null>;
  /** The answer to `GET /metrics`. */
  metrics: Metrics["read"];
  /** Counts a promise of this process that was rejected and that nobody handled. */
  countRejection: Metrics["countRejection"];
};

const dayMs = 24 * 60 * 60_000;
const megabyte = 1024 * 1024;
/**
 * Connections that sending has to itself in a process that answers requests as well: in a backlog each account that is sent on
 * waits for one, and a request behind them all for each of its questions.
 */
const sendingConnections = 8;

/** Opens database and media, brings the schema up to date, and does an unattended first set-up when one is asked for. */
export async function openService(env: Env, at: { origin: string; secret: string; log: Log }): Promise<Service> {
  const { log } = at;
  const workMax = env.ROLE === "all" ? sendingConnections : 0;
  const database = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR, log, workMax });
  let clock: DatabaseClock | null = null;
  try {
    await tellForgetting(database.pool, log);
    await migrate(database.pool);
    clock = await openDatabaseClock(database.pool, log);
    return await makeService(env, { ...at, database, clock, media: await openMedia(env) });
  } catch (error) {
    clock?.stop();
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
    if (error instanceof UnusableMediaUrl) throw new WrongSetting(error.message);
    throw error;
  }
}

type Opened = {
  origin: string;
  secret: string;
  log: Log;
  database: OpenDatabase;
  clock: DatabaseClock;
  media: MediaStore;
};

async function makeService(env: Env, { origin, secret, log, database, clock, media }: Opened): Promise<Service> {
  const { pool, workPool } = database;
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
  const metrics = makeMetrics({ pool, log, token: env.METRICS_TOKEN });
  const known = makePlatformOf({ urls: platformUrls(env), directories: directoryUrls(env) });
  const platformOf = meteredPlatforms(known, metrics.meter);
  const connectorFor = meteredConnectors(makeConnectorFor({ pool, clock, origin, platformOf }), metrics.meter);
  const sealer = makeSealer(secret, env.SECRET_OLD);
  const guardedFetch = makeGuardedFetch({ allow: outboundAllow });
  const now = () => clock.now();
  const appKeys = makeAppKeyring({ pool, sealer, clock, fixed: platformKeys(env) });
  const netFor = makeNetFor({ guardedFetch, now });
  const tokens = makeTokens({ pool, sealer, appKeys, clock, log, netFor });
  const ioFor = makeIoFor({ platformOf, tokens, guardedFetch, media, origin, allow: outboundAllow, now, log });
  const base = {
    pool,
    db: makeDb(pool),
    media,
    connectorFor,
    platformOf,
    appKeys,
    netFor,
    readOutside: makeReadOutside(guardedFetch),
    ioFor,
    clock,
    log,
    sealer,
    settings,
  };
  const mail = env.SMTP_URL === undefined ? null : { url: env.SMTP_URL, from: env.SMTP_FROM ?? senderAt(origin) };
  const notices = makeNotices({ ...base, origin, mail, guardedFetch });
  const publishing = makePublishing({
    ...{
      pool: workPool,
      connection: database.connection,
      connectorFor,
      ioFor,
      clock,
      log,
      settings,
      fitStored: makeFitStored({ pool: workPool, media }),
    },
    sweepers: [...sweepersOf(base), ...(env.SECRET_OLD.length > 0 ? [sealingAgain(base)] : []), ...notices.sweepers],
  });
  // Each way of telling people adds what it makes of a row.
  const outbox = makeOutbox({
    pool,
    connection: database.connection,
    log,
    fanOuts: [...notices.fanOuts, makeWebhookFanOut(clock), makeTellFailing({ clock, canMail: mail !== null })],
  });
  const webhooks = makeWebhookSender({
    ...{ pool, connection: database.connection, clock, log, sealer: base.sealer },
    guardedFetch,
  });
  const context: Context = {
    ...base,
    wakeAt: publishing.wakeAt,
    tryNotice: notices.tryNotice,
    sendLetter: notices.sendLetter,
  };
  const live = makeLive({ connection: database.connection, now: clock.now, log });
  const http = makeHttp(context, live);
  const mediaFiles = makeMediaFiles(context);
  const calendarFeed = makeCalendarFeed(context);
  const clientDocuments = makeClientDocuments(context);
  const setup = makeSetup(context);
  const issuer = env.OIDC_ISSUER ?? null;
  const { SETUP_ORG, SETUP_NAME, SETUP_EMAIL, SETUP_KEY } = env;
  if (SETUP_ORG && SETUP_NAME && SETUP_EMAIL && SETUP_KEY) {
    // Nobody could sign in with it: a key of this length is one of ours, and ends in its check.
    if (!isKeyForm(SETUP_KEY))
      throw new WrongSetting("SETUP_KEY ends in a wrong check: copy it whole, or choose a longer one.");
    await setup.setUpUnattended({ organization: SETUP_ORG, name: SETUP_NAME, email: SETUP_EMAIL, key: SETUP_KEY });
    await markSetupKey(context, SETUP_KEY);
  }
  return {
    fetch: async (request, outgoing) => {
      if (isMediaFile(request.url)) return await mediaFiles(request);
      if (isClientDocument(request.url)) return await clientDocuments(request);
      await clock.settle();
      return await (isCalendarFeed(request.url) ? calendarFeed(request) : http(request, outgoing));
    },
    embedded: withBareErrors<Embedded>(
      withAudit(
        {
          fetch: async (request) => {
            await clock.settle();
            return await http(request);
          },
          now: clock.now,
          setup: createFirstSetup(context, setup),
          isSetupOpen: setup.isSetupOpen,
          openSession: (key, device = "", address = null) => openSession(context.db, key, clock, { device, address }),
          closeSession: async (sessionId) => {
            await closeSession(context.db, sessionId, clock);
            http.flushKeys();
          },
          accounts: makeAccounts({ ...context, flushKeys: http.flushKeys, issuer }),
          passkeys: makePasskeys(context, issuer),
          twoStep: makeTwoStep({ ...context, flushKeys: http.flushKeys, issuer }),
          provider: namedProvider(env, context),
        },
        context,
      ),
      log,
    ),
    start: async () => {
      for (const warning of database.warnings) log.warn(warning);
      await warnOfSetupKey(context, issuer);
      await publishing.start(env.ROLE);
      if (env.ROLE !== "worker") await live.prepare();
      if (env.ROLE === "web") return;
      await Promise.all([outbox.start(), webhooks.start()]);
      notices.sender.start();
    },
    stop: async () => {
      await stopAll(live, [publishing, outbox, webhooks, notices.sender], http, database);
      clock.stop();
    },
    notReady: () => whyNotReady(database, publishing),
    openSetup: setup.openSetup,
    openClaim: () => createClaimLink(context, issuer),
    metrics: metrics.read,
    countRejection: metrics.countRejection,
  };
}

async function stopAll(
  live: Live,
  workers: readonly { stop: () => Promise<void> }[],
  http: Http,
  database: OpenDatabase,
): Promise<void> {
  // First: an open stream has no end of its own, and the server waits for every answer.
  await live.close();
  await Promise.all(workers.map((worker) => worker.stop()));
  await http.close();
  await database.close();
}

async function whyNotReady(database: OpenDatabase, publishing: Publishing): Promise<string | null> {
  const state = database.state();
  if (state.is === "down") return state.why;
  try {
    await database.pool.query("select 1");
  } catch {
    return "The database does not answer.";
  }
  return publishing.isReady() ? null : "The publishing queue is starting.";
}
