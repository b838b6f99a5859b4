/**
 * The least that a start does: the embedded database, one statement, a server that answers.
 * `node least-start-program.ts DATA_DIR PORT`
 */
import { createServer } from "node:http";
import pg from "pg";
import { startEmbeddedDatabase } from "#lib/service/db/embedded/embedded-database.ts";

const [dataDir = "", port] = process.argv.slice(2);
const log = { info: () => {}, warn: () => {}, error: (message: string) => process.stderr.write(`${message}\n`) };

const database = await startEmbeddedDatabase({ dataDir, log });
const client = new pg.Client(database.config);
await client.connect();
await client.query("select 1");
const server = createServer((_request, response) => response.end("ready")).listen(Number(port), "127.0.0.1");

process.once("SIGTERM", () => {
  server.close();
  server.closeAllConnections();
  void client.end().then(database.stop);
});
