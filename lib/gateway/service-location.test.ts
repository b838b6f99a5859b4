import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const program = fileURLToPath(new URL("testing/abandoned-streams-process.ts", import.meta.url));

test("closing a stream of a remote service causes no unhandled rejection", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=react-server", program]);
  expect(stdout).toBe("done\n");
});
