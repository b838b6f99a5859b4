import { execFile } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { installPackedPackage, type PackedPackage } from "./testing/packed-package.ts";
import { openRunningService, type RunningService } from "./testing/running-service.ts";

const root = path.resolve(import.meta.dirname, "../..");
const action = path.join(root, ".github/actions/publish");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

let packed: PackedPackage;
let service: RunningService;
beforeAll(async () => {
  [packed, service] = await Promise.all([installPackedPackage("cli"), openRunningService()]);
}, 60_000);
afterAll(async () => {
  await service.close();
  packed.remove();
});

async function runAction(inputs: Record<string, string>): Promise<{ id: string; status: string }[]> {
  const output = path.join(packed.folder, "github-output");
  writeFileSync(output, "");
  const env = {
    NODE_ENV: "production" as const,
    PATH: process.env["PATH"],
    HOME: packed.folder,
    npm_config_cache: path.join(packed.folder, "npx-cache"),
    npm_config_offline: "true",
    GITHUB_REPOSITORY: "acme/site",
    GITHUB_RUN_ID: "7",
    GITHUB_JOB: "announce",
    GITHUB_ACTION: "publish",
    GITHUB_OUTPUT: output,
    POSTWRIGHT_URL: service.url,
    POSTWRIGHT_KEY: service.key,
    INPUT_PACKAGE: packed.tarball,
    ...inputs,
  };
  await promisify(execFile)("bash", [path.join(action, "publish.sh")], { cwd: packed.folder, env });
  return JSON.parse(readFileSync(output, "utf8").replace(/^posts=/, ""));
}

test("the GitHub action creates one post however often its job runs, and runs no text as a command", async () => {
  const text = 'Out: "$(touch ran)" `touch ran` ; touch ran';
  const inputs = { INPUT_TEXT: text, INPUT_CHANNELS: "x linkedin", INPUT_DRAFT: "true" };
  const first = await runAction(inputs);
  expect(first.map(({ status }) => status)).toEqual(["draft", "draft"]);
  expect((await runAction(inputs)).map(({ id }) => id)).toEqual(first.map(({ id }) => id));
  expect(await service.countPosts(text)).toBe(2);
  expect(readdirSync(packed.folder)).not.toContain("ran");
}, 40_000);

test("the GitHub action passes each of its inputs to its script as a variable", () => {
  const { inputs, runs } = parse(read(".github/actions/publish/action.yml"));
  const [step] = runs.steps;
  const passed = Object.values<string>(step.env).map((value) => /inputs\.([\w-]+)/.exec(value)?.[1]);
  expect(passed.sort()).toEqual(Object.keys(inputs).sort());
  expect(step.run).not.toContain("inputs.");
  const script = read(".github/actions/publish/publish.sh");
  const used = Object.keys(step.env).filter((name) => name.startsWith("INPUT_"));
  expect(used.filter((name) => !script.includes(name))).toEqual([]);
});

test.for(["n8n", "zapier", "make"])("the request of the recipe for %s creates posts", async (name) => {
  const [, json = ""] = /```json\n(.*?)```/s.exec(read(`docs/recipes/${name}.md`)) ?? [];
  const headers = { "x-api-key": service.key, "content-type": "application/json", "idempotency-key": name };
  const channels = await (await fetch(`${service.url}/channels`, { headers })).json();
  const sent = JSON.parse(json.replace("<channel id>", channels.data[0].id));
  // The next free slot needs a slot; a member without one gets a sentence that says so.
  const body = JSON.stringify({ ...sent, scheduled_for: undefined });
  const answer = await fetch(`${service.url}/posts`, { method: "POST", headers, body });
  expect(answer.status).toBe(201);
});

test("each command of the agent skill exists with its options", async () => {
  const skill = read("docs/agent-skill/SKILL.md");
  const lines = [...skill.matchAll(/`postwright ([a-z-]+)([^`]*)`/g)];
  expect(lines.length).toBeGreaterThan(4);
  const program = path.join(packed.folder, "node_modules/.bin/postwright");
  for (const [, command = "", rest = ""] of lines) {
    const { stdout } = await promisify(execFile)(program, [command, "--help"]);
    for (const [option] of rest.matchAll(/--[a-z-]+/g)) expect(stdout).toContain(option);
  }
  expect(skill).toMatch(/^---\nname: postwright\ndescription: .+\n---\n/);
});
