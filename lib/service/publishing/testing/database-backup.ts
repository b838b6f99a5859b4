import { execFile } from "node:child_process";
import pg from "pg";
import { getAdminConnection } from "#lib/service/db/testing/admin-connection.ts";
import type { PublishingFixture } from "./publishing-fixture.ts";

/** Creates and restores copies of a fixture's database, like a backup; open connections are cut. */
export function createBackup({ database, connection }: Pick<PublishingFixture, "database" | "connection">) {
  const name = String(connection.database);
  const copy = `${name}_copy`;

  async function asAdmin(...statements: string[]): Promise<void> {
    const admin = new pg.Client(getAdminConnection(String(connection.host)));
    await admin.connect();
    try {
      for (const statement of statements) await admin.query(statement);
    } finally {
      await admin.end();
    }
  }

  async function copyTo(from: string, to: string): Promise<void> {
    await asAdmin(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${from}' and backend_type = 'client backend'`,
      `drop database if exists ${to} with (force)`,
      `create database ${to} template ${from} owner ${connection.user}`,
    );
  }

  return {
    make: () => copyTo(name, copy),
    putBack: () => copyTo(copy, name),
    drop: () => asAdmin(`drop database if exists ${copy} with (force)`),
    /** Runs `npm run restored` in a process of its own. */
    runProgram: (...given: string[]) =>
      new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
        const env = { ...process.env, DATABASE_URL: database.url, NODE_OPTIONS: "" };
        execFile(
          process.execPath,
          ["lib/service/bootstrap/restored-backup-program.ts", ...given],
          { env },
          (error, out, err) => resolve({ code: error?.code ?? 0, out, err }),
        );
      }),
  };
}
