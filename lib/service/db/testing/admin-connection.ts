import type pg from "pg";
import { postgresPort, postgresSuperuser } from "#lib/service/db/embedded/postgres-process.ts";

/** The database with our tables that is copied for each test. */
export const templateDatabaseName = "postwright_template";

/** Returns the `pg` settings for the test cluster's superuser, which creates databases. */
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
