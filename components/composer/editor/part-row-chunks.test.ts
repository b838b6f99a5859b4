import { expect, test } from "vitest";
import { chunkParts, type PartChunk } from "./part-row-chunks.ts";

const partsOf = (ids: readonly (string | number)[]) => ids.map((id) => ({ id: `${id}`, text: "" }));
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);
const ids = (tens: readonly PartChunk[]) => tens.map(({ parts }) => parts.map(({ id }) => id).join(" "));
const homeOf = (tens: readonly PartChunk[], id: string) =>
  tens.find(({ parts }) => parts.some((part) => part.id === id))?.key;

test("rows are in chunks of ten, in order", () => {
  const tens = chunkParts(partsOf(upTo(25)), []);
  expect(ids(tens)).toEqual(["0 1 2 3 4 5 6 7 8 9", "10 11 12 13 14 15 16 17 18 19", "20 21 22 23 24"]);
});

test("inserting or removing rows leaves all other rows in their chunks", () => {
  const before = chunkParts(partsOf(upTo(30)), []);
  const put = chunkParts(partsOf(upTo(30).toSpliced(5, 0, ...upTo(15).map((at) => 100 + at))), before);
  const taken = chunkParts(partsOf(upTo(30).toSpliced(3, 4)), before);
  for (const id of upTo(30).map(String)) expect(homeOf(put, id)).toBe(homeOf(before, id));
  for (const id of ["0", "7", "10", "29"]) expect(homeOf(taken, id)).toBe(homeOf(before, id));
});

test("rows written one after the other fill chunks of ten", () => {
  let tens: readonly PartChunk[] = [];
  for (const count of upTo(101).slice(1)) tens = chunkParts(partsOf(upTo(count)), tens);
  expect(tens.length).toBe(5);
});

test("only a row moved past the end of its chunk changes its chunk", () => {
  const before = chunkParts(partsOf(upTo(20)), []);
  const after = chunkParts(partsOf([...upTo(9), 10, 9, ...upTo(20).slice(11)]), before);
  const gone = upTo(20).filter((id) => homeOf(after, `${id}`) !== homeOf(before, `${id}`));
  expect(gone).toEqual([9]);
});

test("after any change all rows are there once, in order, in chunks with unique keys", () => {
  let seed = 7;
  const random = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % most;
  };
  let tens: readonly PartChunk[] = [];
  let now: number[] = upTo(40);
  for (let turn = 0; turn < 2_000; turn += 1) {
    const at = random(now.length + 1);
    const what = random(4);
    if (what === 0 && now.length < 100) now = now.toSpliced(at, 0, ...[random(120)].filter((id) => !now.includes(id)));
    if (what === 1) now = now.toSpliced(at, 1 + random(3));
    if (what === 2 && now.length > 1)
      now = now.toSpliced(at, 1).toSpliced(random(now.length), 0, ...now.slice(at, at + 1));
    if (what === 3 && random(40) === 0) now = now.toReversed();
    tens = chunkParts(partsOf(now), tens);
    expect(tens.flatMap(({ parts }) => parts.map(({ id }) => Number(id)))).toEqual(now);
    expect(new Set(tens.map(({ key }) => key)).size).toBe(tens.length);
  }
});
