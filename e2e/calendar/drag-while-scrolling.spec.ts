import type { Locator, Page } from "playwright/test";
import {
  createUniqueText,
  getCalendarChip,
  getDayCell,
  getDropTarget,
  getFarDay,
  getPost,
  planPosts,
} from "../support/calendar-page.ts";
import { expect, test } from "../support/fixtures.ts";
import { needs } from "../support/needs.ts";

// Lower than a month, so that a drag scrolls.
test.use({ viewport: { width: 1440, height: 480 } });

/** A winter day, when the tests' Berlin is an hour ahead of UTC. */
const day = (months: number, date: string) => getFarDay(months, date);
const wallOf = (iso: string | null) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin", dateStyle: "short", timeStyle: "short" }).format(
    new Date(iso ?? 0),
  );

/** Presses a chip and holds it, so that the following moves are one drag. */
async function take(page: Page, what: Locator): Promise<void> {
  await expect(what).toBeVisible();
  await what.scrollIntoViewIfNeeded();
  await expect(async () => {
    const box = await boxOf(what);
    await page.mouse.move(box.x + 12, box.y + 8);
    await page.mouse.down();
    await page.mouse.move(box.x + 20, box.y + 8);
    await page.mouse.move(box.x + 22, box.y + 10);
    const dragged = page.locator("[data-dragging]");
    const isTaken = await dragged.waitFor({ state: "attached", timeout: 3000 }).then(
      () => true,
      () => false,
    );
    if (!isTaken) {
      // A press before the code of dragging has loaded is a click, which opens the post.
      await page.mouse.up();
      const dialog = page.getByRole("dialog");
      await expect(dialog).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
    }
    expect(isTaken).toBe(true);
  }).toPass({ timeout: 30_000 });
}

async function boxOf(what: Locator) {
  const box = await what.boundingBox();
  if (!box) throw new Error("It is not there.");
  return box;
}

/** Holds the dragged chip at the lower edge until the page, or the box of hours, has scrolled by at least `px`. */
async function scrollByEdge(page: Page, x: number, px: number, scrolled: () => Promise<number>): Promise<void> {
  const before = await scrolled();
  let nudge = 0;
  await expect(async () => {
    nudge = 1 - nudge;
    await page.mouse.move(x, 474 + nudge);
    expect((await scrolled()) - before).toBeGreaterThan(px);
  }).toPass({ timeout: 15_000, intervals: [50] });
}

/** Moves to a place whose position is read again after each step: the page may still be scrolling. */
async function moveOver(page: Page, place: () => Promise<{ x: number; y: number }>): Promise<void> {
  let last = { x: -1, y: -1 };
  await expect(async () => {
    const at = await place();
    await page.mouse.move(at.x, at.y);
    const isStill = Math.abs(at.x - last.x) + Math.abs(at.y - last.y) < 1;
    last = at;
    expect(isStill).toBe(true);
  }).toPass({ timeout: 10_000, intervals: [100] });
}

/** Returns how far the days have scrolled; the page itself has the window's height. */
const getScroll = (page: Page) => page.locator(".calendar-scroller").evaluate((one) => Math.round(one.scrollTop));

test("in the month a post lands on the marked day, even after the drag has scrolled the page", async ({
  signedInPage: page,
  app,
}) => {
  needs("changePosts");
  const text = createUniqueText("Scrolled month");
  const [from, to] = [day(8, "03"), day(8, "10")];
  const [post] = await planPosts(app, new Date(`${from}T09:00:00Z`).toISOString(), text);
  const wall = wallOf(post?.scheduled_for ?? null).slice(11);
  await page.goto(`/calendar?date=${from}`);
  await take(page, getCalendarChip(page, text));
  const box = await boxOf(getDayCell(page, to));
  await scrollByEdge(page, box.x + 60, 60, () => getScroll(page));
  const cell = getDayCell(page, to);
  // The lower half of the cell: adding the scrolled distance by mistake would give the week below.
  await moveOver(page, async () => {
    const now = await boxOf(cell);
    return { x: now.x + 60, y: now.y + now.height * 0.7 };
  });
  await expect(getDropTarget(cell, wall)).toBeVisible();
  await page.mouse.up();
  await expect(getCalendarChip(cell, text)).toBeVisible();
  await expect.poll(async () => wallOf((await getPost(app, post?.id ?? "")).scheduled_for)).toBe(`${to} ${wall}`);
});

test("in the week a post lands at the time that is drawn, also after the drag has scrolled the hours", async ({
  signedInPage: page,
  app,
}) => {
  needs("changePosts");
  const text = createUniqueText("Scrolled week");
  const on = day(9, "12");
  const [post] = await planPosts(app, new Date(`${on}T09:00:00Z`).toISOString(), text);
  await page.goto(`/calendar?view=week&date=${on}`);
  const column = getDayCell(page, on).first();
  const hours = page.locator(".calendar-scroller");
  await take(page, getCalendarChip(page, text));
  const { x } = await boxOf(column);
  await scrollByEdge(page, x + 30, 60, () => getScroll(page));
  // The scrolled distance depends on the machine. The middle of the hours is far from the edges that scroll on.
  const middle = async () => {
    const { y, height } = await boxOf(hours);
    return y + height / 2;
  };
  await moveOver(page, async () => ({ x: x + 30, y: await middle() }));
  // The chip is held 10 px below its upper edge; an hour is 48 px. 11:00 is the post's own time.
  const quarters = Math.round((((await middle()) - 10 - (await boxOf(column)).y) / 48) * 4);
  const quarter = quarters === 11 * 4 ? quarters + 1 : quarters;
  await moveOver(page, async () => ({ x: x + 30, y: (await boxOf(column)).y + quarter * 12 + 10 }));
  const time = `${String(Math.floor(quarter / 4)).padStart(2, "0")}:${String((quarter % 4) * 15).padStart(2, "0")}`;
  await expect(column.getByText(time, { exact: true })).toBeVisible();
  await page.mouse.up();
  await expect(getCalendarChip(page, text)).toHaveAccessibleName(new RegExp(`^${time} `));
  await expect.poll(async () => wallOf((await getPost(app, post?.id ?? "")).scheduled_for)).toBe(`${on} ${time}`);
});

test("a post can be dropped on a day of the last week near the lower edge of the window", async ({
  signedInPage: page,
  app,
}) => {
  needs("changePosts");
  const text = createUniqueText("Last row");
  const from = day(10, "04");
  const [post] = await planPosts(app, new Date(`${from}T09:00:00Z`).toISOString(), text);
  const wall = wallOf(post?.scheduled_for ?? null).slice(11);
  await page.goto(`/calendar?date=${from}`);
  await take(page, getCalendarChip(page, text));
  const last = page.locator("[data-day]").last();
  const to = await last.getAttribute("data-day");
  await scrollByEdge(page, (await boxOf(last)).x + 60, 30, () => getScroll(page));
  await moveOver(page, async () => {
    const now = await boxOf(last);
    return { x: now.x + 60, y: Math.min(now.y + now.height - 6, 470) };
  });
  await expect(getDropTarget(last, wall)).toBeVisible();
  await page.mouse.up();
  await expect.poll(async () => wallOf((await getPost(app, post?.id ?? "")).scheduled_for)).toBe(`${to} ${wall}`);

  // Without a tray beside the days, neither the place to unschedule nor the toast of that move covers the last week.
  await page.setViewportSize({ width: 960, height: 480 });
  await take(page, getCalendarChip(page, text));
  await expect(page.locator('[aria-label="Just now"]')).toHaveCSS("visibility", "hidden");
  const middle = page.locator("[data-day]").nth(-4);
  const next = await middle.getAttribute("data-day");
  await scrollByEdge(page, 480, -1, () => getScroll(page));
  await moveOver(page, async () => {
    const now = await boxOf(middle);
    return { x: now.x + now.width / 2, y: Math.min(now.y + now.height - 6, 470) };
  });
  await expect(getDropTarget(middle, wall)).toBeVisible();
  await page.mouse.up();
  await expect.poll(async () => wallOf((await getPost(app, post?.id ?? "")).scheduled_for)).toBe(`${next} ${wall}`);
});

test("a post that is dropped where no day is stays where it was, and that is said", async ({
  signedInPage: page,
  app,
}) => {
  const text = createUniqueText("Dropped nowhere");
  const from = day(11, "05");
  const [post] = await planPosts(app, new Date(`${from}T09:00:00Z`).toISOString(), text);
  await page.goto(`/calendar?date=${from}`);
  await take(page, getCalendarChip(page, text));
  const rail = await boxOf(page.getByRole("navigation", { name: "Main" }));
  await page.mouse.move(rail.x + 40, rail.y + 40, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByText("Not moved. Drop it on a day.")).toBeVisible();
  await expect(getCalendarChip(getDayCell(page, from), text)).toBeVisible();
  expect((await getPost(app, post?.id ?? "")).scheduled_for).toBe(post?.scheduled_for);
});

test("while a post is dragged, its target is in view with day and time, and a day that has passed is refused", async ({
  signedInPage: page,
  app,
}) => {
  needs("changePosts");
  await page.setViewportSize({ width: 1440, height: 900 });
  const today = new Date();
  const text = createUniqueText("Named while dragged");
  const later = new Date(today.getTime() + 36e5 * 26).toISOString();
  const [post] = await planPosts(app, later, text);
  const wall = wallOf(post?.scheduled_for ?? null);
  await page.goto(`/calendar?date=${wall.slice(0, 10)}`);
  // The page may still hold the hidden copy in which its answer came.
  const weeks = page.locator(".calendar-week:visible");
  const rows = await weeks.evaluateAll((all) => all.map((one) => one.clientHeight));
  await take(page, getCalendarChip(page, text));
  const days = page.locator("[data-day]");
  const target = days.last();
  await moveOver(page, async () => {
    const now = await boxOf(target);
    return { x: now.x + now.width / 2, y: now.y + now.height / 2 };
  });
  const label = page.locator("[data-drop-label]");
  await expect(label).toHaveText(new RegExp(`^\\w{3} \\d+ \\w{3}, ${wall.slice(11)}$`));
  const drawn = getDropTarget(target, wall.slice(11));
  const [ghost, mark] = [await boxOf(page.locator("[data-dragging]")), await boxOf(drawn)];
  const isApart =
    ghost.y >= mark.y + mark.height ||
    ghost.y + ghost.height <= mark.y ||
    ghost.x >= mark.x + mark.width ||
    ghost.x + ghost.width <= mark.x;
  expect(isApart).toBe(true);
  expect(await weeks.evaluateAll((all) => all.map((one) => one.clientHeight))).toEqual(rows);
  // On the first of a month no day of it has passed.
  const past = days.first();
  const isPast = ((await past.getAttribute("data-day")) ?? "") < today.toISOString().slice(0, 10);
  if (isPast) {
    await moveOver(page, async () => {
      const now = await boxOf(past);
      return { x: now.x + now.width / 2, y: now.y + now.height / 2 };
    });
    await expect(label).toHaveText(/has passed$/);
    await expect(past.getByText("has passed")).toBeVisible();
    await expect(page.locator("#announcements")).toHaveText(/has passed: choose a later time/);
  }
  await page.keyboard.press("Escape");
  await expect(label).toHaveCount(0);
  expect((await getPost(app, post?.id ?? "")).scheduled_for).toBe(post?.scheduled_for);
});
