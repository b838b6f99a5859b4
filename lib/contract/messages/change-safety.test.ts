import { expect, test } from "vitest";
import { describeChangeSafety } from "./change-safety.ts";

test("a change is said to have failed only after a refusal or without a request", () => {
  const certain = [{ status: 400 }, { status: 409 }, { status: 429 }, { status: null, neverSent: true }];
  const unknown = [{ status: 500 }, { status: 503 }, { status: null }];
  expect(certain.map(describeChangeSafety)).toEqual(certain.map(() => "Nothing was changed."));
  expect(unknown.map(describeChangeSafety)).toEqual(unknown.map(() => "It may not have been saved."));
});
