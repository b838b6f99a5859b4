import { expectAccessible } from "../support/accessibility.ts";
import { createUniqueText, getCalendarChip, getDayCell, getFarDay, planPosts } from "../support/calendar-page.ts";
import { expect, test } from "../support/fixtures.ts";
import { needs } from "../support/needs.ts";
import { visit } from "../support/visit.ts";

test.use({ viewport: { width: 1440, height: 900 } });

test("an administrator switches between their own posts and everyone's, and the choice stays", async ({
  signedInPage: page,
  app,
}) => {
  needs("getCalendar");
  const day = getFarDay(18, "12");
  const text = createUniqueText("Whose is it");
  await planPosts(app, `${day}T09:00:00Z`, text);
  await page.goto(`/calendar?date=${day}`);
  const scope = page.getByRole("group", { name: "Posts of" });
  await expect(scope.getByRole("radio", { name: "Mine" })).toBeChecked();
  await expect(getCalendarChip(page, text)).not.toHaveAccessibleName(/ by /);
  await scope.getByText("Everyone").click();
  await expect(page).toHaveURL(/member=all/);
  await expect(page.getByRole("button", { name: "Filter", exact: true })).toBeVisible();
  await expect(getCalendarChip(page, text)).toHaveAccessibleName(/, by .*: Whose is it/);
  await expectAccessible(page);
  await visit(page, "/posts");
  await visit(page, `/calendar?date=${day}`);
  await expect(scope.getByRole("radio", { name: "Everyone" })).toBeChecked();
  await expect(getCalendarChip(page, text)).toHaveAccessibleName(/, by /);
  await scope.getByText("Mine").click();
  await expect(getCalendarChip(page, text)).not.toHaveAccessibleName(/ by /);
  await page.reload();
  await expect(scope.getByRole("radio", { name: "Mine" })).toBeChecked();
});

test("Back closes an open dialog and leaves the month, and a post's dialog has an address", async ({
  signedInPage: page,
  app,
}) => {
  const day = getFarDay(18, "20");
  const text = createUniqueText("Closed by Back");
  const [post] = await planPosts(app, `${day}T09:00:00Z`, text);
  await page.goto(`/calendar?date=${getFarDay(17, "20")}`);
  await page.getByRole("button", { name: "Next month" }).click();
  await expect(page).toHaveURL(`/calendar?date=${day}`);
  const title = await page.getByRole("heading", { level: 1 }).textContent();
  const dialog = page.getByRole("dialog");
  await getCalendarChip(page, text).click();
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(`/calendar?date=${day}&post=${post?.id}`);
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(`/calendar?date=${day}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title ?? "");
  await expect(getCalendarChip(page, text)).toBeFocused();
  await page.goForward();
  await expect(dialog).toBeVisible();
  await page.reload();
  await expect(dialog.getByRole("list", { name: "Channels" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(`/calendar?date=${day}`);
  // A link from elsewhere.
  await page.goto(`/calendar?date=${day}&post=${post?.id}`);
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(`/calendar?date=${day}`);
  // Closing by Esc leaves no entry behind, and a navigation from a dialog is one step.
  await page.keyboard.press("f");
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Jump to a date" }).click();
  await dialog.getByLabel("Date").fill("2031-02-03");
  await dialog.getByRole("button", { name: "Show" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("February 2031");
  await page.goBack();
  await expect(page).toHaveURL(`/calendar?date=${day}`);
  await expect(dialog).toHaveCount(0);
});

test("a chip under the pointer or the focus shows its whole title, channels and status, and Esc closes that", async ({
  signedInPage: page,
  app,
}) => {
  const day = getFarDay(18, "14");
  const text = `${createUniqueText("A title that is much longer than a chip of a month is wide")} to its end`;
  await planPosts(app, `${day}T09:00:00Z`, text);
  await page.goto(`/calendar?date=${day}`);
  const card = page.getByRole("tooltip");
  await getCalendarChip(page, text).hover();
  await expect(card).toContainText(text);
  await expect(card.getByText("Scheduled")).toBeVisible();
  await expect(card.getByRole("listitem")).toHaveCount(1);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(card).toHaveCount(0);
  await page.mouse.move(0, 0);
  await getDayCell(page, day).locator("[data-spot^=day]").focus();
  await page.keyboard.press("ArrowDown");
  await expect(card).toContainText(text);
  await expect(getCalendarChip(page, text)).toHaveAccessibleDescription(new RegExp(text));
  await page.keyboard.press("ArrowUp");
  await expect(card).toHaveCount(0);
});
