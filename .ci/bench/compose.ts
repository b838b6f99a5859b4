import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright";
import { browserArguments, ensureBrowser, noBrowserMessage } from "../../e2e/support/browser-launch.ts";
import { signIn } from "../../e2e/support/fixtures.ts";
import { waitForHydration } from "../../e2e/support/hydration.ts";
import { type E2eApp, startApp } from "../../e2e/support/start-app.ts";
import {
  type CaretTarget,
  createDocumentTarget,
  createPartTarget,
  createPlainTarget,
} from "./browser/caret-targets.ts";
import { pasteText, recordPaints, type TypingTimes, throttleCpu, typeKeys } from "./browser/keystrokes.ts";
import { callApi } from "./call-api.ts";
import {
  type BenchLine,
  type BenchParts,
  compareRuns,
  computeStatistics,
  createNote,
  expectAtMost,
  percentile,
} from "./measurement.ts";

export const about =
  "a thread of 100 parts for 8 channels, on a processor 4 times slower: from key to paint; first (the first key after opening, each in a page of its own)";

const slower = 4;
const rounds = 5;
/** In each of the places of a round. */
const keysEach = 24;
const partCount = 100;
const characters = 28_000;
const channelsChosen = 8;
const pasted = 100_000;

const budget = { keyMs: 50, ratio: 1.2, firstRatio: 2, pasteMs: 500, taskMs: 100 };
/** How far the medians of one part may lie apart, of the middle one, before no figure of this machine means anything. */
const spreadLimit = 0.25;
/** The first key of a page is one key alone, so one page differs more from the next. */
const firstSpreadLimit = 0.6;

/** Beside those that a new organization has: every platform at least once, and of some a second. */
const further = ["mastodon", "threads", "x", "bluesky", "linkedin"];

async function connect(app: E2eApp): Promise<string[]> {
  const there = await callApi<{ id: string }[]>(app, "GET", "/channels");
  const ids = there.map(({ id }) => id);
  for (const platform of further) {
    const made = await callApi<{ id: string }>(app, "POST", "/channels", { platform, name: `Another ${platform}` });
    ids.push(made.id);
  }
  return ids;
}

const words = "What we have learned on the way, told once more for those who were not there: ";
const textOf = (at: number, length: number) => `${at + 1}. ${words.repeat(10)}`.slice(0, length - 1).trimEnd();

/** Parts that fit X, but for room to type in: together they have the characters of the bench. */
function makeParts(count: number): string[] {
  const each = characters / partCount;
  return Array.from({ length: count }, (_, at) => textOf(at, each).padEnd(each, "."));
}

type Desk = {
  app: E2eApp;
  browser: Browser;
  session: Awaited<ReturnType<BrowserContext["storageState"]>>;
  channels: readonly string[];
};

/** Saves a draft with these parts and opens it in a browser of its own. */
async function open({ app, browser, session, channels }: Desk, texts: readonly string[]): Promise<Page> {
  const id = randomUUID();
  const content = { parts: texts, own: {}, images: [], channels, when: null, points: 20, post: null };
  await callApi(app, "PUT", `/drafts/${id}`, { version: 0, kind: "draft", content });
  const viewport = { width: 1440, height: 900 };
  const context = await browser.newContext({ baseURL: app.origin, storageState: session, viewport });
  const page = await context.newPage();
  await page.goto(`/compose?draft=${id}`);
  await waitForHydration(page);
  // The text engine, the preview and the buttons are there, and have counted.
  await page
    .getByRole("tablist", { name: "Channels in the preview" })
    .getByRole("tab")
    .nth(channelsChosen - 1)
    .waitFor();
  await page.getByRole("radio", { name: "Document" }).waitFor();
  await recordPaints(page);
  return page;
}

/** A page with nothing but a field: what this browser, on this machine at this moment, takes for a key by itself. */
async function openBare(browser: Browser, text: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.setContent('<textarea style="width: 640px; height: 300px; font: 17px/26px sans-serif"></textarea>');
  await page.locator("textarea").evaluate((area, words) => {
    (area as HTMLTextAreaElement).value = words;
  }, text);
  await recordPaints(page);
  return page;
}

/** Types in each place; slowed down only while it types. */
async function typeIn(
  page: Page,
  places: readonly CaretTarget[],
  round: number,
  count = keysEach,
): Promise<TypingTimes> {
  await page.bringToFront();
  const cdp = await page.context().newCDPSession(page);
  const found: TypingTimes = { keys: [], longTasks: [] };
  for (const [at, { go }] of places.entries()) {
    await go(page);
    await page.waitForTimeout(300);
    await throttleCpu(cdp, slower);
    const typed = await typeKeys(page, count, round * 10 + at + 1);
    await throttleCpu(cdp, 1);
    found.keys.push(...typed.keys);
    found.longTasks.push(...typed.longTasks);
  }
  await cdp.detach();
  return found;
}

type Compared = { bare: TypingTimes; one: TypingTimes; many: TypingTimes; medians: number[] };
type Pages = { bare: Page; one: Page; many: Page };

/** A bare field, one part and many in turn, so that a slow moment hits all. As many keys with one part as with many. */
async function compareViews(
  { bare, one, many }: Pages,
  places: { one: CaretTarget; many: readonly CaretTarget[] },
  say: (line: string) => void,
): Promise<Compared> {
  const nothing = (): TypingTimes => ({ keys: [], longTasks: [] });
  const found: Compared = { bare: nothing(), one: nothing(), many: nothing(), medians: [] };
  const alone = [{ name: "a bare field", go: createPlainTarget }];
  const again = places.many.map(() => places.one);
  // Once unmeasured: what comes with the first key is loaded, and the page's code is warm.
  await typeIn(bare, alone, 0);
  await typeIn(one, [places.one], 0);
  await typeIn(many, places.many.slice(0, 1), 0);
  for (let round = 1; round <= rounds; round += 1) {
    const by = await typeIn(bare, alone, round);
    const [few, all] = [await typeIn(one, again, round), await typeIn(many, places.many, round)];
    found.bare.keys.push(...by.keys);
    found.medians.push(percentile(few.keys, 0.5));
    found.one.keys.push(...few.keys);
    found.many.keys.push(...all.keys);
    found.one.longTasks.push(...few.longTasks);
    found.many.longTasks.push(...all.longTasks);
    say(
      `round ${round} of ${rounds}: a bare field ${shown(by.keys)}, one part ${shown(few.keys)}, ${partCount} parts ${shown(all.keys)}`,
    );
  }
  return found;
}

const shown = (ms: readonly number[]) =>
  `p50 ${percentile(ms, 0.5).toFixed(1)} ms, p95 ${percentile(ms, 0.95).toFixed(1)} ms`;
const longest = (ms: readonly number[]) => Math.max(0, ...ms);

function linesOf(view: string, { bare, one, many, medians }: Compared): BenchLine[] {
  const [by, few, all] = [bare, one, many].map(({ keys }) => percentile(keys, 0.95)) as [number, number, number];
  const { spread } = computeStatistics(medians);
  if (spread > spreadLimit) {
    throw new Error(
      `${view}: one part alone varies by ${(spread * 100).toFixed(0)} %, more than ${spreadLimit * 100} %: the machine is too busy to compare. One part ${shown(one.keys)}, ${partCount} parts ${shown(many.keys)}, longest task ${longest(many.longTasks)} ms; load ${load()}.`,
    );
  }
  return [
    createNote(`${view}: a bare field, ${bare.keys.length} keys`, shown(bare.keys)),
    createNote(`${view}: p95 of 1 part against the bare field`, (few / by).toFixed(2)),
    createNote(`${view}: 1 part, ${one.keys.length} keys`, shown(one.keys)),
    createNote(`${view}: ${partCount} parts, ${many.keys.length} keys`, shown(many.keys)),
    expectAtMost(`${view}: key to paint, p95`, all, budget.keyMs, " ms"),
    expectAtMost(`${view}: p95 against one part`, all / few, budget.ratio),
    expectAtMost(`${view}: longest task while typing, slowed down`, longest(many.longTasks), budget.taskMs, " ms"),
  ];
}

/** A text for one part, pasted where nothing is written yet. It becomes several: a part holds less. */
async function pasteOnce(desk: Desk): Promise<number> {
  const page = await open(desk, ["."]);
  const text = `${words.repeat(Math.ceil(pasted / words.length)).slice(0, pasted - 1)}.`;
  const field = page.locator("textarea[data-writing]").first();
  await field.focus();
  await page.keyboard.press("End");
  const cdp = await page.context().newCDPSession(page);
  await throttleCpu(cdp, slower);
  const ms = await pasteText(page, text);
  await throttleCpu(cdp, 1);
  const there = await page
    .locator("textarea[data-writing]")
    .evaluateAll((fields) => fields.reduce((sum, area) => sum + (area as HTMLTextAreaElement).value.length, 0));
  if (there < pasted * 0.99)
    throw new Error(`Only ${there} of ${pasted} pasted characters arrived: the paste was not measured.`);
  await page.context().close();
  return ms;
}

/** How busy the machine is, where it says so. */
function load(): string {
  try {
    return readFileSync("/proc/loadavg", "utf8").split(" ").slice(0, 2).join(", ");
  } catch {
    return "unknown";
  }
}

/** How many drafts came to the service again after they were opened. */
async function savedAgain(app: E2eApp): Promise<number> {
  const drafts = await callApi<{ version: number }[]>(app, "GET", "/drafts");
  return drafts.filter(({ version }) => version > 1).length;
}

type Written = { desk: Desk; texts: readonly string[]; say: (line: string) => void };

async function inParts({ desk, texts, say }: Written, one: Page, many: Page): Promise<BenchLine[]> {
  const found = await compareViews(
    { bare: await openBare(desk.browser, texts[0] ?? ""), one, many },
    {
      one: { name: "the only part", go: createPartTarget(0) },
      many: [0, 49, 99].map((at) => ({ name: `part ${at + 1}`, go: createPartTarget(at) })),
    },
    say,
  );
  return linesOf("parts", found);
}

async function inDocumentView({ desk, texts, say }: Written, one: Page, many: Page): Promise<BenchLine[]> {
  // Not by the mouse: the rows above get their true height while it is scrolled to.
  for (const page of [one, many]) await page.getByRole("radio", { name: "Document" }).dispatchEvent("click");
  for (const page of [one, many]) await page.locator("#document-of-parts").waitFor();
  const found = await compareViews(
    { bare: await openBare(desk.browser, texts.join("\n\n---\n\n")), one, many },
    {
      one: { name: "the only part", go: createDocumentTarget(0.5) },
      many: [0.002, 0.5, 0.998].map((share) => ({ name: `at ${share}`, go: createDocumentTarget(share) })),
    },
    say,
  );
  return linesOf("document", found);
}

/** The first key after opening, in a page of its own: what is loaded or counted with it belongs to it. */
async function firstKeys({ desk, texts, say }: Written): Promise<BenchLine[]> {
  const typeFirst = async (parts: readonly string[]) => {
    const page = await open(desk, parts);
    const { keys } = await typeIn(page, [{ name: "the first part", go: createPartTarget(0) }], 1, 1);
    await page.context().close();
    return keys[0] ?? Number.NaN;
  };
  const { a, b, ratio } = await compareRuns(
    () => typeFirst(texts.slice(0, 1)),
    () => typeFirst(texts),
    say,
    { limit: firstSpreadLimit },
  );
  const format = ({ median, min, max }: typeof a) =>
    `median ${median.toFixed(0)} ms, ${min.toFixed(0)} to ${max.toFixed(0)}`;
  return [
    createNote("first key: 1 part", format(a)),
    createNote(`first key: ${partCount} parts`, format(b)),
    expectAtMost("first key: median against one part", ratio, budget.firstRatio),
  ];
}

async function pasting(desk: Desk): Promise<BenchLine[]> {
  const pastes: number[] = [];
  for (let round = 0; round < rounds; round += 1) pastes.push(await pasteOnce(desk));
  const { median, max } = computeStatistics(pastes);
  return [
    expectAtMost(`paste of ${pasted} characters until painted, median of ${rounds}`, median, budget.pasteMs, " ms"),
    createNote("paste, slowest", `${max.toFixed(0)} ms`),
  ];
}

async function measure(say: (line: string) => void, pieces: readonly string[]): Promise<BenchLine[]> {
  const executablePath = await ensureBrowser(say);
  if (!executablePath) throw new Error(noBrowserMessage);
  const before = load();
  const app = await startApp();
  const browser = await chromium.launch({ executablePath, args: [...browserArguments] });
  try {
    const channels = await connect(app);
    const texts = makeParts(partCount);
    const total = texts.join("").length;
    if (total !== characters || channels.length !== channelsChosen)
      throw new Error(`There are ${total} characters and ${channels.length} channels.`);
    const context = await browser.newContext({ baseURL: app.origin });
    await signIn(await context.newPage(), app.key);
    const desk = { app, browser, channels, session: await context.storageState() };
    await context.close();
    const lines: BenchLine[] = [];
    if (pieces.includes("parts") || pieces.includes("document")) {
      const one = await open(desk, texts.slice(0, 1));
      const many = await open(desk, texts);
      if (pieces.includes("parts")) lines.push(...(await inParts({ desk, texts, say }, one, many)));
      if (pieces.includes("document")) lines.push(...(await inDocumentView({ desk, texts, say }, one, many)));
      if ((await savedAgain(app)) < 2) throw new Error("The typed text did not reach the service.");
    }
    if (pieces.includes("first")) lines.push(...(await firstKeys({ desk, texts, say })));
    if (pieces.includes("paste")) lines.push(...(await pasting(desk)));
    return [...lines, createNote("load average of 1 and 5 minutes, before and after", `${before}; ${load()}`)];
  } finally {
    await browser.close();
    await app.stop();
  }
}

export const parts: BenchParts = {
  parts: (say) => measure(say, ["parts"]),
  document: (say) => measure(say, ["document"]),
  first: (say) => measure(say, ["first"]),
  paste: (say) => measure(say, ["paste"]),
};

export const run = (say: (line: string) => void) => measure(say, ["parts", "document", "first", "paste"]);
