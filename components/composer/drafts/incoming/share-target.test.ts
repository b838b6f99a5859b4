import { expect, test } from "vitest";
import { joinPieces } from "#lib/text/split-text.ts";
import { splitSharedText } from "./share-target.ts";

const ids = () => {
  let count = 0;
  return () => {
    count += 1;
    return `n${count}`;
  };
};

test("shared text is kept whole, in one part or in parts that join to the same text", () => {
  expect(splitSharedText("Read this", ids())).toEqual([{ id: "n1", text: "Read this", gap: "" }]);
  const long = Array.from({ length: 12_000 }, (_, at) => `word${at}`).join(" ");
  const parts = splitSharedText(long, ids());
  if ("refusal" in parts) throw new Error(parts.refusal);
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.every(({ text }) => text.length <= 25_000)).toBe(true);
  expect(joinPieces(parts.map(({ text, gap = "" }) => ({ text, gap })))).toBe(long);
});

test("shared text beyond a thread's limit is refused with a sentence, and none of it is inserted", () => {
  expect(splitSharedText("a ".repeat(130_000), ids())).toEqual({
    refusal: "That is 260,000 characters; a thread holds 250,000 here. Nothing was inserted; your text is unchanged.",
  });
});
