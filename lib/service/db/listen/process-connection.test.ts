import { connect, createServer, type Server } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createLog } from "#lib/service/core/log.ts";
import { pgChannels } from "#lib/service/db/pg-notifications.ts";
import { openTestDatabase, type TestDatabase } from "#lib/service/db/testing/test-database.ts";
import { findFreePort } from "#lib/testing/free-port.ts";
import { createProcessConnection, listSharersSql, processConnectionName } from "./process-connection.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => await database.drop());

const log = createLog("silent");
const notify = (channel: string, payload: string) =>
  database.pool.query("select pg_notify($1, $2)", [channel, payload]);
const ofThisDatabase = `from pg_stat_activity where datname = current_database() and application_name = '${processConnectionName}'`;
const countConnections = async () =>
  Number((await database.pool.query(`select count(*) ${ofThisDatabase}`)).rows[0].count);
const countSharers = async () => (await database.pool.query(listSharersSql("workers"))).rowCount;

/** Answers on the port as the database does, from this moment on. */
async function openDoor(port: number): Promise<Server> {
  const socket = path.join(String(database.connection.host), ".s.PGSQL.5432");
  const door = createServer((client) => {
    const server = connect(socket);
    for (const one of [client, server]) one.on("error", () => undefined);
    client.pipe(server).pipe(client);
  });
  await new Promise<void>((resolve) => door.listen(port, "127.0.0.1", resolve));
  return door;
}

/** Subscribes and records what happens. */
async function record(own: ReturnType<typeof createProcessConnection>, channel: keyof typeof pgChannels) {
  const happened: string[] = [];
  const unsubscribe = await own.subscribe(pgChannels[channel], {
    onNotification: (payload) => happened.push(payload),
    onUp: () => happened.push("up"),
    onDown: () => happened.push("down"),
  });
  return { happened, unsubscribe };
}

test("a connection opened while the database is away comes up with the database and receives notifications", async () => {
  const port = await findFreePort();
  const own = createProcessConnection({ connection: { ...database.connection, host: "127.0.0.1", port }, log });
  const { happened, unsubscribe } = await record(own, "outbox");
  expect(own.isUp()).toBe(false);
  expect(await own.tryLock("a lock")).toBe("unavailable");

  const door = await openDoor(port);
  onTestFinished(async () => {
    await unsubscribe();
    door.close();
  });
  await expect.poll(() => own.isUp()).toBe(true);
  expect(happened).toEqual(["up"]);
  await notify(pgChannels.outbox, "hello");
  await expect.poll(() => happened).toEqual(["up", "hello"]);
});

test("a subscriber that connects before the next try leaves no second connection", async () => {
  const port = await findFreePort();
  const own = createProcessConnection({ connection: { ...database.connection, host: "127.0.0.1", port }, log });
  let refused = 0;
  const closedDoor = createServer((client) => {
    refused += 1;
    client.destroy();
  });
  await new Promise<void>((resolve) => closedDoor.listen(port, "127.0.0.1", resolve));
  const first = await record(own, "outbox");
  // The next try comes 0.8 s after the fourth one.
  await expect.poll(() => refused, { interval: 10 }).toBe(4);
  await new Promise((resolve) => closedDoor.close(resolve));
  const door = await openDoor(port);
  const second = await record(own, "outbox");
  onTestFinished(async () => {
    await first.unsubscribe();
    await second.unsubscribe();
    door.close();
  });
  // The second subscriber waits for the fifth try if the fourth is still failing.
  await expect.poll(() => second.happened).toEqual(["up"]);
  await database.pool.query("select pg_sleep(1)");
  expect(await countConnections()).toBe(1);
  await notify(pgChannels.outbox, "once");
  await expect
    .poll(() => [first.happened, second.happened])
    .toEqual([
      ["up", "once"],
      ["up", "once"],
    ]);
});

test("all subscribers share one connection, each receives only its channel, and the last one closes it", async () => {
  const own = createProcessConnection({ connection: database.connection, log });
  const [first, second] = await Promise.all([record(own, "outbox"), record(own, "apiKeys")]);
  const late = await record(own, "liveEvents");
  expect(await countConnections()).toBe(1);
  await notify(pgChannels.apiKeys, "key");
  await notify(pgChannels.liveEvents, "event");
  await notify(pgChannels.outbox, "row");
  await expect.poll(() => first.happened).toEqual(["up", "row"]);
  expect([second.happened, late.happened]).toEqual([
    ["up", "key"],
    ["up", "event"],
  ]);
  await first.unsubscribe();
  await second.unsubscribe();
  expect(own.isUp()).toBe(true);
  await late.unsubscribe();
  expect(own.isUp()).toBe(false);
  await expect.poll(countConnections).toBe(0);
  const again = await record(own, "outbox");
  expect(again.happened).toEqual(["up"]);
  await again.unsubscribe();
});

test("a lost connection is reported to every subscriber and replaced, and it shares its locks again", async () => {
  const own = createProcessConnection({ connection: database.connection, log });
  const unshare = await own.shareLock("workers");
  const [first, second] = await Promise.all([record(own, "outbox"), record(own, "apiKeys")]);
  expect(await countSharers()).toBe(1);
  await database.pool.query(`select pg_terminate_backend(pid, 10000) ${ofThisDatabase}`);
  await expect
    .poll(() => [first.happened, second.happened])
    .toEqual([
      ["up", "down", "up"],
      ["up", "down", "up"],
    ]);
  expect(await countSharers()).toBe(1);
  await unshare();
  expect(await countSharers()).toBe(0);
  await first.unsubscribe();
  await second.unsubscribe();
});
