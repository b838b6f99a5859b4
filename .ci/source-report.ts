/**
 * `npm run report`: figures of the source tree. Each may only fall, apart from the first line. With `--picture` it prints
 * the drawing of `docs/architecture.md` instead; with `--readmes` it writes the README of each module.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { drawArchitecture } from "./rules/architecture-picture.ts";
import { readModuleRows, writeModuleReadme } from "./rules/module-readmes.ts";
import { lineLimits, modules } from "./rules/modules.ts";
import {
  findDeniedNames,
  findOtherDiscriminants,
  findRepeatedTypes,
  readDeniedTerms,
  readDocComments,
} from "./rules/names.ts";
import { isTest, isTestSupport, parseSourceTree, readFiles, type SourceFile } from "./rules/source-tree.ts";
import { root } from "./steps.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);
if (process.argv.includes("--picture")) {
  say(drawArchitecture(modules));
  process.exit(0);
}
if (process.argv.includes("--readmes")) {
  const rows = readModuleRows(readFileSync(path.join(root, "docs/architecture.md"), "utf8"));
  for (const [folder, content] of rows)
    writeFileSync(path.join(root, folder, "README.md"), writeModuleReadme(folder, content));
  process.exit(0);
}
const list = (title: string, lines: readonly string[], shown = 10) => {
  say(`\n${title}: ${lines.length}`);
  for (const line of lines.slice(0, shown)) say(`  ${line}`);
};
const percent = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
const sum = (files: readonly SourceFile[]) => files.reduce((total, file) => total + file.lines, 0);

const tree = parseSourceTree(readFiles(root));
const files = [...tree.values()].sort((a, b) => b.lines - a.lines);
const isForTests = (file: { path: string }) =>
  isTest(file.path) || isTestSupport(file.path) || file.path.startsWith(".ci/");
const code = files.filter((file) => !isForTests(file));
const tests = files.filter(isForTests);
say(`${code.length} source files, ${sum(code)} lines; ${tests.length} test and check files, ${sum(tests)} lines`);

const importers = new Map<string, Set<string>>();
for (const file of code) {
  for (const { target } of file.imports)
    if (target) importers.set(target, (importers.get(target) ?? new Set()).add(file.path));
}
const single = code.filter(({ path: file }) => importers.get(file)?.size === 1);
say(`files with a single importer: ${single.length} (${percent(single.length, code.length)})`);
say(`files under 30 lines: ${code.filter(({ lines, path: file }) => lines < 30 && !file.startsWith("app/")).length}`);

const long = code.filter(
  ({ lines, path: file }) => lines > (file.endsWith("x") ? lineLimits.component : lineLimits.file),
);
list(
  "files over their limit",
  long.map(({ path: file, lines }) => `${file}: ${lines}`),
);
list(
  "longest files",
  code.slice(0, 10).map(({ path: file, lines }) => `${file}: ${lines}`),
);

const denied = readDeniedTerms(readFileSync(path.join(root, "docs/glossary.md"), "utf8"));
list(
  "names that the glossary rejects",
  findDeniedNames(tree, denied).map(({ place, name, use }) => `${place}: ${name} (use ${use})`),
);
list("exported types that share a name", findRepeatedTypes(tree));
list("discriminants other than type and status", findOtherDiscriminants(tree), 5);
const comments = readDocComments(tree);
list(`doc comments that open with a relative clause or a pronoun (of ${comments.count})`, comments.unclear, 5);

// Spelled in two pieces, so that this file is no exception itself.
const exception = new RegExp(`//.*(biome-${"ignore"}|@ts-${"expect-error"}).*`, "g");
list(
  "rule exceptions",
  files.flatMap((file) => (file.text.match(exception) ?? []).map((line) => `${file.path}  ${line.trim()}`)),
);

/** Empty where the code came without its history. */
const subjects = (() => {
  try {
    return execFileSync("git", ["log", "-500", "--format=%s"], { cwd: root, encoding: "utf8" }).trim().split("\n");
  } catch {
    return [];
  }
})();
list(
  "commit subjects over 72 characters (last 500 commits)",
  subjects.filter((subject) => subject.length > 72),
  5,
);
