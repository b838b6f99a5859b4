import { execFile } from "node:child_process";
import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatCodeSamples } from "#components/api-docs/code-samples.ts";
import { type ApiOperation, parseOpenApi } from "#components/api-docs/parse-open-api.ts";
import { redBlue } from "#lib/service/media/testing/test-images.ts";
import { openRunningService, type RunningService } from "./testing/running-service.ts";

let service: RunningService;
let folder: string;
let operations: ApiOperation[];
beforeAll(async () => {
  service = await openRunningService();
  folder = mkdtempSync(path.join(tmpdir(), "postwright-reference-"));
  writeFileSync(path.join(folder, "picture.jpg"), await redBlue(4, 4).jpeg().toBuffer());
  const description = parseOpenApi(await (await fetch(`${service.url}/openapi.json`)).json());
  operations = description?.groups.flatMap((group) => group.operations) ?? [];
}, 60_000);
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Replaces the ids of the description's examples that stand for something every installation has. */
async function createFill(): Promise<(code: string) => string> {
  const read = async (address: string, init: RequestInit = {}) =>
    (await fetch(service.url + address, { ...init, headers: { "x-api-key": service.key } })).json();
  const form = new FormData();
  form.set("file", await openAsBlob(path.join(folder, "picture.jpg")), "picture.jpg");
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

/** The answer of a printed call: status, error code and field. */
async function run(operation: ApiOperation, fill: (code: string) => string): Promise<string> {
  const [curl] = formatCodeSamples(operation, service.url);
  // A stream goes on after its first bytes.
  const quiet = "curl --silent --max-time 2 --write-out '\\n%{http_code}' ";
  const code = `${fill(curl?.code ?? "").replace("curl ", quiet)} || true`;
  const env = { PATH: process.env["PATH"], POSTWRIGHT_KEY: service.key, NODE_ENV: "production" as const };
  const { stdout } = await promisify(execFile)("sh", ["-c", code], { cwd: folder, env });
  const [status = "", ...lines] = stdout.trim().split("\n").reverse();
  if (status.startsWith("2")) return "accepted";
  const { error } = JSON.parse(lines.join(""));
  return [status, error.code, error.field].filter(Boolean).join(" ");
}

/** Calls that are refused as they are printed, with the reason beside. */
const refused: Readonly<Record<string, string>> = {
  // Only a person who is signed in may do this.
  "POST /members/{id}/reset-link": "403 forbidden",
  // The only owner can't go.
  "POST /me/leave": "409 conflict",
  // Points go to another member, whose id only the reader knows.
  "POST /awards": "404 not_found",
  // The server of the example does not exist.
  "POST /channels/connections": "400 invalid_request host",
  // A sign-in begins before it ends.
  "POST /channels/connections/finish": "404 not_found",
};

test("each curl of the reference is accepted as it is printed, apart from ids that only the reader knows", async () => {
  const fill = await createFill();
  const wrong: string[] = [];
  let accepted = 0;
  // An address with an id changes nothing here: nothing has the id of the example.
  for (const operation of operations) {
    const name = `${operation.method} ${operation.path}`;
    const answer = await run(operation, fill);
    if (answer === "accepted") accepted += 1;
    const expected = refused[name] ?? (operation.path.includes("{id}") ? "404 not_found" : "accepted");
    if (answer !== expected) wrong.push(`${name}: ${answer}`);
  }
  expect(wrong).toEqual([]);
  expect(accepted).toBeGreaterThan(50);
}, 120_000);
