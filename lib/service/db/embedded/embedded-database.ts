import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type DatabaseLogger, DatabaseStartError } from "#lib/service/db/database-start-error.ts";
import { type AppLivenessSocket, isAppAlive, openAppLivenessSocket } from "./app-liveness-socket.ts";
import { appRole, createAppLock } from "./app-lock.ts";
import {
  type DatabaseFolders,
  formatDiskFullMessage,
  prepareDatabaseFolders,
  syncFolderNames,
} from "./database-folders.ts";
import { findLockHolder } from "./lock-holder.ts";
import { findPostgresBinaries, getHostSystem } from "./postgres-binaries.ts";
import {
  launchPostgres,
  type PostgresExit,
  type PostgresLaunchOptions,
  type PostgresProcess,
  postgresPort,
  postgresSuperuser,
} from "./postgres-process.ts";
import type { SystemAccount } from "./system-account.ts";

/** Whether the database is usable at this moment; `why` is a sentence for people. */
export type DatabaseAvailability = { type: "up" } | { type: "down"; why: string };

/** A PostgreSQL server in a child process of the app. */
export type EmbeddedDatabase = {
  /** For `pg`: the Unix socket and the app's role, which is not a superuser. Stays valid over restarts. */
  config: { host: string; port: number; user: string; database: string };
  /** Shuts the server down cleanly and ends the child; open transactions roll back. Safe to call twice. */
  stop(): Promise<void>;
  /** Called each time the database ends unexpectedly, with the reason in one sentence. */
  onEnd(listener: (reason: string) => void): void;
  state(): DatabaseAvailability;
  /** Sentences with advice for the operator about the database's account. Empty unless root started the app. */
  warnings: readonly string[];
};

const patienceMs = { handover: 20_000, leave: 2_000, stop: 15_000 };
const pauseBetweenStartsMs = { first: 100, last: 10_000, forgottenAfter: 60_000 };

/**
 * Starts the embedded database of `dataDir` and creates it on the first start. An orphan of a killed app is stopped and
 * replaced. A child that ends by itself is restarted after 0.1 s, growing to 10 s; `state()` reports this meanwhile and
 * connections are refused.
 * @param options.durable false turns fsync off: for tests.
 * @throws DatabaseStartError with one sentence for people; within a second if another Postwright uses the folder.
 */
export async function startEmbeddedDatabase(options: {
  dataDir: string;
  log: DatabaseLogger;
  durable?: boolean;
  maxConnections?: number;
}): Promise<EmbeddedDatabase> {
  const binaries = findPostgresBinaries(getHostSystem());
  const { folders, account } = prepareDatabaseFolders(resolve(options.dataDir), binaries);
  const { log, durable = true, maxConnections = 40 } = options;
  const accessDir = writeAccessRules(folders.dataDir, account);
  if (await isAppAlive(folders.home)) throw createAlreadyRunningError(folders);
  const alive = await openAppLivenessSocket(folders.home);
  try {
    const database = await supervise({ binaries, folders, account, accessDir, log, durable, maxConnections }, alive);
    return { ...database, warnings: listRootWarnings(account) };
  } catch (error) {
    alive.end();
    throw error;
  }
}

function listRootWarnings({ name, hasCapability = false }: SystemAccount): string[] {
  if (process.getuid?.() !== 0) return [];
  const asRoot = `Postwright runs as root, and its database as ${name}. Start it as an ordinary user.`;
  if (!hasCapability) return [asRoot];
  return [
    asRoot,
    "A parent folder of DATA_DIR is closed to that account, so the database runs with CAP_DAC_OVERRIDE and can reach every file. Set DATA_DIR to a folder such as /var/lib/postwright.",
  ];
}

async function supervise(
  options: PostgresLaunchOptions,
  alive: AppLivenessSocket,
): Promise<Omit<EmbeddedDatabase, "warnings">> {
  const { log, folders } = options;
  const listeners: ((reason: string) => void)[] = [];
  const leaving = new AbortController();
  let state: DatabaseAvailability = { type: "up" };

  const wrong: { server: string | null; appLock: string | null } = { server: null, appLock: null };
  const setReason = (part: keyof typeof wrong, reason: string | null) => {
    if (leaving.signal.aborted) return;
    wrong[part] = reason;
    const why = wrong.server ?? wrong.appLock;
    if (why === null) {
      if (state.type === "down") log.info("The database is back.");
      state = { type: "up" };
    } else if (state.type === "up" || state.why !== why) {
      state = { type: "down", why };
      log.error(why);
      for (const notify of listeners) notify(why);
    }
  };
  const down = (why: string) => setReason("server", why);
  const up = () => setReason("server", null);
  const watch = (started: PostgresProcess) => {
    started.onNews((news) => {
      if (news.type === "up") up();
      if (news.type === "crashed") down(formatCrash(news.lines, folders));
      if (news.type === "leaving") {
        down("Another program asked the database to stop.");
        // Our own connections would keep the server in that state for ever; a short wait lets their work end.
        setTimeout(() => started.kill("SIGINT"), patienceMs.leave).unref();
      }
    });
    return started;
  };

  let child = watch(await startFirstProcess(options));
  const appLock = createAppLock(folders.socketDir, (isOthers) =>
    setReason("appLock", isOthers ? createAlreadyRunningError(folders).message : null),
  );
  try {
    if (!(await appLock.begin())) throw createAlreadyRunningError(folders);
    if (options.durable) syncFolderNames(folders);
  } catch (error) {
    await stopProcess(child);
    throw error;
  }

  /** Returns the next child, or null when the app is stopping. */
  async function restart(waitMs: number): Promise<PostgresProcess | null> {
    for (let next = waitMs; ; next = Math.min(next * 2, pauseBetweenStartsMs.last)) {
      await pause(next, undefined, { signal: leaving.signal }).catch(() => undefined);
      if (leaving.signal.aborted) return null;
      const launched = await launchPostgres(options);
      if (launched.type === "ready") return watch(launched.child);
      // Busy: the last processes of the ended server still hold the lock, or another app was faster.
      if (launched.type === "failed") down(formatExitReason(launched.ending, folders));
    }
  }

  async function keepRunning(): Promise<void> {
    let waitMs = pauseBetweenStartsMs.first;
    while (!leaving.signal.aborted) {
      const startedAt = performance.now();
      const ending = await child.ended;
      if (leaving.signal.aborted) return;
      down(formatExitReason(ending, folders));
      if (performance.now() - startedAt > pauseBetweenStartsMs.forgottenAfter) waitMs = pauseBetweenStartsMs.first;
      const next = await restart(waitMs);
      if (!next) return;
      waitMs = Math.min(waitMs * 2, pauseBetweenStartsMs.last);
      child = next;
      if (leaving.signal.aborted) await stopProcess(child);
      up();
    }
  }
  const supervised = keepRunning();

  async function stop(): Promise<void> {
    leaving.abort();
    state = { type: "down", why: "The database is being stopped." };
    await appLock.end();
    await stopProcess(child);
    await supervised;
    // Last: until here another start must not take this folder.
    alive.end();
  }
  let stopped: Promise<void> | null = null;
  return {
    config: { host: folders.socketDir, port: postgresPort, user: appRole, database: appRole },
    onEnd: (listener) => void listeners.push(listener),
    state: () => state,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

/**
 * Starts the first child, or finds the holder of the lock and decides how to continue. No app uses this folder (see
 * `isAppAlive`), so a database that still reports an app has not yet noticed its end; or two apps start at once.
 */
async function startFirstProcess(options: PostgresLaunchOptions): Promise<PostgresProcess> {
  const { folders, log } = options;
  const startedAt = performance.now();
  for (;;) {
    const launched = await launchPostgres(options);
    if (launched.type === "ready") return launched.child;
    if (launched.type === "failed") throw new DatabaseStartError(formatExitReason(launched.ending, folders));
    const holder = await findLockHolder(folders);
    if (holder.type === "orphan") {
      log.warn("A Postwright process that was killed left its database running. The database is restarted.");
      await holder.stop();
    }
    if (performance.now() - startedAt > patienceMs.handover) throw createAlreadyRunningError(folders);
    await pause(20);
  }
}

function createAlreadyRunningError({ dataDir }: DatabaseFolders): DatabaseStartError {
  return new DatabaseStartError(
    `Postwright is already running on ${dataDir}. Stop it first, or set DATA_DIR to another folder and PORT to another port.`,
  );
}

/** Stops a child by a fast shutdown, and by stronger signals when that takes too long. No committed data is lost. */
async function stopProcess(child: PostgresProcess): Promise<void> {
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    child.kill(signal);
    const late = pause(patienceMs.stop, "late" as const, { ref: false });
    if ((await Promise.race([child.ended, late])) !== "late") return;
  }
}

const noSpacePattern = /No space left on device|Disk quota exceeded/i;

function formatCrash(lines: readonly string[], { dataDir }: DatabaseFolders): string {
  if (lines.some((line) => noSpacePattern.test(line))) return formatDiskFullMessage(dataDir);
  return "The database crashed and is recovering.";
}

/** Formats the reason of an exit from the last lines of the database's output. */
function formatExitReason({ code, signal, lines }: PostgresExit, { dataDir, cluster }: DatabaseFolders): string {
  const all = lines.join("\n");
  if (noSpacePattern.test(all)) return formatDiskFullMessage(dataDir);
  if (/database files are incompatible|data directory was initialized by/.test(all)) {
    return `The database in ${cluster} was created by another version of PostgreSQL. Start the Postwright version that created it, or set DATA_DIR to another folder.`;
  }
  if (/could not look up effective user ID/.test(all)) {
    return `User ${process.getuid?.()} has no entry in /etc/passwd, which the database requires. Add one, start as another user, or set DATABASE_URL.`;
  }
  if (signal) return `The database process was killed (${signal}).`;
  const last = lines.findLast((line) => /^(FATAL|PANIC):|error:/.test(line)) ?? lines.at(-1);
  if (last === undefined)
    return code === 0 ? "The database was stopped by another program." : `The database ended (exit code ${code}).`;
  return `The database in ${cluster} ended: ${last.replace(/^\w+:\s+/, "").replace(/\.$/, "")}.`;
}

/**
 * Writes the access rules where the database runs as another account: only this process's user may connect. The files
 * belong to root and are outside the account's folders. Any other process of that account would otherwise be the
 * database's superuser.
 */
function writeAccessRules(dataDir: string, { peer }: SystemAccount): string | null {
  if (peer === null) return null;
  const folder = join(dataDir, "db-access");
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  writeFileSync(join(folder, "pg_hba.conf"), "local all all peer map=postwright\n", { mode: 0o644 });
  const map = [postgresSuperuser, appRole].map((role) => `postwright "${peer}" ${role}\n`).join("");
  writeFileSync(join(folder, "pg_ident.conf"), map, { mode: 0o644 });
  return folder;
}
