import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { usageError } from "./cli-error.ts";

export type Environment = Readonly<Record<string, string | undefined>>;
/** The service and the key of the signed-in member. */
export type SignIn = { url: string; key: string };

/** The file with the key: in the user's folder for settings, readable by nobody else. */
export function getConfigFile(env: Environment): string {
  const windows = process.platform === "win32" ? env["APPDATA"] : undefined;
  const folder = env["XDG_CONFIG_HOME"] || windows || path.join(env["HOME"] || homedir(), ".config");
  return path.join(folder, "postwright", "config.json");
}

/**
 * Returns the service and the key: POSTWRIGHT_URL and POSTWRIGHT_KEY first, then what `sign-in` stored. A stored key
 * belongs to its own address and is never sent to another one.
 */
export function requireSignIn(env: Environment): SignIn {
  const stored = readConfig(env);
  const url = env["POSTWRIGHT_URL"] || stored?.url;
  const key = env["POSTWRIGHT_KEY"] || (url === stored?.url ? stored?.key : undefined);
  if (!url || !key) {
    throw usageError(
      "Sign in first: postwright sign-in --url https://your-postwright. Or set POSTWRIGHT_URL and POSTWRIGHT_KEY.",
    );
  }
  return { url, key };
}

function readConfig(env: Environment): SignIn | null {
  const file = getConfigFile(env);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw usageError(`${file} can't be read.`);
  }
  try {
    const { url, key } = JSON.parse(text) as Partial<SignIn>;
    if (typeof url === "string" && typeof key === "string") return { url, key };
  } catch {
    // The sentence below says what to do.
  }
  throw usageError(`${file} is damaged. Sign in again.`);
}

export function writeConfig(env: Environment, signIn: SignIn): string {
  const file = getConfigFile(env);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify(signIn, null, 2)}\n`, { mode: 0o600 });
  // `mode` counts only for a new file.
  chmodSync(file, 0o600);
  return file;
}

export const removeConfig = (env: Environment) => rmSync(getConfigFile(env), { force: true });
