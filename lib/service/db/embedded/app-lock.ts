import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { acquireAppLock, createMaintenanceClient } from "./lock-holder.ts";

/** The name of the app's role and database. The role owns its database and nothing else. */
export const appRole = "postwright";
const answerMs = 30_000;
/** Short, because without the lock another start takes our database for an orphan. */
const retryMs = 25;

/** The connection whose lock tells other starts that an app uses this database. */
export type AppLock = {
  /** Resolves to false when another app has the lock. */
  begin(): Promise<boolean>;
  end(): Promise<void>;
};

/**
 * Creates the lock of the app. It is held until `end` and taken again whenever the connection is lost (crash recovery
 * of the database, a restart). Creates the app's role and database where they are missing.
 * @param notify called when another app has the lock after our database was away, and when this app has it again: an
 * ending connection of our own also holds the lock for a moment.
 */
export function createAppLock(socketDir: string, notify: (isOthers: boolean) => void): AppLock {
  let client: pg.Client | null = null;
  let ending = false;

  async function begin(): Promise<boolean> {
    const next = createMaintenanceClient(socketDir, answerMs);
    try {
      await next.connect();
      const mine = await acquireAppLock(next);
      if (mine) await createAppRole(next);
      if (!mine || ending) {
        await next.end();
        return mine;
      }
    } catch (error) {
      void next.end().catch(() => undefined);
      throw error;
    }
    client = next;
    next.once("end", () => {
      client = null;
      void again();
    });
    return true;
  }

  async function again(): Promise<void> {
    while (!ending) {
      try {
        const isOurs = await begin();
        notify(!isOurs);
        if (isOurs) return;
      } catch {
        // The database is not back yet: the connection is refused until then.
      }
      await pause(retryMs, undefined, { ref: false });
    }
  }

  return {
    begin,
    async end() {
      ending = true;
      await client?.end().catch(() => undefined);
    },
  };
}

/** Idempotent, so that the next start completes a start that was killed between the two. */
async function createAppRole(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ role: boolean; database: boolean }>(
    "select exists (select from pg_roles where rolname = $1) as role, exists (select from pg_database where datname = $1) as database",
    [appRole],
  );
  if (!rows[0]?.role) await client.query(`create role ${appRole} login`);
  if (!rows[0]?.database) await client.query(`create database ${appRole} owner ${appRole}`);
}
