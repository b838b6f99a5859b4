import { expect, test } from "vitest";
import { findTexts, listServiceTexts } from "./service-in-pages.ts";

const sentence = "This key does not have that scope";
const tree = new Map([
  [
    "lib/service/http/define-route.ts",
    `export const a = "${sentence}"; export const b = "A sentence that both of them have";`,
  ],
  ["lib/service/http/query.ts", "export const q = (id: string) => `select a, b, c from a_table where ${" + "id}`;"],
  ["components/ui/a.tsx", 'export const b = "A sentence that both of them have";'],
]);

test("a sentence of the service is distinguished from one that pages contain too", () => {
  expect(listServiceTexts(tree)).toEqual([sentence, "select a, b, c from a_table where "]);
});

test("service code in a page is found", () => {
  const files = new Map([
    ["a.js", `(()=>{throw Error("${sentence}")})()`],
    ["b.js", "1"],
  ]);
  expect(findTexts(listServiceTexts(tree), files)).toEqual([`a.js: ${sentence}`]);
});
