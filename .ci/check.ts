/** `npm run check`: checks types, lint and import rules at once, in seconds. */
import { importRules, lint, types } from "./steps.ts";

const startedAt = performance.now();
const steps = { types, lint, "import rules": importRules };
const results = await Promise.all(Object.entries(steps).map(async ([name, step]) => ({ name, tally: await step() })));
for (const { name, tally } of results) {
  process.stdout.write(`${tally.failed === 0 ? "ok  " : "FAIL"} ${name}\n`);
}
process.stdout.write(`${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
process.exitCode = results.every(({ tally }) => tally.failed === 0) ? 0 : 1;
