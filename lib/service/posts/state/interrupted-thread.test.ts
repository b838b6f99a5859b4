import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { getChangedPartsRefusal, getPublishedParts, isPublishedAsThread } from "./interrupted-thread.ts";

const words = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 6 });
const images = fc.array(fc.constantFrom("one", "two"), { maxLength: 2 });
const said = fc.record({ texts: words, images: fc.array(images) });

describe("a partly published thread", () => {
  test("its published parts end with the last part that is or may be live", () => {
    const state = fc.constantFrom("waiting" as const, "sending" as const, "sent" as const, "unknown" as const);
    fc.assert(
      fc.property(fc.array(fc.record({ state })), (planned) => {
        const standing = getPublishedParts(planned);
        expect(planned.slice(standing.length).every((part) => part.state === "waiting")).toBe(true);
        expect(standing.at(-1)?.state).not.toBe("waiting");
      }),
    );
  });

  test("it accepts only a text that begins with the published parts and images", () => {
    fc.assert(
      fc.property(said, said, fc.nat(6), (before, after, some) => {
        const fixed = Math.min(some, before.texts.length);
        const isSameStart = before.texts.slice(0, fixed).join("|") === after.texts.slice(0, fixed).join("|");
        const imagesOf = ({ images }: typeof before) =>
          JSON.stringify(Array.from({ length: fixed }, (_, at) => images[at] ?? []));
        const isSame = isSameStart && imagesOf(before) === imagesOf(after);
        expect(getChangedPartsRefusal(before, after, fixed) === null).toBe(isSame);
      }),
    );
  });

  test("it can't be continued when its parts were joined into one item", () => {
    expect(isPublishedAsThread([{ text: "a\n\nb" }], ["a", "b"])).toBe(false);
    expect(isPublishedAsThread([{ text: "a" }], ["a", "b"])).toBe(true);
  });
});
