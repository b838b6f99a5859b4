import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const program = fileURLToPath(new URL("testing/abandoned-streams-process.ts", import.meta.url));

test("a tab that leaves a remote service's stream leaves no rejection behind, whenever memory is collected", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=react-server", program]);
  expect(stdout).toBe("done\n");
});
