import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright";

/** The time zone of all browsers of the tests. */
export const browserZone = "Europe/Berlin";

export const noBrowserMessage =
  "No Chromium was found and none could be installed: run `npx playwright install --with-deps chromium`, or install your system's chromium.";

/**
 * Features that ask for something in the background, which no test needs. Of several lists of features the browser reads
 * the last one only.
 */
const backgroundFeatures = [
  "AutofillServerCommunication",
  "CertificateTransparencyComponentUpdater",
  "MediaRouter",
  "OptimizationHints",
  "Translate",
];

/**
 * Features of navigations that no test needs either: a new frame for each one, the old page's picture until the new page
 * is painted, and a process in reserve for the next page. Without them a load of the posts or the composer takes 20 ms of
 * CPU time less, of 400.
 */
const navigationFeatures = ["RenderDocument", "PaintHolding", "SpareRendererForSitePerProcess"];

/** Under root Chromium refuses its sandbox; the other arguments stop the browser's background requests. */
const createArguments = (disabledFeatures: readonly string[]): readonly string[] => [
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
  `--disable-features=${disabledFeatures.join()}`,
];

/** For measuring and pictures: navigations as in everyone's browser. */
export const browserArguments = createArguments(backgroundFeatures);

/** Debian's headless shell is a fifth faster than its `chromium` (the calendar specs: 72 s instead of 89). */
const shell = "chromium-headless-shell";
const names = [shell, "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const places = [
  ...(process.env["PATH"] ?? "").split(path.delimiter),
  "/usr/bin",
  "/Applications/Google Chrome.app/Contents/MacOS",
  "/Applications/Chromium.app/Contents/MacOS",
];

/** Lists Playwright's own browser, then the system's, the shell first. */
function listBrowsers(): string[] {
  const system = [...names, "Google Chrome", "Chromium"].flatMap((name) =>
    places.map((folder) => path.join(folder, name)),
  );
  return [chromium.executablePath(), ...system].filter((file) => file !== "" && existsSync(file));
}

/** Returns the Chromium to use, or null for none; installs nothing. */
export const findBrowser = (): string | null => listBrowsers()[0] ?? null;

/** Returns Playwright's launch options for tests. */
export const getLaunchOptions = (executablePath: string | null) => ({
  args: [...createArguments([...backgroundFeatures, ...navigationFeatures])],
  ...(executablePath !== null && { executablePath }),
});

/**
 * Returns a browser that can show a notification: the shell denies every page that permission, even if granted. Null if
 * there is only the shell.
 */
export function findFullBrowser(): string | null {
  return listBrowsers().find((file) => path.basename(file) !== shell) ?? null;
}

/** Seconds for one installation attempt, even on a slow line. */
const installSeconds = 300;

/** Runs an installer beside the caller's other work. */
function attempt(program: string, args: readonly string[], env = {}): Promise<void> {
  return new Promise((resolve) => {
    const options = { stdio: "ignore", timeout: installSeconds * 1_000, env: { ...process.env, ...env } } as const;
    // The start of the browser shows its success.
    spawn(program, args, options)
      .once("error", () => resolve())
      .once("close", () => resolve());
  });
}

/** Checks the host first for at most 5 s, because Playwright retries for minutes when it is unreachable. */
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
 * Finds a Chromium that starts; if there is none, installs Playwright's own, otherwise Debian's under root.
 * @returns its path, or null when all of that failed
 */
export async function ensureBrowser(say: (line: string) => void): Promise<string | null> {
  const first = findBrowser();
  if (first && findFullBrowser() && (await starts(first))) return first;
  const root = process.getuid?.() === 0;
  if (await isReachable("https://cdn.playwright.dev/")) {
    say("Installing Playwright's Chromium, once …");
    const cli = path.join(import.meta.dirname, "..", "..", "node_modules", "playwright", "cli.js");
    await attempt(process.execPath, [cli, "install", ...(root ? ["--with-deps"] : []), "chromium"]);
    if (existsSync(chromium.executablePath()) && (await starts(chromium.executablePath())))
      return chromium.executablePath();
  }
  if (root && existsSync("/usr/bin/apt-get")) {
    say("Installing Debian's chromium, once …");
    const quiet = { DEBIAN_FRONTEND: "noninteractive" };
    await attempt("apt-get", ["update", "-qq"], quiet);
    // Two separate installations: older systems have no package of the shell and continue with the full browser.
    for (const name of ["chromium", shell])
      await attempt("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], quiet);
  }
  const now = findBrowser();
  return now && (await starts(now)) ? now : null;
}
