import { expect, test } from "vitest";
import { findSlowText, listExpressions } from "./linear-expressions.ts";
import { isTest, isTestSupport, readOwnTree } from "./source-tree.ts";

const isOfServer = (file: string) =>
  /^(?:app|lib|packages)\/|^server\.ts$/.test(file) && !isTest(file) && !isTestSupport(file);

test("no regular expression of the server takes more than linear time", { timeout: 240_000 }, () => {
  const all = [...readOwnTree()]
    .filter(([file]) => isOfServer(file))
    .flatMap(([file, { text }]) => listExpressions(file, text));
  expect(all.length).toBeGreaterThan(200);
  const slowTexts = new Map<string, string | null>();
  const slow = all.flatMap(({ file, line, ...expression }) => {
    const name = `/${expression.source}/${expression.flags}`;
    if (!slowTexts.has(name)) slowTexts.set(name, findSlowText(expression));
    const text = slowTexts.get(name);
    return text ? [`${file}:${line} ${name} for ${JSON.stringify(text.slice(0, 40))} …`] : [];
  });
  expect(slow).toEqual([]);
});

test("an expression that reads a run again from each of its characters is found, and one that does not is not", () => {
  expect(listExpressions("a.ts", "const a = 1;\nconst b = /x+$/gu;")).toEqual([
    { file: "a.ts", line: 2, source: "x+$", flags: "gu" },
  ]);
  for (const source of ["\\s+$", "<[^>]*>", "^\\S+@\\S+\\.\\S+$", "^\\s*-\\s"])
    expect(findSlowText({ source, flags: "gm" }), source).not.toBeNull();
  for (const source of ["(?<!\\s)\\s+$", "<[^<>]*>", "^[^\\S\\n]*-\\s"])
    expect(findSlowText({ source, flags: "gm" }), source).toBeNull();
});
