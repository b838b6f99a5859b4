import type { Page } from "playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import {
  callApi,
  createUniqueText,
  dragTo,
  getCalendarChip,
  getCenter,
  getDayCell,
  getDropTarget,
  getFarDay,
  getPost,
  planPosts,
} from "../support/calendar-page.ts";
import { expect, networkErrors, test } from "../support/fixtures.ts";
import { needs } from "../support/needs.ts";

test.use({ viewport: { width: 1440, height: 900 } });

/** Returns the instant of a wall time in the browser's zone, by the platform's own clock. */
const berlin = (day: string, time: string) => {
  const guess = new Date(`${day}T${time}:00Z`);
  const shown = new Intl.DateTimeFormat("sv-SE", {
    timeZone: "Europe/Berlin",
    dateStyle: "short",
    timeStyle: "short",
  }).format(guess);
  const aheadMs = Date.parse(`${shown.replace(" ", "T")}:00Z`) - guess.getTime();
  return new Date(guess.getTime() - aheadMs).toISOString();
};

test("a post dragged to another day of the month keeps its time, and Undo moves it back", async ({
  signedInPage: page,
  app,
}) => {
  needs("changePosts");
  const text = createUniqueText("Dragged in the month");
  const [from, to] = [getFarDay(2, "12"), getFarDay(2, "18")];
  const [post] = await planPosts(app, berlin(from, "09:30"), text, ["x", "bluesky"]);
  await page.goto(`/calendar?date=${from}`);
  await expect(getCalendarChip(getDayCell(page, from), text)).toBeVisible();
  await expectAccessible(page);
  await dragTo(page, getCalendarChip(page, text), await getCenter(getDayCell(page, to)));
  await expect(getCalendarChip(getDayCell(page, to), text)).toHaveAccessibleName(/^09:30 Scheduled, X and Bluesky: /);
  await expect(page.getByText(/Rescheduled for .* 09:30, Berlin/)).toBeVisible();
  await expect.poll(async () => (await getPost(app, post?.id ?? "")).scheduled_for).toBe(berlin(to, "09:30"));
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(getCalendarChip(getDayCell(page, from), text)).toBeVisible();
  await expect.poll(async () => (await getPost(app, post?.id ?? "")).scheduled_for).toBe(berlin(from, "09:30"));
});

test("the keyboard picks up a post, moves it by a day and drops it, and the focus follows the post", async ({
  signedInPage: page,
  app,
}) => {
  needs("changePosts");
  const text = createUniqueText("Moved by keys");
  const [from, to] = [getFarDay(3, "13"), getFarDay(3, "14")];
  const [post] = await planPosts(app, berlin(from, "11:00"), text);
  await page.goto(`/calendar?date=${from}`);
  await getCalendarChip(page, text).focus();
  await page.keyboard.press("Space");
  await expect(page.getByText("Picked up. Arrows move it by day and week")).toBeAttached();
  await page.keyboard.press("ArrowRight");
  const target = getDropTarget(getDayCell(page, to), "11:00");
  await expect(target).toBeVisible();
  expect(await target.evaluate((chip) => chip.scrollWidth - chip.clientWidth)).toBe(0);
  await page.keyboard.press("Escape");
  await expect(getDropTarget(page, "11:00")).toHaveCount(0);
  await expect(getCalendarChip(getDayCell(page, from), text)).toBeFocused();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(getCalendarChip(getDayCell(page, to), text)).toBeFocused();
  await expect(page.getByText(/Rescheduled for/)).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(getCalendarChip(getDayCell(page, from), text)).toBeFocused();
  // A focus that was moved away does not follow somebody else's move.
  await page.getByRole("heading", { level: 1 }).click();
  await expect(getCalendarChip(getDayCell(page, from), text)).not.toBeFocused();
  const { version } = await getPost(app, post?.id ?? "");
  await callApi(app, "PATCH", `/posts/${post?.id}`, { version, scheduled_for: berlin(to, "11:00") });
  await expect(getCalendarChip(getDayCell(page, to), text)).toBeVisible();
  await expect(getCalendarChip(page, text)).not.toBeFocused();
});

test("in the week arrows move a post by 15 minutes", async ({ signedInPage: page, app }) => {
  needs("changePosts");
  const text = createUniqueText("A quarter later");
  const day = getFarDay(3, "20");
  const [post] = await planPosts(app, berlin(day, "10:00"), text);
  await page.goto(`/calendar?view=week&date=${day}`);
  await expectAccessible(page);
  await getCalendarChip(page, text).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(getCalendarChip(page, text)).toHaveAccessibleName(/^10:15 /);
  await expect.poll(async () => (await getPost(app, post?.id ?? "")).scheduled_for).toBe(berlin(day, "10:15"));
});

test("in the week a post is dragged to another day and time on the grid of 15 minutes", async ({
  signedInPage: page,
  app,
}) => {
  needs("changePosts");
  const text = createUniqueText("Across the week");
  const day = getFarDay(4, "14");
  await planPosts(app, berlin(day, "10:00"), text);
  await page.goto(`/calendar?view=day&date=${day}`);
  // In the middle, so that the page does not scroll by itself under the dragged chip.
  await expect(getCalendarChip(page, text)).toBeInViewport();
  await getCalendarChip(page, text).evaluate((one) => one.scrollIntoView({ block: "center", behavior: "instant" }));
  const box = await getCalendarChip(page, text).boundingBox();
  if (!box) throw new Error("no chip");
  // 48 px are an hour.
  await dragTo(page, getCalendarChip(page, text), { x: box.x + 30, y: box.y + 8 + 96 });
  await expect(getCalendarChip(page, text)).toHaveAccessibleName(/^12:00 /);
});

test("a form reschedules a post and refuses a time that has passed", async ({ signedInPage: page, app }) => {
  needs("changePosts");
  const text = createUniqueText("By the form");
  const day = getFarDay(2, "20");
  await planPosts(app, berlin(day, "09:00"), text);
  await page.goto(`/calendar?date=${day}`);
  await getCalendarChip(page, text).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Reschedule…" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Reschedule…" }).click();
  const form = page.getByRole("dialog", { name: /^Reschedule/ });
  await form.getByLabel("Date").fill("2020-01-01");
  await expect(form.getByText(/has passed: choose a later time/)).toBeVisible();
  await expect(form.getByRole("button", { name: "Reschedule" })).toBeDisabled();
  await form.getByLabel("Date").fill(getFarDay(2, "21"));
  await form.getByLabel("Time").fill("16:45");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Reschedule" }).click();
  await expect(getCalendarChip(getDayCell(page, getFarDay(2, "21")), text)).toHaveAccessibleName(/^16:45 /);
});

test("the hour that clocks jump over is refused with the times on both sides of it", async ({
  signedInPage: page,
  app,
}) => {
  // The last Sunday of a future March; the tests' browser is in Berlin.
  const year = new Date().getUTCMonth() < 2 ? new Date().getUTCFullYear() : new Date().getUTCFullYear() + 1;
  const end = new Date(Date.UTC(year, 2, 31));
  const sunday = `${year}-03-${31 - end.getUTCDay()}`;
  const monday = `${year}-03-${25 - end.getUTCDay()}`;
  const text = createUniqueText("In the night");
  const [post] = await planPosts(app, berlin(monday, "02:30"), text);
  await page.goto(`/calendar?date=${sunday}`);
  await dragTo(page, getCalendarChip(page, text), await getCenter(getDayCell(page, sunday)));
  await expect(
    page.getByText(/02:30 does not exist on Sun .* in Berlin.* The nearest times are 01:59 and 03:00\./),
  ).toBeVisible();
  await expect(getCalendarChip(getDayCell(page, monday), text)).toBeVisible();
  expect((await getPost(app, post?.id ?? "")).scheduled_for).toBe(berlin(monday, "02:30"));
});

test("a post dropped on a day that has passed is refused and stays where it was", async ({
  signedInPage: page,
  app,
}) => {
  const text = createUniqueText("Not into the past");
  const now = new Date();
  const day = new Date(now.getTime() + 26 * 3_600_000).toISOString().slice(0, 10);
  const [post] = await planPosts(app, berlin(day, "12:00"), text);
  const past = new Date(now.getTime() - 26 * 3_600_000).toISOString().slice(0, 10);
  await page.goto(`/calendar?date=${day}`);
  const target = getDayCell(page, past);
  if ((await target.count()) === 0) return;
  await dragTo(page, getCalendarChip(page, text), await getCenter(target));
  await expect(page.getByText(/has passed: choose a later time/)).toBeVisible();
  await expect(getCalendarChip(getDayCell(page, day), text)).toBeVisible();
  expect((await getPost(app, post?.id ?? "")).scheduled_for).toBe(berlin(day, "12:00"));
});

/**
 * The banner appears when the page learns of a change and can't read it. It moves the content below, so it must appear
 * before a drag.
 */
const outOfDate = (page: Page) => expect(page.getByText("This may be out of date.")).toBeVisible();

test.describe("two at once", () => {
  test.use({ expectedErrors: networkErrors });

  test("a drag of a post that was changed elsewhere is refused with a message", async ({ signedInPage: page, app }) => {
    needs("changePost");
    const text = createUniqueText("Changed by two");
    const [from, to, other] = [getFarDay(5, "11"), getFarDay(5, "12"), getFarDay(5, "15")];
    const [post] = await planPosts(app, berlin(from, "09:00"), text);
    // The page can't read from the start: otherwise an answer might still be on its way.
    await page.route(/\/read\//, (route) => route.abort());
    await page.goto(`/calendar?date=${from}`);
    await expect(getCalendarChip(getDayCell(page, from), text)).toBeVisible();
    await callApi(app, "PATCH", `/posts/${post?.id}`, {
      version: post?.version ?? 0,
      scheduled_for: berlin(other, "15:00"),
    });
    await outOfDate(page);
    await dragTo(page, getCalendarChip(page, text), await getCenter(getDayCell(page, to)));
    await expect(
      page.getByRole("main").getByText(/was changed elsewhere: it is scheduled for .* 15:00, Berlin/),
    ).toBeVisible();
    await page.unroute(/\/read\//);
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await expect(getCalendarChip(getDayCell(page, other), text)).toHaveAccessibleName(/^15:00 /);
    expect((await getPost(app, post?.id ?? "")).scheduled_for).toBe(berlin(other, "15:00"));
  });

  test("a post is moved again before the page has read what became of the first move", async ({
    signedInPage: page,
    app,
  }) => {
    needs("changePosts");
    const text = createUniqueText("Twice in a row");
    const [from, to, other] = [getFarDay(17, "11"), getFarDay(17, "12"), getFarDay(17, "15")];
    const [post] = await planPosts(app, berlin(from, "09:00"), text);
    await page.route(/\/read\//, (route) => route.abort());
    await page.goto(`/calendar?date=${from}`);
    await expect(getCalendarChip(getDayCell(page, from), text)).toBeVisible();
    // Changes by other tests may reveal the banner at any time; this change reveals it now.
    await planPosts(app, null, createUniqueText("Of another"));
    await outOfDate(page);
    for (const day of [to, other]) {
      await dragTo(page, getCalendarChip(page, text), await getCenter(getDayCell(page, day)));
      await expect(getCalendarChip(getDayCell(page, day), text)).toBeVisible();
    }
    await expect.poll(async () => (await getPost(app, post?.id ?? "")).scheduled_for).toBe(berlin(other, "09:00"));
    await expect(getCalendarChip(getDayCell(page, other), text)).toBeVisible();
    await expect(page.getByText(/changed elsewhere/)).toHaveCount(0);
  });
});

test("a draft is dragged from the tray onto a day, and back in to lose its time", async ({
  signedInPage: page,
  app,
}) => {
  needs("changePosts");
  const text = createUniqueText("From the tray");
  const day = getFarDay(6, "14");
  const [post] = await planPosts(app, null, text, ["x", "bluesky"]);
  await page.goto(`/calendar?date=${day}`);
  const tray = page.getByRole("list", { name: "Unscheduled" });
  await dragTo(page, tray.getByRole("listitem").filter({ hasText: text }), await getCenter(getDayCell(page, day)));
  await expect(page.getByText(/Scheduled for .* 09:00, Berlin on 2 channels/)).toBeVisible();
  await expect(getCalendarChip(getDayCell(page, day), text)).toHaveAccessibleName(/^09:00 Scheduled, X and Bluesky/);
  await expect(tray.getByText(text)).toHaveCount(0);
  await expect.poll(async () => (await getPost(app, post?.id ?? "")).status).toBe("scheduled");
  await dragTo(page, getCalendarChip(page, text), await getCenter(tray));
  await expect(tray.getByText(text)).toBeVisible();
  await expect(getDayCell(page, day).getByText(text)).toHaveCount(0);
  await expect.poll(async () => (await getPost(app, post?.id ?? "")).status).toBe("draft");
});

test("a post that has just started publishing can't be moved", async ({ signedInPage: page, app }) => {
  // Without events the page reads again after 30 s, when the post is published.
  needs("openEvents");
  const text = createUniqueText("Going out #slow");
  const channels = await callApi<{ id: string; platform: string }[]>(app, "GET", "/channels");
  // Searches by the text: posts of other tests at this time of day would hide it among "+N more". The page opens before
  // the post exists: on a slow machine loading took as long as publishing.
  await page.goto(`/calendar?view=day&q=${encodeURIComponent(text)}`);
  await callApi(app, "POST", "/posts", { channels: [channels.find((one) => one.platform === "x")?.id], text });
  await expect(getCalendarChip(page, text)).toHaveAccessibleName(/Publishing/);
  await getCalendarChip(page, text).focus();
  await page.keyboard.press("Space");
  await expect(page.getByText("This post is publishing: it can't be rescheduled.")).toBeVisible();
});
