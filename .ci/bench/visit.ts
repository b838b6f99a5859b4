import { setTimeout as pause } from "node:timers/promises";
import { type CDPSession, chromium, type Page } from "playwright";
import { browserArguments, ensureBrowser, noBrowserMessage } from "../../e2e/support/browser-launch.ts";
import { signIn } from "../../e2e/support/fixtures.ts";
import { type E2eApp, startApp } from "../../e2e/support/start-app.ts";
import { callApi } from "./call-api.ts";
import { type BenchLine, computeStatistics, createNote, expectAtMost, percentile } from "./measurement.ts";
import { listen } from "./servers/http-server.ts";

export const about = "from a click to the content of each page, in the app, on a processor four times slower";

const rounds = 6;
const slowdown = 4;
const goalMs = 150;
const bareEach = 5;
/** How often its own median the p95 of a bare switch may be: a slow machine lengthens both, a busy one the p95. */
const noiseLimit = 2;
/** Long enough for what comes after the content, such as a list that is read again. */
const afterMs = 700;

/** `shownAt` by the page's own clock. */
type Visit = { ms: number; shownAt: number };
type Shift = { at: number; value: number };
type Target = { path: string; title: string };

/** Waits in the page for a click, then for the target's title without a skeleton, then for the frame with it. */
function watch(page: Page, target: Target): Promise<Visit> {
  return page.evaluate(async ({ path, title }) => {
    const startedAt = await new Promise<number>((resolve) =>
      addEventListener("click", ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true }),
    );
    const isShown = () =>
      location.pathname === path &&
      document.querySelector("main h1")?.textContent === title &&
      document.querySelector("main .animate-breathe") === null;
    await new Promise<void>((resolve) => {
      const look = () => (isShown() ? resolve() : void requestAnimationFrame(look));
      look();
    });
    // The first task after the frame: style, layout and painting are behind it.
    await new Promise<void>((resolve) => {
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => resolve();
        channel.port2.postMessage(0);
      });
    });
    const shownAt = performance.now();
    return { ms: shownAt - startedAt, shownAt };
  }, target);
}

/** From now on the page notes what moves. */
function recordShifts(page: Page): Promise<void> {
  return page.evaluate(() => {
    const shifts: Shift[] = [];
    Reflect.set(window, "benchShifts", shifts);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push({ at: entry.startTime, value: (entry as unknown as { value: number }).value });
    }).observe({ type: "layout-shift" });
  });
}

/** Waits for what comes after the content, and returns how far it moved the page. */
async function readShift(page: Page, shownAt: number): Promise<number> {
  await pause(afterMs);
  const shifts = await page.evaluate(() => Reflect.get(window, "benchShifts") as Shift[]);
  return shifts.reduce((sum, { at, value }) => (at > shownAt ? sum + value : sum), 0);
}

/** Milliseconds of processor time of the page's thread, slowed down: a busy machine lengthens waits and not this. */
async function readWorkMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1_000;
}

async function openSlowly(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  return cdp;
}

/** The least there is: a click fetches fifty rows and shows them. */
async function openBare(page: Page): Promise<() => Promise<Visit>> {
  const rows = Array.from({ length: 50 }, (_, at) => `<tr><td>Post ${at}</td><td>Published</td></tr>`).join("");
  const port = await listen((request, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end(
      request.url === "/rows"
        ? `<h1>Rows</h1><table>${rows}</table>`
        : `<main><h1>Bare</h1></main><button>Show</button><script>
            document.querySelector("button").onclick = async () => {
              const html = await (await fetch("/rows")).text();
              document.querySelector("main").innerHTML = html;
            };</script>`,
    );
  });
  return async () => {
    await page.goto(`http://127.0.0.1:${port}/`);
    const shown = watch(page, { path: "/", title: "Rows" });
    await page.getByRole("button").click();
    return await shown;
  };
}

async function fill(app: E2eApp): Promise<void> {
  const channels = await callApi<{ id: string }[]>(app, "GET", "/channels");
  const ids = channels.slice(0, 2).map(({ id }) => id);
  for (let at = 1; at <= 60; at += 1) {
    const scheduled_for = new Date(Date.now() + at * 11 * 3_600_000).toISOString();
    const when = at % 6 === 0 ? { draft: true } : at % 2 === 0 ? { scheduled_for } : {};
    await callApi(app, "POST", "/posts", { channels: ids, text: `Post ${at} of the bench`, ...when });
  }
}

async function visit(page: Page, { path, title }: Target): Promise<Visit> {
  const shown = watch(page, { path, title });
  await page.locator(`a[href="${path}"]:visible`).first().click();
  return await shown;
}

/** Returns the addresses in the sidebar. The documentation is no page of the app: it opens without its frame. */
async function listPages(page: Page): Promise<string[]> {
  const links = page.locator("nav a[href^='/']:visible, aside a[href^='/']:visible, header a[href='/compose']:visible");
  const found = await links.evaluateAll((all) => all.map((one) => new URL((one as HTMLAnchorElement).href).pathname));
  const pages = [...new Set(found)].filter((path) => path !== "/docs");
  if (pages.length < 10) throw new Error(`The sidebar shows only ${pages.join(", ")}.`);
  return pages;
}

/** Opens each page once, so that its code is there, and reads its title. */
async function warm(page: Page, paths: readonly string[]): Promise<Target[]> {
  const targets: Target[] = [];
  for (const path of paths) {
    await page.locator(`a[href="${path}"]:visible`).first().click();
    await page.waitForURL((url) => url.pathname === path);
    await page.waitForFunction(() => document.querySelector("main .animate-breathe") === null);
    await pause(afterMs);
    targets.push({ path, title: (await page.locator("main h1").first().textContent()) ?? "" });
  }
  return targets;
}

export async function run(say: (line: string) => void): Promise<BenchLine[]> {
  const executablePath = await ensureBrowser(say);
  if (!executablePath) throw new Error(noBrowserMessage);
  const app = await startApp({ SERVICE_URL: "", DATABASE_URL: "" });
  const browser = await chromium.launch({ executablePath, args: [...browserArguments] });
  try {
    await fill(app);
    const context = await browser.newContext({ baseURL: app.origin, viewport: { width: 1440, height: 900 } });
    const [page, plain] = [await context.newPage(), await context.newPage()];
    await signIn(page, app.key);
    const targets = await warm(page, await listPages(page));
    await recordShifts(page);
    const showBare = await openBare(plain);
    const cdp = await openSlowly(page);
    await openSlowly(plain);
    const bare: number[] = [];
    const found = targets.map((target) => ({ target, times: [] as number[], work: [] as number[], shift: 0 }));
    for (let round = 1; round <= rounds; round += 1) {
      await plain.bringToFront();
      for (let at = 0; at < bareEach; at += 1) bare.push((await showBare()).ms);
      await page.bringToFront();
      for (const one of found) {
        const before = await readWorkMs(cdp);
        const { ms, shownAt } = await visit(page, one.target);
        one.times.push(ms);
        one.work.push((await readWorkMs(cdp)) - before);
        one.shift = Math.max(one.shift, await readShift(page, shownAt));
      }
      say(`round ${round} of ${rounds}: a bare switch ${bare.at(-1)?.toFixed(0)} ms`);
    }
    const noise = percentile(bare, 0.95) / percentile(bare, 0.5);
    const lines = [createNote("a bare switch, median and p95", format(bare))];
    for (const { target, times, work, shift } of found) {
      const more = `its thread works ${computeStatistics(work).median.toFixed(0)} ms`;
      lines.push(createNote(target.path, `${format(times)}, ${more}`));
      lines.push(expectAtMost(`${target.path}: from click to content, p95`, percentile(times, 0.95), goalMs, " ms"));
      lines.push(expectAtMost(`${target.path}: shift after its content`, shift, 0));
    }
    if (noise > noiseLimit) {
      for (const { what, value } of lines) say(`${what}  ${value}`);
      throw new Error(
        `p95 of a bare switch is ${noise.toFixed(1)} times its median, more than ${noiseLimit}: the machine is too busy for this bench.`,
      );
    }
    return lines;
  } finally {
    await browser.close();
    await app.stop();
  }
}

const format = (times: number[]) => `${percentile(times, 0.5).toFixed(0)} / ${percentile(times, 0.95).toFixed(0)} ms`;
