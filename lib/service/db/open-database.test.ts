import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { DatabaseStartError, describeServerProblem } from "./database-start-error.ts";
import { warnIfNotDurable } from "./durability-warning.ts";
import { isDatabaseResponding, isDatabaseUnavailable, openDatabase } from "./open-database.ts";
import { pollUntil } from "./testing/app-process.ts";
import { openTestDatabase } from "./testing/test-database.ts";
import { inTransaction } from "./transaction.ts";

const database = await openTestDatabase();
afterAll(() => database.drop());

const logged: string[] = [];
const note = (message: string) => void logged.push(message);
const log = { info: note, warn: note, error: note };
const open = (databaseUrl: string) => openDatabase({ databaseUrl, dataDir: "unused", log });

test("DATABASE_URL connects to a server, with a statement limit for the pool and none for other clients", async () => {
  const opened = await open(database.url);
  expect(opened.kind).toBe("server");
  expect(opened.state()).toEqual({ type: "up" });
  const limit = "select current_setting('statement_timeout') as ms";
  expect((await opened.pool.query(limit)).rows).toEqual([{ ms: "15s" }]);
  const client = new pg.Client(opened.connection);
  await client.connect();
  expect((await client.query(limit)).rows).toEqual([{ ms: "0" }]);
  await client.end();
  await Promise.all([opened.close(), opened.close()]);
});

test("the start warns once about a server that can lose acknowledged commits, and names its settings", async () => {
  const said = async () => {
    logged.length = 0;
    const opened = await open(database.url);
    await warnIfNotDurable(opened.pool, log);
    await opened.close();
    return logged.join();
  };
  const without = (names: string) =>
    `Turn on ${names} in the database. Otherwise a power cut loses acknowledged posts, and some may be published twice.`;
  // The cluster of the tests runs without durability, because nobody relies on it.
  expect(await said()).toBe(without("fsync and synchronous_commit"));
  await database.pool.query(
    "do $$ begin execute format('alter database %I set synchronous_commit = on', current_database()); end $$",
  );
  expect(await said()).toBe(without("fsync"));
});

test("idle connections that the server ends are logged and replaced, and the process keeps running", async () => {
  const opened = await open(database.url);
  logged.length = 0;
  await opened.pool.query("select 1");
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'postwright' and pid <> pg_backend_pid()",
  );
  await pollUntil(() => logged.length > 0);
  expect(logged[0]).toBe("An idle database connection was lost (57P01).");
  expect((await opened.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await opened.close();
});

test("a connection that is lost during its handover does not end the process", async () => {
  const opened = await open(database.url);
  const client = await opened.pool.connect();
  // The driver emits this when the server's last message comes with the response that frees the connection.
  expect(client.emit("error", new Error("terminating connection due to unexpected postmaster exit"))).toBe(true);
  client.release(true);
  expect((await opened.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await opened.close();
});

test("an unusable server stops the start with a sentence that contains no password", async () => {
  const wrong = database.url.replace("postwright@", "stranger:pass-word-1@");
  const failed = await open(wrong).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(DatabaseStartError);
  expect(String(failed)).toMatch(
    /^CannotStart: The database at \S+ can't be used \(28000\): the server refuses this user, database or address/,
  );
  expect(JSON.stringify([failed, String(failed)])).not.toContain("pass-word-1");
});

test("a missing database, a name that nobody has and a port that nobody listens on have sentences of their own", async () => {
  const at = new URL(database.url);
  const missing = database.url.replace(at.pathname, "/not-there");
  const sentence = async (url: string) => String(await open(url).catch((error: unknown) => error));
  expect(await sentence(missing)).toMatch(/\(3D000\): there is no database of this name\. Create it/);
  expect(await sentence("postgres://me@nobody.invalid/app")).toMatch(
    /nobody\.invalid\/app .*: no server has this name/,
  );
});

test.each<[{ code?: string; message?: string }, string]>([
  [{ code: "28P01" }, "the server refuses this user's password"],
  [{ code: "53300" }, "max_connections"],
  [{ code: "57P03" }, "still starting"],
  [{ code: "ECONNREFUSED" }, "nothing listens there"],
  [{ code: "DEPTH_ZERO_SELF_SIGNED_CERT" }, "NODE_EXTRA_CA_CERTS"],
  [{ code: "SELF_SIGNED_CERT_IN_CHAIN" }, "sslmode=no-verify"],
  [{ code: "ERR_TLS_CERT_ALTNAME_INVALID" }, "another host name"],
  [{ message: "The server does not support SSL connections" }, "sslmode=disable"],
  [{ message: "SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string" }, "needs a password"],
  [{ code: "42501" }, "may not create tables"],
])("the start explains %j of a server", (failure, words) => {
  const error = Object.assign(new Error(failure.message ?? "failed"), failure);
  const sentence = describeServerProblem(error, "postgres://me:hunter2@db.example.org/app");
  expect(sentence).toMatch(/^The database at db\.example\.org\/app can't be used \(/);
  expect(sentence).toContain(words);
  expect(sentence).not.toContain("hunter2");
});

test("temporary failures are distinguished from invalid queries", async () => {
  const wrong = await database.pool.query("select nonsense").catch((error: unknown) => error);
  expect(isDatabaseUnavailable(wrong)).toBe(false);
  expect(isDatabaseUnavailable(new Error("no"))).toBe(false);
  const unreachable = new pg.Pool({ host: "/nowhere", connectionTimeoutMillis: 500 });
  const refused = await unreachable.query("select 1").catch((error: unknown) => error);
  expect(isDatabaseUnavailable(refused)).toBe(true);
  expect(isDatabaseUnavailable(new Error("outer", { cause: refused }))).toBe(true);
  const client = await database.pool.connect();
  const lost = client.query("select pg_terminate_backend(pg_backend_pid())").catch((error: unknown) => error);
  expect(isDatabaseUnavailable(await lost)).toBe(true);
  client.release(true);
});

test("a transaction waits once for a silent server, not again for its rollback, and the next one works", async () => {
  const limitMs = 2_000;
  const pool = new pg.Pool({ connectionString: database.url, max: 1, query_timeout: limitMs });
  const { rows } = await pool.query<{ pid: number }>("select pg_backend_pid() as pid");
  const pid = rows[0]?.pid ?? 0;
  process.kill(pid, "SIGSTOP");
  const sent: unknown[] = [];
  pool.on("acquire", (client) => {
    const { query } = client;
    Object.assign(client, {
      query: (...all: unknown[]) => {
        sent.push(all[0]);
        return Reflect.apply(query, client, all);
      },
    });
  });
  const error = await inTransaction(pool, (tx) => tx.execute("select 1")).catch((thrown: unknown) => thrown);
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect(sent).toEqual(["begin"]);
  process.kill(pid, "SIGCONT");
  await inTransaction(pool, (tx) => tx.execute("select 1"));
  await pool.end();
});

test("a health check reports a silent server", async () => {
  const opened = await open(database.url);
  const { rows } = await opened.pool.query<{ pid: number }>("select pg_backend_pid() as pid");
  const pid = rows[0]?.pid ?? 0;
  process.kill(pid, "SIGSTOP");
  expect(await isDatabaseResponding(opened.pool)).toBe(false);
  process.kill(pid, "SIGCONT");
  expect(await isDatabaseResponding(opened.pool)).toBe(true);
  await opened.close();
});

test("a health check hears of a database without a free connection before the pool gives up waiting", async () => {
  const opened = await openDatabase({ databaseUrl: database.url, dataDir: "unused", log, poolMax: 1 });
  const held = await opened.pool.connect();
  const waiting = opened.pool.connect();
  const gaveUp = waiting.then(
    () => "connected",
    () => "the pool gave up",
  );
  expect(await Promise.race([isDatabaseResponding(opened.pool), gaveUp])).toBe(false);
  held.release();
  (await waiting).release();
  expect(await isDatabaseResponding(opened.pool)).toBe(true);
  await opened.close();
});
