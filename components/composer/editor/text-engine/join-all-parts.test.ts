import fc from "fast-check";
import { expect, test } from "vitest";
import { reduceParts } from "#components/composer/state/reduce-parts.ts";
import { joinAllParts } from "./join-all-parts.ts";
import { splitPart } from "./split-part.ts";

const rules = [{ counting: "utf16", limit: 30, byteLimit: null, urlLength: null }] as const;
const words = fc.array(fc.constantFrom("one", "two.", "three", "ünï", "👍🏽", " ", "  ", "\n", "\n\n", "\t"), {
  maxLength: 60,
});

/** Splits the part at `at` as the composer does. */
function cut(parts: ReturnType<typeof reduceParts>, at: number) {
  const made = splitPart(
    parts.map(({ text }) => text),
    at,
    rules,
    false,
    0,
  );
  const { id = "" } = parts[at] ?? {};
  const pieces = made.pieces ?? [];
  if (pieces.length < 2) return parts;
  return reduceParts(parts, {
    type: "part-split",
    partId: id,
    texts: pieces.map(({ text }) => text),
    gaps: pieces.map(({ gap }) => gap),
    ids: pieces.slice(1).map((_, piece) => `${id}.${piece}`),
  });
}

test("joining returns exactly the text that was split", () => {
  fc.assert(
    fc.property(words, (some) => {
      const text = some.join(" ");
      const parts = cut([{ id: "p", text }], 0);
      const joined = joinAllParts(parts, { part: 0, at: 0 });
      expect(joined.text).toBe(text);
      const [one] = reduceParts(parts, { type: "parts-joined", text: joined.text });
      expect(one).toMatchObject({ id: "p", text });
    }),
  );
});

test("separately written parts are joined by a blank line, also if one of them was split", () => {
  fc.assert(
    fc.property(words, (some) => {
      const text = `a${some.join(" ")}b`;
      const parts = cut(
        [
          { id: "p", text: "First" },
          { id: "q", text },
          { id: "r", text: "Last" },
        ],
        1,
      );
      expect(joinAllParts(parts, { part: 0, at: 0 }).text).toBe(`First\n\n${text}\n\nLast`);
    }),
  );
});

test("joining removes the numbers of a split, and the caret stays at its word", () => {
  const made = splitPart(["one two three four five six seven eight"], 0, rules, true, 0);
  const ids = made.texts.slice(1).map((_, at) => `q${at}`);
  const gaps = made.pieces?.map(({ gap }) => gap);
  const parts = reduceParts([{ id: "p", text: "" }], { type: "part-split", partId: "p", texts: made.texts, ids, gaps });
  expect(parts[1]?.text).toMatch(/ 2\/2$/);
  const joined = joinAllParts(parts, { part: 1, at: 2 });
  expect(joined.text).toBe("one two three four five six seven eight");
  expect(joined.text.slice(joined.caret - 2, joined.caret)).toBe(parts[1]?.text.slice(0, 2));
});

test("a part moved to the beginning drops the blanks before it", () => {
  const split = cut([{ id: "p", text: "one two three four five six seven eight" }], 0);
  const last = split.at(-1);
  const moved = reduceParts(split, { type: "part-moved", partId: last?.id ?? "", by: -1 });
  expect(joinAllParts(moved, { part: 0, at: 0 }).text.startsWith(last?.text ?? "-")).toBe(true);
});
