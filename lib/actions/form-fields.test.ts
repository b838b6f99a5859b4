import { expect, test } from "vitest";
import { readFormFields } from "./form-fields.ts";

test("an action that gets no form reads no fields from it", () => {
  for (const input of [undefined, null, 7, "email=a", [], { email: "a" }]) expect(readFormFields(input)).toEqual({});
});

test("a form has the last value of each name, and every value of a list", () => {
  const form = new FormData();
  for (const [name, value] of [
    ["email", "a"],
    ["email", "b"],
    ["keep", "1"],
    ["keep", "2"],
  ] as const)
    form.append(name, value);
  expect(readFormFields(form, ["keep", "other"])).toEqual({ email: "b", keep: ["1", "2"], other: [] });
});
