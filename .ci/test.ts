/** `npm test`: runs every check and every test, also after a failure, and prints the sum on the last line. */

import { buildIfNeeded } from "#lib/server/build/build-next-if-needed.ts";
import { bundleServerIfNeeded } from "#lib/server/build/bundle-server-if-needed.ts";
import { ensureBrowser, noBrowserMessage } from "../e2e/support/browser-launch.ts";
import { findHeavyPages, measurePageWeights } from "./rules/page-weight.ts";
import { findServiceInPages } from "./rules/service-in-pages.ts";
import {
  importRules,
  inBrowser,
  installServers,
  lint,
  root,
  startChaosTest,
  type Tally,
  types,
  unitAndService,
  unused,
} from "./steps.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);
const failure: Tally = { passed: 0, failed: 1, skipped: [] };

let isBuilt = false;
async function build(): Promise<Tally> {
  await buildIfNeeded(root, say);
  await bundleServerIfNeeded(root);
  isBuilt = true;
  return { passed: 1, failed: 0, skipped: [] };
}

async function builtPages(): Promise<Tally> {
  if (!isBuilt) throw new Error("There is no build of this run.");
  const places = findServiceInPages(root);
  for (const place of places) say(`service code in a page: ${place}`);
  return places.length === 0 ? { passed: 1, failed: 0, skipped: [] } : failure;
}

async function lightPages(): Promise<Tally> {
  if (!isBuilt) throw new Error("There is no build of this run.");
  const heavy = findHeavyPages(measurePageWeights(root));
  for (const line of heavy) say(line);
  return heavy.length === 0 ? { passed: 1, failed: 0, skipped: [] } : failure;
}

let chaosTest: ReturnType<typeof startChaosTest> | undefined;
async function endToEnd(): Promise<Tally> {
  // The chaos test mostly waits. Beside the tests that kill and start servers it would delay both.
  chaosTest = startChaosTest();
  const checked = runAll(checks);
  const played = (await browser) ? await inBrowser() : failure;
  if (!(await browser)) say(noBrowserMessage);
  await checked;
  return played;
}

type Step = [name: string, run: () => Promise<Tally>];
/** No check waits for anything: they use the time that the browser tests leave, a fifth of both cores. */
const checks: readonly Step[] = [
  ["types", () => types("low")],
  ["lint", () => lint("low")],
  ["unused code", () => unused("low")],
  ["import rules and docs", () => importRules("low")],
];
const steps: readonly Step[] = [
  // First: the servers that the unit tests kill would build it otherwise, each within its limit of time.
  ["build", build],
  ["service code in pages", builtPages],
  ["page weight", lightPages],
  ["unit and service tests", unitAndService],
  ["browser tests", endToEnd],
  ["chaos test", async () => (chaosTest ?? startChaosTest())()],
];

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

// The installations run beside the first steps, which don't need them.
void installServers();
const browser = ensureBrowser(say);

const sum: Tally = { passed: 0, failed: 0, skipped: [] };
const lines: string[] = [];
async function run([name, step]: Step): Promise<void> {
  const startedAt = performance.now();
  const tally = await step().catch((error: unknown) => {
    say(error instanceof Error ? error.message : String(error));
    return failure;
  });
  sum.passed += tally.passed;
  sum.failed += tally.failed;
  sum.skipped.push(...tally.skipped);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const alone = tally.onlyAlone ? `, ${tally.onlyAlone} only alone` : "";
  lines.push(
    `${tally.failed === 0 ? "ok  " : "FAIL"} ${name}: ${tally.passed} passed, ${tally.failed} failed, ${seconds} s${alone}`,
  );
  say(`\n${lines.at(-1)}\n`);
}

async function runAll(all: readonly Step[]): Promise<void> {
  for (const step of all) await run(step);
}

await runAll(steps);
// A skipped test proves nothing.
for (const name of sum.skipped) say(`SKIPPED ${name}`);
for (const line of lines) say(line);
say(`${sum.passed} passed, ${sum.failed + sum.skipped.length} failed`);
process.exitCode = sum.failed + sum.skipped.length === 0 ? 0 : 1;
