import type pg from "pg";
import { port, superuser } from "#lib/service/db/embedded/postgres-process.ts";

/** The database with our tables that each test's own is copied from. */
export const templateName = "postwright_template";

/** How `pg` reaches the test cluster as its superuser, for making databases. */
export function adminOf(socketDir: string): pg.ClientConfig {
  return { host: socketDir, port, user: superuser, database: "postgres", password: "", ssl: false };
}
