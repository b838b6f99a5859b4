import { expect, test } from "vitest";
import { mcpTools } from "./mcp-tools.ts";
import { formatToolFailure } from "./tool-failure.ts";

const requireTool = (name: string) => {
  const tool = mcpTools.find((one) => one.name === name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  return tool;
};

/** The service's own sentence. */
const databaseLost = "The service can't reach its database. Accepted requests are safe.";

test("an assistant is not told that nothing changed, nor to repeat, when the database was lost and may have committed", () => {
  const lost = { code: "unavailable", status: 503, message: databaseLost, retryAfterSeconds: 1 } as const;
  const format = (name: string) => formatToolFailure(requireTool(name), lost).split("\n")[0];
  const unknown = `${databaseLost} It is not known whether the change was made.`;
  expect(format("publish_post")).toBe(`${unknown} Read the post or claim before you repeat the call.`);
  expect(format("decide_claim")).toBe(`${unknown} Read the post or claim before you repeat the call.`);
  expect(format("create_post")).toBe(`${unknown} Wait 1 s, then repeat the same call.`);
  expect(format("get_post")).toBe(`${databaseLost} Nothing was changed. Wait 1 s, then repeat the same call.`);
  const unsent = { code: "unreachable", status: null, message: "It can't be reached.", neverSent: true } as const;
  const step = "Nothing was changed. Wait a moment, then repeat the same call.";
  expect(formatToolFailure(requireTool("publish_post"), unsent)).toContain(step);
});

test("an assistant whose user has no storage left is told to ask for images to be removed", () => {
  const full = { code: "quota_exceeded", status: 507, message: "Your images take all of your storage." } as const;
  expect(formatToolFailure(requireTool("upload_image_from_url"), full)).toContain(
    "Nothing was changed. Ask the user to remove images that nobody needs.",
  );
});
