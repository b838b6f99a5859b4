import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const read = (file: string) => readFileSync(path.join(import.meta.dirname, "..", file), "utf8").replace(/\s+/g, " ");

test("what is built for is what the README and an old browser are told", () => {
  const { browserslist } = JSON.parse(read("package.json")) as { browserslist: string[] };
  const from = (name: string) => browserslist.find((line) => line.startsWith(name))?.split(" >= ")[1];
  expect(from("edge")).toBe(from("chrome"));
  expect(from("ios")).toBe(from("safari"));
  const words = `Chrome or Edge ${from("chrome")}, Firefox ${from("firefox")} or Safari ${from("safari")}, or a newer one`;
  expect(read("app/layout.tsx")).toContain(words);
  expect(read("README.md")).toContain(words);
});
