import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import {
  findDeniedNames,
  findLiteralSpreads,
  findOtherDiscriminants,
  findRepeatedTypes,
  readDeniedTerms,
  readDocComments,
  splitName,
} from "./names.ts";
import { parseSourceTree, readOwnTree } from "./source-tree.ts";

const root = path.resolve(import.meta.dirname, "../..");
const tree = readOwnTree();
const denied = readDeniedTerms(readFileSync(path.join(root, "docs/glossary.md"), "utf8"));
const treeOf = (files: Record<string, string>) => parseSourceTree(new Map(Object.entries(files)));

test("no file name or exported name contains a word that the glossary replaces", () => {
  expect(denied.size).toBeGreaterThan(30);
  expect(findDeniedNames(tree, denied).map(({ place, name, use }) => `${place}: ${name} (use ${use})`)).toEqual([]);
  const broken = treeOf({ "lib/a/kept-drafts.ts": "export const makeDraft = 1; const told = 2;" });
  expect(findDeniedNames(broken, denied).map((one) => one.word)).toEqual(["kept", "make"]);
});

test("a name is split into words at hyphens, underscores and capitals", () => {
  expect(splitName("useAPIKeyList")).toEqual(["use", "api", "key", "list"]);
  expect(splitName("draft-sync")).toEqual(["draft", "sync"]);
  expect(splitName("MAX_PARTS")).toEqual(["max", "parts"]);
});

test("each exported type has a unique name", () => {
  expect(findRepeatedTypes(tree)).toEqual([]);
  expect(findRepeatedTypes(treeOf({ "a.ts": "export type A = 1;", "b.ts": "export interface A {}" }))).toHaveLength(1);
});

test("a union is told apart by its type or its status", () => {
  expect(findOtherDiscriminants(tree)).toEqual([]);
  expect(
    findOtherDiscriminants(treeOf({ "a.ts": 'type A = { IS: "b" } | { IS: "c"; d: 1 };'.replaceAll("IS", "is") })),
  ).toHaveLength(2);
});

test("fewer than 3 in 100 doc comments open with a relative clause or a pronoun", () => {
  const { count, unclear } = readDocComments(tree);
  expect(count).toBeGreaterThan(500);
  expect(unclear.length / count, unclear.join("\n")).toBeLessThan(0.03);
  expect(readDocComments(treeOf({ "a.ts": "/** What it is. */\n/** The name. */" })).unclear).toHaveLength(1);
});

test("no object literal is spread into another", () => {
  expect(findLiteralSpreads(tree)).toEqual([]);
  expect(findLiteralSpreads(treeOf({ "a.ts": "const a = { ...{ b, c }, d };" }))).toEqual(["a.ts: ...{ b, c }"]);
});
