import { expect, test } from "vitest";
import { type DescribedSchema, findSchemaFault } from "./described-schema.ts";

const schemas: Record<string, DescribedSchema> = { Id: { type: "string", format: "uuid" } };
const resolve = (reference: string) => schemas[reference] ?? {};
const id = "019a6f00-0000-7000-8000-0000000000a1";
const schema: DescribedSchema = {
  type: "object",
  properties: {
    id: { $ref: "Id" },
    text: { type: "string", minLength: 1, maxLength: 3, pattern: "^[a-z]*$" },
    thread: { type: "array", items: { type: "string" }, minItems: 1, maxItems: 2 },
    points: { type: ["integer", "null"], minimum: 0, maximum: 9 },
    kind: { enum: ["a", "b"] },
    at: { anyOf: [{ const: "now" }, { type: "null" }] },
    names: { type: "object", additionalProperties: { type: "boolean" }, propertyNames: { enum: ["x"] } },
  },
  required: ["id"],
  oneOf: [{ required: ["text"] }, { required: ["thread"] }],
  additionalProperties: false,
};

test.for<[object, string | null]>([
  [{ id, text: "abc", points: null, kind: "b", at: "now", names: { x: true } }, null],
  [{ id, thread: ["a"], points: 9, at: null }, null],
  [{ text: "a" }, ": id is missing"],
  [{ id: "7", text: "a" }, "/id: not a UUID"],
  [{ id }, ": not oneOf"],
  [{ id, text: "a", thread: ["a"] }, ": not oneOf"],
  [{ id, text: "" }, "/text: length 0"],
  [{ id, text: "abcd" }, "/text: length 4"],
  [{ id, text: "A" }, "/text: does not match ^[a-z]*$"],
  [{ id, thread: [] }, "/thread: length"],
  [{ id, thread: ["a", 7] }, "/thread/1: not string"],
  [{ id, text: "a", points: 1.5 }, "/points: not integer or null"],
  [{ id, text: "a", points: 10 }, "/points: 10 is outside the range"],
  [{ id, text: "a", kind: "c" }, "/kind: none of a, b"],
  [{ id, text: "a", at: "then" }, "/at: none of anyOf"],
  [{ id, text: "a", names: { x: 1 } }, "/names/x: not boolean"],
  [{ id, text: "a", names: { y: true } }, "/names: the name y"],
  [{ id, text: "a", more: 1 }, ": more is unknown"],
])("the schema check of %j returns %s", ([value, fault]) => {
  expect(findSchemaFault(schema, value, resolve)).toBe(fault);
});
