import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { bundleServerIfNeeded } from "./bundle-server-if-needed.ts";

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

/** Creates a folder whose `server.ts` prints a word of one of its modules. */
function createProgram(word: string): { root: string; setWord: (word: string) => void } {
  const root = mkdtempSync(join(tmpdir(), "pw-bundle-"));
  roots.push(root);
  mkdirSync(join(root, "lib"));
  const setWord = (next: string) =>
    writeFileSync(join(root, "lib/word.ts"), `export const word: string = "${next}";\n`);
  setWord(word);
  writeFileSync(
    join(root, "server.ts"),
    'import { word } from "./lib/word.ts";\nconsole.log(word, import.meta.dirname);\n',
  );
  return { root, setWord };
}

const run = (bundle: string) => execFileSync(process.execPath, [bundle], { encoding: "utf8" }).trim();

test("a start runs one bundle until a source changes, and modules find files beside their source", async () => {
  const { root, setWord } = createProgram("first");
  const bundle = await bundleServerIfNeeded(root);
  expect(run(bundle)).toBe(`first ${root}`);
  const { ino } = statSync(bundle);
  expect(await bundleServerIfNeeded(root)).toBe(bundle);
  expect(statSync(bundle).ino).toBe(ino);
  setWord("second");
  expect(run(await bundleServerIfNeeded(root))).toBe(`second ${root}`);
});

test("starts at the same time bundle without harm", async () => {
  const { root } = createProgram("together");
  const bundles = await Promise.all([bundleServerIfNeeded(root), bundleServerIfNeeded(root)]);
  expect(bundles.map(run)).toEqual([`together ${root}`, `together ${root}`]);
});

test("the process that starts the server never loads the bundler, whose memory it would keep", () => {
  const { root } = createProgram("small");
  const start = `
    import { bundleServerIfNeeded } from ${JSON.stringify(new URL("./bundle-server-if-needed.ts", import.meta.url).href)};
    await bundleServerIfNeeded(${JSON.stringify(root)});
    const { sharedObjects } = process.report.getReport();
    console.log(sharedObjects.length > 0, sharedObjects.filter((file) => file.includes("rolldown")));`;
  const options = { encoding: "utf8" } as const;
  expect(execFileSync(process.execPath, ["--input-type=module", "--eval", start], options).trim()).toBe("true []");
});

test("a source that can't be bundled is named, and the next start tries again", async () => {
  const { root, setWord } = createProgram('"; export const broken = ; "');
  const failure: Error = await bundleServerIfNeeded(root).then(
    () => expect.unreachable(),
    (error) => error,
  );
  expect(failure.message).toContain("word.ts");
  // The bundler's message alone, without the stack of its process.
  expect(failure.message).not.toMatch(/node_modules|Node\.js v/);
  setWord("mended");
  expect(run(await bundleServerIfNeeded(root))).toBe(`mended ${root}`);
});

test("a warning of the bundler is shown where the server starts", () => {
  const { root } = createProgram("warned");
  appendFileSync(join(root, "server.ts"), 'import * as words from "./lib/word.ts";\nconsole.log(words.missing);\n');
  const start = `
    import { bundleServerIfNeeded } from ${JSON.stringify(new URL("./bundle-server-if-needed.ts", import.meta.url).href)};
    await bundleServerIfNeeded(${JSON.stringify(root)});`;
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", start], {
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([0, expect.stringContaining("missing")]);
});

test("the bundler ends with the process that started it", () => {
  const { root } = createProgram("orphan");
  const program = fileURLToPath(new URL("./bundle-server-program.ts", import.meta.url));
  // Its input ends at once, as when its starter is killed.
  expect(spawnSync(process.execPath, [program, root, "stamp"], { input: "" }).status).toBe(1);
  expect(existsSync(join(root, "dist/sources"))).toBe(false);
});
