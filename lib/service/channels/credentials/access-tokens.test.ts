import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ConnectorIoFactory } from "#lib/service/channels/core/connector.ts";
import type { Platform } from "#lib/service/channels/core/platform.ts";
import { type ConnectorIoFixture, openConnectorIoFixture } from "#lib/service/channels/testing/connector-io-fixture.ts";
import { createScriptedPlatform, createSecret } from "#lib/service/channels/testing/scripted-platform.ts";
import { createPool } from "#lib/service/db/open-database.ts";
import { saveReconnectDate } from "./account-secrets.ts";

let stage: ConnectorIoFixture;
beforeEach(async () => {
  stage = await openConnectorIoFixture();
});
afterEach(() => stage.close());

describe("expired access", () => {
  test("an expired token is refreshed once, the request is repeated, and both new tokens are stored", async () => {
    await stage.store();
    stage.server.endAccess();
    expect(await stage.ioOf(stage.outside()).call(stage.post())).toMatchObject({ status: 201 });
    expect(stage.server.heard.map(({ path }) => path)).toEqual(["/items", "/token", "/items"]);
    expect(await stage.stored()).toMatchObject({ version: 2, secret: { access: "access-2", refresh: "refresh-2" } });
  });

  test("a token is refreshed before it expires, when less than ten minutes are left", async () => {
    const { clock } = stage.service;
    const inMinutes = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000).toISOString();
    await stage.store({ accessEndsAt: inMinutes(30) });
    const io = stage.ioOf(stage.outside());
    await io.call(stage.look());
    expect(stage.server.count("/token")).toBe(0);
    clock.add(21 * 60_000);
    await io.call(stage.look());
    expect(stage.server.heard.map(({ path, token }) => [path, token]).slice(1)).toEqual([
      ["/token", ""],
      ["/items", "access-2"],
    ]);
  });

  test("a refresh stores the date of the next sign-in, and never over a newer one", async () => {
    const { context } = stage.service;
    const date = "2027-11-20T00:00:00.000Z";
    const secret = createSecret({ refreshEndsAt: date });
    const refresh = { can: true as const, run: async () => ({ type: "refreshed" as const, secret }) };
    const readDate = async () =>
      (await context.pool.query("select access_ends_at from channels where id = $1", [stage.account.channelId])).rows;
    await stage.store();
    stage.server.endAccess();
    await stage.ioOf(stage.outside({ platform: { ...createScriptedPlatform(), refresh } })).call(stage.look());
    expect(await readDate()).toEqual([{ access_ends_at: new Date(date) }]);
    const older = { ...secret, refreshEndsAt: "2027-01-01T00:00:00.000Z" };
    await saveReconnectDate(context.pool, stage.account.channelId, { secret: older, version: 1 });
    expect(await readDate()).toEqual([{ access_ends_at: new Date(date) }]);
  });

  test("two workers with ten concurrent requests cause one refresh", async () => {
    await stage.store();
    stage.server.endAccess();
    const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const workers = [0, 1].map(() => {
      const pool = createPool(stage.service.database.connection, 4, silent);
      stage.ending.push(() => pool.end());
      return stage.outside({ pool });
    });
    const asked = Array.from({ length: 10 }, (_, index) =>
      stage.ioOf(workers[index % 2] as ConnectorIoFactory).call(stage.post(`k${index}`)),
    );
    for (const answer of await Promise.all(asked)) expect(answer).toMatchObject({ type: "answer", status: 201 });
    expect(stage.server.count("/token")).toBe(1);
    expect(new Set(stage.server.items.map(({ key }) => key)).size).toBe(10);
    expect(stage.server.items).toHaveLength(10);
  });

  test("a refresh without an answer keeps the old token in use and is retried after 1, 5 and every 15 minutes", async () => {
    const { clock } = stage.service;
    await stage.store({ accessEndsAt: new Date(clock.now().getTime() + 60_000).toISOString() });
    stage.server.state.before = ({ path }) => (path === "/token" ? "cut" : null);
    const io = stage.ioOf(stage.outside());
    let asked = 0;
    for (const minutes of [1, 5, 15, 15]) {
      // Only the first call of each interval tries a refresh; all calls succeed with the old access token.
      for (let call = 0; call < 3; call += 1)
        expect(await io.call(stage.look())).toMatchObject({ type: "answer", status: 200 });
      asked += 1;
      expect(stage.server.count("/token")).toBe(asked);
      clock.add(minutes * 60_000 - 10_000);
      await io.call(stage.look());
      expect(stage.server.count("/token")).toBe(asked);
      clock.add(10_000);
    }
    stage.server.state.before = () => null;
    expect(await io.call(stage.post())).toMatchObject({ status: 201 });
    expect(await stage.stored()).toMatchObject({ version: 2, secret: { refresh: "refresh-2" }, retry: null });
  });

  test("during a refresh without an answer, requests count as unsent and nobody is signed out", async () => {
    await stage.store();
    stage.server.endAccess();
    stage.server.state.before = ({ path }) => (path === "/token" ? "cut" : null);
    const io = stage.ioOf(stage.outside());
    const calls = [io.call(stage.post("a")), io.call(stage.post("b")), io.call(stage.post("c"))];
    for (const answer of await Promise.all(calls)) expect(answer).toMatchObject({ type: "unsent" });
    expect(await io.call(stage.post())).toMatchObject({ type: "unsent" });
    expect(stage.server.count("/token")).toBe(1);
    expect(await stage.stored()).toMatchObject({ version: 1, isSpent: false });
  });

  test("a completed refresh whose answer was lost signs the account out once the platform refuses the token", async () => {
    await stage.store();
    stage.server.endAccess();
    stage.server.state.after = ({ path }) => (path === "/token" && stage.server.count("/token") === 1 ? "cut" : null);
    const io = stage.ioOf(stage.outside());
    expect(await io.call(stage.post())).toMatchObject({ type: "unsent" });
    stage.service.clock.add(60_000);
    expect(await io.call(stage.post())).toMatchObject({ type: "signed_out" });
    expect(await io.call(stage.post())).toMatchObject({ type: "signed_out" });
    expect(stage.server.count("/token")).toBe(2);
    stage.server.state.access = "access-9";
    await stage.store({ access: "access-9", refresh: "refresh-1" });
    expect(await io.call(stage.post())).toMatchObject({ status: 201 });
  });

  test("a delayed refresh reports its reason, with the platform's own sentence where there is one", async () => {
    await stage.store();
    stage.server.endAccess();
    const why = "The app credentials are missing.";
    const refresh = { can: true as const, run: async () => ({ type: "unclear" as const, why }) };
    const io = stage.ioOf(stage.outside({ platform: { ...createScriptedPlatform(), refresh } }));
    expect(await io.call(stage.post())).toEqual({ type: "unsent", why });
    expect(await io.call(stage.post())).toEqual({ type: "unsent", why });
  });

  test("a refresh is stored even if its transaction is lost, and the old tokens are no longer used", async () => {
    await stage.store();
    stage.server.endAccess();
    const { pool } = stage.service.context;
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
    expect(await stage.ioOf(stage.outside({ pool: losing })).call(stage.post())).toMatchObject({ status: 201 });
    expect(await stage.stored()).toMatchObject({ version: 2, secret: { refresh: "refresh-2" } });
  });

  test("a refresh that failed by our own fault is retried only after a minute", async () => {
    await stage.store();
    stage.server.endAccess();
    let runs = 0;
    const platform: Platform = {
      ...createScriptedPlatform(),
      refresh: {
        can: true,
        async run() {
          runs += 1;
          throw new Error("it fell over its answer");
        },
      },
    };
    const io = stage.ioOf(stage.outside({ platform }));
    expect(await io.call(stage.post())).toMatchObject({ type: "unsent" });
    expect(await io.call(stage.post())).toMatchObject({ type: "unsent" });
    expect(runs).toBe(1);
    stage.service.clock.add(60_000);
    expect(await io.call(stage.post())).toMatchObject({ type: "unsent" });
    expect(runs).toBe(2);
  });

  test("a refresh without a connection is retried later, and no credentials are lost", async () => {
    await stage.store();
    stage.server.endAccess();
    stage.server.state.before = ({ path }) => (path === "/token" ? { status: 503 } : null);
    const io = stage.ioOf(stage.outside());
    expect(await io.call(stage.post())).toMatchObject({ type: "unsent" });
    stage.server.state.before = () => null;
    expect(await io.call(stage.post())).toMatchObject({ status: 201 });
  });

  test("a reconnect during a refused refresh keeps the new credentials", async () => {
    await stage.store();
    stage.server.endAccess();
    stage.server.state.before = async ({ path }) => {
      if (path !== "/token") return null;
      // The member's new credentials wait for the lock, and are stored when the refusal is read.
      void stage.store({ access: "access-7", refresh: "refresh-7" }).catch(() => undefined);
      stage.server.state.access = "access-7";
      return { status: 400, json: { error: "invalid_grant" } };
    };
    const io = stage.ioOf(stage.outside());
    await io.call(stage.post("first"));
    await expect.poll(async () => (await stage.stored())?.secret.access).toBe("access-7");
    expect(await io.call(stage.post("second"))).toMatchObject({ status: 201 });
  });

  test("an account without stored credentials, or on a platform without refresh, is signed out", async () => {
    const io = stage.ioOf(stage.outside({ platform: createScriptedPlatform({ refreshes: false }) }));
    expect(await io.call(stage.post())).toMatchObject({ type: "signed_out" });
    expect(stage.server.heard).toEqual([]);
    await stage.store();
    stage.server.endAccess();
    expect(await io.call(stage.post())).toMatchObject({ type: "signed_out" });
    expect(stage.server.heard.map(({ path }) => path)).toEqual(["/items"]);
  });
});
