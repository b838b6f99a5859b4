import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseDraftVersion } from "./choose-draft-version.ts";

const version = fc.nat({ max: 5 });

test("a page loaded before the last save does not replace newer text", () => {
  expect(chooseDraftVersion({ base: 2, isSaved: true }, 1, false)).toBe("kept");
  expect(chooseDraftVersion({ base: 2, isSaved: false }, 1, false)).toBe("kept");
});

test("a newer draft of the service is opened, and shown beside text that was never saved", () => {
  expect(chooseDraftVersion({ base: 1, isSaved: true }, 2, false)).toBe("opened");
  expect(chooseDraftVersion({ base: 1, isSaved: false }, 2, false)).toBe("both");
});

test("unsaved text is never discarded without asking", () => {
  fc.assert(
    fc.property(version, version, (base, opened) => {
      expect(chooseDraftVersion({ base, isSaved: false }, opened, false)).not.toBe("opened");
    }),
  );
});

test("equal text causes no question, and a page opened without text keeps the stored one", () => {
  fc.assert(
    fc.property(version, version, fc.boolean(), (base, opened, isSaved) => {
      expect(chooseDraftVersion({ base, isSaved }, opened, true)).toBe("opened");
      expect(chooseDraftVersion({ base, isSaved }, null, false)).toBe("kept");
    }),
  );
});

test("this tab's own save is no foreign change, even if the tab left before the answer", () => {
  expect(chooseDraftVersion({ base: 1, isSaved: false }, 2, false, true)).toBe("kept");
});
