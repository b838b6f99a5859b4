import fc from "fast-check";
import { expect, test } from "vitest";
import { reconcileDraft } from "./reconcile-draft.ts";

const version = fc.nat({ max: 5 });

test("a page that was read before the last save does not put older words in the place of newer ones", () => {
  expect(reconcileDraft({ base: 2, isSaved: true }, 1, false)).toBe("kept");
  expect(reconcileDraft({ base: 2, isSaved: false }, 1, false)).toBe("kept");
});

test("what the service has newer is gone on with, and shown beside words that it never had", () => {
  expect(reconcileDraft({ base: 1, isSaved: true }, 2, false)).toBe("opened");
  expect(reconcileDraft({ base: 1, isSaved: false }, 2, false)).toBe("both");
});

test("words that the service never had are never given up unasked", () => {
  fc.assert(
    fc.property(version, version, (base, opened) => {
      expect(reconcileDraft({ base, isSaved: false }, opened, false)).not.toBe("opened");
    }),
  );
});

test("the same words are no question, and a page opened with none leaves what is kept", () => {
  fc.assert(
    fc.property(version, version, fc.boolean(), (base, opened, isSaved) => {
      expect(reconcileDraft({ base, isSaved }, opened, true)).toBe("opened");
      expect(reconcileDraft({ base, isSaved }, null, false)).toBe("kept");
    }),
  );
});

test("what this tab sent itself, and left before it heard of it, is no change made elsewhere", () => {
  expect(reconcileDraft({ base: 1, isSaved: false }, 2, false, true)).toBe("kept");
});
