import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api, type EndpointName } from "#lib/contract/api.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { endpointExamples } from "#lib/contract/examples/endpoint-examples.ts";
import type { Refusal } from "#lib/service/core/refusal.ts";
import { callerKeys, callerService, closeCallers, openCallers, setOwner } from "#lib/service/http/testing/callers.ts";
import { endpointCalls } from "#lib/service/http/testing/endpoint-calls.ts";
import { checkFieldNames } from "./check-field-names.ts";
import { findNearestName } from "./nearest-name.ts";
import { parseQuery } from "./parse-request.ts";

beforeAll(async () => {
  await openCallers();
  // An owner has every scope, so only the unknown name can be the fault.
  const owner = await callerService.addMember("owner");
  setOwner(owner.key, owner.memberId);
});
afterAll(closeCallers);

const endpoints = Object.entries(api) as [EndpointName, Endpoint][];
const asOwner = (path: string, key = callerService.org.key) => callerService.call("GET", `/v1${path}`, { key });
const publish = (more: object) =>
  callerService.call("POST", "/v1/posts", {
    key: callerService.org.key,
    json: { channels: callerService.org.channelIds.slice(0, 1), text: "Hello", ...more },
  });

/**
 * Returns a text that differs when any row of the product differs. The times when keys and members were last seen are
 * left out.
 */
async function readEverything(): Promise<string> {
  const { pool } = callerService.database;
  const { rows } = await pool.query(
    `select table_name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'api_keys' order by table_name`,
  );
  const all = rows.map(
    ({ table_name: name }) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) as sum from "${name}" t`,
  );
  return JSON.stringify((await pool.query(`${all.join(" union all ")} order by name`)).rows);
}

describe("unknown fields", () => {
  test.for(endpoints)("%s rejects an unknown field and changes nothing", async ([name, endpoint]) => {
    const { path, sent } = await endpointCalls[name]();
    const key = callerKeys.get("owner");
    const before = await readEverything();
    const ask = (at: string, more = {}) => callerService.call(endpoint.method, `/v1${at}`, { key, ...sent, ...more });
    const query = await ask(`${path}${path.includes("?") ? "&" : "?"}statuz=failed`);
    const answers = [query];
    if (endpoint.method !== "GET" && endpoint.file === undefined) {
      answers.push(await ask(path, { json: { ...(sent?.json as object), statuz: "failed" } }));
    }
    if (sent?.body instanceof FormData) {
      sent.body.set("statuz", "failed");
      answers.push(await ask(path));
    }
    for (const { status, wire } of answers) {
      expect([status, wire.error.code, wire.error.field]).toEqual([400, "invalid_request", "statuz"]);
      expect(wire.error.message).toMatch(/^There is no (field|parameter) statuz\. /);
    }
    expect(await readEverything()).toBe(before);
  });

  test.for(endpoints.filter(([, endpoint]) => endpoint.body))(
    "an unknown field in any object of the body of %s is rejected",
    ([name, endpoint]) => {
      const body = endpointExamples[name].body as object;
      const places = objectsIn(body);
      for (const place of places) {
        const copy = structuredClone(body);
        let at = copy as Record<string, unknown>;
        for (const step of place) at = at[step] as Record<string, unknown>;
        at["zzz"] = 1;
        const refusal = refusalOf(() => endpoint.body && checkFieldNames(endpoint.body, copy));
        const field = [...place, "zzz"].join(".");
        // A record accepts any key; the parser checks the values.
        if (refusal === null) expect(["content.own", "values", "notices"]).toContain(place.join("."));
        else expect([refusal.code, refusal.field]).toEqual(["invalid_request", field]);
      }
      expect(places.length).toBeGreaterThan(0);
    },
  );

  test("the OpenAPI description rejects an unknown parameter", async () => {
    expect((await asOwner("/openapi.json?statuz=failed")).status).toBe(400);
  });
});

function objectsIn(value: unknown, at: string[] = []): string[][] {
  if (value === null || typeof value !== "object") return [];
  const inside = Object.entries(value).flatMap(([name, one]) => objectsIn(one, [...at, name]));
  return Array.isArray(value) ? inside : [at, ...inside];
}

function refusalOf(work: () => unknown): Refusal | null {
  try {
    work();
    return null;
  } catch (error) {
    return error as Refusal;
  }
}

describe("misspelled fields", () => {
  test.for([
    ["schedule_for", "scheduled_for"],
    ["scheduledFor", "scheduled_for"],
    ["ScheduledFor", "scheduled_for"],
    ["scheduled-for", "scheduled_for"],
    ["scheduled_at", "scheduled_for"],
    ["scheduledAt", "scheduled_for"],
    ["publish_at", "scheduled_for"],
    ["publishAt", "scheduled_for"],
    ["dueAt", "scheduled_for"],
    ["date", "scheduled_for"],
    ["is_draft", "draft"],
    ["isDraft", "draft"],
    ["drafts", "draft"],
    ["media_ids", "media"],
    ["mediaIds", "media"],
    ["images", "media"],
    ["channel_ids", "channels"],
    ["channelIds", "channels"],
    ["channel", "channels"],
    ["social_set_id", "channels"],
    ["integration", "channels"],
    ["content", "text"],
    ["txet", "text"],
    ["posts", "thread"],
    ["thred", "thread"],
    ["point", "points"],
    ["draftId", "draft_id"],
    ["submissionId", "submission_id"],
  ])("%s is rejected with the suggestion %s", async ([written, meant]) => {
    const { status, wire } = await publish({ [String(written)]: "2027-01-04T09:00:00Z" });
    expect([status, wire.error]).toEqual([
      400,
      {
        code: "invalid_request",
        field: written,
        message: `There is no field ${written}. Did you mean ${meant}?`,
      },
    ]);
    expect((await asOwner("/posts")).wire.pagination.total).toBe(0);
  });

  test("the message lists the accepted fields when no name is similar", async () => {
    const { wire } = await publish({ colour: "red" });
    expect(wire.error.message).toMatch(
      /^There is no field colour\. Accepted here: channels, text, thread, threads, media, /,
    );
    const empty = await callerService.call("POST", "/v1/me/leave", {
      key: callerService.org.key,
      json: { colour: "red" },
    });
    expect(empty.wire.error.message).toBe("There is no field colour. No field is accepted here.");
  });

  test("names of inherited object properties are rejected like other unknown names", async () => {
    for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
      const body = `{"channels":["x"],"text":"a",${JSON.stringify(name)}:{"draft":true}}`;
      const headers = { "content-type": "application/json" };
      const answer = await callerService.call("POST", "/v1/posts", { key: callerService.org.key, body, headers });
      expect([answer.status, answer.wire.error.field]).toEqual([400, name]);
      expect((await asOwner(`/posts?${name}=1`)).wire.error.field).toBe(name);
    }
  });

  test("a name of 100,000 characters is rejected at once and shortened in the message", async () => {
    const { status, wire } = await publish({ ["s".repeat(100_000)]: 1 });
    expect([status, wire.error.field.length]).toEqual([400, 101]);
    expect(findNearestName("s".repeat(100_000), ["scheduled_for"])).toBeNull();
  });
});

describe("list parameters", () => {
  test.for([
    ["status=failed&status=canceled"],
    ["status[]=failed&status[]=canceled"],
    ["status%5B%5D=failed&status%5B%5D=canceled"],
    ["status[0]=failed&status[1]=canceled"],
    ["status=failed,canceled"],
    ["status=failed%2Ccanceled"],
  ])("a list parameter can be written as %s", async ([query]) => {
    const key = (await callerService.addMember("member")).key;
    await callerService.create({ channels: callerService.org.channelIds.slice(0, 1), text: "a", draft: true }, key);
    expect((await asOwner(`/posts?${query}`, key)).wire.pagination.total).toBe(0);
    expect((await asOwner(`/posts?${query},draft`, key)).wire.pagination.total).toBe(1);
  });

  test.for([
    ["statuz=failed", "There is no parameter statuz. Did you mean status?"],
    ["statuses[]=failed", "There is no parameter statuses[]. Did you mean status?"],
    ["limit[]=2", "There is no parameter limit[]. Did you mean limit?"],
    ["pageSize=2", "There is no parameter pageSize. Did you mean limit?"],
    ["skip=2", "There is no parameter skip. Did you mean offset?"],
    ["channel_id=2", "There is no parameter channel_id. Did you mean channel?"],
    ["=2", "There is no parameter . Accepted here: status, limit, offset, "],
  ])("the query %s is rejected instead of listing everything", async ([query, message]) => {
    const { status, wire } = await asOwner(`/posts?${query}`);
    expect(status).toBe(400);
    expect(wire.error.message.startsWith(message)).toBe(true);
  });
});

test.each([
  ["from=2027-01-01", "from must be a date-time such as 2027-01-14T09:00:00Z."],
  [
    "from=2027-01-01T09:00:00+01:00",
    "from must be a date-time such as 2027-01-14T09:00:00Z; in an address, write + as %2B.",
  ],
  ["from=2027-01-01T09:00:00%2B01:00", undefined],
])("the query %s gets a sentence, or is accepted", async (query, message) => {
  expect((await asOwner(`/posts?${query}`)).wire.error?.message).toBe(message);
});

test("whatever is wrong with a parameter, the answer is a sentence that names it", () => {
  const sentences = endpoints.flatMap(([, endpoint]) =>
    Object.keys(endpoint.query?.shape ?? {}).flatMap((name) =>
      ["nonsense!", "-1", "", "9".repeat(400), "2027-13-01", "a b"].flatMap((value) => {
        try {
          parseQuery(endpoint, `?${name}=${encodeURIComponent(value)}`);
        } catch (error) {
          return error instanceof Error && error.message.startsWith(name) ? [error.message] : [];
        }
        return [];
      }),
    ),
  );
  expect(sentences.length).toBeGreaterThan(100);
  expect(sentences.filter((sentence) => /Invalid|expected|received|pattern/u.test(sentence))).toEqual([]);
});

describe("null values", () => {
  test("null in an optional field means not set", async () => {
    const nulls = { thread: null, media: null, points: null, draft: true, submission_id: null, draft_id: null };
    const { status, wire } = await publish(nulls);
    expect([status, wire.data[0].points, wire.data[0].posts]).toEqual([201, 20, [{ text: "Hello" }]]);
  });

  test("null as draft is refused, because an empty value of a workflow would publish at once", async () => {
    const { status, wire } = await publish({ draft: null });
    expect([status, wire.error.field, wire.error.message]).toEqual([400, "draft", "draft must be true or false."]);
  });

  test("null in a required field is rejected", async () => {
    const { status, wire } = await publish({ channels: null });
    expect([status, wire.error.field]).toEqual([400, "channels"]);
  });

  test("null keeps its meaning where the field defines one", async () => {
    const send = (json: object) =>
      callerService.call("PATCH", "/v1/organization", { key: callerService.org.key, json });
    expect((await send({ settings: { cap_day: 5 } })).wire.data.settings.cap_day).toBe(5);
    expect((await send({ name: null, settings: { cap_week: 7 } })).wire.data.settings.cap_day).toBe(5);
    expect((await send({ settings: { cap_day: null } })).wire.data.settings).toMatchObject({
      cap_day: null,
      cap_week: 7,
    });
  });
});
