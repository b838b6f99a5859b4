import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { systemClock } from "../../lib/service/clock.ts";
import type { Context } from "../../lib/service/context.ts";
import { makeDb } from "../../lib/service/db/tx.ts";
import { makeHttp } from "../../lib/service/http/app.ts";
import { makeLive } from "../../lib/service/live/live.ts";
import { makeLog } from "../../lib/service/log.ts";
import { atMost, type Line, measured, noted } from "./ratio.ts";
import { common, everyMinutes, rare, type Seeded, seedPosts } from "./servers/list-database.ts";

export const about = "lists, totals, search, calendar and export at 1,000,000 posts against 1,000";

/** A little over 1,000 of the administrator's own, so that a skip of 1,000 still ends on a full page. */
const few = 1_200;
const many = 1_000_000;
const pairs = 120;
const limit = 1.5;

type Side = Seeded & { ask: (path: string) => Promise<{ ms: number; wire: Wire }>; close: () => Promise<void> };
type Wire = { data: unknown; pagination?: { total: number; total_is_lower_bound?: boolean } };

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
      return { ms, wire: JSON.parse(text) };
    },
    async close() {
      await http.close();
      await database.drop();
    },
  };
}

/** Both are asked in turn, request by request, so that whatever else the machine does hits both. */
async function compareSides(what: string, pathOf: (side: Side) => string, a: Side, b: Side): Promise<Line[]> {
  const times: { a: number[]; b: number[] } = { a: [], b: [] };
  const [pathA, pathB] = [pathOf(a), pathOf(b)];
  for (let warm = 0; warm < 10; warm += 1) await Promise.all([a.ask(pathA), b.ask(pathB)]);
  for (let pair = 0; pair < pairs; pair += 1) {
    times.a.push((await a.ask(pathA)).ms);
    times.b.push((await b.ask(pathB)).ms);
  }
  const [left, right] = [measured(times.a).median, measured(times.b).median];
  return [
    { ...atMost(what, right / left, limit), value: `${(right / left).toFixed(2)}  ${shown(left)} → ${shown(right)}` },
  ];
}

const shown = (ms: number) => `${ms.toFixed(2)} ms`;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const channelOf = (side: Side) => side.org.channelIds[1] ?? "";

const questions: [string, (side: Side) => string][] = [
  ["first page, own", () => "/posts"],
  ["own, skip 1,000", () => "/posts?offset=1000"],
  ["status tab: failed", () => "/posts?status=failed"],
  ["several statuses", () => "/posts?status=failed&status=scheduled&status=draft"],
  ["channel", (side) => `/posts?channel=${channelOf(side)}`],
  ["channel and status", (side) => `/posts?channel=${channelOf(side)}&status=published`],
  [`words of ${rare.posts} posts`, () => `/posts?q=${rare.word}`],
  ["words begun, of as many posts", () => `/posts?q=${rare.word.slice(0, 5)}`],
  ["organization", () => "/posts?member=all"],
  ["organization, skip 1,000", () => "/posts?member=all&offset=1000"],
  ["organization, one channel", (side) => `/posts?member=all&channel=${channelOf(side)}`],
  ["oldest first", () => "/posts?order=asc"],
  ["by scheduled time", () => "/posts?sort=scheduled"],
  ["by scheduled time, earliest first", () => "/posts?sort=scheduled&order=asc"],
  ["by published time", () => "/posts?sort=published"],
  ["organization by published time", () => "/posts?member=all&sort=published"],
  ["one week", () => `/posts?from=${inDays(-8)}&to=${inDays(-1)}`],
  ["counts, own", () => "/posts/counts"],
  ["counts, organization", () => "/posts/counts?member=all"],
  ["counts, one channel", (side) => `/posts/counts?member=all&channel=${channelOf(side)}`],
  [`counts of the words of ${rare.posts} posts`, () => `/posts/counts?q=${rare.word}`],
  [
    `calendar, ${(10 * 24 * 60) / everyMinutes} posts in ten days`,
    () => `/calendar?from=${inDays(-11)}&to=${inDays(-1)}&member=all`,
  ],
  ["leaderboard", () => "/leaderboard"],
];

/** What there is nothing to compare with at 1,000: only told. */
const alone: [string, string][] = [
  [`a word of every third post`, `/posts?q=${common}`],
  [`a word of every third post, organization, skip 1,000`, `/posts?q=${common}&member=all&offset=1000`],
  ["counts of a word of every third post", `/posts/counts?q=${common}`],
  ["a year of time, with its count", `/posts?from=${inDays(-365)}`],
  ["a month of the calendar, organization", `/calendar?from=${inDays(-31)}&to=${inDays(-1)}&member=all`],
];

async function measureAlone(side: Side): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [what, path] of alone) {
    const times: number[] = [];
    for (let at = 0; at < 20; at += 1) times.push((await side.ask(path)).ms);
    const { pagination } = (await side.ask(path)).wire;
    const total =
      pagination &&
      ` (total ${pagination.total.toLocaleString("en-GB")}${pagination.total_is_lower_bound ? " or more" : ""})`;
    lines.push(noted(what, `${shown(measured(times).median)}${total ?? ""}`));
  }
  return lines;
}

type Exported = { rows: number; megabytes: number; seconds: number; restMb: number; peakMb: number };

/** In a process of its own, whose memory is only the export's. */
async function exportOf(side: Side, query: string): Promise<Exported> {
  const script = path.join(import.meta.dirname, "servers", "export.ts");
  const child = spawn(process.execPath, [script, side.database.url, side.org.key, query], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  let text = "";
  child.stdout.on("data", (bytes) => {
    text += bytes;
  });
  await once(child, "close");
  return JSON.parse(text);
}

async function measureExport(side: Side): Promise<Line[]> {
  // Enough for a process to have reached the memory it keeps.
  const part = await exportOf(side, `format=csv&member=all&from=${inDays((-100_000 * everyMinutes) / 1_440)}`);
  const lines: Line[] = [noted(`export, CSV, ${part.rows.toLocaleString("en-GB")} rows`, told(part))];
  for (const format of ["csv", "json"]) {
    const whole = await exportOf(side, `format=${format}&member=all`);
    if (whole.rows < many) throw new Error(`${whole.rows} of ${many} posts were exported.`);
    lines.push(noted(`export, ${format.toUpperCase()}, ${whole.rows.toLocaleString("en-GB")} rows`, told(whole)));
    lines.push(atMost("its peak memory against that of 100,000", whole.peakMb / part.peakMb, limit));
  }
  return lines;
}

const told = ({ megabytes, seconds, restMb, peakMb }: Exported) =>
  `${megabytes.toFixed(0)} MB in ${seconds.toFixed(1)} s, RSS ${restMb.toFixed(0)} → at most ${peakMb.toFixed(0)} MB`;

export async function run(say: (line: string) => void): Promise<Line[]> {
  const seeded: Seeded[] = [];
  const sides: Side[] = [];
  try {
    for (const posts of [few, many]) {
      const startedAt = performance.now();
      seeded.push(await seedPosts(posts));
      say(
        `${posts.toLocaleString("en-GB")} posts written in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`,
      );
    }
    for (const one of seeded) sides.push(await openSide(one));
    const [a, b] = sides;
    if (!a || !b) throw new Error("There is nothing to compare.");
    const lines: Line[] = [];
    for (const [what, pathOf] of questions) {
      lines.push(...(await compareSides(what, pathOf, a, b)));
      say(`${what}: ${lines.at(-1)?.value}`);
    }
    return [...lines, ...(await measureAlone(b)), ...(await measureExport(b))];
  } finally {
    for (const side of sides) await side.close();
    for (const one of seeded.slice(sides.length)) await one.database.drop();
  }
}
