import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { type Browser, chromium } from "playwright";
import { findFreePort } from "#lib/testing/free-port.ts";
import { browserArguments, ensureBrowser, noBrowserMessage } from "../../e2e/support/browser-launch.ts";
import { signIn } from "../../e2e/support/fixtures.ts";
import { startApp } from "../../e2e/support/start-app.ts";
import { getScriptLimit, styleLimit } from "../rules/page-weight.ts";
import { root } from "../steps.ts";
import { type BenchLine, createNote, expectAtMost } from "./measurement.ts";

export const about =
  "what a browser loads for each page, gzip, against a blank app of the same Next built in the same run";

type Loaded = { status: number; path: string; scripts: number; styles: number; origins: string[] };
type Cookies = Awaited<ReturnType<Awaited<ReturnType<Browser["newContext"]>>["storageState"]>>;

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;
/** Ms without an answer after which a page has loaded what it loads by itself. */
const quietMs = 1_000;

/** Both sides are compressed alike, whatever the servers do. */
const packed = (body: Buffer) => gzipSync(body, { level: 9 }).length;

/** Opens a page in an empty browser and adds up what it fetched until nothing more came; preloads count. */
async function load(browser: Browser, address: string, storageState?: Cookies): Promise<Loaded> {
  // What the worker has ahead for the time without a network is no page's first load.
  const context = await browser.newContext({ serviceWorkers: "block", ...(storageState && { storageState }) });
  try {
    const page = await context.newPage();
    const bodies: Promise<{ type: string; bytes: number }>[] = [];
    const origins = new Set<string>();
    let lastMs = performance.now();
    page.on("response", (answer) => {
      lastMs = performance.now();
      const type = answer.request().resourceType();
      if (/^https?:/.test(answer.url())) origins.add(new URL(answer.url()).origin);
      if (type === "script" || type === "stylesheet") {
        bodies.push(answer.body().then((body) => ({ type, bytes: packed(body) })));
      }
    });
    const answer = await page.goto(address, { waitUntil: "load" });
    // Not until the network is idle: a page that hears of changes holds a stream open.
    while (performance.now() - lastMs < quietMs) await wait(quietMs / 4);
    const found = await Promise.all(bodies);
    const sum = (type: string) => found.filter((one) => one.type === type).reduce((total, one) => total + one.bytes, 0);
    return {
      status: answer?.status() ?? 0,
      path: new URL(page.url()).pathname,
      scripts: sum("script"),
      styles: sum("stylesheet"),
      origins: [...origins],
    };
  } finally {
    await context.close();
  }
}

/** Builds and serves the smallest app Next allows, with our Next and React. It stands below the root to find both. */
async function withBlank<T>(say: (line: string) => void, work: (origin: string) => Promise<T>): Promise<T> {
  const folder = path.join(root, ".cache", "blank");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.join(folder, "app"), { recursive: true });
  const page = "export default function Page() {\n  return <p>Blank</p>;\n}\n";
  const layout =
    'export default function Layout({ children }) {\n  return <html lang="en"><body>{children}</body></html>;\n}\n';
  // For the same browsers: both sides are built alike.
  const { browserslist }: { browserslist?: unknown } = JSON.parse(
    readFileSync(path.join(root, "package.json"), "utf8"),
  );
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ private: true, type: "module", browserslist }));
  writeFileSync(path.join(folder, "app", "page.jsx"), page);
  writeFileSync(path.join(folder, "app", "layout.jsx"), layout);
  const settings = { turbopack: { root } };
  writeFileSync(path.join(folder, "next.config.mjs"), `export default ${JSON.stringify(settings)};\n`);
  const next = path.join(root, "node_modules", "next", "dist", "bin", "next");
  const start = (args: string[]) =>
    spawn(process.execPath, [next, ...args], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    });
  say("building a blank app …");
  const built = await new Promise((resolve) => start(["build"]).once("close", resolve));
  if (built !== 0) throw new Error("The blank app could not be built.");
  const port = await findFreePort();
  const server = start(["start", "-p", String(port), "-H", "127.0.0.1"]);
  const ended = new Promise((resolve) => server.once("close", resolve));
  try {
    const origin = `http://127.0.0.1:${port}`;
    const deadline = Date.now() + 30_000;
    while (
      !(await fetch(origin).then(
        (answer) => answer.ok,
        () => false,
      ))
    ) {
      if (Date.now() > deadline || server.exitCode !== null) throw new Error("The blank app did not start.");
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return await work(origin);
  } finally {
    server.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Every page of `app/` by its address; one with a parameter has an example, or is left out. */
function addresses(): string[] {
  const examples: Record<string, string> = { "/practice/[username]": "/practice/practice_x" };
  return readdirSync(path.join(root, "app"), { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "page.tsx")
    .map(
      (file) =>
        `/${path
          .dirname(file)
          .split(path.sep)
          .filter((word) => word !== "." && !word.startsWith("("))
          .join("/")}`,
    )
    .map((address) => examples[address] ?? address)
    .filter((address) => !address.includes("["))
    .sort();
}

export async function run(say: (line: string) => void): Promise<BenchLine[]> {
  const executablePath = await ensureBrowser(say);
  if (!executablePath) throw new Error(noBrowserMessage);
  const browser = await chromium.launch({ executablePath, args: [...browserArguments] });
  try {
    const blank = await withBlank(say, (origin) => load(browser, origin));
    const app = await startApp();
    try {
      const context = await browser.newContext({ baseURL: app.origin });
      await signIn(await context.newPage(), app.key);
      const session = await context.storageState();
      await context.close();
      // Whoever opens a page in the first seconds of a server is told to read again, and loads what that needs.
      await load(browser, `${app.origin}/leaderboard`, session);
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      const lines: BenchLine[] = [createNote("a blank app", kilobytes(blank.scripts))];
      let styles = 0;
      const strangers = new Set<string>();
      for (const address of addresses()) {
        const isSignIn = address === "/sign-in";
        const page = await load(browser, `${app.origin}${address}`, isSignIn ? undefined : session);
        if (page.status !== 200) {
          lines.push({ what: address, value: `answered ${page.status}`, budget: "200", ok: false });
          continue;
        }
        if (page.path !== address) {
          lines.push(createNote(address, `leads to ${page.path}`));
          continue;
        }
        lines.push(expectAtMost(address, page.scripts / 1000, getScriptLimit(address) / 1000, " KB"));
        styles = Math.max(styles, page.styles);
        for (const origin of page.origins) if (origin !== app.origin) strangers.add(origin);
      }
      if (lines.every((line) => line.ok === null)) throw new Error("No page was measured.");
      lines.push(expectAtMost("CSS, the heaviest page", styles / 1000, styleLimit / 1000, " KB"));
      lines.push(expectAtMost(`foreign origins ${[...strangers].join(" ")}`.trim(), strangers.size, 0));
      return lines;
    } finally {
      await app.stop();
    }
  } finally {
    await browser.close();
  }
}
