import { createHash, timingSafeEqual } from "node:crypto";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Context } from "#lib/service/core/context.ts";

/** What is counted of the work with platforms, in this process since its start. */
export type PlatformMeter = {
  /** One call that should have made a part public came back. */
  outcome: (platform: string, outcome: string, seconds: number) => void;
  refresh: (platform: string, result: string) => void;
};

/** The answer to `GET /metrics`, before it is written. */
export type MetricsResponse = { status: number; type: string; body: string };

export type Metrics = {
  meter: PlatformMeter;
  /** Counts a promise of this process that was rejected and that nobody handled. */
  countRejection: () => void;
  /** @param authorization as it stands in the request; only the bearer of METRICS_TOKEN is told anything. */
  read: (authorization: string | undefined) => Promise<MetricsResponse>;
};

const text = "text/plain; charset=utf-8";
/** A platform has up to a minute for an image. */
const callSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60];

/**
 * Counters of this process and gauges of the whole installation, in Prometheus' text form. Without a token there is no
 * such address: how much an organization publishes is nobody else's business.
 */
export function createMetrics(deps: {
  pool: Context["pool"];
  log: Context["log"];
  token: string | undefined;
}): Metrics {
  const register = new Registry();
  const in_ = [register];
  collectDefaultMetrics({ register, prefix: "postwright_" });
  const outcomes = new Counter({
    name: "postwright_outcomes_total",
    help: "Parts sent to a platform, by outcome; wait means that the platform asked us to slow down.",
    labelNames: ["platform", "outcome"],
    registers: in_,
  });
  const calls = new Histogram({
    name: "postwright_platform_seconds",
    help: "Time a platform took for one part.",
    labelNames: ["platform"],
    buckets: callSeconds,
    registers: in_,
  });
  const refreshes = new Counter({
    name: "postwright_token_refreshes_total",
    help: "Token refreshes of accounts, by result.",
    labelNames: ["platform", "result"],
    registers: in_,
  });
  const rejections = new Counter({
    name: "postwright_unhandled_rejections_total",
    help: "Unhandled promise rejections. Each is a bug in Postwright and has its own log line.",
    registers: in_,
  });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: in_ });
  const due = gauge("postwright_posts_due", "Posts that are due but not yet published, over all processes.");
  const late = gauge("postwright_posts_due_seconds", "How long the oldest due post has been due.");
  const waiting = gauge("postwright_channels_waiting", "Channels whose platform asked us to slow down.");
  const reconnect = gauge("postwright_channels_reconnect", "Channels that need a reconnect.");
  const backlogUp = gauge(
    "postwright_database_up",
    "1 if the database values in this answer could be read, otherwise 0.",
  );

  async function readDatabase(): Promise<void> {
    try {
      const backlog = await getPublishingBacklog(deps.pool);
      due.set(backlog.due);
      late.set(backlog.dueSeconds);
      waiting.set(backlog.waiting);
      reconnect.set(backlog.reconnect);
      backlogUp.set(1);
    } catch (error) {
      // What was true a minute ago would look like the present.
      for (const one of [due, late, waiting, reconnect]) one.set(Number.NaN);
      backlogUp.set(0);
      deps.log.warn({ err: error }, "backlog could not be read for metrics");
    }
  }

  return {
    meter: {
      outcome(platform, outcome, seconds) {
        outcomes.inc({ platform, outcome });
        calls.observe({ platform }, seconds);
      },
      refresh: (platform, result) => refreshes.inc({ platform, result }),
    },
    countRejection: () => rejections.inc(),
    async read(authorization) {
      if (deps.token === undefined)
        return { status: 404, type: text, body: "Set METRICS_TOKEN to read metrics here.\n" };
      if (!isBearer(authorization, deps.token))
        return { status: 401, type: text, body: "Send the METRICS_TOKEN as a bearer token.\n" };
      await readDatabase();
      return { status: 200, type: register.contentType, body: await register.metrics() };
    },
  };
}

/** Compared by hash, so that neither length nor content shows in the time it takes. */
function isBearer(authorization: string | undefined, token: string): boolean {
  const hash = (value: string) => createHash("sha256").update(value).digest();
  const [scheme = "", presented = ""] = (authorization ?? "").split(" ");
  return scheme.toLowerCase() === "bearer" && timingSafeEqual(hash(presented), hash(token));
}

/** What waits in the whole installation, by the database's clock. `dueSeconds` is 0 when nothing is due. */
type PublishingBacklog = { due: number; dueSeconds: number; waiting: number; reconnect: number };

/** Reads the index of what is due, and the few rows of channels: its cost grows with the backlog, not with history. */
async function getPublishingBacklog(pool: Context["pool"]): Promise<PublishingBacklog> {
  const { rows } = await pool.query({
    name: "metrics-backlog",
    text: `select due.*, channels.* from
             (select count(*)::int as due,
                coalesce(extract(epoch from now() - min(due_at)), 0)::float8 as "dueSeconds"
              from posts where due_at <= now() and deleted_at is null and status in ('scheduled', 'publishing')) due,
             (select count(*) filter (where wait_until > now())::int as waiting,
                count(*) filter (where state = 'reconnect')::int as reconnect
              from channels where removed_at is null) channels`,
  });
  return rows[0];
}
