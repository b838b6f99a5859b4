import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { type Browser, chromium, type Page } from "playwright";
import { addPendingClaims } from "#lib/service/claims/testing/pending-claims.ts";
import { openClientForProgram } from "#lib/service/db/open-client-for-program.ts";
import { browserArguments, ensureBrowser, noBrowserMessage } from "../../e2e/support/browser-launch.ts";
import { signIn } from "../../e2e/support/fixtures.ts";
import { waitForHydration } from "../../e2e/support/hydration.ts";
import { type E2eApp, startApp } from "../../e2e/support/start-app.ts";
import { type BenchLine, computeStatistics, createNote, expectAtLeast, percentile } from "./measurement.ts";

export const about = "claims decided by keyboard: from the key to the next claim on the screen, beside a bare page";

/** Keys to the bare page and claims to the review, in turn, so that a slow moment hits both. */
const rounds = 5;
const each = 20;
/** More than are decided, so that the list never runs dry. */
const waiting = rounds * each + each * 2;
/** What the review is held to: 30 claims in 60 seconds. */
const claimsAMinute = 30;

const wordOf = (number: number) => `Claim ${number} of the bench`;

/** Claims of a member, published before the bench: as many as there would be on a Monday. */
async function seed(app: E2eApp): Promise<void> {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const { client, close } = await openClientForProgram({ databaseUrl: undefined, dataDir: app.dataDir, log });
  try {
    const { rows } = await client.query<{ org: string; channel: string }>(
      "select org_id as org, id as channel from channels where platform = 'x' limit 1",
    );
    const [at] = rows;
    if (!at) throw new Error("The app has no channel to publish on.");
    const author = await client.query<{ id: string }>(
      `insert into members (id, org_id, name, email, role) values (uuidv7(), $1, 'Mina Aalto', 'mina@example.org', 'member')
       returning id`,
      [at.org],
    );
    await addPendingClaims(client, {
      orgId: at.org,
      memberIds: author.rows.map(({ id }) => id),
      channelId: at.channel,
      count: waiting,
      text: "'Claim ' || n || ' of the bench: ' || repeat('what happened on our open day. ', 5)",
    });
  } finally {
    await close();
  }
}

/** From now on the page notes the next key, and when `word` is painted where `selector` says: `took` reads the ms between. */
function watch(page: Page, selector: string, word: string): Promise<void> {
  return page.evaluate(
    ([at = "", text = ""]) => {
      const shown = new Promise<number>((resolve) => {
        addEventListener(
          "keydown",
          ({ timeStamp }) => {
            const look = () => {
              if (!document.querySelector(at)?.textContent?.includes(text)) return requestAnimationFrame(look);
              // After the frame that holds it has been painted.
              return requestAnimationFrame(() => resolve(performance.now() - timeStamp));
            };
            look();
          },
          { capture: true, once: true },
        );
      });
      Reflect.set(window, "benchShown", shown);
    },
    [selector, word],
  );
}

const took = (page: Page) => page.evaluate(() => Reflect.get(window, "benchShown") as Promise<number>);

/** The least there is: a key that changes a word. */
async function openBare(browser: Browser): Promise<(number: number) => Promise<number>> {
  const page = await browser.newPage();
  await page.setContent("<p id='seen'></p>");
  await page.evaluate(() => {
    let number = 0;
    addEventListener("keydown", () => {
      number += 1;
      const seen = document.querySelector("#seen");
      if (seen) seen.textContent = `Word ${number}.`;
    });
  });
  return async (number) => {
    await watch(page, "#seen", `Word ${number}.`);
    await page.keyboard.press("a");
    return took(page);
  };
}

/** Of five claims three are approved, one is given other points and one is rejected. */
function keysOf(number: number): readonly string[] {
  if (number % 5 === 3) return ["e", "5", "Enter"];
  return number % 5 === 4 ? ["r", "1"] : ["a"];
}

/** @returns decides claim `number`; ms from its last key to the evidence of the next one. */
async function openReview(browser: Browser, app: E2eApp): Promise<(number: number) => Promise<number>> {
  const page = await browser.newPage({ baseURL: app.origin, viewport: { width: 1440, height: 900 } });
  await signIn(page, app.key);
  await page.goto("/review");
  await waitForHydration(page);
  await page.getByRole("list", { name: "The post" }).getByText(wordOf(1)).waitFor();
  return async (number) => {
    const keys = keysOf(number);
    for (const key of keys.slice(0, -1)) await page.keyboard.press(key);
    await watch(page, "[aria-label='The post']", wordOf(number + 1));
    await page.keyboard.press(keys.at(-1) ?? "a");
    return took(page);
  };
}

/** Waits until the service has decided so many: what was shown at once was only asked for. */
async function untilDecided(app: E2eApp, count: number): Promise<void> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    const answer = await fetch(`${app.origin}/v1/claims/counts`, { headers: { authorization: `Bearer ${app.key}` } });
    const { data } = (await answer.json()) as { data: { approved: number; rejected: number } };
    if (data.approved + data.rejected === count) return;
    if (performance.now() > deadline) throw new Error(`${data.approved + data.rejected} of ${count} were decided.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** How busy the machine is, where it says so: a figure of a busy one is no figure. */
function load(): string {
  try {
    return readFileSync("/proc/loadavg", "utf8").split(" ").slice(0, 2).join(", ");
  } catch {
    return "unknown";
  }
}

const shown = (ms: readonly number[]) => `${percentile(ms, 0.5).toFixed(1)} ms, ${percentile(ms, 0.95).toFixed(1)} ms`;

export async function run(say: (line: string) => void): Promise<BenchLine[]> {
  const executablePath = await ensureBrowser(say);
  if (!executablePath) throw new Error(noBrowserMessage);
  const before = load();
  const app = await startApp();
  const browser = await chromium.launch({ executablePath, args: [...browserArguments] });
  try {
    await seed(app);
    const press = await openBare(browser);
    const decide = await openReview(browser, app);
    const times: { bare: number[]; review: number[] } = { bare: [], review: [] };
    const paces: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (let at = 1; at <= each; at += 1) times.bare.push(await press(round * each + at));
      const startedAt = performance.now();
      for (let at = 1; at <= each; at += 1) times.review.push(await decide(round * each + at));
      await untilDecided(app, (round + 1) * each);
      paces.push((each * 60_000) / (performance.now() - startedAt));
      say(`round ${round + 1} of ${rounds}: ${paces.at(-1)?.toFixed(0)} claims a minute`);
    }
    const ratio = (part: number) => (percentile(times.review, part) / percentile(times.bare, part)).toFixed(2);
    return [
      expectAtLeast(
        "claims a minute by keyboard, until the service has decided them",
        computeStatistics(paces).median,
        claimsAMinute,
      ),
      createNote("a bare page, key to its next word, p50 and p95", shown(times.bare)),
      createNote("the review, key to the next claim, p50 and p95", shown(times.review)),
      createNote("the review against the bare page, p50 and p95", `${ratio(0.5)}, ${ratio(0.95)}`),
      createNote("load average of 1 and 5 minutes, before and after", `${before}; ${load()}`),
    ];
  } finally {
    await browser.close();
    await app.stop();
  }
}
