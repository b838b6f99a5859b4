import type { Locator, Page } from "playwright/test";
import { formatAccountHandle } from "#lib/contract/platforms/format-account-handle.ts";
import { isServiceOutside } from "./app-under-test.ts";
import { expect } from "./fixtures.ts";

/** The line that says that everything typed is stored: by the service, or in the browser where the service stores no drafts. */
export const savedStatus = isServiceOutside ? "Saved in this browser" : /^Saved \d\d:\d\d$/;

/** Opens the composer, which is empty because each test has a new browser context. */
export async function openComposer(page: Page): Promise<void> {
  await page.goto("/compose");
  await expect(page.getByRole("textbox", { name: "Text" })).toBeVisible();
}

/**
 * Stops the page's clock: on a slow machine two letters of a word can be a second apart, and then they are two undo
 * steps.
 */
export async function freezeClock(page: Page): Promise<void> {
  await page.clock.setFixedTime(Date.now());
}

/** Chooses exactly these channels by their usernames, in the picker. */
export async function chooseChannels(page: Page, usernames: readonly string[]): Promise<void> {
  await page.getByRole("button", { name: /^(choose channels|channel)$/i }).click();
  const dialog = page.getByRole("dialog", { name: "Channels" });
  await dialog.getByRole("button", { name: "None", exact: true }).click();
  for (const username of usernames) await dialog.getByRole("checkbox", { name: formatAccountHandle(username) }).check();
  await dialog.getByRole("button", { name: /^use/i }).click();
  await expect(dialog).toBeHidden();
}

/** Opens the dialog that sets the publish time, by the menu of the submit button. */
export async function openScheduleDialog(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "More ways to publish" }).click();
  await page.getByRole("menuitem", { name: /^(Schedule|Change time)…/ }).click();
  return page.getByRole("dialog", { name: "Schedule" });
}

/**
 * Blocks the page's reads, so that its content stays until it has been checked.
 * @returns a function that lets the blocked reads continue
 */
export async function pauseReads(page: Page): Promise<() => void> {
  const seen = Promise.withResolvers<void>();
  await page.route(/\/read\//, async (route) => {
    await seen.promise;
    // A closed page has no request left to continue.
    await route.continue().catch(() => undefined);
  });
  return seen.resolve;
}

/** Finds one result by its channel. */
export function getResultRow(page: Page, username: string | RegExp): Locator {
  return page.getByRole("list", { name: "Results" }).locator("> li").filter({ hasText: username });
}
