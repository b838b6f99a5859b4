import type pg from "pg";
import { postgresPort, postgresSuperuser } from "#lib/service/db/embedded/postgres-process.ts";

/** The database with our tables that each test's own is copied from. */
export const templateDatabaseName = "postwright_template";

/** How `pg` reaches the test cluster as its superuser, for making databases. */
export function getAdminConnection(socketDir: string): pg.ClientConfig {
  return {
    host: socketDir,
    port: postgresPort,
    user: postgresSuperuser,
    database: "postgres",
    password: "",
    ssl: false,
  };
}
