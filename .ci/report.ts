/** `npm run report`: the longest files, the share of code in big ones, and every exception from a rule. Numbers that may only fall. */

import { lineLimits } from "./rules/modules.ts";
import { isTest, isTestSupport, parseSourceTree, readFiles } from "./rules/source-tree.ts";
import { root } from "./steps.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);
const files = [...parseSourceTree(readFiles(root)).values()].sort((a, b) => b.lines - a.lines);
const isForTests = (file: { path: string }) => isTest(file.path) || isTestSupport(file.path);
const code = files.filter((file) => !isForTests(file));
const tests = files.filter(isForTests);
const sum = (of: typeof files) => of.reduce((total, file) => total + file.lines, 0);
const big = code.filter((file) => file.lines > lineLimits.file);
const median = [...code].sort((a, b) => a.lines - b.lines)[Math.floor(code.length / 2)]?.lines ?? 0;

say(`${code.length} files, ${sum(code)} lines, median ${median}; ${tests.length} of tests, ${sum(tests)} lines`);
say(`in files over ${lineLimits.file} lines: ${((100 * sum(big)) / Math.max(1, sum(code))).toFixed(1)} %`);
for (const [name, list] of Object.entries({ "longest files": code, "longest tests": tests })) {
  say(`\n${name}`);
  for (const file of list.slice(0, 10)) say(`  ${String(file.lines).padStart(5)}  ${file.path}`);
}
// Spelled in two pieces, so that this file is no exception itself.
const exception = new RegExp(`//.*(biome-${"ignore"}|@ts-${"expect-error"}).*`, "g");
const exceptions = files.flatMap((file) =>
  (file.text.match(exception) ?? []).map((line) => `  ${file.path}  ${line.trim()}`),
);
say(`\n${exceptions.length} exceptions`);
for (const line of exceptions) say(line);
