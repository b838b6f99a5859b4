import { systemClock } from "../../lib/service/clock.ts";
import type { Context } from "../../lib/service/context.ts";
import { makeDb } from "../../lib/service/db/tx.ts";
import { makeHttp } from "../../lib/service/http/app.ts";
import { makeLive } from "../../lib/service/live/live.ts";
import { makeLog } from "../../lib/service/log.ts";
import { checkLedger } from "../../lib/service/points/check-ledger.ts";
import { atMost, type Line, measured, noted } from "./ratio.ts";
import { type Seeded, seedClaims } from "./servers/leaderboard-database.ts";

export const about = "boards and standing at 1,000,000 claims of 100,000 members against 1,000 of 100";

const few = 1_000;
const many = 1_000_000;
const pairs = 150;
const limit = 1.5;
/** As the page of the dashboard asks. */
const page = 51;

type Side = Seeded & { ask: (path: string) => Promise<{ ms: number; text: string }>; close: () => Promise<void> };

async function openSide(seeded: Seeded): Promise<Side> {
  const { database, org } = seeded;
  const { pool } = database;
  const settings = { origin: "http://localhost", rateLimit: 0, missedAfterMs: 86_400_000 };
  const log = makeLog("error");
  const context = { pool, db: makeDb(pool), clock: systemClock, log, settings };
  const http = makeHttp(context as unknown as Context, makeLive({ connection: database.connection, log }));
  await http.listening();
  return {
    ...seeded,
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

const channelOf = (side: Side) => side.org.channelIds[1] ?? "";
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const range = (days: number) => `period=range&from=${inDays(1 - days)}&to=${inDays(0)}`;

const questions: [string, (side: Side) => string][] = [
  ["all time, first page", () => `/leaderboard?limit=${page}`],
  ["month", () => `/leaderboard?period=month&limit=${page}`],
  ["week", () => `/leaderboard?period=week&limit=${page}`],
  ["a channel, all time", (side) => `/leaderboard?channel=${channelOf(side)}&limit=${page}`],
  ["a channel, month", (side) => `/leaderboard?channel=${channelOf(side)}&period=month&limit=${page}`],
  ["standing, all time", () => "/leaderboard/me"],
  ["standing, month", () => "/leaderboard/me?period=month"],
  ["a range of 30 days, first page", () => `/leaderboard?${range(30)}&limit=${page}`],
  ["standing on it", () => `/leaderboard/me?${range(30)}`],
  ["standing, a channel", (side) => `/leaderboard/me?channel=${channelOf(side)}`],
];

/** What grows with what it reads: only told. */
const alone: [string, string][] = [
  ["the document's list, whole", "/leaderboard"],
  ["a page after 50,000", `/leaderboard?limit=${page}&offset=50000`],
  ["a member by name", `/leaderboard?limit=${page}&q=ember%209999`],
];

/** Days that nobody has asked for before are added up by the first who does. */
const firstAsks = [29, 30, 90, 365];

const shown = (ms: number) => `${ms.toFixed(2)} ms`;

/** Both are asked in turn, request by request, so that whatever else the machine does hits both. */
async function compareSides(what: string, pathOf: (side: Side) => string, a: Side, b: Side): Promise<Line> {
  const times: { a: number[]; b: number[] } = { a: [], b: [] };
  const [pathA, pathB] = [pathOf(a), pathOf(b)];
  for (let warm = 0; warm < 10; warm += 1) await Promise.all([a.ask(pathA), b.ask(pathB)]);
  for (let pair = 0; pair < pairs; pair += 1) {
    times.a.push((await a.ask(pathA)).ms);
    times.b.push((await b.ask(pathB)).ms);
  }
  const [left, right] = [measured(times.a).median, measured(times.b).median];
  const line = atMost(what, right / left, limit);
  return { ...line, value: `${(right / left).toFixed(2)}  ${shown(left)} → ${shown(right)}` };
}

export async function run(say: (line: string) => void): Promise<Line[]> {
  const seeded: Seeded[] = [];
  const sides: Side[] = [];
  try {
    for (const claims of [few, many]) {
      const startedAt = performance.now();
      seeded.push(await seedClaims(claims));
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
      say(`${claims.toLocaleString("en-GB")} claims written in ${seconds} s`);
    }
    for (const one of seeded) sides.push(await openSide(one));
    const [a, b] = sides;
    if (!a || !b) throw new Error("There is nothing to compare.");
    const lines: Line[] = [];
    const first = await b.ask(`/leaderboard?limit=${page}`);
    lines.push(noted("the first page of a day, which reckons last week's ranks", shown(first.ms)));
    for (const days of firstAsks) {
      const [one, other] = [
        await a.ask(`/leaderboard/me?${range(days)}`),
        await b.ask(`/leaderboard/me?${range(days)}`),
      ];
      lines.push(noted(`the first ask of ${days} days`, `${shown(one.ms)} → ${shown(other.ms)}`));
      say(`${lines.at(-1)?.what}: ${lines.at(-1)?.value}`);
    }
    for (const [what, pathOf] of questions) {
      lines.push(await compareSides(what, pathOf, a, b));
      say(`${what}: ${lines.at(-1)?.value}`);
    }
    for (const side of sides) {
      const startedAt = performance.now();
      const { lines: counted } = await checkLedger({ pool: side.database.pool, clock: systemClock }, side.org.orgId);
      const what = `recounting ${counted.toLocaleString("en-GB")} lines of the ledger`;
      lines.push(noted(what, shown(performance.now() - startedAt)));
      say(`${what}: ${lines.at(-1)?.value}`);
    }
    for (const [what, path] of alone) {
      const times: number[] = [];
      for (let at = 0; at < 7; at += 1) times.push((await b.ask(path)).ms);
      const megabytes = (await b.ask(path)).text.length / 1_000_000;
      lines.push(noted(what, `${shown(measured(times).median)}, ${megabytes.toFixed(megabytes < 1 ? 3 : 1)} MB`));
      say(`${what}: ${lines.at(-1)?.value}`);
    }
    return lines;
  } finally {
    for (const side of sides) await side.close();
    for (const one of seeded.slice(sides.length)) await one.database.drop();
  }
}
