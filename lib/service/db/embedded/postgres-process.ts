import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { DatabaseLogger } from "#lib/service/db/database-start-error.ts";
import { durableSettings } from "#lib/service/db/durability-warning.ts";
import type { DatabaseFolders } from "./database-folders.ts";
import type { PostgresBinaries } from "./postgres-binaries.ts";
import { restrictedEnvironment, type SystemAccount, type SystemCommand } from "./system-account.ts";

/** The input of one start. */
export type PostgresLaunchOptions = {
  binaries: PostgresBinaries;
  folders: DatabaseFolders;
  account: SystemAccount;
  /** The folder of pg_hba.conf and pg_ident.conf that admit one user only; null where the socket's folder does that. */
  accessDir: string | null;
  log: DatabaseLogger;
  /** false is for tests only: a power cut may then destroy the cluster. */
  durable: boolean;
  maxConnections: number;
};

/** The end of a database process. `lines` are its last output. */
export type PostgresExit = { code: number | null; signal: NodeJS.Signals | null; lines: readonly string[] };

/** A running postmaster. */
export type PostgresProcess = {
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<PostgresExit>;
  /** Registers a listener for events between start and end. */
  onNews(listener: (news: PostgresProcessEvent) => void): void;
};

/**
 * `crashed`: one of the server's processes died, and the server recovers by itself to `up`. `leaving`: another program
 * stopped the server (SIGTERM), so it accepts no new connection but waits for ours to end, which they never do.
 */
export type PostgresProcessEvent = { type: "up" } | { type: "crashed"; lines: readonly string[] } | { type: "leaving" };

export type PostgresLaunchResult =
  | { type: "ready"; child: PostgresProcess }
  | { type: "busy" }
  | { type: "failed"; ending: PostgresExit };

/** The database's superuser: only this folder uses it, to create the app's role and for the app's lock. */
export const postgresSuperuser = "postgres";
export const postgresPort = 5432;
const busyExit = 75;
const outputLinesMax = 40;

/**
 * Runs under the lock. While this script has the lock no other server runs, so leftovers of a killed server may be
 * removed. The cluster appears by a rename, whole or not at all. `exec` keeps pid and lock with the postmaster.
 */
const script = `
umask 077
cluster=$1 making=$2 socket=$3 initdb=$4 postgres=$5 sync=$6 locked=$7; shift 7
if [ $locked = yes ]; then rm -f "$cluster/postmaster.pid" "$socket/.s.PGSQL.${postgresPort}" "$socket/.s.PGSQL.${postgresPort}.lock"; fi
if [ ! -d "$cluster" ]; then
  rm -rf "$making"
  "$initdb" -D "$making" --username=${postgresSuperuser} --auth=trust --encoding=UTF8 --locale-provider=builtin --locale=C.UTF-8 \\
    --no-instructions $sync >/dev/null || exit 76
  mv "$making" "$cluster" || exit 76
fi
exec "$postgres" -D "$cluster" "$@"
`;

function settingsFor(options: PostgresLaunchOptions): string[] {
  const { accessDir } = options;
  const settings = {
    listen_addresses: "",
    port: String(postgresPort),
    unix_socket_directories: `"${options.folders.socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: "0700",
    shared_buffers: "64MB",
    max_connections: String(options.maxConnections),
    max_wal_senders: "0",
    max_wal_size: "512MB",
    io_method: "sync",
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    lc_messages: "C",
    ...(accessDir !== null && {
      hba_file: join(accessDir, "pg_hba.conf"),
      ident_file: join(accessDir, "pg_ident.conf"),
    }),
    // The app sees every error itself; the server's own lines would repeat values, which may be the text of a post.
    log_min_messages: "log",
    log_error_verbosity: "terse",
    log_min_error_statement: "panic",
    log_checkpoints: "off",
    log_line_prefix: "",
    log_destination: "stderr",
    logging_collector: "off",
    ...(options.durable ? durableSettings : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

function commandFor(options: PostgresLaunchOptions): { command: SystemCommand; locked: boolean } {
  const { folders, binaries } = options;
  const flock = restrictedEnvironment.PATH.split(":").some((folder) => existsSync(`${folder}/flock`));
  const locked = process.platform === "linux" && flock;
  const args = [
    ...["-c", script, "postwright-db", folders.cluster, folders.making, folders.socketDir],
    ...[binaries.initdb, binaries.postgres, options.durable ? "" : "--no-sync", locked ? "yes" : "no"],
    ...settingsFor(options),
  ];
  if (!locked) return { command: options.account.wrap({ program: "/bin/sh", args }), locked };
  // Other programs named flock may lack the long options; util-linux has them.
  const lock = ["--nonblock", "--no-fork", "--conflict-exit-code", String(busyExit), folders.home, "/bin/sh"];
  return { command: options.account.wrap({ program: "flock", args: [...lock, ...args] }), locked };
}

/**
 * Starts the database and waits until it accepts connections (after a crash including its recovery) or has ended.
 * Creates the cluster where there is none.
 */
export async function launchPostgres(options: PostgresLaunchOptions): Promise<PostgresLaunchResult> {
  const { command, locked } = commandFor(options);
  if (!locked && process.platform === "linux") {
    options.log.warn("The program flock is missing, so the database's own pid file is the only lock.");
  }
  const { program, args, ...as } = command;
  const child = spawn(program, args, {
    ...as,
    cwd: "/",
    env: restrictedEnvironment,
    stdio: ["ignore", "ignore", "pipe"],
    // A session of its own: a Ctrl-C in the terminal must stop the app first.
    detached: true,
  });
  return await followProcess(child, options.log);
}

const eventPatterns: readonly [RegExp, PostgresProcessEvent["type"]][] = [
  [/^LOG:\s+database system is ready to accept connections/, "up"],
  [/^LOG:\s+all server processes terminated; reinitializing/, "crashed"],
  [/^LOG:\s+received smart shutdown request/, "leaving"],
];

/** The server's message where its own pid file is the lock. */
const lockedByPidFile = /^FATAL:\s+(lock file ".*" already exists|pre-existing shared memory block .* is still in use)/;

function followProcess(child: ChildProcess, log: DatabaseLogger): Promise<PostgresLaunchResult> {
  const lines: string[] = [];
  const listeners: ((news: PostgresProcessEvent) => void)[] = [];
  const notify = (news: PostgresProcessEvent) => {
    for (const listener of listeners) listener(news);
  };
  let exited: Omit<PostgresExit, "lines"> | null = null;
  const kill = (signal: NodeJS.Signals) => {
    if (exited || child.pid === undefined) return;
    try {
      // The whole group: while initdb runs, the child itself is a shell that would wait for it.
      process.kill(-child.pid, signal);
    } catch {
      // The process ended a moment ago.
    }
  };
  const leave = () => kill("SIGINT");
  process.on("exit", leave);
  const ended = new Promise<PostgresExit>((resolve) => {
    const end = (code: number | null, signal: NodeJS.Signals | null) => {
      process.off("exit", leave);
      exited ??= { code, signal };
      resolve({ ...exited, lines });
    };
    child.on("error", (error) => {
      lines.push(error.message);
      end(null, null);
    });
    child.on("close", end);
    // "close" waits for the last holder of the pipe, which may be an orphaned backend; the last lines have arrived by
    // then.
    child.on("exit", (code, signal) => {
      exited ??= { code, signal };
      setTimeout(end, 100, code, signal);
    });
  });
  return new Promise((resolve) => {
    if (child.stderr) {
      createInterface({ input: child.stderr, crlfDelay: Number.POSITIVE_INFINITY }).on("line", (line) => {
        lines.push(line);
        if (lines.length > outputLinesMax) lines.shift();
        if (line.startsWith("PANIC:")) log.error(`database: ${line}`);
        const type = eventPatterns.find(([pattern]) => pattern.test(line))?.[1];
        if (type === "up") {
          // Earlier output does not explain a later end.
          lines.length = 0;
          resolve({ type: "ready", child: { kill, ended, onNews: (listener) => void listeners.push(listener) } });
        }
        if (type) notify(type === "crashed" ? { type, lines: [...lines] } : { type });
      });
    }
    void ended.then((ending) => {
      const busy = ending.code === busyExit || ending.lines.some((line) => lockedByPidFile.test(line));
      resolve(busy ? { type: "busy" } : { type: "failed", ending });
    });
  });
}
