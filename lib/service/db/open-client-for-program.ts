import { resolve } from "node:path";
import pg from "pg";
import type { DatabaseLogger } from "./database-start-error.ts";
import { isAppAlive } from "./embedded/app-liveness-socket.ts";
import { appRole } from "./embedded/app-lock.ts";
import { prepareDatabaseFolders } from "./embedded/database-folders.ts";
import { findPostgresBinaries, getHostSystem } from "./embedded/postgres-binaries.ts";
import { postgresPort } from "./embedded/postgres-process.ts";
import { openDatabase } from "./open-database.ts";

/**
 * Opens a connection for a separate program, such as a check: to the server of `databaseUrl`, to the embedded database
 * of a running app, or to one that is started for the program and stopped again.
 * @throws DatabaseStartError
 */
export async function openClientForProgram(options: {
  databaseUrl: string | undefined;
  dataDir: string;
  log: DatabaseLogger;
}): Promise<{ client: pg.Client; close: () => Promise<void> }> {
  if (options.databaseUrl === undefined) {
    const { folders } = prepareDatabaseFolders(resolve(options.dataDir), findPostgresBinaries(getHostSystem()));
    if (await isAppAlive(folders.home)) {
      const options = {
        host: folders.socketDir,
        port: postgresPort,
        user: appRole,
        database: appRole,
        password: "",
        ssl: false,
      };
      const client = new pg.Client(options);
      await client.connect();
      return { client, close: () => client.end() };
    }
  }
  const database = await openDatabase(options);
  const client = new pg.Client(database.connection);
  await client.connect();
  return {
    client,
    close: async () => {
      await client.end();
      await database.close();
    },
  };
}
