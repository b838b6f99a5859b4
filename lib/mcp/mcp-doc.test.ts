import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mcpTools } from "./mcp-tools.ts";

test("docs/mcp.md lists every tool as the server describes it", () => {
  const text = readFileSync(new URL("../../docs/mcp.md", import.meta.url), "utf8");
  const rows = text.split("\n").filter((line) => line.startsWith("| `"));
  const expected = mcpTools.map(({ name, scope, description }) => {
    const needs = scope === "any" ? "any key" : `\`${scope}\``;
    return `| \`${name}\` | ${needs} | ${description} |`;
  });
  expect(rows).toEqual(expected);
});
