import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { generateClientTypes } from "../../packages/types-generator/generate-client-types.ts";

const folder = path.resolve(import.meta.dirname, "../../packages/client/src/generated");

test.for(Object.entries(generateClientTypes()))("the client package has the contract's current %s", ([name, text]) => {
  // `npm run types` in packages/client writes them.
  expect(readFileSync(path.join(folder, name), "utf8")).toBe(text);
});

test("the client package has every operation of the contract with its comments", () => {
  const types = generateClientTypes()["contract-types.d.ts"];
  expect(types).toContain("  createPosts: {\n    input: NewPost;\n    data: Post[];\n  };");
  expect(types).toContain("   * Publish, schedule or save a post as a draft.");
  expect(types).toMatch(/\n {2}\/\*\* .+ \*\/\n {2}delivery\?: "thread" \| "joined" \| \(string & \{\}\);/);
});
