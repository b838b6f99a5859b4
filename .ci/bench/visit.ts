import { setTimeout as pause } from "node:timers/promises";
import { chromium, type Page } from "playwright";
import { browserArguments, ensureBrowser, noBrowserMessage } from "../../e2e/support/browser-launch.ts";
import { signIn } from "../../e2e/support/fixtures.ts";
import { type E2eApp, startApp } from "../../e2e/support/start-app.ts";
import { createPageVisitor, type PageVisit, type VisitTarget } from "./browser/page-visit.ts";
import { callApi } from "./call-api.ts";
import { type BenchLine, computeStatistics, createNote, expectAtMost, percentile } from "./measurement.ts";
import { listen } from "./servers/http-server.ts";
import { type LeastPages, startLeastPages } from "./servers/least-pages.ts";

export const about = "from a click to the content of each page, in the app, on a processor four times slower";

/** With fewer than twenty rounds, the p95 would be the slowest visit. */
const rounds = 20;
const goalMs = 150;
const bareEach = 5;
/** How often its own median the p95 of a bare switch may be: a slow machine lengthens both, a busy one the p95. */
const noiseLimit = 2;
const warmMs = 700;

type PageFigures = { target: VisitTarget; elements: number; ours: PageVisit[]; least: PageVisit[] };

/** The least there is: a click fetches fifty rows and shows them. */
async function openBare(page: Page): Promise<() => Promise<PageVisit>> {
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
  const visit = await createPageVisitor(page);
  return async () => {
    await page.goto(`http://127.0.0.1:${port}/`);
    return await visit(page.getByRole("button"), { path: "/", title: "Rows" });
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

/** Returns the addresses in the sidebar. The documentation is no page of the app: it opens without its frame. */
async function listPages(page: Page): Promise<string[]> {
  const links = page.locator("nav a[href^='/']:visible, aside a[href^='/']:visible, header a[href='/compose']:visible");
  const found = await links.evaluateAll((all) => all.map((one) => new URL((one as HTMLAnchorElement).href).pathname));
  const pages = [...new Set(found)].filter((path) => path !== "/docs");
  if (pages.length < 10) throw new Error(`The sidebar shows only ${pages.join(", ")}.`);
  return pages;
}

/** Opens each page twice, so that its code is there and has run, and reads its title and length. */
async function warm(page: Page, paths: readonly string[]): Promise<PageFigures[]> {
  const found = new Map<string, PageFigures>();
  for (const path of [...paths, ...paths]) {
    await linkTo(page, path).click();
    await page.waitForURL((url) => url.pathname === path);
    await page.waitForFunction(() => document.querySelector("main .animate-breathe") === null);
    await pause(warmMs);
    const title = (await page.locator("main h1").first().textContent()) ?? "";
    const elements = await page.locator("main *").count();
    found.set(path, { target: { path, title }, elements, ours: [], least: [] });
  }
  return [...found.values()];
}

const linkTo = (page: Page, path: string) => page.locator(`a[href="${path}"]:visible`).first();

/** The path of the least page that is as long as one of ours. */
const toLeastName = (path: string) => path.slice(1) || "home";

export async function run(say: (line: string) => void): Promise<BenchLine[]> {
  const executablePath = await ensureBrowser(say);
  if (!executablePath) throw new Error(noBrowserMessage);
  const app = await startApp({ SERVICE_URL: "", DATABASE_URL: "" });
  const browser = await chromium.launch({ executablePath, args: [...browserArguments] });
  let least: LeastPages | null = null;
  try {
    await fill(app);
    const context = await browser.newContext({ baseURL: app.origin, viewport: { width: 1440, height: 900 } });
    const [page, leastPage, plain] = [await context.newPage(), await context.newPage(), await context.newPage()];
    await page.bringToFront();
    await signIn(page, app.key);
    const found = await warm(page, await listPages(page));
    const leastTargets = found.map(({ target, elements }) => ({ name: toLeastName(target.path), elements }));
    least = await startLeastPages(leastTargets);
    await leastPage.bringToFront();
    await leastPage.goto(`${least.origin}/${leastTargets.at(-1)?.name}`);
    await warm(
      leastPage,
      leastTargets.map(({ name }) => `/${name}`),
    );
    const [showBare, visit, visitLeast] = [
      await openBare(plain),
      await createPageVisitor(page),
      await createPageVisitor(leastPage),
    ];
    const bare: PageVisit[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      await plain.bringToFront();
      for (let at = 0; at < bareEach; at += 1) bare.push(await showBare());
      await leastPage.bringToFront();
      for (const one of found) {
        const name = toLeastName(one.target.path);
        one.least.push(await visitLeast(linkTo(leastPage, `/${name}`), { path: `/${name}`, title: name }));
      }
      await page.bringToFront();
      for (const one of found) one.ours.push(await visit(linkTo(page, one.target.path), one.target));
      say(`round ${round} of ${rounds}: a bare switch ${bare.at(-1)?.ms.toFixed(0)} ms`);
    }
    return judge(bare, found, say);
  } finally {
    await browser.close();
    await least?.stop();
    await app.stop();
  }
}

/** @throws when the bare switch varies too much */
function judge(bare: PageVisit[], found: PageFigures[], say: (line: string) => void): BenchLine[] {
  const lines = [createNote("a bare switch, median and p95", formatTimes(bare))];
  for (const { target, elements, ours, least } of found) {
    const { path } = target;
    lines.push(createNote(`${path}, ${elements} elements: ours`, formatVisits(ours)));
    lines.push(createNote(`${path}, ${elements} elements: the least Next app`, formatVisits(least)));
    lines.push(expectAtMost(`${path}: from click to content, p95`, percentile(ours.map(toMs), 0.95), goalMs, " ms"));
    lines.push(expectAtMost(`${path}: shift after its content`, Math.max(...ours.map(({ shift }) => shift)), 0));
  }
  const noise = percentile(bare.map(toMs), 0.95) / percentile(bare.map(toMs), 0.5);
  if (noise > noiseLimit) {
    for (const { what, value } of lines) say(`${what}  ${value}`);
    throw new Error(
      `p95 of a bare switch is ${noise.toFixed(1)} times its median, more than ${noiseLimit}: the machine is too busy for this bench.`,
    );
  }
  return lines;
}

const toMs = ({ ms }: PageVisit) => ms;

function formatTimes(visits: PageVisit[]): string {
  const times = visits.map(toMs);
  return `${percentile(times, 0.5).toFixed(0)} / ${percentile(times, 0.95).toFixed(0)} ms`;
}

/** Medians: the wait for the answer, then the thread's work and its parts. */
function formatVisits(visits: PageVisit[]): string {
  const median = (read: (visit: PageVisit) => number) => computeStatistics(visits.map(read)).median.toFixed(0);
  const parts = (["script", "style", "layout", "rest"] as const).map(
    (part) => `${part} ${median(({ work }) => work[part])}`,
  );
  const answer = `answered after ${median(({ answerMs }) => answerMs)} ms`;
  return `${formatTimes(visits)}, ${answer}, its thread works ${median(({ work }) => work.all)} ms: ${parts.join(", ")}`;
}
