import { systemClock } from "#lib/service/core/clock.ts";
import { checkLedger } from "#lib/service/ledger/check-ledger.ts";
import { type BenchLine, computeStatistics, createNote } from "./measurement.ts";
import { seedClaims } from "./servers/leaderboard-database.ts";
import { compareSizes, formatMs, type SizedService, withBothSizes } from "./size-comparison.ts";

export const about = "leaderboards and ranks with 1,000,000 claims of 100,000 members against 1,000 of 100";

const few = 1_000;
const many = 1_000_000;
const pairs = 150;
const limit = 1.5;
/** As the page of the dashboard asks. */
const page = 51;

const channelOf = (side: SizedService) => side.org.channelIds[1] ?? "";
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const range = (days: number) => `period=range&from=${inDays(1 - days)}&to=${inDays(0)}`;

type Question = [what: string, pathOf: (side: SizedService) => string];

const boards: Question[] = [
  ["all time, first page", () => "/leaderboard?period=all"],
  ["month", () => "/leaderboard?period=month"],
  ["week", () => "/leaderboard?period=week"],
  ["a channel, all time", (side) => `/leaderboard?channel=${channelOf(side)}`],
  ["a channel, month", (side) => `/leaderboard?channel=${channelOf(side)}&period=month`],
  ["a range of 30 days, first page", () => `/leaderboard?${range(30)}`],
];

const standings: Question[] = [
  ["standing, all time", () => "/leaderboard/me"],
  ["standing, month", () => "/leaderboard/me?period=month"],
  ["rank in a range of 30 days", () => `/leaderboard/me?${range(30)}`],
  ["standing, a channel", (side) => `/leaderboard/me?channel=${channelOf(side)}`],
];

/**
 * The same number of rows on both sides: 1,000 claims fill no page of a week or of a channel's month, and a row costs
 * what it costs in any board. What the whole page costs of a million claims is told beside it.
 */
async function compareBoards(
  [a, b]: readonly [SizedService, SizedService],
  [what, pathOf]: Question,
): Promise<BenchLine[]> {
  const held: unknown[] = JSON.parse((await a.ask(`${pathOf(a)}&limit=${page}`)).text).data;
  const path = (side: SizedService) => `${pathOf(side)}&limit=${held.length}`;
  const line = await compareSizes(`${what}, ${held.length} rows`, path, [a, b], { pairs, limit });
  if (held.length === page) return [line];
  const times: number[] = [];
  for (let at = 0; at < 30; at += 1) times.push((await b.ask(`${pathOf(b)}&limit=${page}`)).ms);
  return [line, createNote(`${what}, ${page} rows of the large one`, formatMs(computeStatistics(times).median))];
}

/** What grows with what it reads: only told. */
const alone: [string, string][] = [
  ["the document's list, whole", "/leaderboard"],
  ["a page after 50,000", `/leaderboard?limit=${page}&offset=50000`],
  ["a member by name", `/leaderboard?limit=${page}&q=ember%209999`],
];

/** Days that nobody has asked for before are added up by the first who does; decisions go on meanwhile. */
const firstAsks = [29, 30, 90, 365];

export async function run(say: (line: string) => void): Promise<BenchLine[]> {
  return await withBothSizes(seedClaims, { few, many, what: "claims" }, say, async (a, b) => {
    const lines: BenchLine[] = [];
    const first = await b.ask(`/leaderboard?limit=${page}`);
    lines.push(createNote("the first page of a day, which computes last week's ranks", formatMs(first.ms)));
    for (const days of firstAsks) {
      const [one, other] = [
        await a.ask(`/leaderboard/me?${range(days)}`),
        await b.ask(`/leaderboard/me?${range(days)}`),
      ];
      lines.push(createNote(`the first request of ${days} days`, `${formatMs(one.ms)} → ${formatMs(other.ms)}`));
      say(`${lines.at(-1)?.what}: ${lines.at(-1)?.value}`);
    }
    for (const board of boards) {
      const found = await compareBoards([a, b], board);
      for (const line of found) say(`${line.what}: ${line.value}`);
      lines.push(...found);
    }
    for (const [what, pathOf] of standings) {
      lines.push(await compareSizes(what, pathOf, [a, b], { pairs, limit }));
      say(`${what}: ${lines.at(-1)?.value}`);
    }
    for (const side of [a, b]) {
      const startedAt = performance.now();
      const { lines: counted } = await checkLedger({ pool: side.database.pool, clock: systemClock }, side.org.orgId);
      const what = `recounting ${counted.toLocaleString("en-GB")} lines of the ledger`;
      lines.push(createNote(what, formatMs(performance.now() - startedAt)));
      say(`${what}: ${lines.at(-1)?.value}`);
    }
    for (const [what, path] of alone) {
      const times: number[] = [];
      for (let at = 0; at < 7; at += 1) times.push((await b.ask(path)).ms);
      const megabytes = (await b.ask(path)).text.length / 1_000_000;
      lines.push(
        createNote(
          what,
          `${formatMs(computeStatistics(times).median)}, ${megabytes.toFixed(megabytes < 1 ? 3 : 1)} MB`,
        ),
      );
      say(`${what}: ${lines.at(-1)?.value}`);
    }
    return lines;
  });
}
