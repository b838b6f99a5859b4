import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createDataDir } from "#lib/testing/data-folder.ts";
import { findFreePort } from "#lib/testing/free-port.ts";

const root = path.resolve(import.meta.dirname, "../..");
/** Keeps the code of TypeScript programs between their starts. */
const cached = ["--import", "./lib/server/compile-cache.mjs"];
const migration = fileURLToPath(new URL("../../lib/service/db/testing/migrate-process.ts", import.meta.url));
const replacement = fileURLToPath(
  new URL("../../lib/service/members/testing/replace-organization-process.ts", import.meta.url),
);
const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
/** Node's options, as `npm start` sets them. */
const [, ...startArguments] = scripts.start.split(" ");

const firstOwner = { organization: "Test House", name: "Ada Admin", email: "ada@example.org" };
const createKey = () => `pw_${randomBytes(32).toString("hex")}`;

/** A separate running Postwright: the real `server.ts` as a child process with an empty folder and a first member. */
export type E2eApp = {
  /** Such as http://localhost:41234, without a slash at the end. */
  origin: string;
  /** An admin's key with every scope. */
  key: string;
  /** Returns the output of the process so far: the log and the lines for the person at the terminal. */
  output: () => string;
  process: ChildProcess;
  dataDir: string;
  /** Time from the start of the process to the first 200 of /readyz. */
  readyAfterMs: number;
  /** Stops the process, waits for its end, and removes its folder, unless `DATA_DIR` was given. */
  stop: () => Promise<void>;
};
export type StartAppOptions = {
  readyMs?: number;
  pollMs?: number;
  /** Starts with an empty folder even if a template database exists. */
  isEmpty?: boolean;
};

/**
 * Starts the app and waits until /readyz answers 200; first builds the dashboard if there is no current build.
 * @param env further settings, such as SERVICE_URL; `SETUP_KEY: ""` and similar ones leave the setup link open
 * @throws with its last lines when it ends before it is ready, or is not ready within `readyMs`
 */
export async function startApp(
  env: Record<string, string> = {},
  { readyMs = 240_000, pollMs = 20, isEmpty = false }: StartAppOptions = {},
): Promise<E2eApp> {
  const port = Number(env["PORT"] ?? (await findFreePort()));
  const origin = `http://localhost:${port}`;
  const key = env["SETUP_KEY"] || createKey();
  const dataDir = env["DATA_DIR"] ?? createDataDir();
  const hasDatabase = existsSync(path.join(dataDir, "db")) || Boolean(env["SERVICE_URL"] || env["DATABASE_URL"]);
  if (!hasDatabase && !isEmpty) await copyTemplateDatabase(dataDir);
  const startedAt = performance.now();
  const child = spawn(process.execPath, startArguments, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: process.env["HOME"] ?? dataDir,
      NODE_ENV: "production",
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMIT: "0",
      SETUP_ORG: firstOwner.organization,
      SETUP_NAME: firstOwner.name,
      SETUP_EMAIL: firstOwner.email,
      SETUP_KEY: key,
      ...env,
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes: Buffer) => (output += bytes));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const stop = async () => {
    child.kill("SIGTERM");
    const late = setTimeout(() => child.kill("SIGKILL"), 30_000);
    await ended;
    clearTimeout(late);
    if (!env["DATA_DIR"]) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };
  const deadline = Date.now() + readyMs;
  while (!(await isReady(origin))) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`The app did not become ready:\n${output.split("\n").slice(-40).join("\n")}`);
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  return {
    origin,
    key,
    output: () => output,
    process: child,
    dataDir,
    readyAfterMs: performance.now() - startedAt,
    stop,
  };
}

/**
 * Creates an empty database with our tables, which the apps of this process and its workers copy: creating one takes
 * more CPU time than the rest of a start.
 * @returns a function that removes the database
 */
export async function createTemplateDatabase(): Promise<() => void> {
  const folder = createDataDir();
  const child = spawn(process.execPath, [...cached, migration, folder], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const code = await new Promise((resolve) => child.once("error", resolve).once("close", resolve));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  if (code !== 0) {
    remove();
    throw new Error(`No database could be made in ${folder}: ${String(code)}.`);
  }
  process.env["E2E_DATABASE"] = folder;
  return remove;
}

/** Copies the template database with its owner: under root it belongs to another account. */
async function copyTemplateDatabase(dataDir: string): Promise<void> {
  const from = process.env["E2E_DATABASE"];
  if (from) await promisify(execFile)("cp", ["-a", path.join(from, "db"), dataDir]);
}

/**
 * Gives a running app with its own database an organization as its first start did, with the same owner.
 * @returns the owner's key
 */
export async function replaceOrganization({ dataDir }: Pick<E2eApp, "dataDir">): Promise<string> {
  const key = createKey();
  const { organization, name, email } = firstOwner;
  const args = [...cached, replacement, dataDir, organization, name, email, key];
  await promisify(execFile)(process.execPath, args, { cwd: root });
  return key;
}

async function isReady(origin: string): Promise<boolean> {
  return fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    (answer) => answer.body?.cancel().then(() => answer.ok) ?? answer.ok,
    () => false,
  );
}
