import { systemClock } from "#lib/service/core/clock.ts";
import type { Context } from "#lib/service/core/context.ts";
import { createLog } from "#lib/service/core/log.ts";
import type { TestDatabase } from "#lib/service/db/testing/test-database.ts";
import { createDb } from "#lib/service/db/transaction.ts";
import { createHttpApp } from "#lib/service/http/app.ts";
import type { CreatedOrganization } from "#lib/service/members/create-organization.ts";
import { createRealtimeHub } from "#lib/service/realtime/realtime-hub.ts";
import { type BenchLine, computeStatistics, expectAtMost } from "./measurement.ts";

type Database = { database: TestDatabase; org: CreatedOrganization };

/** One of two sizes of the same thing, asked through `/v1` by its administrator. */
export type SizedService = Database & {
  ask: (path: string) => Promise<{ ms: number; text: string }>;
  close: () => Promise<void>;
};

export const formatMs = (ms: number) => `${ms.toFixed(2)} ms`;

async function openSizedService({ database, org }: Database): Promise<SizedService> {
  const { pool, processConnection } = database;
  const settings = { origin: "http://localhost", rateLimit: 0, missedAfterMs: 86_400_000 };
  const log = createLog("error");
  const context = { pool, db: createDb(pool), clock: systemClock, log, settings };
  const http = createHttpApp(
    context as unknown as Context,
    createRealtimeHub({ processConnection, now: systemClock.now, log }),
    processConnection,
  );
  await http.listening();
  return {
    database,
    org,
    async ask(path) {
      const request = new Request(`http://localhost/v1${path}`, { headers: { authorization: `Bearer ${org.key}` } });
      const startedAt = performance.now();
      const response = await http(request);
      const text = await response.text();
      const ms = performance.now() - startedAt;
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 200)}`);
      return { ms, text };
    },
    async close() {
      await http.close();
      await database.drop();
    },
  };
}

/** Writes a small and a large one, runs `work` with both, and drops them whatever comes of it. */
export async function withBothSizes<T>(
  seed: (count: number) => Promise<Database>,
  { few, many, what }: { few: number; many: number; what: string },
  say: (line: string) => void,
  work: (few: SizedService, many: SizedService) => Promise<T>,
): Promise<T> {
  const seeded: Database[] = [];
  const sides: SizedService[] = [];
  try {
    for (const count of [few, many]) {
      const startedAt = performance.now();
      seeded.push(await seed(count));
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
      say(`${count.toLocaleString("en-GB")} ${what} written in ${seconds} s`);
    }
    for (const one of seeded) sides.push(await openSizedService(one));
    const [a, b] = sides;
    if (!a || !b) throw new Error("There is nothing to compare.");
    return await work(a, b);
  } finally {
    for (const side of sides) await side.close();
    for (const one of seeded.slice(sides.length)) await one.database.drop();
  }
}

/** Both are asked in turn, request by request, so that whatever else the machine does hits both. */
export async function compareSizes(
  what: string,
  pathOf: (side: SizedService) => string,
  [a, b]: readonly [SizedService, SizedService],
  { pairs, limit }: { pairs: number; limit: number },
): Promise<BenchLine> {
  const times: { a: number[]; b: number[] } = { a: [], b: [] };
  const [pathA, pathB] = [pathOf(a), pathOf(b)];
  for (let warm = 0; warm < 10; warm += 1) await Promise.all([a.ask(pathA), b.ask(pathB)]);
  for (let pair = 0; pair < pairs; pair += 1) {
    times.a.push((await a.ask(pathA)).ms);
    times.b.push((await b.ask(pathB)).ms);
  }
  const [left, right] = [computeStatistics(times.a).median, computeStatistics(times.b).median];
  const line = expectAtMost(what, right / left, limit);
  return { ...line, value: `${(right / left).toFixed(2)}  ${formatMs(left)} → ${formatMs(right)}` };
}
