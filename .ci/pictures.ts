// `npm run pictures`: makes the pictures of the README from the real app, on practice channels.
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { chromium, type Page } from "playwright";
import sharp from "sharp";
import { browserArguments, ensureBrowser, noBrowserMessage } from "../e2e/support/browser-launch.ts";
import { chooseChannels, openComposer } from "../e2e/support/composer-page.ts";
import { signIn } from "../e2e/support/fixtures.ts";
import { waitForHydrationAfterNavigation } from "../e2e/support/hydration.ts";
import { startApp } from "../e2e/support/start-app.ts";

const folder = path.resolve(import.meta.dirname, "../docs/pictures");
const thread = [
  "We moved every one of our 412 build machines to a new region last weekend. Nobody noticed.\n\nHere is what it took, what broke, and the one rule that saved us.",
  "Rule: no step may need the step before it to have worked.\n\nEvery script asks the world what is true, then does the smallest thing that makes it more true. Run it twice and the second run does nothing.",
  "What broke: DNS. It is always DNS. Two hosts kept the old answer for 47 minutes because a cache ignored its TTL.",
];

/** A soft gradient, so that the pictures need no photograph. */
async function gradient(from: string, to: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs><rect width="1200" height="800" fill="url(#g)"/></svg>`;
  return await sharp(Buffer.from(svg)).png().toBuffer();
}

const app = await startApp({ SETUP_ORG: "Northwind", SETUP_NAME: "Ines Kolb", SETUP_EMAIL: "ines@example.org" });

async function callApi(address: string, body?: unknown): Promise<{ id: string; username: string; status: string }[]> {
  const answer = await fetch(`${app.origin}/v1${address}`, {
    method: body ? "POST" : "GET",
    headers: { "x-api-key": app.key, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${address}: ${await answer.text()}`);
  const { data } = (await answer.json()) as { data: { id: string; username: string; status: string }[] };
  return data;
}

async function writeHistory(): Promise<void> {
  const channels = await callApi("/channels");
  const on = (...names: string[]) =>
    channels.filter(({ username }) => names.some((name) => username === `practice_${name}`)).map(({ id }) => id);
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  await callApi("/posts", { channels: on("bluesky"), text: "Open hours moved to Thursday #fail-rejected" });
  await callApi("/posts", {
    channels: on("x", "bluesky"),
    thread: ["What we learned from a quiet outage", "Part two"],
  });
  await callApi("/posts", { channels: on("linkedin"), text: "Hiring: platform engineer, Berlin or remote" });
  await callApi("/posts", { channels: on("x"), text: "Five questions for a post-mortem", draft: true });
  await callApi("/posts", { channels: on("x", "bluesky", "linkedin"), thread, scheduled_for: inDays(3) });
  for (const [days, text] of [
    [1, "Friday question"],
    [2, "The region move, part 2: caches"],
    [4, "Customer story: Halden Paper"],
    [5, "Docs week begins"],
    [5, "Open hours today"],
    [8, "Month in numbers"],
  ] as const) {
    await callApi("/posts", { channels: on("x", "linkedin"), text, scheduled_for: inDays(days) });
  }
  while ((await callApi("/posts?status=publishing")).length > 0) await new Promise((done) => setTimeout(done, 50));
}

async function writeThread(page: Page): Promise<void> {
  await openComposer(page);
  await chooseChannels(page, ["practice_x", "practice_bluesky"]);
  await page.getByRole("textbox", { name: "Text" }).fill(thread[0] ?? "");
  for (const [at, text] of thread.slice(1).entries()) {
    await page.getByRole("button", { name: "Add part" }).click();
    await page.getByRole("textbox", { name: `Part ${at + 2} of ${at + 2}` }).fill(text);
  }
  const files = [await gradient("#8fa9c4", "#4d6278"), await gradient("#d9b38c", "#7a5a44")];
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles(files.map((buffer, at) => ({ name: `rack-${at + 1}.png`, mimeType: "image/png", buffer })));
  for (const at of files.keys()) await page.getByRole("button", { name: `Remove image ${at + 1}` }).waitFor();
  await page.getByRole("button", { name: "Add alt text to image 1" }).click();
  for (const [at, alt] of ["Racks in the old hall, half empty", "The new hall at dusk"].entries())
    await page.getByRole("textbox", { name: `Description of image ${at + 1}` }).fill(alt);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("textbox", { name: `Part 2 of ${thread.length}` }).focus();
  // Nothing is on its way any more: the words and images are with the service, and the preview shows them.
  await page.getByText(/^Saved \d\d:\d\d$/).waitFor();
}

/** Of a page at rest: pictures are drawn, and what moves has arrived. */
async function takeScreenshot(page: Page, name: string): Promise<void> {
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  await page.evaluate(() => {
    const ends = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ends.map((one) => one.finished));
  });
  await page.screenshot({ path: path.join(folder, `${name}.png`), animations: "disabled", caret: "hide" });
}

const executablePath = await ensureBrowser((line) => process.stdout.write(`${line}\n`));
if (executablePath === null) throw new Error(noBrowserMessage);
const browser = await chromium.launch({
  args: [...browserArguments],
  ...(executablePath !== null && { executablePath }),
});
try {
  await mkdir(folder, { recursive: true });
  await writeHistory();
  const context = await browser.newContext({
    baseURL: app.origin,
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    colorScheme: "light",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  waitForHydrationAfterNavigation(page);
  await signIn(page, app.key);
  await page.goto("/posts");
  await page.waitForLoadState("networkidle");
  await takeScreenshot(page, "posts");
  await page.goto("/calendar");
  await page.waitForLoadState("networkidle");
  await takeScreenshot(page, "calendar");
  await writeThread(page);
  await takeScreenshot(page, "compose");
} finally {
  await browser.close();
  await app.stop();
}
