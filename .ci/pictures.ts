// `npm run pictures`: makes the pictures of the README and the guides from the real app, on practice channels.
import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { type Browser, chromium, type Page } from "playwright";
import sharp from "sharp";
import { phonePicture, widePicture } from "#lib/guides/guide-pictures.ts";
import { browserArguments, ensureBrowser, noBrowserMessage } from "../e2e/support/browser-launch.ts";
import { chooseChannels, openComposer } from "../e2e/support/composer-page.ts";
import { signIn } from "../e2e/support/fixtures.ts";
import { waitForHydrationAfterNavigation } from "../e2e/support/hydration.ts";
import { joinAsAuthor } from "../e2e/support/person-fixture.ts";
import { startApp } from "../e2e/support/start-app.ts";

const folder = path.resolve(import.meta.dirname, "../public/docs/pictures");
/** Takes the place of the folder when all pictures are made. */
const newFolder = `${folder}-new`;
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
type Item = { id: string; username: string; status: string; version: number };

async function callApi(method: string, address: string, body?: unknown, key = app.key): Promise<Item[]> {
  const answer = await fetch(`${app.origin}/v1${address}`, {
    method,
    headers: { "x-api-key": key, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${address}: ${await answer.text()}`);
  const { data } = (await answer.json()) as { data: Item[] };
  return data;
}

const getTime = (days: number, hour: number, minute = 0) => {
  const at = new Date(Date.now() + days * 86_400_000);
  at.setUTCHours(hour, minute, 0, 0);
  return at.toISOString();
};

type NewPost = {
  on: readonly string[];
  text: string | readonly string[];
  at?: string;
  draft?: boolean;
  points?: number;
};

/** Creates posts with a member's key, each on practice channels named by the platform that they imitate. */
async function writePosts(key: string, posts: readonly NewPost[]): Promise<void> {
  const channels = await callApi("GET", "/channels");
  for (const { on, text, at, draft, points } of posts) {
    const body = {
      channels: channels.filter(({ username }) => on.includes(username.replace("practice_", ""))).map(({ id }) => id),
      ...(typeof text === "string" ? { text } : { thread: text }),
      ...(at !== undefined && { scheduled_for: at }),
      ...(draft && { draft }),
      ...(points !== undefined && { points }),
    };
    await callApi("POST", "/posts", body, key);
  }
}

/** Waits for the posts of one author: a key lists only the posts of its member. */
async function waitUntilPublished(key: string): Promise<void> {
  while ((await callApi("GET", "/posts?status=publishing", undefined, key)).length > 0)
    await new Promise((done) => setTimeout(done, 50));
}

/** The hashtags that make the practice channel fail stand below the first line, which lists show. */
const own: readonly NewPost[] = [
  { on: ["x", "bluesky"], text: ["What we learned from a quiet outage", "Part two"] },
  { on: ["linkedin"], text: "Hiring: platform engineer, Berlin or remote" },
  { on: ["bluesky"], text: "Open hours moved to Thursday\n\n#fail-rejected" },
  { on: ["bluesky"], text: "A correction to yesterday's figures\n\n#fail-rejected" },
  { on: ["x"], text: "Release 4.2 is out\n\n#fail-unconfirmed" },
  { on: ["x"], text: "Five questions for a post-mortem", draft: true },
  { on: ["linkedin"], text: "A year of the new build farm", draft: true },
  { on: ["x", "bluesky", "linkedin"], text: thread, at: getTime(3, 8, 30) },
  { on: ["x", "linkedin"], text: "Friday question", at: getTime(1, 9) },
  { on: ["x", "linkedin"], text: "The region move, part 2: caches", at: getTime(2, 13, 15) },
  { on: ["bluesky"], text: "Customer story: Halden Paper", at: getTime(4, 7, 30) },
  { on: ["x", "linkedin"], text: "Docs week begins", at: getTime(5, 8) },
  { on: ["x"], text: "Open hours today", at: getTime(5, 12) },
  { on: ["linkedin"], text: "Month in numbers", at: getTime(8, 9, 45) },
];

const review = [
  "What a good incident review sounds like:",
  "\u201cWhat did you see? What did you expect? What would have told you sooner?\u201d",
  "Nobody asks who. After two years of these we find causes in an hour that used to take a week.",
].join("\n\n");

const team: readonly { name: string; posts: readonly NewPost[]; isReviewed: boolean }[] = [
  {
    name: "David Moreau",
    isReviewed: true,
    posts: [
      {
        on: ["x", "bluesky"],
        text: "How our warehouse team cut picking time by a third, without buying a single robot.",
      },
      { on: ["linkedin"], text: "Notes from the Lyon logistics meetup", points: 40 },
      { on: ["x"], text: "A small script that saved us a Saturday" },
      { on: ["bluesky", "linkedin"], text: "Customer story: the night shift at Halden", at: getTime(6, 10) },
      { on: ["linkedin"], text: "Lyon, one week later", at: getTime(1, 13) },
    ],
  },
  {
    name: "Priya Nair",
    isReviewed: true,
    posts: [
      { on: ["linkedin", "x"], text: "Five dashboards we deleted, and nobody missed" },
      { on: ["bluesky"], text: "Reading list: queues and back-pressure" },
      { on: ["x"], text: "Ask me about on-call", at: getTime(7, 14) },
      { on: ["bluesky"], text: "Reading list: caches", at: getTime(2, 8) },
    ],
  },
  {
    name: "Noah Abernathy",
    isReviewed: false,
    posts: [
      { on: ["bluesky"], text: "We measured our cold start for a month. The median was never the problem." },
      { on: ["linkedin"], text: "Docs week, day one", at: getTime(5, 14) },
    ],
  },
  {
    name: "Greta S\u00f8rensen",
    isReviewed: false,
    posts: [
      { on: ["linkedin"], text: review, points: 40 },
      { on: ["x", "linkedin"], text: "Winter opening hours: we are here until the 22nd, and back on the 4th." },
      { on: ["x"], text: "Friday picture: the loading dock in snow", at: getTime(1, 15, 30) },
    ],
  },
];

/** Approves the claims that wait, and rejects the one at `rejectedAt`. */
async function decideClaims(rejectedAt: number | null): Promise<void> {
  for (const [at, { id, version }] of (await callApi("GET", "/claims?state=pending&limit=100")).entries()) {
    const rejection = { action: "reject", reason: "The claim is higher than our rules allow." };
    const decision = at === rejectedAt ? rejection : { action: "approve" };
    await callApi("POST", `/claims/${id}/decision`, { version, ...decision });
  }
}

/** Creates a team with posts of every status. @returns the page of its first member, whose claims are decided */
async function createTeam(browser: Browser): Promise<Page> {
  const rules = "A post about our work earns 20 points, a long one of your own 40. Reposts earn none.";
  // The only administrator decides her own claims too.
  await callApi("PATCH", "/organization", { settings: { self_review: true, review_rules: rules } });
  await callApi("PATCH", "/me/settings", {
    checklist_hidden: true,
    slots: [1, 2, 3, 4, 5].map((weekday) => ({ id: `slot-${weekday}`, weekday, time: "09:00", channels: [] })),
  });
  for (const { id } of await callApi("GET", "/channels"))
    await callApi("PATCH", `/channels/${id}`, { name: "Northwind" });
  await writePosts(app.key, own);
  await waitUntilPublished(app.key);
  await decideClaims(null);
  const pages: Page[] = [];
  for (const { name, posts, isReviewed } of team) {
    const author = await joinAsAuthor(browser, app, name);
    pages.push(author.page);
    await writePosts(author.app.key, posts);
    await waitUntilPublished(author.app.key);
    if (isReviewed) await decideClaims(1);
  }
  const [first] = pages;
  if (!first) throw new Error("The team has no members.");
  return first;
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

/** A page at rest: pictures are drawn, and what moves has arrived. */
async function takeScreenshot(page: Page, name: string): Promise<void> {
  // The event stream can begin late, and then the network is never idle.
  await page.waitForLoadState("networkidle", { timeout: 4_000 }).catch(() => undefined);
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  await page.evaluate(() => {
    const ends = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ends.map((one) => one.finished));
  });
  const drawn = await page.screenshot({ animations: "disabled", caret: "hide" });
  // Flat surfaces and letters: lossless WebP with few colors is smaller and sharper than a photograph's compression.
  await sharp(drawn)
    .webp({ nearLossless: true, quality: 60, effort: 6 })
    .toFile(path.join(newFolder, `${name}.webp`));
}

async function takeWidePictures(page: Page): Promise<void> {
  await page.goto("/");
  await takeScreenshot(page, "home");
  await page.goto("/posts");
  // The pages that list posts remember it.
  await page.getByText("Everyone", { exact: true }).click();
  await page.getByRole("link", { name: "Ask me about on-call" }).first().waitFor();
  for (const [name, address] of [
    ["posts", "/posts"],
    ["calendar", "/calendar"],
    ["calendar-week", "/calendar?view=week"],
    ["inbox", "/inbox"],
    ["review", "/review"],
    ["leaderboard", "/leaderboard"],
    ["points-log", "/review/log"],
  ] as const) {
    await page.goto(address);
    await takeScreenshot(page, name);
  }
  await page.goto("/channels");
  await page.getByRole("button", { name: "Connect an account" }).click();
  await page.getByRole("dialog").waitFor();
  await takeScreenshot(page, "connect");
  await writeThread(page);
  await takeScreenshot(page, "compose");
}

async function takePhonePictures(page: Page): Promise<void> {
  await page.goto("/calendar");
  await takeScreenshot(page, "calendar-phone");
  await openComposer(page);
  await chooseChannels(page, ["practice_x", "practice_bluesky"]);
  await page.getByRole("textbox", { name: "Text" }).fill(thread[0] ?? "");
  await page.getByText(/^Saved \d\d:\d\d$/).waitFor();
  await takeScreenshot(page, "compose-phone");
}

const executablePath = await ensureBrowser((line) => process.stdout.write(`${line}\n`));
if (executablePath === null) throw new Error(noBrowserMessage);
const browser = await chromium.launch({ args: [...browserArguments], executablePath });
const shared = {
  baseURL: app.origin,
  locale: "en-GB",
  timezoneId: "Europe/Berlin",
  colorScheme: "light",
  reducedMotion: "reduce",
} as const;
const phone = { viewport: phonePicture, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
try {
  await rm(newFolder, { recursive: true, force: true });
  await mkdir(newFolder);
  const author = await createTeam(browser);
  await author.setViewportSize(widePicture);
  await author.goto("/points");
  await takeScreenshot(author, "points");
  for (const [options, take] of [
    [{ viewport: widePicture }, takeWidePictures],
    [phone, takePhonePictures],
  ] as const) {
    const page = await (await browser.newContext({ ...shared, ...options })).newPage();
    waitForHydrationAfterNavigation(page);
    await signIn(page, app.key);
    await take(page);
  }
  await rm(folder, { recursive: true, force: true });
  await rename(newFolder, folder);
} finally {
  await rm(newFolder, { recursive: true, force: true });
  await browser.close();
  await app.stop();
}
