import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createConnectorLookup } from "#lib/service/channels/platforms/registry.ts";
import {
  openPublishingFixture,
  type PublishingFixture,
  waitUntil,
} from "#lib/service/publishing/testing/publishing-fixture.ts";
import { createMetrics } from "./metrics.ts";
import { withPublishMetrics, withRefreshMetrics } from "./with-platform-metrics.ts";

const log = pino({ level: "silent" });
const token = "a-token-of-sixteen-and-more";
const bearer = `Bearer ${token}`;

let stage: PublishingFixture;
beforeAll(async () => {
  stage = await openPublishingFixture();
});
afterAll(() => stage.close());

const make = () => createMetrics({ pool: stage.pool, log, token });

/** The value of one line, named with its labels. */
async function figure(metrics: ReturnType<typeof make>, line: string): Promise<number> {
  const { body } = await metrics.read(bearer);
  const found = body.split("\n").find((one) => one.startsWith(`${line} `));
  if (!found) throw new Error(`no ${line} in\n${body}`);
  return Number(found.slice(line.length + 1));
}

test("metrics need the token, and without a configured token the address does not exist", async () => {
  for (const given of [undefined, "", token, "Bearer", "Bearer wrong", `Basic ${token}`, `Bearer ${token}x`]) {
    expect(await make().read(given)).toMatchObject({ status: 401 });
  }
  expect(await make().read(bearer)).toMatchObject({ status: 200 });
  const closed = createMetrics({ pool: stage.pool, log, token: undefined });
  expect(await closed.read("Bearer undefined")).toMatchObject({ status: 404 });
});

test("parts are counted by platform and outcome, and overdue posts are reported until they are published", async () => {
  const metrics = make();
  const { pool, clock, origin } = stage;
  const connectorFor = withPublishMetrics(
    createConnectorLookup({ pool, clock, origin, platformOf: () => null }),
    metrics.meter,
  );
  const worker = stage.makeWorker({ connectorFor });
  await worker.start("web");
  const id = await stage.write(worker, { platform: "x", parts: ["Counted", "Counted #fail-rejected"] });
  await pool.query("update posts set due_at = now() - interval '1 minute' where id = $1", [id]);
  expect(await figure(metrics, "postwright_posts_due")).toBe(1);
  expect(await figure(metrics, "postwright_posts_due_seconds")).toBeGreaterThanOrEqual(60);

  const other = stage.makeWorker({ connectorFor });
  await other.start("all");
  await waitUntil("the post has failed", async () => (await stage.rowOf(id)).status === "failed");
  expect(await figure(metrics, "postwright_posts_due")).toBe(0);
  expect(await figure(metrics, "postwright_posts_due_seconds")).toBe(0);
  const outcome = (is: string) => `postwright_outcomes_total{platform="practice-x",outcome="${is}"}`;
  expect(await figure(metrics, outcome("published"))).toBe(1);
  expect(await figure(metrics, outcome("rejected"))).toBe(1);
  expect(await figure(metrics, 'postwright_platform_seconds_count{platform="practice-x"}')).toBe(2);
});

test("waiting channels and channels that need a reconnect are counted", async () => {
  const metrics = make();
  const { pool } = stage;
  await pool.query("update channels set wait_until = now() + interval '1 hour' where platform = 'bluesky'");
  await pool.query("update channels set state = 'reconnect' where platform in ('x', 'linkedin')");
  expect(await figure(metrics, "postwright_channels_waiting")).toBe(1);
  expect(await figure(metrics, "postwright_channels_reconnect")).toBe(2);
  await pool.query("update channels set wait_until = null, state = 'connected'");
});

test("token refreshes are counted by result", async () => {
  const metrics = make();
  const run = async () => ({ type: "refused" as const });
  const platform = { refresh: { can: true, run } } as unknown as ReturnType<Parameters<typeof withRefreshMetrics>[0]>;
  const metered = withRefreshMetrics((slug) => (slug === "x" ? platform : null), metrics.meter)("x");
  if (!metered?.refresh.can) throw new Error("the platform can't refresh");
  await Reflect.apply(metered.refresh.run, null, []);
  expect(await figure(metrics, 'postwright_token_refreshes_total{platform="x",result="refused"}')).toBe(1);
});

test("without the database, the process reports its own metrics and that the others are missing", async () => {
  const { pool } = stage;
  const away = { ...pool, query: () => Promise.reject(new Error("away")) } as unknown as typeof pool;
  const metrics = createMetrics({ pool: away, log, token });
  expect(await figure(metrics, "postwright_database_up")).toBe(0);
  expect(await figure(metrics, "postwright_posts_due")).toBeNaN();
  expect(await figure(metrics, "postwright_process_cpu_seconds_total")).toBeGreaterThan(0);
});
