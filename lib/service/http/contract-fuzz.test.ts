import { afterAll, beforeAll, expect, test } from "vitest";
import { api, type EndpointName } from "#lib/contract/api.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { redBlue } from "#lib/service/media/testing/test-images.ts";
import { callerService, closeCallers, openCallers, restoreOrganization, setOwner } from "./testing/callers.ts";
import { type DescribedSchema, findSchemaFault } from "./testing/described-schema.ts";
import { type EndpointCall, endpointCalls } from "./testing/endpoint-calls.ts";
import { createDraw, createValidValue, type KnownValues, mutate, pick, strangeTexts } from "./testing/random-json.ts";
import type { AnyJson } from "./testing/test-service.ts";

/** `npm run fuzz` sends 10,000 requests; another seed sends others: `FUZZ_SEED=2 npm run fuzz`. */
const seed = Number(process.env["FUZZ_SEED"] ?? 1);
const asked = process.env["FUZZ_REQUESTS"];
const requests = Number(asked ?? 500);
/**
 * Milliseconds that an answer of a long run may take. A slower one is asked for again first: the machine may be busy.
 * `npm test` measures no time.
 */
const slowMs = asked === undefined ? Number.POSITIVE_INFINITY : 1_000;
/** Requests made from one valid call, which costs several requests to prepare. */
const perCall = 5;

let described: AnyJson;
let known: KnownValues;
const faults: unknown[] = [];

beforeAll(async () => {
  await openCallers();
  const owner = await callerService.addMember("owner");
  setOwner(owner.key, owner.memberId);
  described = (await callerService.call("GET", "/v1/openapi.json")).wire;
  Object.assign(callerService.context.log, { error: (line: { err?: unknown }) => void faults.push(line.err ?? line) });
  const channels = callerService.org.channelIds;
  const members = [owner.memberId, callerService.org.memberId];
  const [post] = await callerService.create({ channels: channels.slice(0, 1), text: "Known", draft: true });
  const posts = [post?.id];
  const zones = ["Europe/Berlin", "UTC"];
  const ids = { channels, channel: channels, channel_id: channels, channel_ids: channels, move_to: channels };
  const people = { member: members, members, to: members, by: members };
  // Nothing outside may be reached.
  const outside = { media: [], media_urls: ["https://127.0.0.1/a.png"], url: ["https://hooks.example.org/"] };
  known = { ...ids, ...people, ...outside, id: posts, post_id: posts, submission_id: posts, zone: zones };
});
afterAll(closeCallers);

const resolve = (reference: string): DescribedSchema => described.components.schemas[reference.split("/").at(-1) ?? ""];
const endpoints = Object.entries(api) as [EndpointName, Endpoint][];
const operationOf = ({ path, method }: Endpoint): AnyJson => described.paths[path][method.toLowerCase()];

type FuzzRequest = { method: string; path: string; json?: unknown; body?: BodyInit };

/** Returns a request for an endpoint: one in two valid as far as the schema says, the others changed in one place. */
function createRequest(draw: ReturnType<typeof createDraw>, endpoint: Endpoint, call: EndpointCall): FuzzRequest {
  const operation = operationOf(endpoint);
  const [address = ""] = call.path.split("?");
  const isMutated = draw(2) === 0;
  const query = new URLSearchParams();
  for (const { name, schema, required, in: place } of operation.parameters ?? []) {
    if (place !== "query" || (!required && draw(3) > 0)) continue;
    const value = [createValidValue(draw, schema, resolve, known, name)].flat().join(",");
    query.set(name, isMutated && draw(2) === 0 ? pick(draw, strangeTexts) : value);
  }
  if (isMutated && draw(8) === 0) query.set(pick(draw, ["statuz", "limit[]", "__proto__", "q[0]"]), "1");
  const steps = address.split("/");
  const ids = endpoint.path.split("/").flatMap((step, at) => (step.startsWith("{") ? [at] : []));
  if (isMutated && ids.length > 0 && draw(4) === 0) {
    steps[pick(draw, ids)] = encodeURIComponent(pick(draw, strangeTexts).toWellFormed() || "x");
  }
  const path = `${steps.join("/")}${query.size > 0 ? `?${query}` : ""}`;
  const { method } = endpoint;
  if (call.sent?.body !== undefined) return { method, path, body: call.sent.body as BodyInit };
  const schema = operation.requestBody?.content["application/json"]?.schema;
  if (!schema) return { method, path };
  const base = draw(3) === 0 && call.sent?.json ? call.sent.json : createValidValue(draw, schema, resolve, known);
  return { method, path, json: isMutated ? mutate(draw, base) : base };
}

/** Returns what the description forbids in a request; null for a request that it allows. */
function findRequestFault(endpoint: Endpoint, { path, json }: FuzzRequest): string | null {
  const operation = operationOf(endpoint);
  const parameters = new Map<string, AnyJson>((operation.parameters ?? []).map((one: AnyJson) => [one.name, one]));
  const steps = path.split("?")[0]?.split("/") ?? [];
  for (const [at, step] of endpoint.path.split("/").entries()) {
    if (!step.startsWith("{")) continue;
    const { schema } = parameters.get(step.slice(1, -1)) ?? { schema: {} };
    const fault = findSchemaFault(schema, decodeURIComponent(steps[at] ?? ""), resolve, step);
    if (fault) return fault;
  }
  for (const [name, text] of new URLSearchParams(path.split("?")[1])) {
    const parameter = parameters.get(name.replace(/\[\d*\]$/, ""));
    if (parameter?.in !== "query") return `the parameter ${name} is unknown`;
    const options: DescribedSchema[] = parameter.schema.anyOf ?? [parameter.schema];
    const fits = options.some((schema) => findSchemaFault(schema, fromQuery(schema, text), resolve) === null);
    if (!fits) return `the parameter ${name}`;
  }
  const schema = operation.requestBody?.content["application/json"]?.schema;
  if (!schema || (json === undefined && !operation.requestBody.required)) return null;
  const fault = findSchemaFault(schema, json, resolve);
  // Null in an optional field counts as absent: generated clients send it.
  return fault && findSchemaFault(schema, withoutNulls(json), resolve) ? fault : null;
}

function fromQuery({ type }: DescribedSchema, text: string): unknown {
  if (type === "array") return text.split(",");
  if (type === "boolean") return text === "true" || (text === "false" ? false : text);
  return type === "integer" && /^-?\d+$/.test(text) ? Number(text) : text;
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).filter(([, one]) => one !== null);
  return Object.fromEntries(entries.map(([name, one]) => [name, withoutNulls(one)]));
}

function formatCurl({ method, path, json }: FuzzRequest): string {
  const quote = (text: string) => `'${text.replaceAll("'", "'\\''").slice(0, 2_000)}'`;
  const more = json === undefined ? "" : ` -H 'content-type: application/json' -d ${quote(JSON.stringify(json))}`;
  return `curl -X ${method} ${quote(`http://localhost:3000/v1${path}`)} -H "x-api-key: $KEY"${more}`;
}

async function send(request: FuzzRequest): Promise<{ answer: AnyJson; ms: number }> {
  const { method, path, json, body } = request;
  const startedAt = performance.now();
  const more = method === "GET" ? {} : { ...(json !== undefined && { json }), ...(body !== undefined && { body }) };
  const answer = await callerService.call(method, `/v1${path}`, { key: callerService.org.key, ...more });
  return { answer, ms: performance.now() - startedAt };
}

/** Returns what is wrong with an answer; null if nothing is. */
function findAnswerFault(endpoint: Endpoint, request: FuzzRequest, { status, wire, text, headers }: AnyJson) {
  if (status >= 500) return `${status} ${text} ${String(faults[0])}`;
  const responses = operationOf(endpoint).responses;
  const given = responses[String(status)];
  if (!given) return `${status} is not described: ${text.slice(0, 300)}`;
  const response = given.$ref ? described.components.responses[given.$ref.split("/").at(-1)] : given;
  const type = String(headers.get("content-type")).split(";")[0] ?? "";
  const { schema } = response.content[type] ?? {};
  if (!schema) return `the content type ${type} is not described`;
  if (!headers.get("x-request-id")) return "no x-request-id";
  const fault = type === "application/json" && !endpoint.stream ? findSchemaFault(schema, wire, resolve) : null;
  if (fault) return `the answer is not as described: ${fault} in ${text.slice(0, 600)}`;
  const forbidden = status < 300 ? findRequestFault(endpoint, request) : null;
  return forbidden && `${status} for a request that the description forbids: ${forbidden}`;
}

test("no generated request gets a server error, an undescribed answer, or a success that the description forbids", async () => {
  const draw = createDraw(seed);
  const wrong: string[] = [];
  const statuses: Record<string, number> = {};
  let sent = 0;
  while (sent < requests && wrong.length < 10) {
    const [name, endpoint] = pick(draw, endpoints);
    const call = await endpointCalls[name]();
    for (let round = 0; round < perCall && sent < requests; round += 1) {
      const request = createRequest(draw, endpoint, call);
      faults.length = 0;
      let { answer, ms } = await send(request);
      sent += 1;
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      const fault = findAnswerFault(endpoint, request, answer);
      if (ms > slowMs) ({ ms, answer } = await send(request));
      if (fault || ms > slowMs) wrong.push(`${fault ?? `${Math.round(ms)} ms, twice`}\n${formatCurl(request)}`);
    }
    await restoreOrganization(name);
  }
  process.stdout.write(`seed ${seed}: ${sent} requests, statuses ${JSON.stringify(statuses)}\n`);
  expect(wrong, `FUZZ_SEED=${seed}`).toEqual([]);
  // Both kinds of requests must reach the service.
  expect(statuses["200"]).toBeGreaterThan(requests / 10);
  expect(statuses["400"]).toBeGreaterThan(requests / 10);
}, 1_800_000);

/** Lengths of the start of a file: each up to 64 bytes, and 50 others. */
const cutLengths = (draw: ReturnType<typeof createDraw>, bytes: Buffer) => [
  ...Array.from({ length: 65 }, (_, at) => at),
  ...Array.from({ length: 50 }, () => draw(bytes.length)),
];

test.each(["jpeg", "png", "webp", "gif"] as const)(
  "no cut or changed %s gets a server error",
  async (format) => {
    const draw = createDraw(seed);
    const whole = await redBlue(40, 30)[format]().toBuffer();
    const changed = Array.from({ length: 150 }, () => {
      const bytes = Buffer.from(whole);
      // Most changes hit the headers, where a parser reads lengths and types.
      const at = draw(3) > 0 ? draw(64) : draw(bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << draw(8));
      return bytes;
    });
    const wrong: string[] = [];
    for (const bytes of [...cutLengths(draw, whole).map((length) => whole.subarray(0, length)), ...changed]) {
      const body = new FormData();
      body.set("file", new Blob([new Uint8Array(bytes)]), "a");
      const { status, text } = await callerService.call("POST", "/v1/media", { key: callerService.org.key, body });
      if (status !== 201 && status !== 400)
        wrong.push(`${status} ${text} for ${bytes.length} B ${bytes.toString("hex", 0, 64)}`);
    }
    expect(wrong, `FUZZ_SEED=${seed}`).toEqual([]);
  },
  120_000,
);
