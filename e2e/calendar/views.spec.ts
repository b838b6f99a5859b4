import { expectAccessible, expectAccessibleInBothThemes } from "../support/accessibility.ts";
import {
  callApi,
  createUniqueText,
  getCalendarChip,
  getDayCell,
  getFarDay,
  getPost,
  planPosts,
  slowTap,
  touchDrag,
} from "../support/calendar-page.ts";
import { expect, networkErrors, test } from "../support/fixtures.ts";
import { needs } from "../support/needs.ts";
import { visit } from "../support/visit.ts";

test.use({ viewport: { width: 1440, height: 900 } });

test("month, week, day and list are one click apart, turn page by page, and stand in the address", async ({
  signedInPage: page,
  app,
}) => {
  needs("createPosts.submission_id");
  test.slow();
  const text = createUniqueText("In every view");
  const day = getFarDay(7, "15");
  await planPosts(app, `${day}T10:00:00Z`, text, ["x", "bluesky", "linkedin"]);
  await page.goto(`/calendar?date=${day}`);
  for (const view of ["Week", "Day", "List", "Month"]) {
    await page.getByRole("group", { name: "View" }).getByText(view, { exact: true }).click();
    await expect(page).toHaveURL(view === "Month" ? `/calendar?date=${day}` : new RegExp(`view=${view.toLowerCase()}`));
    await expect(page.getByRole("radio", { name: view })).toBeChecked();
    await expect(getCalendarChip(page, text)).toBeVisible();
    await expect(page.getByText(/^Times in Berlin \(UTC\+\d\)/).first()).toBeVisible();
    await expectAccessibleInBothThemes(page);
  }
  const title = await page.getByRole("heading", { level: 1 }).textContent();
  await page.getByRole("button", { name: "Next month" }).click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(title ?? "");
  await page.getByRole("button", { name: "Previous month" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title ?? "");
  await page.getByRole("button", { name: "Jump to a date" }).click();
  await page.getByRole("dialog").getByLabel("Date").fill("2031-02-03");
  await page.getByRole("dialog").getByRole("button", { name: "Show" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("February 2031");
  await page.getByRole("button", { name: "Today" }).click();
  await expect(page).toHaveURL("/calendar");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("February 2031");
});

test("the whole month and the names of its days are visible in a window of 900 px, and in a low one today is", async ({
  signedInPage: page,
}) => {
  // Six weeks, from Monday 29 March.
  await page.goto("/calendar?date=2032-05-10");
  const grid = page.getByRole("grid", { name: "Month" });
  await expect(grid.locator("[data-day]")).toHaveCount(42);
  await expect(grid.locator("[data-day]").last()).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 480 });
  await page.goto("/calendar");
  await expect(grid.locator('[aria-current="date"]')).toBeInViewport();
  await expect(grid.getByRole("columnheader").first()).toBeInViewport({ ratio: 1 });
});

test("an address that can't be read opens something sensible", async ({ signedInPage: page }) => {
  for (const query of [
    "date=2026-13-01",
    "date=9999-12-31",
    "zone=Mars/Base",
    "view=century&status=lost",
    "channel=gone",
  ]) {
    const answer = await page.goto(`/calendar?${query}`);
    expect(answer?.status()).toBe(200);
    await expect(page.getByRole("grid", { name: "Month" })).toBeVisible();
  }
});

test("a day shows the chips that fit and the rest behind “more”; a submission is one chip that opens each channel's post", async ({
  signedInPage: page,
  app,
}) => {
  needs("createPosts.submission_id");
  const day = getFarDay(8, "16");
  const text = createUniqueText("One of five");
  const [first] = await planPosts(app, `${day}T09:00:00Z`, text, ["x", "bluesky", "linkedin"]);
  for (const hour of [10, 11, 12, 13, 14, 15, 16])
    await planPosts(app, `${day}T${hour}:00:00Z`, createUniqueText(`At ${hour}`));
  await page.goto(`/calendar?date=${day}`);
  const cell = getDayCell(page, day);
  const more = cell.getByRole("button", { name: /^\+\d more$/ });
  await expect(more).toBeVisible();
  const [chips, hidden] = [await cell.locator("[data-entry]").count(), Number((await more.textContent())?.slice(1, 2))];
  expect(chips).toBeGreaterThanOrEqual(3);
  expect(chips + hidden).toBe(8);
  const [cellBox, moreBox] = [await cell.boundingBox(), await more.boundingBox()];
  expect((moreBox?.y ?? 0) + (moreBox?.height ?? 0)).toBeLessThanOrEqual((cellBox?.y ?? 0) + (cellBox?.height ?? 0));
  await more.click();
  const list = page.getByRole("dialog");
  await expect(list.getByRole("listitem")).toHaveCount(8);
  await expectAccessible(page);
  await list.getByRole("button", { name: new RegExp(text) }).click();
  const opened = page.getByRole("dialog").getByRole("list", { name: "Channels" });
  await expect(opened.getByRole("listitem")).toHaveCount(3);
  await expect(opened.getByText("Scheduled")).toHaveCount(3);
  await expectAccessible(page);
  await expect(opened.locator(`a[href="/posts/${first?.id}"]`)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("the calendar is read, turned and used with the keyboard alone", async ({ signedInPage: page, app }) => {
  needs("createFeed");
  const day = getFarDay(9, "14");
  const text = createUniqueText("Reached by arrows");
  await planPosts(app, `${day}T09:00:00Z`, text);
  await page.goto(`/calendar?date=${day}`);
  await page.getByRole("radio", { name: "Month" }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  const own = getDayCell(page, day).locator(`[data-spot="day:${day}"]`);
  await expect(own).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(getCalendarChip(page, text)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowRight");
  await expect(getDayCell(page, getFarDay(9, "15")).locator("[data-spot^=day]")).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press(".");
  const menu = page.getByRole("menu", { name: "Post" });
  await expect(menu.getByRole("menuitem", { name: "Reschedule…" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(getCalendarChip(page, text)).toBeFocused();
  await page.keyboard.press("Enter");
  // No button of the dialog has the focus: a second Enter must not publish the post.
  await expect(page.getByRole("dialog")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(getCalendarChip(page, text)).toBeFocused();
  for (const [key, view] of [
    ["w", "week"],
    ["d", "day"],
    ["l", "list"],
  ]) {
    await page.keyboard.press(key ?? "");
    await expect(page).toHaveURL(new RegExp(`view=${view}`));
  }
  await page.keyboard.press("m");
  await expect(page).toHaveURL(`/calendar?date=${day}`);
  await page.keyboard.press("f");
  await expect(page.getByRole("dialog", { name: "Filter" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("n");
  await expect(page).toHaveURL(/\/compose\?at=/);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("t");
  await expect(page).toHaveURL("/calendar");
});

test("writing a post for a day that has passed is refused with a message", async ({ signedInPage: page }) => {
  await page.goto("/calendar?date=2020-01-15&view=day");
  await page.keyboard.press("n");
  await expect(page.getByText("Wednesday 15 January 2020 has passed")).toBeVisible();
  await expect(page).toHaveURL(/date=2020-01-15/);
});

test("what is shown is cut by channel, status, words and member", async ({ signedInPage: page, app }) => {
  needs("getCalendar", "cancelPost");
  const day = getFarDay(10, "14");
  const [one, other] = [createUniqueText("Ocean"), createUniqueText("Mountain")];
  await planPosts(app, `${day}T09:00:00Z`, one, ["x"]);
  const [post] = await planPosts(app, `${day}T10:00:00Z`, other, ["bluesky"]);
  await callApi(app, "POST", `/posts/${post?.id}/cancel`);
  await page.goto(`/calendar?date=${day}`);
  await expect(getCalendarChip(page, one)).toBeVisible();
  await expect(getCalendarChip(page, other)).toHaveAccessibleName(/Canceled/);
  const filter = page.getByRole("dialog", { name: "Filter" });
  const choose = async (act: () => Promise<unknown>) => {
    await page.getByRole("button", { name: /^(Filter|\d filters?)$/ }).click();
    await act();
    await filter.getByRole("button", { name: "Apply" }).click();
    await expect(filter).toHaveCount(0);
  };
  await choose(() => filter.getByRole("checkbox", { name: "Canceled" }).check());
  await expect(getCalendarChip(page, one)).toHaveCount(0);
  await expect(getCalendarChip(page, other)).toBeVisible();
  await expect(page).toHaveURL(/status=canceled/);
  await choose(() => filter.getByRole("checkbox", { name: "Canceled" }).uncheck());
  await choose(() => filter.getByRole("checkbox", { name: /^X/ }).check());
  await expect(getCalendarChip(page, other)).toHaveCount(0);
  await choose(() => filter.getByRole("searchbox", { name: "Text contains" }).fill("Ocean"));
  await expect(page.getByRole("button", { name: "2 filters" })).toBeVisible();
  await choose(() => filter.getByLabel("Author").selectOption({ label: "Everyone" }));
  await expect(page).toHaveURL(/member=all/);
  await expect(getCalendarChip(page, one)).toBeVisible();
  await page.getByRole("button", { name: "2 filters" }).click();
  await filter.getByRole("button", { name: "Clear" }).click();
  await expect(getCalendarChip(page, other)).toBeVisible();
});

test("what is asked for while the calendar still follows is added to what was asked for before", async ({
  signedInPage: page,
}) => {
  await page.goto("/calendar?date=2031-02-03");
  let follow = () => {};
  const followed = new Promise<void>((resolve) => {
    follow = resolve;
  });
  await page.route(/\/calendar\?.*_rsc=/, async (route) => {
    await followed;
    await route.continue();
  });
  await page.getByRole("button", { name: "Next month" }).click();
  await page.getByRole("button", { name: "Next month" }).click();
  const filter = page.getByRole("dialog", { name: "Filter" });
  for (const status of ["Canceled", "Failed"]) {
    await page.keyboard.press("f");
    await filter.getByRole("checkbox", { name: status }).check();
    await filter.getByRole("button", { name: "Apply" }).click();
    await expect(filter).toHaveCount(0);
  }
  follow();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("April 2031");
  await expect(page).toHaveURL(/status=failed.*status=canceled|status=canceled.*status=failed/);
});

test.describe("without a network", () => {
  test.use({ ownContext: true, expectedErrors: networkErrors });

  test("the calendar stays visible and says that it is offline", async ({ signedInPage: page }) => {
    await page.goto("/calendar", { waitUntil: "networkidle" });
    await expect(page.locator('[data-spot][tabindex="0"]')).toHaveCount(1);
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Next month" }).click();
    await expect(page.getByText(/You're offline\. More loads when you're back online\./)).toBeVisible();
    await expect(page.getByRole("grid", { name: "Month" })).toBeVisible();
    await page.context().setOffline(false);
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a finger drags a draft from its sheet onto a day, and a post back to become a draft", async ({
    signedInPage: page,
    app,
  }) => {
    needs("changePosts");
    test.slow();
    const [day, other] = [getFarDay(16, "12"), getFarDay(16, "17")];
    const text = createUniqueText("Drawn by a finger");
    const [post] = await planPosts(app, null, text);
    const status = async () => (await getPost(app, post?.id ?? "")).status;
    await page.goto(`/calendar?date=${day}`);
    await page.getByRole("button", { name: /^Unscheduled/ }).tap();
    const sheet = page.getByRole("dialog", { name: "Unscheduled" });
    const draft = sheet.getByRole("listitem").filter({ hasText: text });
    await expect(sheet.getByText("Hold one, then drag it onto a day.")).toBeVisible();
    // Dropped outside the calendar, the draft stays unchanged, and the sheet is back; also in a browser that takes its
    // step back in the history only now.
    const steppedBack = await page.evaluateHandle(() => {
      const back = history.back.bind(history);
      history.back = () => void setTimeout(back, 1_000);
      return { ended: new Promise((resolve) => addEventListener("popstate", resolve, { once: true })) };
    });
    await touchDrag(page, draft, page.locator("h1"));
    await expect(draft).toBeVisible();
    await steppedBack.evaluate(({ ended }) => ended);
    await expect(draft).toBeVisible();
    await page.goBack();
    await expect(sheet).toHaveCount(0);
    await page.getByRole("button", { name: /^Unscheduled/ }).tap();
    expect(await status()).toBe("draft");
    await touchDrag(page, draft, getDayCell(page, day));
    await expect(sheet).toHaveCount(0);
    await expect(page.getByText(/Scheduled for .* 09:00, Berlin/)).toBeVisible();
    await expect(getCalendarChip(getDayCell(page, day), text)).toBeVisible();
    await expect.poll(status).toBe("scheduled");
    await touchDrag(page, getCalendarChip(getDayCell(page, day), text), getDayCell(page, other));
    await expect(getCalendarChip(getDayCell(page, other), text)).toBeVisible();
    await touchDrag(page, getCalendarChip(getDayCell(page, other), text), () =>
      page.locator('[data-tray][aria-hidden="true"]'),
    );
    await expect(page.getByText(/^Moved to drafts/)).toBeVisible();
    await expect(getCalendarChip(page, text)).toHaveCount(0);
    await expect.poll(status).toBe("draft");
  });

  test("a tap opens the list of a day, a finger reschedules a post, and a sheet lists the drafts", async ({
    signedInPage: page,
    app,
  }) => {
    needs("changePosts");
    test.slow();
    const [from, to] = [getFarDay(15, "12"), getFarDay(15, "13")];
    const text = createUniqueText("Under a finger");
    const draft = createUniqueText("In the sheet");
    await planPosts(app, `${from}T09:00:00Z`, text);
    await planPosts(app, null, draft);
    await page.goto(`/calendar?date=${from}`);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    const dialog = page.getByRole("dialog");
    const row = dialog.getByRole("button", { name: new RegExp(text) });
    // On a busy machine a tap can last as long as a hold, which drags the chip and opens nothing.
    await expect(async () => {
      if (!(await row.isVisible())) await getCalendarChip(getDayCell(page, from), text).tap({ timeout: 2_000 });
      await expect(row).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 20_000 });
    expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Close" }).tap();
    await touchDrag(page, getCalendarChip(getDayCell(page, from), text), getDayCell(page, to));
    await expect(getCalendarChip(getDayCell(page, to), text)).toBeVisible();
    await expect(page.getByText(/Rescheduled for/)).toBeVisible();
    await page.getByRole("button", { name: /^Unscheduled/ }).tap();
    await expect(dialog.getByText(draft)).toBeVisible();
    await expectAccessible(page);
    // Other tests save drafts meanwhile: a new one moves the rows, and a slow tap meets nothing, or opens another draft.
    await expect(async () => {
      if (!(await dialog.isVisible())) {
        await visit(page, `/calendar?date=${from}`);
        await page.getByRole("button", { name: /^Unscheduled/ }).tap();
      }
      await slowTap(page, dialog.getByRole("button", { name: `Schedule “${draft}”` }));
      await expect(dialog.getByLabel("Date")).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    await dialog.getByLabel("Date").fill(to);
    await dialog.getByLabel("Time").fill("21:00");
    await dialog.getByRole("button", { name: "Schedule", exact: true }).tap();
    await expect(getCalendarChip(getDayCell(page, to), draft)).toBeVisible();
    for (const view of ["week", "day", "list"]) {
      await visit(page, `/calendar?view=${view}&date=${to}`);
      await expect(getCalendarChip(page, text)).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
  });
});
