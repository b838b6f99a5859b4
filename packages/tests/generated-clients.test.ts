import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installPackagesOnce } from "#lib/service/core/testing/install-packages.ts";
import { createOpenApiDocument } from "#lib/service/http/openapi/openapi.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import { redBlue } from "#lib/service/media/testing/test-images.ts";

const root = path.resolve(import.meta.dirname, "../..");
const folder = path.join(root, ".ci/openapi");
const target = path.join(root, ".cache/openapi");
const description = path.join(target, "openapi.json");

/** Runs a tool of `.ci/openapi`. Returns its output; fails if it fails. */
function runTool(name: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const child = spawn(path.join(folder, "node_modules", ".bin", name), args, { cwd: folder, env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes: Buffer) => (output += String(bytes)));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${name} ended with ${code}\n${output}`)),
    );
  });
}

const generators: Readonly<Record<string, { tool: string; args: readonly string[] }>> = {
  "openapi-fetch": {
    tool: "openapi-typescript",
    args: [description, "-o", path.join(target, "openapi-typescript/schema.d.ts")],
  },
  "hey-api": {
    tool: "openapi-ts",
    args: [
      "-i",
      description,
      "-o",
      path.join(target, "hey-api"),
      "-p",
      "@hey-api/typescript",
      "@hey-api/sdk",
      "@hey-api/client-fetch",
    ],
  },
  "swagger-typescript-api": {
    tool: "swagger-typescript-api",
    args: ["generate", "-p", description, "-o", path.join(target, "swagger-typescript-api"), "-n", "api.ts"],
  },
};

let service: TestService;
beforeAll(async () => {
  await installPackagesOnce(folder);
  mkdirSync(target, { recursive: true });
  // The linters refuse localhost and example.com as a server.
  writeFileSync(description, createOpenApiDocument("https://posts.postwright.dev/v1"));
  service = await openTestService();
}, 300_000);
afterAll(() => service.close());

test("redocly finds nothing in the description", async () => {
  const output = await runTool("redocly", ["lint", description, "--extends=recommended"]);
  expect(output).toContain("Your API description is valid");
  expect(output).not.toMatch(/warning|ignored/i);
});

// The tool takes 7 s of CPU time, which three other test files share.
test("spectral finds nothing in the description", { timeout: 60_000 }, async () => {
  const ruleset = path.join(target, "spectral.yaml");
  writeFileSync(ruleset, "extends: ['spectral:oas']\n");
  expect(await runTool("spectral", ["lint", description, "-r", ruleset, "--fail-severity=hint"])).toContain(
    "No results",
  );
});

test.for(Object.keys(generators))("the client of %s does the main job", async (name) => {
  const { tool, args } = generators[name] ?? { tool: "", args: [] };
  await runTool(tool, args);
  const { key } = await service.addMember("member");
  const { run } = await import(path.join(folder, "jobs", `${name}.mts`));
  const image = new File([new Uint8Array(await redBlue(4, 4).png().toBuffer())], "a.png");
  const fetch = (input: string | URL | Request, init?: RequestInit) => service.http(new Request(input, init));
  expect(await run({ baseUrl: "http://localhost:3000/v1", key, fetch, image })).toEqual({
    role: "member",
    channels: 3,
    planned: "2027-01-14T08:30:00.000Z",
    images: 1,
    statuses: ["draft", "scheduled"],
    total: 2,
    deleted: true,
  });
});

test("the generated clients and their use compile under strict", async () => {
  await runTool("tsc", ["-p", folder]);
});
