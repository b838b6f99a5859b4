import { expect, test } from "vitest";
import { quotePlatformReason } from "./platform-response.ts";

test.each([
  [null, ""],
  [" \n", ""],
  ["media description less than min chars (10)", " It says: “media description less than min chars (10)”."],
  ["Validation failed.\r\n", " It says: “Validation failed”."],
  ['<b>No</b> "way" {here}', " It says: “No way here”."],
  [`your key ${"k".repeat(43)} ended`, " It says: “your key … ended”."],
  ["\u202Eevil\u0000", " It says: “evil”."],
])("a server's reason %j is quoted as %j, without markup or key-like text", (reason, quoted) => {
  expect(quotePlatformReason(reason)).toBe(quoted);
});

test("a server's reason is cut to 140 characters", () => {
  expect(quotePlatformReason("word ".repeat(100))).toBe(` It says: “${"word ".repeat(100).slice(0, 139)}…”.`);
});
