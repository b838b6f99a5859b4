import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Writable } from "node:stream";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makePool } from "#lib/service/db/open";
import { openTestService, type TestService } from "#lib/service/http/testing";
import { presentError } from "#lib/service/log";
import { makeGuardedFetch } from "#lib/service/outbound/guarded-fetch";
import type { Account, Io, IoFor, PlatformRequest } from "./connector.ts";
import { makeReadOutside } from "./outside-io.ts";
import type { Platform, Secret } from "./platform.ts";
import {
  connectScripted,
  firstSecret,
  openOutside,
  openScriptedServer,
  type ScriptedServer,
  scriptedPlatform,
} from "./testing-scripted.ts";
import { readSecret, saveSecret } from "./vault.ts";

let service: TestService;
let server: ScriptedServer;
let account: Account;
let lines: string[];
const ending: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  service = await openTestService();
  server = await openScriptedServer();
  lines = [];
  const { context, org } = service;
  account = await connectScripted(context, server, { id: context.clock.newId(), orgId: org.orgId });
});
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
  await server.close();
  await service.close();
});

const store = (secret: Partial<Secret> = {}) =>
  saveSecret(service.context.pool, service.context.sealer, account.channelId, firstSecret(secret));
const stored = () => readSecret(service.context.pool, service.context.sealer, account.channelId);

function logOfTest() {
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return pino({ level: "trace", serializers: { err: presentError } }, sink);
}

function outside(over: { pool?: TestService["context"]["pool"]; platform?: Platform; hosts?: string[] } = {}): IoFor {
  const { context } = service;
  const platform = over.platform ?? scriptedPlatform();
  return openOutside({ ...context, log: logOfTest(), platform, hosts: [server.host], ...over });
}

function ioOf(ioFor: IoFor, signal = new AbortController().signal, practice = false): Io {
  return ioFor({ platform: "x", practice, account, signal, keep: async () => {} });
}

const post = (key = "k"): PlatformRequest => ({
  ...{ url: `${server.url}/items`, method: "POST", body: JSON.stringify({ key, text: key }), effect: "write" },
});
const look = (): PlatformRequest => ({ url: `${server.url}/items`, method: "GET", effect: "read" });

describe("a request of a connector", () => {
  test("goes out with the account's own key, and its answer is read as JSON", async () => {
    await store();
    const answer = await ioOf(outside()).call(post());
    expect(answer).toMatchObject({ is: "answer", status: 201, json: { id: "item-1" } });
    expect(server.heard.map(({ path, token }) => [path, token])).toEqual([["/items", "access-1"]]);
  });

  test("of which no answer came may have arrived when it was a write, and may be done again when it was a read", async () => {
    await store();
    server.state.after = () => "cut";
    const io = ioOf(outside());
    expect(await io.call(post())).toMatchObject({ is: "lost" });
    expect(server.items).toHaveLength(1);
    expect(await io.call(look())).toMatchObject({ is: "unsent" });
  });

  test("that never left may be done again also when it was a write", async () => {
    await store();
    await server.close();
    expect(await ioOf(outside()).call(post())).toMatchObject({ is: "unsent" });
    server = await openScriptedServer();
  });

  test("to an address inside is refused, on every platform", async () => {
    await store();
    const io = ioOf(outside({ hosts: [] }));
    expect(await io.call(post())).toMatchObject({ is: "refused" });
    for (const url of ["https://169.254.169.254/latest", "https://localhost/", "http://example.org/"]) {
      expect(await io.call({ ...look(), url })).toMatchObject({ is: "refused" });
    }
    expect(server.heard).toEqual([]);
  });

  test("is not led elsewhere: a redirect is the answer", async () => {
    await store();
    server.state.before = () => ({ status: 302, headers: { location: `${server.url}/elsewhere` } });
    expect(await ioOf(outside()).call(look())).toMatchObject({ is: "answer", status: 302 });
    expect(server.heard).toHaveLength(1);
  });

  test("whose answer is no JSON, or longer than we read, has none", async () => {
    await store();
    server.state.before = () => ({ status: 200, json: "x".repeat(2_000) });
    const io = ioOf(outside());
    expect(await io.call({ ...look(), answerBytesMax: 100 })).toMatchObject({ status: 200, json: undefined });
    expect(await io.call(look())).toMatchObject({ json: "x".repeat(2_000) });
  });

  test("of a practice channel stays inside, and so does one of a platform that nobody knows", async () => {
    await store();
    expect(await ioOf(outside(), undefined, true).call(post())).toMatchObject({ is: "refused" });
    expect(server.heard).toEqual([]);
  });

  test("ends with its work", async () => {
    await store();
    const held = Promise.withResolvers<null>();
    server.state.before = () => held.promise;
    const asked = ioOf(outside(), AbortSignal.timeout(100)).call(post());
    expect(await asked).toMatchObject({ is: "lost" });
    held.resolve(null);
  });
});

describe("images", () => {
  const image = { fileName: `${"a".repeat(40)}.png`, mime: "image/png", width: 1, height: 1, alt: "" };

  test("are read whole, and a missing one throws", async () => {
    const io = ioOf(outside());
    await expect(io.readImage(image)).rejects.toThrow();
    await service.context.media.put(image.fileName, Buffer.from([1, 2, 3]), "image/png");
    expect([...(await io.readImage(image))]).toEqual([1, 2, 3]);
  });

  test("have an address only where anybody could fetch them", () => {
    expect(ioOf(outside()).imageUrl(image)).toBe(`https://desk.example.org/media/${image.fileName}`);
  });
});

test("a picture at an address that a platform told comes through the guard, whole or not at all", async () => {
  const picture = Buffer.from([0, 255, 254, 128]);
  const holder = createServer((request, response) => {
    response.writeHead(request.url === "/gone" ? 404 : 200).end(picture);
  });
  await new Promise<void>((resolve) => holder.listen(0, "127.0.0.1", resolve));
  ending.push(() => new Promise((resolve) => holder.close(resolve)));
  const host = `127.0.0.1:${(holder.address() as AddressInfo).port}`;
  const read = makeReadOutside(makeGuardedFetch({ allow: new Set([host]) }));
  expect(await read(`http://${host}/`, 4)).toEqual(picture);
  expect(await read(`http://${host}/`, 3)).toBeNull();
  expect(await read(`http://${host}/gone`, 100)).toBeNull();
  expect(await makeReadOutside(makeGuardedFetch({ allow: new Set() }))(`http://${host}/`, 100)).toBeNull();
});

describe("access that has ended", () => {
  test("is refreshed once and the same is asked again; both new keys are stored", async () => {
    await store();
    server.endAccess();
    expect(await ioOf(outside()).call(post())).toMatchObject({ status: 201 });
    expect(server.heard.map(({ path }) => path)).toEqual(["/items", "/token", "/items"]);
    expect(await stored()).toMatchObject({ version: 2, secret: { access: "access-2", refresh: "refresh-2" } });
  });

  test("is refreshed before it ends, while less than ten minutes are left", async () => {
    const inMinutes = (minutes: number) => new Date(service.clock.now().getTime() + minutes * 60_000).toISOString();
    await store({ accessEndsAt: inMinutes(30) });
    const io = ioOf(outside());
    await io.call(look());
    expect(server.count("/token")).toBe(0);
    service.clock.add(21 * 60_000);
    await io.call(look());
    expect(server.heard.map(({ path, token }) => [path, token]).slice(1)).toEqual([
      ["/token", ""],
      ["/items", "access-2"],
    ]);
  });

  test("by two workers and ten sends at once: the platform is asked for one refresh", async () => {
    await store();
    server.endAccess();
    const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const workers = [0, 1].map(() => {
      const pool = makePool(service.database.connection, 4, silent);
      ending.push(() => pool.end());
      return outside({ pool });
    });
    const asked = Array.from({ length: 10 }, (_, index) => ioOf(workers[index % 2] as IoFor).call(post(`k${index}`)));
    for (const answer of await Promise.all(asked)) expect(answer).toMatchObject({ is: "answer", status: 201 });
    expect(server.count("/token")).toBe(1);
    expect(new Set(server.items.map(({ key }) => key)).size).toBe(10);
    expect(server.items).toHaveLength(10);
  });

  test("whose refresh got no answer is not refreshed again: the old access serves, then the account is signed out", async () => {
    const endsAt = new Date(service.clock.now().getTime() + 60_000).toISOString();
    await store({ accessEndsAt: endsAt });
    server.state.before = ({ path }) => (path === "/token" ? "cut" : null);
    const io = ioOf(outside());
    expect(await io.call(look())).toMatchObject({ is: "answer", status: 200 });
    expect(await io.call(look())).toMatchObject({ is: "answer", status: 200 });
    server.endAccess();
    expect(await io.call(post())).toMatchObject({ is: "signed_out" });
    expect(await io.call(post())).toMatchObject({ is: "signed_out" });
    expect(server.count("/token")).toBe(1);
    // Connected anew, all of it counts again.
    server.state.before = () => null;
    server.state.access = "access-9";
    await store({ access: "access-9", refresh: "refresh-1" });
    expect(await io.call(post())).toMatchObject({ status: 201 });
  });

  test("is stored although the transaction that refreshed it was lost: the former keys count no more", async () => {
    await store();
    server.endAccess();
    const { pool } = service.context;
    const losing = Object.assign(Object.create(pool), {
      query: pool.query.bind(pool),
      async connect() {
        const client = await pool.connect();
        const [query, release] = [client.query.bind(client), client.release.bind(client)] as const;
        return Object.assign(client, {
          query: (text: string, ...rest: never[]) =>
            text === "commit" ? Promise.reject(new Error("Connection terminated")) : query(text, ...rest),
          release(error?: Error) {
            Object.assign(client, { query, release });
            release(error);
          },
        });
      },
    });
    expect(await ioOf(outside({ pool: losing })).call(post())).toMatchObject({ status: 201 });
    expect(await stored()).toMatchObject({ version: 2, secret: { refresh: "refresh-2" } });
  });

  test("whose refresh ended in a fault of ours is not asked for again", async () => {
    await store();
    server.endAccess();
    let runs = 0;
    const platform: Platform = {
      ...scriptedPlatform(),
      refresh: {
        can: true,
        async run() {
          runs += 1;
          throw new Error("it fell over its answer");
        },
      },
    };
    const io = ioOf(outside({ platform }));
    expect(await io.call(post())).toMatchObject({ is: "signed_out" });
    expect(await io.call(post())).toMatchObject({ is: "signed_out" });
    expect(runs).toBe(1);
  });

  test("whose refresh could not be asked for may be asked again later, and nothing is lost", async () => {
    await store();
    server.endAccess();
    server.state.before = ({ path }) => (path === "/token" ? { status: 503 } : null);
    const io = ioOf(outside());
    expect(await io.call(post())).toMatchObject({ is: "unsent" });
    server.state.before = () => null;
    expect(await io.call(post())).toMatchObject({ status: 201 });
  });

  test("and was connected anew while the refresh was refused: the new keys count", async () => {
    await store();
    server.endAccess();
    server.state.before = async ({ path }) => {
      if (path !== "/token") return null;
      // The member's new keys wait for the lock, and are there when the refusal is read.
      void store({ access: "access-7", refresh: "refresh-7" }).catch(() => undefined);
      server.state.access = "access-7";
      return { status: 400, json: { error: "invalid_grant" } };
    };
    const io = ioOf(outside());
    await io.call(post("first"));
    await expect.poll(async () => (await stored())?.secret.access).toBe("access-7");
    expect(await io.call(post("second"))).toMatchObject({ status: 201 });
  });

  test("on a platform without refreshing is signed out, and so is an account without keys", async () => {
    const io = ioOf(outside({ platform: scriptedPlatform({ refreshes: false }) }));
    expect(await io.call(post())).toMatchObject({ is: "signed_out" });
    expect(server.heard).toEqual([]);
    await store();
    server.endAccess();
    expect(await io.call(post())).toMatchObject({ is: "signed_out" });
    expect(server.heard.map(({ path }) => path)).toEqual(["/items"]);
  });
});

test("the keys lie sealed for their own channel, and neither a log line nor an answer of ours ever holds one", async () => {
  const { context, org } = service;
  await store({ more: { webhook: "hush-webhook" } });
  const secrets = /access-\d|refresh-\d|hush-webhook/;
  const sealed = async () => (await context.pool.query("select sealed from channel_secrets")).rows[0].sealed;
  expect(await sealed()).not.toMatch(secrets);

  const io = ioOf(outside());
  server.endAccess();
  const throwing = scriptedPlatform();
  const thrown = ioOf(
    outside({
      platform: {
        ...throwing,
        authorize: (_request, { access }) => {
          throw new Error(`it failed over ${access}`);
        },
      },
    }),
  );
  server.state.after = ({ path }) => (path === "/token" ? null : "cut");
  const answers = [await thrown.call(post()), await io.call(post()), await io.call(post())];
  server.state.before = () => ({ status: 400, json: { error: "invalid_grant" } });
  answers.push(await ioOf(outside({ hosts: [] })).call(post()));
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join("")).not.toMatch(secrets);
  expect(JSON.stringify(answers)).not.toMatch(secrets);
  const listed = await service.call("GET", "/v1/channels", { key: org.key });
  expect(listed.text).toContain(account.channelId);
  expect(listed.text).not.toMatch(secrets);
  expect(listed.text).not.toContain(await sealed());

  // Moved to another channel it does not open.
  const other = await connectScripted(context, server, {
    id: context.clock.newId(),
    orgId: org.orgId,
    platform: "bluesky",
  });
  await context.pool.query(
    "insert into channel_secrets (channel_id, sealed) select $1, sealed from channel_secrets where channel_id = $2",
    [other.channelId, account.channelId],
  );
  expect(await readSecret(context.pool, context.sealer, other.channelId)).toBeNull();
});
