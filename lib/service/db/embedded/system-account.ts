import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { DatabaseStartError } from "#lib/service/db/database-start-error.ts";
import type { PostgresBinaries } from "./postgres-binaries.ts";

/** A command in the form of `spawn`. */
export type SystemCommand = { program: string; args: string[]; uid?: number; gid?: number };

/**
 * The account that runs the database. PostgreSQL refuses uid 0, so root uses another account; `owner` owns the
 * database's files on disk, `wrap` makes a command run as that account.
 */
export type SystemAccount = {
  name: string;
  owner: { uid: number; gid: number };
  wrap(command: SystemCommand): SystemCommand;
  /**
   * This process's user, the only one the database admits. Null where the database runs as this process's own user: the
   * socket is in a folder that only that user may enter.
   */
  peer: string | null;
  /** Whether PostgreSQL gets the right to pass through folders that are closed to its account. */
  hasCapability?: boolean;
};

/** A fixed PATH: the programs run without the app's environment, which has secrets. */
export const restrictedEnvironment = {
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin",
  LC_ALL: "C",
  TZ: "UTC",
  NODE_ENV: "production",
} as const;

type PasswdEntry = { name: string; uid: number; gid: number };

function passwdEntries(): PasswdEntry[] {
  let text: string;
  try {
    text = readFileSync("/etc/passwd", "utf8");
  } catch {
    return [];
  }
  return text.split("\n").flatMap((line) => {
    const [name, , uid, gid] = line.split(":");
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

/**
 * Lists the accounts to try, best first. initdb needs one with a passwd entry.
 * @param folderOwner uid that already owns the database's folder, if any: keeping it lets root and that user use the
 * same folder by turns.
 */
export function listPossibleAccounts(folderOwner: number | null): SystemAccount[] {
  const uid = process.getuid?.() ?? -1;
  const gid = process.getgid?.() ?? -1;
  if (uid !== 0) return [{ name: "you", owner: { uid, gid }, wrap: (command) => command, peer: null }];
  const entries = passwdEntries();
  const lent =
    entries.find((entry) => entry.uid !== 0 && entry.uid === folderOwner) ??
    entries.find((entry) => entry.name === "postgres" && entry.uid !== 0) ??
    entries.find((entry) => entry.name === "nobody" && entry.uid !== 0);
  const inside = entries.find((entry) => entry.uid !== 0);
  const accounts: SystemAccount[] = [];
  const peer = entries.find((entry) => entry.uid === 0)?.name ?? null;
  if (lent) {
    const owner = { uid: lent.uid, gid: lent.gid };
    accounts.push({ name: lent.name, owner, wrap: (command) => ({ ...command, ...owner }), peer });
    // In a folder that only root may enter (root's own home) the account needs root's right to pass, and no other.
    const sameIds = [`--reuid=${lent.uid}`, `--regid=${lent.gid}`, "--clear-groups"];
    const pass = ["--inh-caps=+dac_override", "--ambient-caps=+dac_override"];
    // Without this bit access(2), by which initdb and postgres find each other, ignores that right.
    const noSetuidFixup = ["--securebits=+no_setuid_fixup"];
    accounts.push({
      name: lent.name,
      owner,
      wrap: createCommandWrapper("setpriv", [...sameIds, ...pass, ...noSetuidFixup, "--"]),
      peer,
      hasCapability: true,
    });
  }
  if (inside) {
    // Root outside, another user inside a user namespace: the files still belong to root.
    const map = ["--user", `--map-user=${inside.uid}`, `--map-group=${inside.gid}`, "--"];
    accounts.push({
      name: "root",
      owner: { uid: 0, gid: 0 },
      wrap: createCommandWrapper("unshare", map),
      peer: inside.name,
    });
  }
  return accounts;
}

function createCommandWrapper(program: string, before: string[]): SystemAccount["wrap"] {
  return (command) => ({ program, args: [...before, command.program, ...command.args] });
}

/**
 * Checks that this account can run the programs and write into `folder`, by doing both. The folder must belong to
 * `account.owner` already.
 */
export function canAccountRun(account: SystemAccount, binaries: PostgresBinaries, folder: string): boolean {
  const script = 'test -x "$0" && "$0" --version && : >"$1/.may-write" && rm "$1/.may-write"';
  const { program, args, ...as } = account.wrap({
    program: "/bin/sh",
    args: ["-c", script, binaries.postgres, folder],
  });
  const options = { ...as, cwd: "/", env: restrictedEnvironment, stdio: "ignore", timeout: 5_000 } as const;
  const tried = spawnSync(program, args, options);
  return tried.status === 0;
}

/** Creates the error for root when no account can work in `folder`. */
export function createNoAccountError(folder: string): DatabaseStartError {
  return new DatabaseStartError(
    `Postwright runs as root, its database can't, and no other account can use ${folder}. ` +
      "Set DATA_DIR to a folder such as /var/lib/postwright, start as an ordinary user, or set DATABASE_URL.",
  );
}
