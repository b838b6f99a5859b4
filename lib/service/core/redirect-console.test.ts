import { expect, test } from "vitest";
import { createLog } from "./log.ts";
import { redirectConsole } from "./redirect-console.ts";
import { withRedactedErrors } from "./with-redacted-errors.ts";

function makeRecorded() {
  const lines: string[] = [];
  return { lines, log: createLog("info", { write: (line) => void lines.push(line) }) };
}

test("output of a package is logged without query parameters and without a body", () => {
  const { lines, log } = makeRecorded();
  const packages = { error: () => undefined, warn: () => undefined } as unknown as Console;
  redirectConsole(log, packages);
  const query = Object.assign(new Error("Failed query: select 1\nparams: leak-me@example.org"), {
    query: "select $1",
    params: ["leak-me@example.org"],
  });
  packages.error(" ⨯", query);
  try {
    JSON.parse("leak-me-too");
  } catch (error) {
    packages.error(error);
  }
  packages.warn("A warning of Next\nwith leak-me in its second line");
  const text = lines.join("");
  expect(lines).toHaveLength(3);
  expect(text).not.toContain("leak-me");
  expect(text).toContain("select $1");
  expect(text).toContain("A warning of Next");
});

test("a failed call throws none of its arguments, and its log line has the same request id", async () => {
  const { lines, log } = makeRecorded();
  const fail = () => {
    throw new Error("leak-me@example.org");
  };
  const service = withRedactedErrors(
    { accounts: { signIn: async () => fail(), now: fail, on: true }, none: null },
    log,
  );
  const errors = [await service.accounts.signIn().catch((error: unknown) => error)];
  try {
    service.accounts.now();
  } catch (error) {
    errors.push(error);
  }
  const ids = lines.map((line) => JSON.parse(line).requestId);
  expect(errors.map(String)).toEqual(ids.map((id) => `Error: The service could not complete this (request ${id}).`));
  expect(new Set(ids).size).toBe(2);
  expect(errors.every((error) => (error as Error).cause === undefined)).toBe(true);
  expect([service.accounts.on, service.none]).toEqual([true, null]);
});
