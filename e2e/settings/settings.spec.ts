import type { Page } from "playwright/test";
import { expectAccessibleInBothThemes } from "../support/accessibility.ts";
import { createPost } from "../support/api-client.ts";
import { networkErrors } from "../support/fixtures.ts";
import { formatNextYearDay, nextJune, nextYear } from "../support/future-dates.ts";
import { callApi, expect, resetSettings, signIn, test } from "../support/isolated-app-fixture.ts";
import { visit } from "../support/visit.ts";

test.beforeEach(({ app }) => resetSettings(app));

/** Searches for a place in the open dialog and selects it by keyboard alone. */
async function choosePlace(page: Page, words: string, place: RegExp): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Time zone" });
  await dialog.getByRole("combobox", { name: "Search by place" }).pressSequentially(words);
  await expect(dialog.getByRole("option")).toHaveCount(1);
  await expect(dialog.getByRole("option", { name: place })).toContainText("UTC+9");
  await page.keyboard.press("Enter");
}

test("a zone is found by its place with the keyboard, can be undone, and holds wherever the member signs in", async ({
  signedInPage: page,
  browser,
  app,
}) => {
  const id = await createPost(app, "x", { text: "Across zones", scheduled_for: nextJune });
  await page.goto("/settings");
  await page.getByRole("button", { name: /^Time zone:/ }).press("Enter");
  await choosePlace(page, "seoul", /Seoul/);
  await expect(page.getByRole("button", { name: "Time zone: Seoul" })).toBeFocused();
  await expect(page.getByText("Saved: Seoul")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(page.getByRole("button", { name: /^Time zone: This browser/ })).toBeVisible();
  await expect.poll(async () => (await callApi<{ zone: null }>(app, "GET", "/me/settings")).zone).toBeNull();

  await page.getByRole("button", { name: /^Time zone:/ }).press("Enter");
  await choosePlace(page, "tokyo", /Tokyo/);
  await expect(page.getByText("This browser is in Berlin.")).toBeVisible();
  await expect.poll(() => callApi(app, "GET", "/me/settings")).toMatchObject({ zone: "Asia/Tokyo" });
  const context = await browser.newContext({ baseURL: app.origin, timezoneId: "America/New_York" });
  const elsewhere = await context.newPage();
  await signIn(elsewhere, app.key);
  await elsewhere.goto(`/posts/${id}`);
  await expect(elsewhere.getByText(`${formatNextYearDay("06-01")}, 18:00`).first()).toBeVisible();
  await context.close();
});

test("a clock of 12 hours and the first day of the week are kept, and times are written by them", async ({
  signedInPage: page,
  app,
}) => {
  await page.goto("/settings");
  await page.getByRole("radio", { name: "12 hours" }).check({ force: true });
  await expect(page.getByText("Example: 6:30 pm")).toBeVisible();
  await page.getByRole("radio", { name: "Sunday" }).check({ force: true });
  await expect(page.getByText("Saved: week starts on Sunday")).toBeVisible();
  await expect.poll(() => callApi(app, "GET", "/me/settings")).toMatchObject({ clock: "12", week_start: 0 });
  await expect(page.getByRole("list", { name: "Posting slots by weekday" }).getByRole("heading").first()).toHaveText(
    "Sunday",
  );
  await visit(page, `/compose?at=${nextYear}-06-01T16:30:00Z`);
  await expect(
    page.getByRole("button", { name: new RegExp(`^When: ${formatNextYearDay("06-01")}, 6:30 pm`) }),
  ).toBeVisible();

  // Two posts at one hour share the width of a phone's day, and their times are still whole.
  for (const text of ["At noon", "At noon too"])
    await createPost(app, "x", { text, scheduled_for: `${nextYear}-10-05T10:30:00Z` });
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, `/calendar?view=week&date=${nextYear}-10-05`);
  const times = page.locator(".calendar-chip-time");
  await expect(times).toHaveText(["12:30 pm", "12:30 pm"]);
  expect(await times.evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth))).toEqual([0, 0]);
});

test("Ctrl Z held down undoes one change", async ({ signedInPage: page, app }) => {
  await page.goto("/settings");
  await page.getByRole("radio", { name: "12 hours" }).check({ force: true });
  await page.getByRole("radio", { name: "Sunday" }).check({ force: true });
  const toasts = page.getByRole("region", { name: "Just now" });
  await toasts.getByText("Saved: week starts on Sunday").hover();
  const undo = toasts.getByRole("button", { name: "Undo" });
  await expect(undo).toHaveCount(2);
  const answered = page.waitForResponse((answer) => answer.request().method() === "POST");
  await page.keyboard.down("Control");
  await page.keyboard.down("z");
  await answered;
  await expect.poll(() => callApi(app, "GET", "/me/settings")).toMatchObject({ week_start: 1 });
  for (let repetition = 0; repetition < 10; repetition += 1) await page.keyboard.down("z");
  await page.keyboard.up("z");
  await page.keyboard.up("Control");
  await expect(undo).toHaveCount(1);
  expect(await callApi(app, "GET", "/me/settings")).toMatchObject({ clock: "12" });
});

test("a second zone is chosen, and taken away again", async ({ signedInPage: page, app }) => {
  await page.goto("/settings");
  await page.getByRole("button", { name: /^Second time zone:/ }).click();
  await page.getByRole("combobox", { name: "Search by place" }).fill("new york");
  await page.getByRole("option", { name: /New York/ }).click();
  await expect(page.getByRole("button", { name: "Second time zone: New York" })).toBeVisible();
  await expect.poll(() => callApi(app, "GET", "/me/settings")).toMatchObject({ second_zone: "America/New_York" });
  await page.getByRole("button", { name: /^Second time zone:/ }).click();
  await page.getByRole("option", { name: "None" }).click();
  await expect.poll(() => callApi(app, "GET", "/me/settings")).toMatchObject({ second_zone: null });
});

test("a zone that is nowhere is not found, and nothing changes", async ({ signedInPage: page, app }) => {
  await page.goto("/settings");
  await page.getByRole("button", { name: /^Time zone:/ }).click();
  await page.getByRole("combobox", { name: "Search by place" }).fill("Mars/Base");
  await expect(page.getByText("No time zone found.")).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(await callApi(app, "GET", "/me/settings")).toMatchObject({ zone: null });
});

test.describe("without a network", () => {
  test.use({ ownContext: true, expectedErrors: networkErrors });

  test("a change that could not be saved goes back to how it was and is told", async ({ signedInPage: page }) => {
    await page.goto("/settings");
    // The page renders again for the browser's zone, which a first visit reports.
    await expect(page.getByRole("button", { name: "Time zone: This browser's (Berlin)" })).toBeVisible();
    await page.context().setOffline(true);
    // `click` instead of `check`: the radio may have reverted before a check could see it.
    await page.getByRole("radio", { name: "Dense" }).click({ force: true });
    await expect(page.getByText("The server can't be reached. It may not have been saved.")).toBeVisible();
    await expect(page.getByRole("radio", { name: "Comfortable" })).toBeChecked();
    await page.context().setOffline(false);
  });
});

test("the calendar feed's link is shown once, read by other programs, and revoked", async ({
  signedInPage: page,
  app,
}) => {
  await createPost(app, "x", { text: "In other calendars", scheduled_for: nextJune });
  await page.goto("/settings");
  await page.getByRole("button", { name: "Create link" }).click();
  const address = await page.getByRole("textbox", { name: "Calendar link" }).inputValue();
  expect(address).toMatch(/^http:\/\/localhost:\d+\/calendar\.ics\?token=[\w-]{43}$/);
  const answer = await fetch(address);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/calendar; charset=utf-8"]);
  expect(await answer.text()).toContain("SUMMARY:In other calendars");
  await page.reload();
  await expect(page.getByText("Last used")).toBeVisible();
  expect(await page.content()).not.toContain(new URL(address).searchParams.get("token"));
  await page.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("No link yet.")).toBeVisible();
  expect((await fetch(address)).status).toBe(404);
});

for (const width of [1280, 390]) {
  test(`settings have no accessibility fault, light and dark at ${width} px`, async ({ signedInPage: page, app }) => {
    test.slow();
    await resetSettings(app, { slots: [{ id: "a", weekday: 1, time: "09:00", channels: [] }] });
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/settings");
    await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await expectAccessibleInBothThemes(page);
    await page.getByRole("button", { name: /^Time zone:/ }).click();
    await expect(page.getByRole("option", { name: /Berlin/ }).first()).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Add a slot", exact: true }).click();
    await expect(page.getByRole("dialog", { name: "New posting slot" })).toBeVisible();
    await expectAccessibleInBothThemes(page);
  });
}

test("the menu leads to its section, also while the sections above it load", async ({ signedInPage: page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const menu = page.getByRole("navigation", { name: "Settings" });
  for (const name of ["Webhooks", "Notifications", "Appearance"]) {
    // Each visit starts without the sections that load when they come near.
    await page.goto("/settings");
    await menu.getByRole("link", { name }).click();
    const section = page.getByRole("region", { name });
    await expect(page.getByRole("region", { name: "Notifications" }).getByRole("checkbox").first()).toBeAttached();
    await expect(section.getByRole("heading", { name }).first()).toBeInViewport();
  }
  await page.goto("/settings#webhooks");
  await expect(page.getByRole("region", { name: "Webhooks" }).getByRole("heading").first()).toBeInViewport();
  // The member's own scrolling wins.
  await page.mouse.move(700, 400);
  await page.mouse.wheel(0, -10_000);
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeInViewport();
});
