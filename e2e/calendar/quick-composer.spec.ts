import { expectAccessible } from "../support/accessibility.ts";
import { createUniqueText, getCalendarChip, getDayCell, getFarDay } from "../support/calendar-page.ts";
import { expect, networkErrors, test } from "../support/fixtures.ts";
import { needs } from "../support/needs.ts";

test.use({ viewport: { width: 1440, height: 900 } });

const isAction = (url: URL) => url.pathname === "/calendar";

test("a press on a free day writes a post in place, schedules it by keys, and Undo removes it", async ({
  signedInPage: page,
}) => {
  needs("getCalendar");
  const day = getFarDay(17, "12");
  const text = createUniqueText("Written in place");
  await page.goto(`/calendar?date=${day}`);
  const cell = getDayCell(page, day);
  await cell.click({ position: { x: 60, y: 60 } });
  const composer = page.getByRole("dialog", { name: /^New post, .* 09:00, Berlin/ });
  await expect(composer.getByRole("textbox", { name: "Text" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(text);
  await page.keyboard.press("Escape");
  await expect(composer).toHaveCount(0);
  await expect(cell.locator("[data-spot^=day]")).toBeFocused();
  // Closing by mistake loses no words.
  await page.keyboard.press("Enter");
  await expect(composer.getByRole("textbox", { name: "Text" })).toHaveValue(text);
  const chosen = composer.getByRole("checkbox", { checked: true });
  if ((await chosen.count()) === 0) await composer.getByRole("checkbox").first().check();
  await composer.getByRole("textbox", { name: "Text" }).press("Control+Enter");
  // The pointer on the toast holds it: nothing below depends on the speed of this machine.
  await page.getByText(/Scheduled for .* 09:00, Berlin/).hover();
  await expect(getCalendarChip(cell, text)).toHaveAccessibleName(/^09:00 Scheduled/);
  await expect(composer).toHaveCount(0);
  await expect(page).toHaveURL(`/calendar?date=${day}`);
  // A press before the answer means the same change, not an older one.
  const answer = Promise.withResolvers<void>();
  await page.route(isAction, async (route) => {
    if (route.request().method() === "POST") await answer.promise;
    await route.fallback();
  });
  await page.keyboard.press("ControlOrMeta+z");
  await page.keyboard.press("ControlOrMeta+z");
  answer.resolve();
  await expect(getCalendarChip(cell, text)).toHaveCount(0);
  await expect(page.getByText(/^(Nothing to undo|Earlier changes)/)).toHaveCount(0);
  // The next post goes to the same channels.
  await getDayCell(page, getFarDay(17, "13")).click({ position: { x: 60, y: 60 } });
  await expect(composer.getByRole("textbox", { name: "Text" })).toHaveValue("");
  await expect(chosen).toHaveCount(1);
});

test("a press on a free hour marks it, and the whole composer takes over text, channels and time", async ({
  signedInPage: page,
}) => {
  needs("getCalendar");
  const day = getFarDay(17, "20");
  const text = createUniqueText("Taken over");
  await page.goto(`/calendar?view=week&date=${day}`);
  const column = getDayCell(page, day).first();
  const box = await column.boundingBox();
  await page.mouse.click((box?.x ?? 0) + 40, (box?.y ?? 0) + 10 * 48 + 26);
  const composer = page.getByRole("dialog", { name: /^New post, .* 10:30, Berlin/ });
  await expect(column.getByText("10:30", { exact: true })).toBeVisible();
  await composer.getByRole("textbox", { name: "Text" }).fill(text);
  await composer.getByRole("checkbox").first().check();
  await composer.getByRole("button", { name: "Open in composer" }).click();
  await expect(page).toHaveURL(/\/compose\?/);
  await expect(page.getByRole("button", { name: /^When: .* 10:30/ })).toBeVisible();
  await expect(page.getByText(text).first()).toBeVisible();
});

test.describe("with a lost answer", () => {
  test.use({ expectedErrors: networkErrors });

  test("in the night the clocks go back, a post can be planned for the second of two 02:30", async ({
    signedInPage: page,
  }) => {
    needs("getCalendar");
    // The last Sunday of a future October; the tests' browser is in Berlin.
    const year = new Date().getUTCFullYear() + (new Date().getUTCMonth() < 9 ? 0 : 1);
    const sunday = `${year}-10-${31 - new Date(Date.UTC(year, 9, 31)).getUTCDay()}`;
    await page.goto(`/calendar?view=week&date=${sunday}`);
    const column = getDayCell(page, sunday).first();
    await column.evaluate((day) => day.closest(".calendar-scroller")?.scrollTo({ top: 0 }));
    await column.click({ position: { x: 40, y: 2 * 48 + 26 } });
    const composer = page.getByRole("dialog", { name: /^New post, .* 02:30, Berlin/ });
    await composer.getByRole("radio", { name: "The second: Berlin (UTC+1)" }).check();
    await expect(composer).toHaveAccessibleName(/02:30, Berlin \(UTC\+1\)$/);
    const text = createUniqueText("In the night");
    await composer.getByRole("textbox", { name: "Text" }).fill(text);
    const chosen = composer.getByRole("checkbox", { checked: true });
    if ((await chosen.count()) === 0) await composer.getByRole("checkbox").first().check();
    // After a lost answer the time that was sent can't be changed.
    await page.route(isAction, async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      await route.fetch();
      await route.abort();
    });
    await composer.getByRole("button", { name: "Schedule" }).click();
    await expect(composer.getByText("The answer was lost.")).toBeVisible();
    await expect(composer.getByRole("radio", { name: /^The first/ })).toBeDisabled();
    await expectAccessible(page);
    // Neither the whole composer nor another small one sends the text under another key.
    await expect(composer.getByRole("button", { name: "Open in composer" })).toBeDisabled();
    await expect(composer.getByRole("button", { name: "Discard" })).toBeEnabled();
    await page.keyboard.press("Escape");
    await column.click({ position: { x: 40, y: 4 * 48 + 26 } });
    await expect(composer.getByText("The answer was lost.")).toBeVisible();
    await page.unroute(isAction);
    await composer.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText(/Scheduled for .* 02:30, Berlin \(UTC\+1\)/)).toBeVisible();
    await expect(getCalendarChip(column, text)).toHaveCount(1);
  });
});

test("an hour that has passed opens no small composer", async ({ signedInPage: page }) => {
  await page.goto("/calendar?view=week&date=2026-01-14");
  await getDayCell(page, "2026-01-14")
    .first()
    .click({ position: { x: 30, y: 500 } });
  await expect(page.getByRole("dialog", { name: "Wednesday 14 January 2026" })).toBeVisible();
});
