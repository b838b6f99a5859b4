import { expect, test } from "vitest";
import { formatCodeSamples } from "./code-samples.ts";
import { formatSchemaType, parseOpenApi } from "./parse-open-api.ts";

test("an OpenAPI description without operations parses to null", () => {
  for (const nothing of [null, 7, "x", [], {}, { paths: {} }, { paths: { "/a": null } }, { paths: [] }]) {
    expect(parseOpenApi(nothing)).toBeNull();
  }
});

test("an incomplete endpoint of another service is parsed", () => {
  const read = parseOpenApi({ paths: { "/pigeons/{id}": { get: {}, summary: "not an endpoint" } } });
  expect(read?.groups).toEqual([
    { name: "pigeons", description: "", operations: [expect.objectContaining({ id: "get-pigeons-id-" })] },
  ]);
  expect(read?.groups[0]?.operations).toEqual([
    expect.objectContaining({
      id: "get-pigeons-id-",
      group: "pigeons",
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

test("endpoints are grouped by their first tag, in the order of the tags", () => {
  const read = parseOpenApi({
    tags: [{ name: "posts", description: "Posts." }, { name: "unused" }, { name: "me" }],
    paths: {
      "/me": { get: { tags: ["me"] } },
      "/other/x": { get: {} },
      "/posts": { get: { tags: ["posts"] }, post: { tags: ["posts", "me"] } },
    },
  });
  expect(read?.groups.map(({ name, operations }) => [name, operations.length])).toEqual([
    ["posts", 2],
    ["me", 1],
    ["other", 1],
  ]);
});

const createPost = {
  parameters: [
    { name: "id", in: "path", required: true, example: "a b", schema: { type: "string" } },
    { name: "from", in: "query", required: true, example: "2027-01-01", schema: { type: "string" } },
    { name: "to", in: "query", example: "2027-02-01", schema: { type: "string" } },
  ],
  requestBody: {
    content: {
      "application/json": { schema: { $ref: "#/components/schemas/New" }, example: { text: "it's", on: true } },
    },
  },
  responses: {
    200: {
      content: { "application/json": { schema: { properties: { data: { $ref: "#/components/schemas/Post" } } } } },
    },
  },
};
const description = {
  paths: { "/p/{id}": { post: createPost } },
  components: {
    schemas: {
      New: { properties: { text: { type: "string", description: "The text." } }, required: ["text"] },
      Post: { properties: { text: { type: "string" } } },
    },
  },
};

test("the fields of a body are beside its call", () => {
  const read = parseOpenApi(description);
  const [group] = read?.groups ?? [];
  expect(group?.operations[0]?.body?.fields).toEqual([
    { name: "text", type: "string", required: true, description: "The text." },
  ]);
});

test("each language reads an answer that is no JSON as text, and prints a stream as it comes", () => {
  const [operation] = parseOpenApi(description)?.groups[0]?.operations ?? [];
  const read = (contentType: string) =>
    operation
      ? formatCodeSamples(
          { ...operation, answer: { status: "200", contentType, schema: "", example: "" } },
          "http://a.b",
        )
      : [];
  const [, csv, python] = read("text/csv");
  expect(csv?.code).toContain("await response.text()");
  expect(python?.code).toContain("answer = response.text");
  const [, events, lines] = read("text/event-stream");
  expect(events?.code).toMatch(/for await .*console\.log/);
  expect(lines?.code).toContain("stream=True");
});

test("each language calls the example's address with the key from the environment", () => {
  const [operation] = parseOpenApi(description)?.groups[0]?.operations ?? [];
  const samples = operation ? formatCodeSamples(operation, "http://own.example/v1") : [];
  expect(samples.map((sample) => sample.language)).toEqual(["curl", "TypeScript", "Python"]);
  for (const { code } of samples) {
    expect(code).toContain("http://own.example/v1/p/a%20b?from=2027-01-01");
    expect(code).toContain("POSTWRIGHT_KEY");
  }
  // A body with quotes stays a single shell argument.
  expect(samples[0]?.code).toContain(`-d '{"text":"it'\\''s","on":true}'`);
  expect(samples[1]?.code).toContain(`method: "POST"`);
  expect(samples[2]?.code).toContain(`"on": True,`);
});
