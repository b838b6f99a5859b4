import { execFile } from "node:child_process";
import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { formatCodeSamples } from "#components/api-docs/code-samples.ts";
import { type ApiOperation, parseOpenApi } from "#components/api-docs/parse-open-api.ts";
import { redBlue } from "#lib/service/media/testing/test-images.ts";
import { openRunningService, type RunningService } from "./testing/running-service.ts";

type Sample = { name: string; code: string; operation: ApiOperation };
/** A service of its own for each language: a second call of some endpoints is refused. */
type Reference = { service: RunningService; folder: string; samples: (language: string) => Sample[] };
const references: Reference[] = [];
afterAll(async () => {
  for (const { service, folder } of references) {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

async function openReference(): Promise<Reference> {
  const service = await openRunningService();
  const folder = mkdtempSync(path.join(tmpdir(), "postwright-reference-"));
  writeFileSync(path.join(folder, "picture.jpg"), await redBlue(4, 4).jpeg().toBuffer());
  const description = parseOpenApi(await (await fetch(`${service.url}/openapi.json`)).json());
  const operations = description?.groups.flatMap((group) => group.operations) ?? [];
  const fill = await createFill(service, path.join(folder, "picture.jpg"));
  const samples = (language: string) =>
    operations.map((operation) => {
      const sample = formatCodeSamples(operation, service.url).find((one) => one.language === language);
      return { name: `${operation.method} ${operation.path}`, code: fill(sample?.code ?? ""), operation };
    });
  const reference = { service, folder, samples };
  references.push(reference);
  return reference;
}

/** Replaces the ids of the description's examples that stand for something every installation has. */
async function createFill({ url, key }: RunningService, picture: string): Promise<(code: string) => string> {
  const read = async (address: string, init: RequestInit = {}) =>
    (await fetch(url + address, { ...init, headers: { "x-api-key": key } })).json();
  const form = new FormData();
  form.set("file", await openAsBlob(picture), "picture.jpg");
  const [channels, me, image] = await Promise.all([
    read("/channels"),
    read("/me"),
    read("/media", { method: "POST", body: form }),
  ]);
  const ids = { c1: channels.data[0].id, f1: me.data.membership.id, b1: image.data.id };
  return (code) =>
    Object.entries(ids).reduce(
      (text, [end, id]) => text.replaceAll(`019a6f00-0000-7000-8000-0000000000${end}`, id),
      code,
    );
}

/** Runs a program in the folder of the picture, with the key in its environment. */
async function run({ service, folder }: Reference, program: string, args: readonly string[]): Promise<string> {
  const env = { PATH: process.env["PATH"], POSTWRIGHT_KEY: service.key, NODE_ENV: "production" as const };
  return (await promisify(execFile)(program, args, { cwd: folder, env })).stdout.trim();
}

/** Status, error code and field of an answer; `accepted` for a good one. */
function formatOutcome(status: string, text: string): string {
  if (status.startsWith("2")) return "accepted";
  const { error } = JSON.parse(text);
  return [status, error.code, error.field].filter(Boolean).join(" ");
}

/** Calls that are refused as they are printed, with the reason beside. */
const refused: Readonly<Record<string, string>> = {
  // Only a person who is signed in may do this.
  "POST /members/{id}/reset-link": "403 forbidden",
  "DELETE /members/{id}/two-step": "403 forbidden",
  // The only owner can't go.
  "POST /me/leave": "409 conflict",
  // Points go to another member, whose id only the reader knows.
  "POST /awards": "404 not_found",
  // The server of the example does not exist.
  "POST /channels/connections": "400 invalid_request host",
  "GET /link-preview": "400 invalid_request url",
  // No post failed here.
  "POST /inbox/assignments": "404 not_found key",
  // A sign-in begins before it ends.
  "POST /channels/connections/finish": "404 not_found",
};

/** An address with an id changes nothing here: nothing has the id of the example. */
const getExpected = (name: string) => refused[name] ?? (name.includes("{id}") ? "404 not_found" : "accepted");

function expectOutcomes(outcomes: readonly (readonly [name: string, outcome: string])[]): void {
  expect(outcomes.filter(([name, outcome]) => outcome !== getExpected(name))).toEqual([]);
  expect(outcomes.filter(([, outcome]) => outcome === "accepted").length).toBeGreaterThan(50);
}

test("each curl of the reference is accepted as it is printed, apart from ids that only the reader knows", async () => {
  const reference = await openReference();
  const outcomes: [string, string][] = [];
  for (const { name, code } of reference.samples("curl")) {
    // A stream goes on after its first bytes.
    const measured = code.replace("curl ", "curl --silent --max-time 2 --write-out '\\n%{http_code}' ");
    const [status = "", ...lines] = (await run(reference, "sh", ["-c", `${measured} || true`])).split("\n").reverse();
    outcomes.push([name, formatOutcome(status, lines.join(""))]);
  }
  expectOutcomes(outcomes);
}, 120_000);

test("each TypeScript sample of the reference runs as it is printed", async () => {
  const reference = await openReference();
  // A stream never ends.
  const samples = reference
    .samples("TypeScript")
    .filter(({ operation }) => operation.answer?.contentType !== "text/event-stream");
  for (const [at, { code }] of samples.entries()) {
    writeFileSync(path.join(reference.folder, `${at}.mts`), `${code}\nexport { response, answer };\n`);
  }
  const program = `
    const outcomes = [];
    for (let at = 0; at < ${samples.length}; at += 1) {
      const { response, answer } = await import(\`./\${at}.mts\`);
      outcomes.push([String(response.status), typeof answer === "string" ? answer : JSON.stringify(answer)]);
    }
    console.log(JSON.stringify(outcomes));`;
  writeFileSync(path.join(reference.folder, "all.mts"), program);
  const found: [string, string][] = JSON.parse(await run(reference, process.execPath, ["all.mts"]));
  expectOutcomes(
    samples.map(({ name }, at) => [name, formatOutcome(found[at]?.[0] ?? "", found[at]?.[1] ?? "")] as const),
  );
}, 120_000);
