import { chromium } from "playwright";
import { listDaysOfView } from "#lib/time/calendar-views.ts";
import { listDays } from "#lib/time/days.ts";
import { createZonedDayRange } from "#lib/time/zoned-day-range.ts";
import { browserArguments, ensureBrowser, noBrowserMessage } from "../../e2e/support/browser-launch.ts";
import { signIn } from "../../e2e/support/fixtures.ts";
import { startApp } from "../../e2e/support/start-app.ts";
import { callApi } from "./call-api.ts";
import { type BenchLine, computeStatistics, createNote, expectAtMost } from "./measurement.ts";

export const about = "a month with 2,000 posts: elements in the page, its requests, and the cost of day keys";

const posts = 2_000;
const chipsADay = 3;
const elementsMax = 700;
/** Of a submission; the usual case of two, and two submissions in ten that go to three. */
const channelsOf = (at: number, ids: readonly string[]) => ids.slice(0, at % 10 < 8 ? 2 : 3);
const zone = "Europe/Berlin";
const atOnce = 8;

type App = { origin: string; key: string };

/** Plans them in one month, spread over its days and hours. @returns how many there are. */
async function seed(app: App, month: string): Promise<number> {
  const channels = await callApi<{ id: string }[]>(app, "GET", "/channels");
  const ids = channels.map(({ id }) => id);
  const days = listDays(`${month}-01`, 28);
  const bodies: unknown[] = [];
  let planned = 0;
  for (let at = 0; planned < posts; at += 1) {
    const own = channelsOf(at, ids);
    planned += own.length;
    const minute = String((at * 7) % 60).padStart(2, "0");
    const hour = String(6 + ((at * 5) % 15)).padStart(2, "0");
    const text = `Post ${at} of a month in which very much goes out`;
    bodies.push({
      channels: own,
      ...(at % 3 === 0 ? { thread: [text, "and a second part"] } : { text }),
      scheduled_for: `${days[at % days.length]}T${hour}:${minute}:00Z`,
    });
  }
  for (let at = 0; at < bodies.length; at += atOnce) {
    await Promise.all(bodies.slice(at, at + atOnce).map((body) => callApi(app, "POST", "/posts", body)));
  }
  return planned;
}

/** What a calendar does that makes a zone's formatter for each post, as a zone-aware object does. */
function naiveKeys(instants: readonly number[]): string[] {
  return instants.map((at) =>
    new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" }).format(new Date(at)),
  );
}

function ownKeys(instants: readonly number[], month: string): (string | null)[] {
  const range = createZonedDayRange(listDaysOfView("month", `${month}-01`, 1), zone);
  return instants.map((at) => range.dayOf(at));
}

/** Day keys of all posts, each way in turn. */
function compareKeys(month: string): BenchLine[] {
  const fromMs = Date.parse(`${month}-02T00:00Z`);
  const instants = Array.from({ length: posts }, (_, at) => fromMs + at * 17 * 60_000);
  const own = ownKeys(instants, month);
  if (naiveKeys(instants).some((key, at) => key !== own[at]))
    throw new Error("The two methods return different day keys.");
  const times = { naive: [] as number[], own: [] as number[] };
  for (let round = 0; round < 9; round += 1) {
    const startedAt = performance.now();
    naiveKeys(instants);
    const betweenAt = performance.now();
    ownKeys(instants, month);
    times.naive.push(betweenAt - startedAt);
    times.own.push(performance.now() - betweenAt);
  }
  const [naive, fast] = [computeStatistics(times.naive).median, computeStatistics(times.own).median];
  return [
    createNote("day keys, one formatter per post", `${naive.toFixed(1)} ms`),
    createNote("day keys, one lookup per range", `${fast.toFixed(2)} ms`),
    expectAtMost("day keys, against one formatter per post", fast / naive, 0.2),
  ];
}

export async function run(say: (line: string) => void): Promise<BenchLine[]> {
  const executablePath = await ensureBrowser(say);
  if (!executablePath) throw new Error(noBrowserMessage);
  const now = new Date();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 1)).toISOString().slice(0, 7);
  const app = await startApp();
  const browser = await chromium.launch({ executablePath, args: [...browserArguments] });
  try {
    say(`planning ${posts} posts in ${month} …`);
    const planned = await seed(app, month);
    const context = await browser.newContext({
      serviceWorkers: "block",
      baseURL: app.origin,
      timezoneId: zone,
      locale: "en-GB",
      viewport: { width: 1440, height: 900 },
    });
    const page = await context.newPage();
    await signIn(page, app.key);
    // The month before, and from there by the button: a whole new page also opens the stream of changes, which reads once
    // more what is in view, in case it changed in between.
    const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15)).toISOString().slice(0, 10);
    await page.goto(`/calendar?date=${before}`);
    await page.locator('[data-spot][tabindex="0"]').waitFor();
    await page.waitForTimeout(3_000);
    const asked = () =>
      app
        .output()
        .split("\n")
        .filter((line) => line.includes('"route":"/calendar"')).length;
    const already = asked();
    await page.getByRole("button", { name: "Next month" }).click();
    await page.locator("[data-entry]").first().waitFor();
    await page.waitForTimeout(2_000);
    const requests = asked() - already;
    const found = await page.evaluate(() => {
      const days = [...document.querySelectorAll("[data-day]")];
      return {
        elements: document.querySelectorAll(".calendar-month, .calendar-month *").length,
        chips: Math.max(...days.map((day) => day.querySelectorAll("[data-entry]").length)),
        more: document.querySelectorAll("[data-more]").length,
      };
    });
    if (found.more === 0) throw new Error("No day has more posts than it shows: nothing was measured.");
    return [
      createNote("posts planned in the month", String(planned)),
      expectAtMost("elements in the month", found.elements, elementsMax),
      expectAtMost("most chips in a day", found.chips, chipsADay),
      { ...expectAtMost("requests for the month", requests, 1), ok: requests === 1 },
      ...compareKeys(month),
    ];
  } finally {
    await browser.close();
    await app.stop();
  }
}
