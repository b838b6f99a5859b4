import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { acquireGuardLock, createMaintenanceClient } from "./lock-holder.ts";

/** The app's role and database. The role owns its database and nothing else. */
export const appRole = "postwright";
const answerMs = 30_000;
/** Short, because until the guard is back another start takes our database for an orphan. */
const retryMs = 25;

/** The connection whose lock tells other starts that an app lives with this database. */
export type AppGuard = {
  /** false: another app has it. */
  begin(): Promise<boolean>;
  end(): Promise<void>;
};

/**
 * Holds the guard until `end`, taking it again whenever the connection is lost (the database's own crash recovery, a
 * restart). Makes the app's role and database where they are missing.
 * @param tell hears when it is another's after our database was away, and when it is ours again: a connection of our own
 * that is only ending holds it for a moment too.
 */
export function createAppGuard(socketDir: string, tell: (isOthers: boolean) => void): AppGuard {
  let client: pg.Client | null = null;
  let ending = false;

  async function begin(): Promise<boolean> {
    const next = createMaintenanceClient(socketDir, answerMs);
    try {
      await next.connect();
      const mine = await acquireGuardLock(next);
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
        tell(!isOurs);
        if (isOurs) return;
      } catch {
        // Not back yet: the connection is refused until it is.
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

/** Idempotent, so a start that was killed between the two is finished by the next. */
async function createAppRole(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ role: boolean; database: boolean }>(
    "select exists (select from pg_roles where rolname = $1) as role, exists (select from pg_database where datname = $1) as database",
    [appRole],
  );
  if (!rows[0]?.role) await client.query(`create role ${appRole} login`);
  if (!rows[0]?.database) await client.query(`create database ${appRole} owner ${appRole}`);
}
