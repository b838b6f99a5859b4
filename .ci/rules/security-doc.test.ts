import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const page = read("docs/security.md");
const rows = [...page.matchAll(/^\| (V\d[^|]*) \| ([^|]+) \| (.+) \|$/gm)].map(([, area, state, proof]) => {
  return { area: area ?? "", state: state ?? "", proof: proof ?? "" };
});
/** The tests that a page names and no test file holds. */
const missing = (named: readonly string[], tests: string) => named.filter((name) => !tests.includes(name));
const namesIn = (text: string) => [...text.matchAll(/test: "([^"]+)"/g)].map(([, name]) => name ?? "");

test("every test that docs/security.md names exists, and an unknown title is found", () => {
  const files = globSync("{lib,components,.ci,e2e}/**/*.{test,spec}.ts", { cwd: root });
  const tests = files
    .filter((file) => !file.endsWith("security-doc.test.ts"))
    .map(read)
    .join("\n");
  expect(missing(namesIn(page), tests)).toEqual([]);
  expect(missing(["a test that nobody wrote"], tests)).toEqual(["a test that nobody wrote"]);
});

test("every area marked held or partly in docs/security.md names a test, and every other gives a reason", () => {
  expect(rows.length).toBeGreaterThan(40);
  for (const { area, state, proof } of rows) {
    expect(["held", "partly", "not held", "not applicable"], area).toContain(state);
    if (state === "held" || state === "partly") expect(namesIn(proof), area).toHaveLength(1);
    if (state === "partly") expect(proof.split('"').at(-1)?.trim(), area).toMatch(/^\. \S/);
    expect(proof.length, area).toBeGreaterThan(5);
  }
});
