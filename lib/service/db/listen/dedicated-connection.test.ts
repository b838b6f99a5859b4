import { connect, createServer, type Server } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createLog } from "#lib/service/core/log.ts";
import { pgChannels } from "#lib/service/db/pg-notifications.ts";
import { openTestDatabase, type TestDatabase } from "#lib/service/db/testing/test-database.ts";
import { findFreePort } from "#lib/testing/free-port.ts";
import { openDedicatedConnection } from "./dedicated-connection.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => await database.drop());

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

test("a connection opened while the database is away comes up with the database and receives notifications", async () => {
  const port = await findFreePort();
  const received: string[] = [];
  let ups = 0;
  const own = await openDedicatedConnection({
    connection: { ...database.connection, host: "127.0.0.1", port },
    listenTo: pgChannels.outbox,
    log: createLog("silent"),
    onNotification: (payload) => received.push(payload),
    onUp: () => {
      ups += 1;
    },
  });
  expect(own.isUp()).toBe(false);
  expect(await own.tryLock("a lock")).toBe("unavailable");

  const door = await openDoor(port);
  onTestFinished(async () => {
    await own.close();
    door.close();
  });
  await expect.poll(() => own.isUp()).toBe(true);
  expect(ups).toBe(1);
  await database.pool.query(`select pg_notify('${pgChannels.outbox}', 'hello')`);
  await expect.poll(() => received).toEqual(["hello"]);
});
