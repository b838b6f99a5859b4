/**
 * `npm test`: checks, unit and service tests, browser tests, one after the other. `npm run test:deep`: everything that
 * takes minutes, needs chance, measures seconds, or installs foreign servers. Both go on after a failure and print the
 * sum on the last line.
 */

import { buildIfNeeded } from "#lib/server/build/build-next-if-needed.ts";
import { bundleServerIfNeeded } from "#lib/server/build/bundle-server-if-needed.ts";
import { ensureBrowser, noBrowserMessage } from "../e2e/support/browser-launch.ts";
import { findHeavyPages, measurePageWeights } from "./rules/page-weight.ts";
import { findServiceInPages } from "./rules/service-in-pages.ts";
import {
  chaos,
  deepInBrowser,
  deepTests,
  freeProperties,
  fuzz,
  importRules,
  inBrowser,
  lint,
  root,
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

async function withBrowser(play: () => Promise<Tally>): Promise<Tally> {
  if (await ensureBrowser(say)) return await play();
  say(noBrowserMessage);
  return failure;
}

type Step = [name: string, run: () => Promise<Tally>];
const steps: readonly Step[] = [
  ["types", types],
  ["lint", lint],
  ["unused code", unused],
  ["import rules and docs", importRules],
  // Before the tests: the servers that they kill would build it otherwise, each within its limit of time.
  ["build", build],
  ["service code in pages", builtPages],
  ["page weight", lightPages],
  ["unit and service tests", unitAndService],
  ["browser tests", () => withBrowser(() => inBrowser())],
];
const deepSteps: readonly Step[] = [
  ["build", build],
  ["kills, races, foreign servers and clients", deepTests],
  ["properties with free seeds", freeProperties],
  ["fuzz", fuzz],
  ["browser tests that measure time", () => withBrowser(deepInBrowser)],
  ["chaos test", chaos],
];

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

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

for (const step of process.argv.includes("deep") ? deepSteps : steps) await run(step);
// A skipped test proves nothing.
for (const name of sum.skipped) say(`SKIPPED ${name}`);
for (const line of lines) say(line);
say(`${sum.passed} passed, ${sum.failed + sum.skipped.length} failed`);
process.exitCode = sum.failed + sum.skipped.length === 0 ? 0 : 1;
