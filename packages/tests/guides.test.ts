import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { lexer, type Token, walkTokens } from "marked";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { errorStatus } from "#lib/contract/errors.ts";
import { limits } from "#lib/contract/limits.ts";
import { webhookMessages } from "#lib/contract/resources/webhook-messages.ts";
import { getScopeLabel, scopes } from "#lib/contract/scopes.ts";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import { guides } from "#lib/guides/guide-list.ts";
import { openRunningService, type RunningService } from "./testing/running-service.ts";

const root = path.resolve(import.meta.dirname, "../..");
const forPrograms = guides.filter(({ audience }) => audience === "programs");
type CodeBlock = { lang: string; text: string };
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
function listCode(file: string): CodeBlock[] {
  const found: CodeBlock[] = [];
  void walkTokens(lexer(read(file)), (token: Token) => {
    if (token.type === "code") found.push({ lang: token["lang"] ?? "", text: token["text"] });
  });
  return found;
}

let service: RunningService;
let channelId: string;
let folder: string;
beforeAll(async () => {
  service = await openRunningService();
  folder = mkdtempSync(path.join(tmpdir(), "postwright-guides-"));
  const answer = await fetch(`${service.url}/channels`, { headers: { "x-api-key": service.key } });
  channelId = (await answer.json()).data[0].id;
}, 60_000);
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Their commands call other tools. */
const ofOtherTools: readonly string[] = ["mcp", "import"];
/** Guides whose commands call this API with curl. */
const withCurl = forPrograms.filter(
  ({ file, slug }) =>
    !ofOtherTools.includes(slug) && listCode(file).some(({ lang, text }) => lang === "sh" && text.includes("curl ")),
);

test("the guides for programs have commands to try", () => {
  expect(withCurl.map(({ slug }) => slug)).toEqual(["quickstart", "authentication", "idempotency", "errors", "limits"]);
});

test.for(withCurl.map((guide) => [guide.slug, guide.file] as const))(
  "every command of the guide %s is accepted as it is printed",
  async ([, file]) => {
    for (const { lang, text } of listCode(file)) {
      if (lang !== "sh") continue;
      const commands = text
        .replaceAll("https://posts.example.org/v1", service.url)
        .replaceAll("CHANNEL_ID", channelId)
        .replace("pw_…", service.key)
        // Each answer on its own line, and a refusal is a failure.
        .replaceAll("curl ", "curl --silent --show-error --fail-with-body --write-out '\\n' ");
      const env = { PATH: process.env["PATH"], POSTWRIGHT_KEY: service.key, NODE_ENV: "production" as const };
      const { stdout } = await promisify(execFile)("sh", ["-ec", commands], { cwd: folder, env });
      const answers = stdout.split("\n").filter((line) => line.startsWith("{"));
      expect(stdout.trim()).not.toBe("");
      for (const answer of answers) expect(JSON.parse(answer)).toHaveProperty("data");
    }
  },
);

/** Returns why an example is not as the contract says, or null. */
function findJsonProblem(value: Record<string, unknown>): string | null {
  const type = value["type"];
  if (typeof type === "string" && "timestamp" in value) {
    const message = webhookMessages[type as keyof typeof webhookMessages];
    return message?.safeParse(value).success ? null : `no message of a webhook: ${type}`;
  }
  if (typeof value["error"] !== "object") return null;
  const { code, message } = value["error"] as Record<string, unknown>;
  return String(code) in errorStatus && typeof message === "string" ? null : `no error of the API: ${code}`;
}

test.for(forPrograms.map((guide) => [guide.slug, guide.file] as const))(
  "the data that the guide %s shows is valid, and messages and errors are those of the contract",
  ([, file]) => {
    for (const { lang, text } of listCode(file)) {
      if (lang === "json") expect(findJsonProblem(JSON.parse(text))).toBeNull();
      if (lang === "yaml") expect(parse(text)).toBeTypeOf("object");
      expect(lang, text).toMatch(/^(sh|json|yaml|js|ts|csv)$/);
    }
  },
);

test("an example that the contract does not know is found", () => {
  expect(findJsonProblem({ type: "post.vanished", timestamp: "2027-01-01T00:00:00Z", data: {} })).toContain("vanished");
  expect(findJsonProblem({ error: { code: "nope", message: "No." } })).toContain("nope");
});

test("the guide of errors lists every code with its status, and the guide of keys every scope", () => {
  const errors = read("docs/errors.md");
  for (const [code, status] of Object.entries(errorStatus)) expect(errors).toContain(`| ${status} | \`${code}\` |`);
  const keys = read("docs/authentication.md");
  for (const scope of scopes) expect(keys).toContain(`| \`${scope}\` | ${getScopeLabel(scope)} |`);
});

test("the rotation that the guide of keys shows is accepted", async () => {
  const headers = { "x-api-key": service.key, "content-type": "application/json" };
  const create = { name: "Release bot", scopes: ["posts:read"] };
  const created = await fetch(`${service.url}/keys`, { method: "POST", headers, body: JSON.stringify(create) });
  const { data } = await created.json();
  const [body] = listCode("docs/authentication.md").filter(({ lang }) => lang === "json");
  const rotated = await fetch(`${service.url}/keys/${data.id}/rotate`, {
    method: "POST",
    headers,
    body: body?.text ?? "",
  });
  expect(rotated.ok).toBe(true);
});

test("the numbers in the guide of limits are those of the service", async () => {
  const number = (value: number) => value.toLocaleString("en-GB");
  const rows = [
    `| channels of one post | ${serverOnlyLimits.channelsPerPost} |`,
    `| parts of a thread | ${limits.parts} |`,
    `| characters of one part | ${number(limits.partCharacters)} |`,
    `| characters of all parts | ${number(limits.postCharacters)} |`,
    `| images of one part | ${limits.imagesPerPost} |`,
    `| points | ${number(limits.pointsMax)} |`,
    `| time ahead | ${serverOnlyLimits.scheduledAheadYears} years |`,
    `| pixels | ${limits.imagePixels / 1_000_000} million |`,
    `| characters of a description | ${number(limits.altCharacters)};`,
    `| API keys of a member | ${limits.keysPerMember} |`,
    `| webhooks of an organization | ${limits.webhooksPerOrganization} |`,
    `| channels of an organization | ${serverOnlyLimits.channelsPerOrganization} |`,
    `| drafts and templates of a member | ${serverOnlyLimits.draftsPerMember} |`,
    `| posting slots of a member, and of the team, each | ${limits.slotsPerList} |`,
    `| open invitations | ${serverOnlyLimits.openInvitations} |`,
    `A page has ${serverOnlyLimits.pageSizeDefault} rows by default and at most ${limits.pageSizeMax}. \`offset\` goes up to ${number(limits.offsetMax)}.`,
  ];
  const guide = read("docs/limits.md");
  for (const row of rows) expect(guide).toContain(row);
});
