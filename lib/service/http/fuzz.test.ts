import { afterAll, beforeAll, expect, test } from "vitest";
import type * as z from "zod";
import { api, type EndpointName } from "#lib/contract/api.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { callerService, closeCallers, openCallers, restoreOrganization, setOwner } from "./testing/callers.ts";
import { endpointCalls } from "./testing/endpoint-calls.ts";

/**
 * Another seed generates other requests: `FUZZ_SEED=2 npx vitest run lib/service/http/fuzz.test.ts`. `FUZZ_ROUNDS`
 * generates more.
 */
const seed = Number(process.env["FUZZ_SEED"] ?? 1);
const rounds = Number(process.env["FUZZ_ROUNDS"] ?? 8);
const faults: unknown[] = [];

beforeAll(async () => {
  await openCallers();
  const owner = await callerService.addMember("owner");
  setOwner(owner.key, owner.memberId);
  Object.assign(callerService.context.log, { error: (line: { err?: unknown }) => void faults.push(line.err ?? line) });
});
afterAll(closeCallers);

const strange = [
  ..."\0|a\0b|\ud800|a\udc00b|\ufdfa|\u202e|\u0300||'|\\|%|%00|{}|null|true|NaN|-1|0|1.5|1e999|../../me|🏳️‍🌈".split("|"),
  ...["2147483648", "9007199254740993", "99999999999999999999", "abc", "A".repeat(5_000), "\ufdfa".repeat(24_990)],
  ...["00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"],
  ...["0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "2026-01-01T00:00:00+23:59"],
  ...["0000-01-01", "9999-12-31", "2026-02-30", "25:00", "Europe/Nowhere", "all", "https://[::1", "a@b"],
];
const otherwise: readonly unknown[] = [
  ...[null, true, false, 0, -1, 0.5, 2 ** 31, 2 ** 53 - 1, 2 ** 53, -(2 ** 31) - 1, 1e308, [], {}, [[]], [null], [{}]],
  ...[["\0"], ["a", "a"], { "\0": "a" }, { constructor: 1 }, Array.from({ length: 1_001 }, () => "a")],
];

/** Creates a pseudo-random number generator with a seed (mulberry32). */
function makeDraw(start: number) {
  let state = start;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Returns the path of every field of a body in the contract; lists by their first element, records by one key. */
function placesOf(schema: z.core.$ZodType, at: readonly string[] = []): (readonly string[])[] {
  const { def } = schema._zod;
  if ("innerType" in def) return placesOf(def.innerType as z.core.$ZodType, at);
  if (def.type === "pipe") return placesOf((def as z.core.$ZodPipeDef).in, at);
  const here = at.length === 0 ? [] : [at];
  if (def.type === "array") return [...here, ...placesOf((def as z.core.$ZodArrayDef).element, [...at, "0"])];
  if (def.type === "record") return [...here, ...placesOf((def as z.core.$ZodRecordDef).valueType, [...at, "key"])];
  if (def.type !== "object") return here;
  const { shape } = def as z.core.$ZodObjectDef;
  return [...here, ...Object.entries(shape).flatMap(([name, one]) => placesOf(one, [...at, name]))];
}

function put(body: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  if (step === "0") {
    const list = Array.isArray(body) ? body : [];
    return [put(list[0], rest, value), ...list.slice(1)];
  }
  const object = body !== null && typeof body === "object" ? body : {};
  return { ...object, [step]: put((object as Record<string, unknown>)[step], rest, value) };
}

const endpoints = (Object.entries(api) as [EndpointName, Endpoint][]).filter(([, endpoint]) => !endpoint.file);

test.for(endpoints)("no input to %s causes a server error", { timeout: 60_000 }, async ([name, endpoint]) => {
  const draw = makeDraw(seed * 7919 + endpoints.findIndex(([one]) => one === name));
  const pick = <T>(list: readonly T[]) => list[draw(list.length)] as T;
  const { path, sent } = await endpointCalls[name]();
  const [address = "", search] = path.split("?");
  const inPath = endpoint.path.split("/").flatMap((step, at) => (step.startsWith("{") ? [at] : []));
  const inQuery = Object.keys(endpoint.query?.shape ?? {});
  const inBody = endpoint.body ? placesOf(endpoint.body) : [];
  const wrong: unknown[] = [];
  const ask = async (at: string, json: unknown) => {
    faults.length = 0;
    // Text that UTF-8 can't hold arrives in JSON as an escape.
    const more = endpoint.method === "GET" || json === undefined ? {} : { json };
    const { status, text } = await callerService.call(endpoint.method, `/v1${at}`, {
      key: callerService.org.key,
      ...more,
    });
    if (status < 500) return;
    wrong.push({
      request: `${endpoint.method} ${at.slice(0, 300)}`,
      json: JSON.stringify(json)?.slice(0, 300),
      text,
      faults: [...faults],
    });
  };
  for (const place of inPath) {
    for (const word of [
      "%00",
      "abc",
      "%ED%A0%80",
      "A".repeat(2_000),
      "'",
      pick(strange).replace(/[\ud800-\udfff]/g, ""),
    ]) {
      const steps = address.split("/");
      steps[place] = word.startsWith("%") ? word : encodeURIComponent(word);
      await ask(steps.join("/"), sent?.json);
    }
  }
  for (const parameter of inQuery) {
    for (let round = 0; round < Math.max(2, rounds / 2); round += 1) {
      const query = new URLSearchParams(search);
      query.set(parameter, pick(strange));
      await ask(`${address}?${query}`, sent?.json);
    }
  }
  for (let round = 0; inBody.length > 0 && round < rounds + inBody.length; round += 1) {
    const place = round < inBody.length ? inBody[round] : pick(inBody);
    const value = draw(3) === 0 ? pick(otherwise) : pick(strange);
    await ask(path, put(sent?.json ?? {}, place ?? [], value));
  }
  await restoreOrganization(name);
  expect(wrong).toEqual([]);
});
