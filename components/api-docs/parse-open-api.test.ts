import { expect, test } from "vitest";
import { formatCurlCommand } from "./curl-command.ts";
import { formatSchemaType, parseOpenApi } from "./parse-open-api.ts";

test("an OpenAPI description without operations parses to null", () => {
  for (const nothing of [null, 7, "x", [], {}, { paths: {} }, { paths: { "/a": null } }, { paths: [] }]) {
    expect(parseOpenApi(nothing)).toBeNull();
  }
});

test("an incomplete endpoint of another service is parsed", () => {
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

test("schema types are formatted as readable text", () => {
  expect(formatSchemaType({ anyOf: [{ type: "string", format: "date-time" }, { type: "null" }] })).toBe(
    "date-time or null",
  );
  expect(formatSchemaType({ type: "array", items: { $ref: "#/components/schemas/Post" } })).toBe("array of Post");
  expect(formatSchemaType({ type: ["string", "null"] })).toBe("string or null");
  expect(formatSchemaType({ enum: ["a", "b"] })).toBe("a | b");
  expect(formatSchemaType({})).toBe("any");
});

test("a body with quotes stays a single shell argument", () => {
  const read = parseOpenApi({
    paths: { "/p": { post: { requestBody: { content: { "application/json": { example: { text: "it's" } } } } } } },
  });
  const [operation] = read?.operations ?? [];
  expect(operation && formatCurlCommand(operation, "http://own.example/v1")).toContain(`-d '{"text":"it'\\''s"}'`);
});
