import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { fsyncFolder } from "#lib/fsync-folder.ts";
import { DatabaseStartError } from "#lib/service/db/database-start-error.ts";
import type { PostgresBinaries } from "./postgres-binaries.ts";
import { canAccountRun, createNoAccountError, listPossibleAccounts, type SystemAccount } from "./system-account.ts";

/** The folders of one embedded database. All absolute. */
export type DatabaseFolders = {
  /** The configured folder as an absolute path, for messages. */
  dataDir: string;
  /**
   * Owned by the database's account; contains everything below. The lock is on this folder itself: a person in a hurry
   * could remove a lock file, and then two servers would write to one cluster.
   */
  home: string;
  cluster: string;
  /** The folder in which initdb works; renamed to `cluster` when complete. */
  making: string;
  socketDir: string;
};

/** The most bytes of a Unix socket's path: 108 with the closing zero on Linux, 104 on macOS. */
const maxSocketPathBytes = process.platform === "linux" ? 107 : 103;
const socketName = "/.s.PGSQL.5432";

/** statfs(2) types of file systems whose locks and fsync are unreliable across machines: NFS, SMB, CIFS. */
const networkTypes = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42]);

/**
 * Creates or checks the folders and picks the account that runs the database. Changes nothing that is already right, so
 * it is safe while another Postwright uses the same folder.
 * @throws DatabaseStartError naming the folder and the action needed.
 */
export function prepareDatabaseFolders(
  dataDir: string,
  binaries: PostgresBinaries,
): { folders: DatabaseFolders; account: SystemAccount } {
  const home = join(dataDir, "db");
  try {
    // 0711 lets the account that root uses for the database reach its own folder and nothing else.
    createFolder(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
    if (!statSync(dataDir).isDirectory()) throw createNotAFolderError(dataDir);
    allowTraversal(dataDir);
    if (networkTypes.has(statfsSync(dataDir).type)) {
      throw new DatabaseStartError(
        `${dataDir} lies on a network file system, where a database is not safe: set DATA_DIR to a local folder, or set DATABASE_URL.`,
      );
    }
    createFolder(home, 0o700);
  } catch (error) {
    throw toStartError(error, dataDir);
  }
  const before = statSync(home).uid;
  const accounts = listPossibleAccounts(before === 0 ? null : before);
  // A cluster in use must keep its owner, so the owning account is tried first.
  if (existsSync(join(home, "cluster"))) accounts.sort((a, b) => rankAccount(a, before) - rankAccount(b, before));
  for (const account of accounts) {
    if (account.name === "you" && before !== account.owner.uid) throw createOtherOwnerError(home, before);
    try {
      changeOwner(home, account);
      const folders = getDatabaseFolders(dataDir, home, account);
      if (account.name === "you") writeProbe(home);
      else if (!canAccountRun(account, binaries, home)) continue;
      return { folders, account };
    } catch (error) {
      throw toStartError(error, dataDir);
    }
  }
  throw createNoAccountError(home);
}

/**
 * Opens a folder that root created for itself alone in an earlier version: the database's account must pass through it.
 */
function allowTraversal(dataDir: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, mode } = statSync(dataDir);
  if (uid === 0 && (mode & 0o011) === 0 && existsSync(join(dataDir, "secret")))
    chmodSync(dataDir, (mode & 0o777) | 0o011);
}

/**
 * Creates a folder and its parents. A recursive mkdir would report a read-only disk as ENOENT. A later step finds a
 * file in the way.
 */
function createFolder(folder: string, mode: number): void {
  if (existsSync(folder)) return;
  createFolder(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

function rankAccount(account: SystemAccount, uid: number): number {
  return account.owner.uid === uid ? 0 : 1;
}

function getDatabaseFolders(dataDir: string, home: string, account: SystemAccount): DatabaseFolders {
  const socketDir = privateFolder(home, account);
  return { dataDir, home, cluster: join(home, "cluster"), making: join(home, "making"), socketDir };
}

/** Returns a folder for the socket that only the account may enter, with a path short enough for the kernel. */
function privateFolder(home: string, account: SystemAccount): string {
  const own = join(home, "socket");
  const name = createHash("sha256")
    .update(`${realpathSync(home)} ${account.owner.uid}`)
    .digest("hex")
    .slice(0, 12);
  const folders = [own, join(tmpdir(), `postwright-${name}`), `/tmp/postwright-${name}`];
  for (const folder of folders) {
    if (Buffer.byteLength(folder + socketName) > maxSocketPathBytes) continue;
    createFolder(folder, 0o700);
    const found = lstatSync(folder);
    // In a folder that everyone may write to, another user may have created the path first.
    const ours = found.isDirectory() && (found.uid === account.owner.uid || found.uid === process.getuid?.());
    if (!ours || (found.mode & 0o077) !== 0) {
      throw new DatabaseStartError(
        `${folder} must be a folder of ${account.name} that nobody else can enter. Remove it and start again.`,
      );
    }
    if (found.uid !== account.owner.uid) chownSync(folder, account.owner.uid, account.owner.gid);
    return folder;
  }
  throw new DatabaseStartError(`The path ${home} is too long for a Unix socket. Set DATA_DIR to a shorter path.`);
}

/** Gives the folder and its content to the account, where needed. Only root ever changes anything. */
function changeOwner(folder: string, account: SystemAccount): void {
  const { uid, gid } = account.owner;
  if (lstatSync(folder).uid === uid) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isSymbolicLink()) chownSync(path, uid, gid);
  }
  // The folder itself comes last: after an interruption the next start repeats the work.
  chownSync(folder, uid, gid);
}

/**
 * Flushes the directory entries on the path to the database. PostgreSQL flushes the content of its folder; but a power
 * cut may lose the rename that named the folder, and the next start would create a new, empty one.
 */
export function syncFolderNames({ home, dataDir }: DatabaseFolders): void {
  for (const folder of [home, dataDir, dirname(dataDir)]) fsyncFolder(folder);
}

function writeProbe(folder: string): void {
  const probe = join(folder, ".may-write");
  writeFileSync(probe, "");
  rmSync(probe);
}

function getUserName(uid: number): string {
  return uid === 0 ? "root" : `user ${uid}`;
}

function createOtherOwnerError(folder: string, uid: number): DatabaseStartError {
  return new DatabaseStartError(
    `${folder} belongs to ${getUserName(uid)} and you are ${describeProcessUser()}. Start Postwright as ${getUserName(uid)}, ` +
      `give the folder to yourself (sudo chown -R ${process.getuid?.() ?? ""} ${folder}), or set DATA_DIR to a folder of yours.`,
  );
}

function describeProcessUser(): string {
  try {
    return userInfo().username;
  } catch {
    return getUserName(process.getuid?.() ?? -1);
  }
}

/** Returns the bytes that an ordinary process may still write to the file system of `folder`; null if unknown. */
function freeBytes(folder: string): number | null {
  try {
    const found = statfsSync(folder);
    return found.bavail * found.bsize;
  } catch {
    return null;
  }
}

/** Formats a sentence for a full disk; a fresh database takes about 45 MB and its log grows by 16 MB at a time. */
export function formatDiskFullMessage(dataDir: string): string {
  const free = freeBytes(dataDir);
  const left = free === null ? "" : ` (${Math.floor(free / 1_000_000)} MB left)`;
  const neededMb = existsSync(join(dataDir, "db", "cluster")) ? 64 : 128;
  return `The disk of ${dataDir} is full. Free at least ${neededMb} MB there${left}.`;
}

function createNotAFolderError(folder: string): DatabaseStartError {
  return new DatabaseStartError(`${folder} is not a folder. Set DATA_DIR to a folder, or remove that file.`);
}

function toStartError(error: unknown, dataDir: string): unknown {
  if (error instanceof DatabaseStartError) return error;
  const { code, path } = error as NodeJS.ErrnoException;
  const folder = path ?? dataDir;
  switch (code) {
    case "EACCES":
    case "EPERM":
      return new DatabaseStartError(
        `Postwright can't write to ${folder}. Make it a folder of ${describeProcessUser()}, or set DATA_DIR to another folder.`,
      );
    case "EROFS":
      return new DatabaseStartError(`${folder} is on a read-only disk. Set DATA_DIR to a writable folder.`);
    case "ENOSPC":
    case "EDQUOT":
      return new DatabaseStartError(formatDiskFullMessage(dataDir));
    case "ENOTDIR":
    case "EEXIST":
      return createNotAFolderError(folder);
    default:
      return error;
  }
}
