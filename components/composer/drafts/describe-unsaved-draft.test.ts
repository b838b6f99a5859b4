import { expect, test } from "vitest";
import { describeUnsavedDraft } from "./describe-unsaved-draft.ts";

test("a draft that the service does not have is said to be in this browser, with the reason of a refusal", () => {
  const why = "There are already 500 drafts and templates.";
  const texts = [
    describeUnsavedDraft("stored", { type: "refused", why }),
    describeUnsavedDraft("stored", { type: "away" }),
    describeUnsavedDraft("stored", null),
    describeUnsavedDraft("full", { type: "away" }),
  ];
  expect(texts.map(({ message }) => message)).toEqual([
    `Saved in this browser, not on the server yet. ${why}`,
    "Saved in this browser, not on the server yet.",
    "Saved in this browser, not on the server yet.",
    "Not saved: your browser's storage is full.",
  ]);
});
