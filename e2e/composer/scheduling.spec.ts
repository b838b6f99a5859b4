import { addDays } from "#lib/time/days.ts";
import { formatFullDay } from "#lib/time/format-long.ts";
import { formatShortDay } from "#lib/time/format-short.ts";
import { expectAccessible } from "../support/accessibility.ts";
import { chooseChannels, openComposer, openScheduleDialog } from "../support/composer-page.ts";
import { expect, test } from "../support/fixtures.ts";
import { getClockChangeDay } from "../support/future-dates.ts";
import { needs } from "../support/needs.ts";

const zone = "Europe/Berlin";

test("a typed time is shown in full as it is typed, and Enter keeps it", async ({ signedInPage: page }) => {
  await openComposer(page);
  const dialog = await openScheduleDialog(page);
  const words = dialog.getByLabel("Type a time");
  await expect(words).toBeFocused();
  await words.fill("tomorrow 7:15");
  await expect(dialog.getByRole("status").getByText(/^\w{3} \d+ \w{3}.*, 07:15, \w+$/)).toBeVisible();
  await expect(dialog.getByLabel("Time", { exact: true })).toHaveValue("07:15");
  await expectAccessible(page);
  await words.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: /^When: .*07:15/ })).toBeVisible();
});

test("Done applies a typed time and refuses one that it can't read, so no scheduled post is published now", async ({
  signedInPage: page,
}) => {
  await openComposer(page);
  const dialog = await openScheduleDialog(page);
  const [words, done] = [dialog.getByLabel("Type a time"), dialog.getByRole("button", { name: "Done" })];
  await words.fill("day after tomorrow 7:15");
  await expect(dialog.getByText(/^Couldn't read that\. Try "tomorrow 9:00", or pick a date/)).toBeVisible();
  await done.click();
  await expect(words).toBeFocused();
  await expect(words).toHaveAccessibleDescription(/^Couldn't read that\. Try "tomorrow 9:00", or pick a date/);
  await expectAccessible(page);
  await words.fill("tomorrow 9");
  await done.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: /^When: .*09:00/ })).toBeVisible();
});

test("closing the dialog changes nothing, and Esc first clears a typed time", async ({ signedInPage: page }) => {
  await openComposer(page);
  const dialog = await openScheduleDialog(page);
  const words = dialog.getByLabel("Type a time");
  await words.fill("tomorrow 10");
  await expect(dialog.getByText(/, 10:00, /)).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("button", { name: /^When: / })).toHaveCount(0);
  await openScheduleDialog(page);
  await words.fill("tomorrow 11");
  await expect(dialog.getByText(/, 11:00, /)).toBeVisible();
  await words.press("Escape");
  await expect(words).toHaveValue("");
  await words.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Publish", exact: true })).toBeVisible();
});

test("a chosen time is removed in the dialog, and the button publishes again", async ({ signedInPage: page }) => {
  await openComposer(page);
  const dialog = await openScheduleDialog(page);
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: /^When: / }).click();
  await dialog.getByRole("button", { name: "Remove time" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: /^When: / })).toHaveCount(0);
});

test("the month shows the posts of a day, and keys choose a day", async ({ signedInPage: page }) => {
  needs("getCalendar");
  await openComposer(page);
  await chooseChannels(page, ["practice_linkedin"]);
  await page.getByRole("textbox", { name: "Text" }).fill(`Fills a day ${Date.now()}`);
  let dialog = await openScheduleDialog(page);
  const month = dialog.getByRole("table", { name: "Day" });
  const shown = (await month.getByRole("button", { pressed: true }).getAttribute("data-day")) ?? "";
  await month.getByRole("button", { name: formatFullDay(shown) }).focus();
  const later = addDays(shown, 8);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await expect(month.getByRole("button", { name: formatFullDay(later) })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Date")).toHaveValue(`${formatShortDay(later)} ${later.slice(0, 4)}`);
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Schedule on 1 channel" }).click();
  await expect(page.getByRole("heading", { name: "Scheduled on 1 channel" })).toBeVisible();
  await openComposer(page);
  dialog = await openScheduleDialog(page);
  await dialog.getByLabel("Date").fill(later);
  await expect(
    dialog.getByRole("button", { name: new RegExp(`^${formatFullDay(later)}, \\d+ posts?$`) }),
  ).toBeVisible();
});

test("a skipped hour is refused with the two nearest times, and a doubled hour asks which one is meant", async ({
  signedInPage: page,
}) => {
  await openComposer(page);
  const dialog = await openScheduleDialog(page);
  await dialog.getByLabel("Time zone").selectOption(zone);
  await dialog.getByLabel("Date").fill(getClockChangeDay(3));
  const time = dialog.getByLabel("Time", { exact: true });
  await time.fill("02:30");
  await expect(dialog.getByText("The nearest times are 01:59 and 03:00.")).toBeVisible();
  await dialog.getByRole("button", { name: "Use 01:59" }).click();
  await expect(time).toHaveValue("01:59");
  await time.fill("02:30");
  await dialog.getByRole("button", { name: "Use 03:00" }).click();
  await expect(time).toHaveValue("03:00");
  await dialog.getByLabel("Date").fill(getClockChangeDay(10));
  await time.fill("02:30");
  await expect(dialog.getByRole("radio", { name: "The first: 02:30, Berlin (UTC+2)" })).toHaveCount(1);
  await dialog.getByRole("radio", { name: "The second: 02:30, Berlin (UTC+1)" }).check();
});

test("the fields keep their place while the next slot is read, so no press misses", async ({ signedInPage: page }) => {
  // The dialog moves while it opens.
  await page.emulateMedia({ reducedMotion: "reduce" });
  const answer = Promise.withResolvers<void>();
  await page.route("**/read/next-slot**", async (route) => {
    await answer.promise;
    await route.continue();
  });
  await openComposer(page);
  const dialog = await openScheduleDialog(page);
  const date = dialog.getByLabel("Date");
  const before = await date.boundingBox();
  answer.resolve();
  await expect(dialog.getByText(/^(There is no weekly posting slot|Next free slot)/)).toBeVisible();
  expect(await date.boundingBox()).toEqual(before);
});

test("on a phone the dialog shows the month and fits the screen", async ({ signedInPage: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openComposer(page);
  const dialog = await openScheduleDialog(page);
  await expect(dialog.getByRole("table", { name: "Day" })).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
