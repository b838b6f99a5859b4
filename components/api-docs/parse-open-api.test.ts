import { expect, test } from "vitest";
import { formatCurlCommand } from "./curl-command.ts";
import { formatSchemaType, parseOpenApi } from "./parse-open-api.ts";

test("a description that describes nothing is null, whatever it is", () => {
  for (const nothing of [null, 7, "x", [], {}, { paths: {} }, { paths: { "/a": null } }, { paths: [] }]) {
    expect(parseOpenApi(nothing)).toBeNull();
  }
});

test("an endpoint of another service is read as far as it goes", () => {
  const read = parseOpenApi({ paths: { "/pigeons/{id}": { get: {}, summary: "not an endpoint" } } });
  expect(read?.operations).toEqual([
    expect.objectContaining({
      id: "get-pigeons-id-",
      method: "GET",
      path: "/pigeons/{id}",
      scope: undefined,
      body: null,
    }),
  ]);
});

test("types are put into words", () => {
  expect(formatSchemaType({ anyOf: [{ type: "string", format: "date-time" }, { type: "null" }] })).toBe(
    "date-time or null",
  );
  expect(formatSchemaType({ type: "array", items: { $ref: "#/components/schemas/Post" } })).toBe("array of Post");
  expect(formatSchemaType({ type: ["string", "null"] })).toBe("string or null");
  expect(formatSchemaType({ enum: ["a", "b"] })).toBe("a | b");
  expect(formatSchemaType({})).toBe("any");
});

test("a text with quotes stays one argument of the shell", () => {
  const read = parseOpenApi({
    paths: { "/p": { post: { requestBody: { content: { "application/json": { example: { text: "it's" } } } } } } },
  });
  const [operation] = read?.operations ?? [];
  expect(operation && formatCurlCommand(operation, "http://own.example/v1")).toContain(`-d '{"text":"it'\\''s"}'`);
});
