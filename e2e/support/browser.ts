import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright";

export const noBrowserMessage =
  "No Chromium was found and none could be installed: run `npx playwright install --with-deps chromium`, or install your system's chromium.";

/** As root Chromium refuses its sandbox; the rest keeps the browser from calling home, which no test needs. */
export const browserArguments: readonly string[] = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-domain-reliability",
  "--disable-client-side-phishing-detection",
  "--disable-sync",
  "--disable-breakpad",
  "--no-pings",
  "--no-first-run",
  "--no-default-browser-check",
  "--disable-features=AutofillServerCommunication,CertificateTransparencyComponentUpdater,MediaRouter,OptimizationHints,Translate",
];

/** Debian's browser without a window, a fifth faster than its `chromium` (the specs of the calendar: 72 s and not 89). */
const shell = "chromium-headless-shell";
const names = [shell, "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const places = [
  ...(process.env["PATH"] ?? "").split(path.delimiter),
  "/usr/bin",
  "/Applications/Google Chrome.app/Contents/MacOS",
  "/Applications/Chromium.app/Contents/MacOS",
];

/** Playwright's own, else the system's, its shell before all. */
function listBrowsers(): string[] {
  const system = [...names, "Google Chrome", "Chromium"].flatMap((name) =>
    places.map((folder) => path.join(folder, name)),
  );
  return [chromium.executablePath(), ...system].filter((file) => file !== "" && existsSync(file));
}

/** The Chromium to use. Null when there is none; nothing is installed. */
export const findBrowser = (): string | null => listBrowsers()[0] ?? null;

/** How Playwright starts it. */
export const getLaunchOptions = (executablePath: string | null) => ({
  args: [...browserArguments],
  ...(executablePath !== null && { executablePath }),
});

/**
 * One that can show a notice of its own accord: the shell denies every page that permission, whoever grants it.
 * Null when there is none but the shell.
 */
export function findFullBrowser(): string | null {
  return listBrowsers().find((file) => path.basename(file) !== shell) ?? null;
}

/** Seconds an attempt to install may take, on a slow line too. */
const installSeconds = 300;

function attempt(program: string, args: readonly string[], env = {}): boolean {
  const options = { stdio: "ignore", timeout: installSeconds * 1_000, env: { ...process.env, ...env } } as const;
  return spawnSync(program, args, options).status === 0;
}

/** Playwright tries for minutes when its host can't be reached; a look beforehand costs 5 s at most. */
async function isReachable(address: string): Promise<boolean> {
  return fetch(address, { method: "HEAD", signal: AbortSignal.timeout(5_000) }).then(
    () => true,
    () => false,
  );
}

async function starts(executablePath: string): Promise<boolean> {
  return chromium.launch({ executablePath, args: [...browserArguments], timeout: 30_000 }).then(
    (browser) => browser.close().then(() => true),
    () => false,
  );
}

/**
 * Finds a Chromium that starts; where there is none, installs Playwright's own, else as root Debian's.
 * @returns its path, or null when all of that failed.
 */
export async function ensureBrowser(say: (line: string) => void): Promise<string | null> {
  const first = findBrowser();
  if (first && findFullBrowser() && (await starts(first))) return first;
  const root = process.getuid?.() === 0;
  if (await isReachable("https://cdn.playwright.dev/")) {
    say("Installing Playwright's Chromium, once …");
    const cli = path.join(import.meta.dirname, "..", "..", "node_modules", "playwright", "cli.js");
    attempt(process.execPath, [cli, "install", ...(root ? ["--with-deps"] : []), "chromium"]);
    if (existsSync(chromium.executablePath()) && (await starts(chromium.executablePath())))
      return chromium.executablePath();
  }
  if (root && existsSync("/usr/bin/apt-get")) {
    say("Installing Debian's chromium, once …");
    const quiet = { DEBIAN_FRONTEND: "noninteractive" };
    attempt("apt-get", ["update", "-qq"], quiet);
    // One after the other: older systems have no package of the shell, and go on with the whole browser alone.
    for (const name of ["chromium", shell])
      attempt("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], quiet);
  }
  const now = findBrowser();
  return now && (await starts(now)) ? now : null;
}
