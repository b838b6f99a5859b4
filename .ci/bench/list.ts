import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { type BenchLine, computeStatistics, createNote, expectAtMost } from "./measurement.ts";
import { commonWord, minutesBetweenPosts, rareWord, seedPosts } from "./servers/list-database.ts";
import { compareSizes, formatMs, type SizedService, withBothSizes } from "./size-comparison.ts";

export const about = "lists, totals, search, calendar and export at 1,000,000 posts against 1,000";

/** A little over 1,000 of the administrator's own, so that a skip of 1,000 still ends on a full page. */
const few = 1_200;
const many = 1_000_000;
const pairs = 120;
const limit = 1.5;

type Wire = { data: unknown; pagination?: { total: number; total_is_lower_bound?: boolean } };

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const channelOf = (side: SizedService) => side.org.channelIds[1] ?? "";

const questions: [string, (side: SizedService) => string][] = [
  ["first page, own", () => "/posts"],
  ["own, skip 1,000", () => "/posts?offset=1000"],
  ["status tab: failed", () => "/posts?status=failed"],
  ["several statuses", () => "/posts?status=failed&status=scheduled&status=draft"],
  ["channel", (side) => `/posts?channel=${channelOf(side)}`],
  ["channel and status", (side) => `/posts?channel=${channelOf(side)}&status=published`],
  [`words of ${rareWord.posts} posts`, () => `/posts?q=${rareWord.word}`],
  ["a word prefix of as many posts", () => `/posts?q=${rareWord.word.slice(0, 5)}`],
  ["organization", () => "/posts?member=all"],
  ["organization, skip 1,000", () => "/posts?member=all&offset=1000"],
  ["organization, one channel", (side) => `/posts?member=all&channel=${channelOf(side)}`],
  ["oldest first", () => "/posts?order=asc"],
  ["by scheduled time", () => "/posts?sort=scheduled"],
  ["by scheduled time, earliest first", () => "/posts?sort=scheduled&order=asc"],
  ["by published time", () => "/posts?sort=published"],
  ["organization by published time", () => "/posts?member=all&sort=published"],
  ["one week", () => `/posts?from=${inDays(-8)}&to=${inDays(-1)}`],
  ["submissions, own", () => "/submissions"],
  ["submissions, skip 300", () => "/submissions?offset=300"],
  // The smaller database has twelve of them.
  ["submissions with a failed post", () => "/submissions?status=failed&limit=10"],
  ["submissions of the organization", () => "/submissions?member=all"],
  ["counts, own", () => "/posts/counts"],
  ["counts, organization", () => "/posts/counts?member=all"],
  ["counts, one channel", (side) => `/posts/counts?member=all&channel=${channelOf(side)}`],
  [`counts of a search with ${rareWord.posts} posts`, () => `/posts/counts?q=${rareWord.word}`],
  [
    `calendar, ${(10 * 24 * 60) / minutesBetweenPosts} posts in ten days`,
    () => `/calendar?from=${inDays(-11)}&to=${inDays(-1)}&member=all`,
  ],
  ["leaderboard", () => "/leaderboard"],
];

/** What there is nothing to compare with at 1,000: only told. */
const alone: [string, string][] = [
  [`a word of every third post`, `/posts?q=${commonWord}`],
  [`a word of every third post, organization, skip 1,000`, `/posts?q=${commonWord}&member=all&offset=1000`],
  ["counts of submissions, own", "/submissions/counts"],
  ["counts of submissions, organization", "/submissions/counts?member=all"],
  ["submissions, skip 100,000", "/submissions?offset=100000"],
  ["submissions by scheduled time, earliest first", "/submissions?status=scheduled&sort=scheduled&order=asc"],
  ["counts of a word of every third post", `/posts/counts?q=${commonWord}`],
  ["a year of time, with its count", `/posts?from=${inDays(-365)}`],
  ["a month of the calendar, organization", `/calendar?from=${inDays(-31)}&to=${inDays(-1)}&member=all`],
];

async function measureAlone(side: SizedService): Promise<BenchLine[]> {
  const lines: BenchLine[] = [];
  for (const [what, path] of alone) {
    const times: number[] = [];
    for (let at = 0; at < 20; at += 1) times.push((await side.ask(path)).ms);
    const { pagination } = JSON.parse((await side.ask(path)).text) as Wire;
    const total =
      pagination &&
      ` (total ${pagination.total.toLocaleString("en-GB")}${pagination.total_is_lower_bound ? " or more" : ""})`;
    lines.push(createNote(what, `${formatMs(computeStatistics(times).median)}${total ?? ""}`));
  }
  return lines;
}

type Exported = { rows: number; megabytes: number; seconds: number; restMb: number; peakMb: number };

/** In a process of its own, whose memory is only the export's. */
async function exportOf(side: SizedService, query: string): Promise<Exported> {
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

async function measureExport(side: SizedService): Promise<BenchLine[]> {
  // Enough for a process to have reached the memory it keeps.
  const part = await exportOf(side, `format=csv&member=all&from=${inDays((-100_000 * minutesBetweenPosts) / 1_440)}`);
  const lines: BenchLine[] = [createNote(`export, CSV, ${part.rows.toLocaleString("en-GB")} rows`, told(part))];
  for (const format of ["csv", "json"]) {
    const whole = await exportOf(side, `format=${format}&member=all`);
    if (whole.rows < many) throw new Error(`${whole.rows} of ${many} posts were exported.`);
    lines.push(createNote(`export, ${format.toUpperCase()}, ${whole.rows.toLocaleString("en-GB")} rows`, told(whole)));
    lines.push(expectAtMost("its peak memory against that of 100,000", whole.peakMb / part.peakMb, limit));
  }
  return lines;
}

const told = ({ megabytes, seconds, restMb, peakMb }: Exported) =>
  `${megabytes.toFixed(0)} MB in ${seconds.toFixed(1)} s, RSS ${restMb.toFixed(0)} → at most ${peakMb.toFixed(0)} MB`;

export async function run(say: (line: string) => void): Promise<BenchLine[]> {
  return await withBothSizes(seedPosts, { few, many, what: "posts" }, say, async (a, b) => {
    const lines: BenchLine[] = [];
    for (const [what, pathOf] of questions) {
      lines.push(await compareSizes(what, pathOf, [a, b], { pairs, limit }));
      say(`${what}: ${lines.at(-1)?.value}`);
    }
    return [...lines, ...(await measureAlone(b)), ...(await measureExport(b))];
  });
}
