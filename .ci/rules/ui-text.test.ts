import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { guides } from "#lib/guides/guide-list.ts";
import { parseSourceTree, readOwnTree } from "./source-tree.ts";
import { findAvoidedPhrases, readGuideTexts, readUiTexts } from "./ui-text.ts";

const root = path.resolve(import.meta.dirname, "../..");

const findIn = (files: Record<string, string>) =>
  findAvoidedPhrases(readUiTexts(parseSourceTree(new Map(Object.entries(files)))));

test("no text for people contains an avoided phrase", () => {
  const texts = readUiTexts(readOwnTree());
  expect(texts.length).toBeGreaterThan(3_000);
  expect(findAvoidedPhrases(texts)).toEqual([]);
});

test("texts of JSX, strings and templates are read; imports, class names and statements of SQL are not", () => {
  const broken = findIn({
    "components/home/a.tsx":
      'export const A = () => <p title="Your post goes out at nine">Your text stands\n here {`of what is left`}</p>;',
    "components/home/b.tsx":
      "export const B = () => <p title={`Set up. docs/channels.md has the steps.`}>See README.md for more</p>;",
    "lib/service/a.ts": 'export const message = "Read docs/recipes/make.md first.";',
  });
  expect(broken).toHaveLength(6);
  const fine = findIn({
    "components/home/a.tsx":
      'import "stands here.css";\nexport const A = () => <p className="stands told">Your text</p>;',
    "lib/service/a.ts": 'export const sql = "select told from channels where id = $1";',
    "lib/text/b.ts": 'export const notShown = "it stands here";',
  });
  expect(fine).toEqual([]);
});

test("no guide contains an avoided phrase", () => {
  const texts = guides.flatMap(({ file }) => readGuideTexts(file, readFileSync(path.join(root, file), "utf8")));
  expect(texts.length).toBeGreaterThan(800);
  expect(findAvoidedPhrases(texts)).toEqual([]);
});

test("titles, paragraphs, items and cells of a guide are read; its code is not", () => {
  const broken = readGuideTexts(
    "docs/a.md",
    "# Your post stands\n\nIt goes **out** at nine.\n\n- One item is [on its way](b.md)\n  - anew\n\n> Whoever reads\n\n| a | b |\n|---|---|\n| c | by this letter |\n",
  );
  expect(findAvoidedPhrases(broken)).toHaveLength(6);
  expect(findAvoidedPhrases(readGuideTexts("docs/b.md", "# A\n\n```sh\necho it stands anew\n```\n"))).toEqual([]);
});
