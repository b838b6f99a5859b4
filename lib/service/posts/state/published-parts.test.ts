import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { getChangedPartsRefusal, getPublishedParts, isPublishedAsThread } from "./published-parts.ts";

const words = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 6 });
const images = fc.array(fc.constantFrom("one", "two"), { maxLength: 2 });
const said = fc.record({ texts: words, images });

describe("a thread that stopped on its way", () => {
  test("stands up to the last part that is out or may be", () => {
    const state = fc.constantFrom("waiting" as const, "sending" as const, "sent" as const, "unknown" as const);
    fc.assert(
      fc.property(fc.array(fc.record({ state })), (planned) => {
        const standing = getPublishedParts(planned);
        expect(planned.slice(standing.length).every((part) => part.state === "waiting")).toBe(true);
        expect(standing.at(-1)?.state).not.toBe("waiting");
      }),
    );
  });

  test("becomes only what begins with the parts and images that are out", () => {
    fc.assert(
      fc.property(said, said, fc.nat(6), (before, after, some) => {
        const fixed = Math.min(some, before.texts.length);
        const isSameStart = before.texts.slice(0, fixed).join("|") === after.texts.slice(0, fixed).join("|");
        const isSame = isSameStart && before.images.join("|") === after.images.join("|");
        expect(getChangedPartsRefusal(before, after, fixed) === null).toBe(isSame);
      }),
    );
  });

  test("can't go on where its parts were joined to one item", () => {
    expect(isPublishedAsThread([{ text: "a\n\nb" }], ["a", "b"])).toBe(false);
    expect(isPublishedAsThread([{ text: "a" }], ["a", "b"])).toBe(true);
  });
});
