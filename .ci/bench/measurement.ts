/** One figure of a bench against its budget. `ok` is null where nothing is promised. */
export type BenchLine = { what: string; value: string; budget: string; ok: boolean | null };

/**
 * What a file of this folder exports to be a bench: `npm run bench NAME` runs `NAME.ts`. Importing it does nothing.
 * `run` throws when it can't measure; it prints through `say` what it is doing.
 */
export type Bench = {
  about: string;
  run: RunBench /** What can be run alone: `npm run bench NAME PART`. */;
  parts?: BenchParts;
};
type RunBench = (say: (line: string) => void) => Promise<BenchLine[]>;
export type BenchParts = Readonly<Record<string, RunBench>>;

export type RunStatistics = { median: number; min: number; max: number /** (max - min) / median */; spread: number };
export type RatioResult = { a: RunStatistics; b: RunStatistics /** Median of B over median of A. */; ratio: number };

/** @throws when there is nothing to measure. */
export function computeStatistics(values: readonly number[]): RunStatistics {
  const sorted = [...values].sort((one, two) => one - two);
  const [min, max] = [sorted[0], sorted.at(-1)];
  if (min === undefined || max === undefined) throw new Error("Nothing was measured.");
  const middle = sorted.length / 2;
  const median = ((sorted[Math.ceil(middle) - 1] ?? min) + (sorted[Math.floor(middle)] ?? max)) / 2;
  return { median, min, max, spread: median === 0 ? 0 : (max - min) / median };
}

/** The share of a sorted list below which `part` (0 to 1) of its values lie: p99 is 0.99. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, two) => one - two);
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
}

/** How far apart the yardstick's own runs may lie before a comparison means nothing. */
export const spreadLimit = 0.15;

/**
 * Compares B with the yardstick A in one run: A B A B …, five of each, so that a slow minute hits both.
 * @throws when A alone varies by more than `limit`: the machine is busy, and no figure of it would mean anything.
 */
export async function compareRuns(
  a: () => Promise<number>,
  b: () => Promise<number>,
  say: (line: string) => void,
  { rounds = 5, limit = spreadLimit }: { rounds?: number; limit?: number } = {},
): Promise<RatioResult> {
  const found: { a: number[]; b: number[] } = { a: [], b: [] };
  for (let round = 1; round <= rounds; round += 1) {
    found.a.push(await a());
    found.b.push(await b());
    say(`round ${round} of ${rounds}: A ${formatNumber(found.a.at(-1))}, B ${formatNumber(found.b.at(-1))}`);
  }
  const result = { a: computeStatistics(found.a), b: computeStatistics(found.b) };
  say(
    `A ${formatNumber(result.a.median)} ± ${formatPercent(result.a.spread)}, B ${formatNumber(result.b.median)} ± ${formatPercent(result.b.spread)}`,
  );
  if (result.a.spread > limit) {
    throw new Error(
      `The yardstick itself varies by ${formatPercent(result.a.spread)}, more than ${formatPercent(limit)}: the machine is too busy to compare.`,
    );
  }
  return { ...result, ratio: result.b.median / result.a.median };
}

const formatPercent = (part: number) => `${(part * 100).toFixed(1)} %`;
const formatNumber = (value = Number.NaN) => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));

export const expectAtMost = (what: string, value: number, limit: number, unit = ""): BenchLine => ({
  what,
  value: `${formatNumber(value)}${unit}`,
  budget: `≤ ${limit}${unit}`,
  ok: value <= limit,
});

export const expectAtLeast = (what: string, value: number, limit: number, unit = ""): BenchLine => ({
  what,
  value: `${formatNumber(value)}${unit}`,
  budget: `≥ ${limit}${unit}`,
  ok: value >= limit,
});

export const createNote = (what: string, value: string): BenchLine => ({ what, value, budget: "", ok: null });
