import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readFiles } from "./source-tree.ts";

const root = path.resolve(import.meta.dirname, "../..");
const marker = /^(<{7}|>{7}|\|{7}) /m;

/** Reads the texts that no other tool parses. */
function readDocuments(): Map<string, string> {
  const files = readdirSync(path.join(root, "docs"), { recursive: true, encoding: "utf8" });
  const names = [
    "README.md",
    "CHANGELOG.md",
    ...files.filter((file) => file.endsWith(".md")).map((file) => `docs/${file}`),
  ];
  return new Map(names.map((name) => [name, readFileSync(path.join(root, name), "utf8")]));
}

test("no file has the marks of an unfinished merge", () => {
  const files = new Map([...readFiles(root), ...readDocuments()]);
  expect(files.size).toBeGreaterThan(500);
  expect([...files].filter(([, text]) => marker.test(text)).map(([file]) => file)).toEqual([]);
  expect(marker.test("one\n<<<<<<< HEAD\n")).toBe(true);
});
