import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { parseEnv } from "#lib/env.ts";
import { generateApiKey } from "#lib/service/api-keys/api-key-token.ts";
import { openService, type Service } from "#lib/service/bootstrap/service.ts";
import { createLog } from "#lib/service/core/log.ts";
import { openTestDatabase, type TestDatabase } from "#lib/service/db/testing/test-database.ts";
import { hourMs, minuteMs } from "#lib/time/time-units.ts";
import { waitUntil } from "./testing/publishing-fixture.ts";

const RealDate = Date;
const key = generateApiKey();

/** Shifts every `new Date()` and `Date.now()` of this process from now on. */
function setMachineOff(offMs: number): void {
  class WrongDate extends RealDate {
    constructor(...of: unknown[]) {
      if (of.length === 0) super(WrongDate.now());
      else super(...(of as [number]));
    }
    static override now = () => RealDate.now() + offMs;
  }
  vi.stubGlobal("Date", WrongDate);
}

let open: { service: Service; database: TestDatabase; folder: string } | null = null;

async function openWith(offMs: number) {
  setMachineOff(offMs);
  const database = await openTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), "pw-clock-"));
  const first = { SETUP_ORG: "Northwind", SETUP_NAME: "Ines", SETUP_EMAIL: "ines@example.org", SETUP_KEY: key };
  const env = parseEnv({ ...first, DATABASE_URL: database.url, DATA_DIR: folder, MEDIA_URL: `file://${folder}/media` });
  const service = await openService(env, {
    origin: "http://localhost:3000",
    secret: "the secret that seals in tests, 32 and more",
    log: createLog("silent"),
  });
  open = { service, database, folder };
  await service.start();
  return { service, database };
}

afterEach(async () => {
  vi.unstubAllGlobals();
  await open?.service.stop();
  await open?.database.drop();
  if (open) rmSync(open.folder, { recursive: true, force: true });
  open = null;
});

async function call(service: Service, method: string, path: string, json?: object) {
  const body = json && { body: JSON.stringify(json), headers: { "content-type": "application/json" } };
  const headers = { ...body?.headers, authorization: `Bearer ${key}` };
  const answer = await service.fetch(new Request(`http://localhost:3000/v1${path}`, { method, ...body, headers }));
  return { status: answer.status, json: (await answer.json()) as { data: never; error?: { message: string } } };
}

const inMs = (ms: number) => new RealDate(RealDate.now() + ms).toISOString();

async function channelOf(service: Service): Promise<string> {
  const { json } = await call(service, "GET", "/channels");
  return (json.data as { id: string; platform: string }[]).find(({ platform }) => platform === "x")?.id ?? "";
}

test.each([-2, 2])("a machine whose clock is %i hours off judges times by the database's clock", async (hours) => {
  const { service, database } = await openWith(hours * hourMs);
  const channels = [await channelOf(service)];
  const post = (json: object) => call(service, "POST", "/posts", { channels, ...json });

  const soon = await post({ text: "In ten minutes", scheduled_for: inMs(10 * minuteMs) });
  expect([soon.status, soon.json.data]).toMatchObject([201, [{ status: "scheduled" }]]);
  const past = await post({ text: "An hour ago", scheduled_for: inMs(-hourMs) });
  expect([past.status, past.json.error?.message]).toEqual([400, "scheduled_for is in the past."]);
  const far = await post({ text: "In a month", scheduled_for: inMs(30 * 24 * hourMs) });
  expect(far.status).toBe(201);

  const now = await post({ text: "Now" });
  const [{ id }] = now.json.data as [{ id: string }];
  const isOut = async () =>
    (await database.pool.query("select status from posts where id = $1", [id])).rows[0].status === "published";
  await waitUntil("it is out", isOut);
  const { rows } = await database.pool.query<{ kind: string; at: Date }>(
    `select kind, at from post_events where post_id = $1
     union all select 'row created', created_at from posts where id = $1
     union all select 'row published', published_at from posts where id = $1 order by at`,
    [id],
  );
  const kinds = rows.map(({ kind }) => kind);
  expect([kinds.slice(0, 2).sort(), kinds[2], kinds.slice(3).sort()]).toEqual([
    ["created", "row created"],
    "started",
    ["part_published", "published", "row published"],
  ]);
  for (const { at } of rows) expect(Math.abs(at.getTime() - RealDate.now())).toBeLessThan(5 * minuteMs);
});

test("a machine whose clock is changed while it runs keeps using the database's clock", async () => {
  const { service } = await openWith(0);
  const channels = [await channelOf(service)];
  for (const offMs of [3 * hourMs, -3 * hourMs, 0]) {
    setMachineOff(offMs);
    const soon = await call(service, "POST", "/posts", { channels, text: "Soon", scheduled_for: inMs(10 * minuteMs) });
    expect(soon.status).toBe(201);
    const past = await call(service, "POST", "/posts", { channels, text: "Past", scheduled_for: inMs(-10 * minuteMs) });
    expect(past.status).toBe(400);
  }
});
