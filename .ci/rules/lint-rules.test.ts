import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");

/** Every rule the house added to Biome's own choice, with the smallest file that breaks it. */
const broken: Record<string, Record<string, string>> = {
  noImportCycles: {
    "lib/time/one.ts": 'import type { Two } from "./two.ts";\nexport type One = Two | null;\n',
    "lib/time/two.ts": 'import type { One } from "./one.ts";\nexport type Two = One | null;\n',
  },
  noBarrelFile: {
    "lib/text/count-text.ts": "export const count = 1;\n",
    "lib/text/index.ts": 'export { count } from "./count.ts";\n',
  },
  noReExportAll: { "lib/text/all.ts": 'export * from "./count.ts";\n' },
  noDefaultExport: { "lib/text/plain.ts": "export default 1;\n" },
  noFloatingPromises: {
    "lib/time/float.ts": "export async function send(): Promise<void> {}\nexport function start() {\n  send();\n}\n",
  },
  noMisusedPromises: {
    "lib/time/misuse.ts":
      "export async function isOpen() {\n  return true;\n}\nif (isOpen()) {\n  start();\n}\nfunction start() {}\n",
  },
  useFilenamingConvention: { "lib/text/someCount.ts": "export const someCount = 1;\n" },
  noEnum: { "lib/text/kinds.ts": "export enum Kind {\n  One,\n}\n" },
  noParameterProperties: {
    "lib/text/box.ts": "export class Box {\n  constructor(readonly size: number) {\n    void size;\n  }\n}\n",
  },
  useImportExtensions: {
    "lib/text/bare.ts": 'import { count } from "./count-text";\n\nexport const twice = count * 2;\n',
  },
  noProcessEnv: {
    "lib/text/home.ts": 'import process from "node:process";\n\nexport const home = process.env.HOME;\n',
  },
  noConsole: { "lib/text/say.ts": 'console.log("said");\n' },
  noExplicitAny: { "lib/text/any.ts": "export const anything: any = 1;\n" },
  noNonNullAssertion: { "lib/text/sure.ts": "export const sure = (name: string | null) => name!.length;\n" },
  noTsIgnore: { "lib/text/ignored.ts": "// @ts-ignore\nexport const ignored: string = 1;\n" },
  noExcessiveLinesPerFile: {
    "lib/text/long.ts": Array.from({ length: 801 }, (_, at) => `export const line${at} = ${at};`).join("\n"),
  },
  noRestrictedImports: { "lib/text/zed.ts": 'import { z } from "zod";\n\nexport const text = z.string();\n' },
  noUndeclaredDependencies: {
    "lib/text/stranger.ts": 'import { left } from "left-pad";\n\nexport const pad = left;\n',
  },
  noSkippedTests: { "lib/text/skip.test.ts": 'import { test } from "vitest";\n\ntest.skip("nothing", () => {});\n' },
  noFocusedTests: { "lib/text/only.test.ts": 'import { test } from "vitest";\n\ntest.only("nothing", () => {});\n' },
  noCommonJs: { "lib/text/old.ts": 'export const fs = require("node:fs");\n' },
  useThrowOnlyError: { "lib/text/thrown.ts": 'export function fail() {\n  throw "no";\n}\n' },
  noDangerouslySetInnerHtml: {
    "components/raw.tsx":
      "export const Raw = (p: { html: string }) => <p dangerouslySetInnerHTML={{ __html: p.html }} />;\n",
  },
};

const folder = mkdtempSync(path.join(tmpdir(), "lint-"));
let reported: Set<string>;

beforeAll(() => {
  const settings = JSON.parse(readFileSync(path.join(root, "biome.json"), "utf8"));
  delete settings.$schema;
  delete settings.vcs;
  writeFileSync(path.join(folder, "biome.json"), JSON.stringify(settings));
  writeFileSync(path.join(folder, "package.json"), readFileSync(path.join(root, "package.json")));
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  for (const files of Object.values(broken)) {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
  }
  const run = spawnSync(
    path.join(root, "node_modules/.bin/biome"),
    ["lint", "--reporter=json", "--max-diagnostics=none", "."],
    { cwd: folder, encoding: "utf8" },
  );
  const answer: { diagnostics: { category: string; severity: string }[] } = JSON.parse(run.stdout);
  reported = new Set(
    answer.diagnostics.filter((one) => one.severity === "error").map((one) => one.category.split("/").at(-1) ?? ""),
  );
}, 30_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.for(Object.keys(broken))("lint refuses code that breaks %s", (rule) => {
  expect(reported).toContain(rule);
});
