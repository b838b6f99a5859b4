import type { Locator, Page } from "playwright/test";
import { expect } from "./fixtures.ts";

/** Opens the composer: empty, as each test has a browser that has kept nothing. */
export async function openComposer(page: Page): Promise<void> {
  await page.goto("/compose");
  await expect(page.getByRole("textbox", { name: "Text" })).toBeVisible();
}

/** From now on all letters come at one instant: on a slow machine two of a word can be a second apart, and two steps of undo. */
export async function freezeClock(page: Page): Promise<void> {
  await page.clock.setFixedTime(Date.now());
}

/** Chooses exactly these channels by their usernames, in the picker. */
export async function chooseChannels(page: Page, usernames: readonly string[]): Promise<void> {
  await page.getByRole("button", { name: /^(choose channels|channel)$/i }).click();
  const dialog = page.getByRole("dialog", { name: "Channels" });
  await dialog.getByRole("button", { name: "None", exact: true }).click();
  for (const username of usernames) await dialog.getByRole("checkbox", { name: `@${username}` }).check();
  await dialog.getByRole("button", { name: /^use/i }).click();
  await expect(dialog).toBeHidden();
}

/** From now on the page reads nothing again: what it shows stays until it has been seen. @returns lets what waits go on */
export async function pauseReads(page: Page): Promise<() => void> {
  const seen = Promise.withResolvers<void>();
  await page.route(/\/read\//, async (route) => {
    await seen.promise;
    // A page that is closed has nobody left to answer.
    await route.continue().catch(() => undefined);
  });
  return seen.resolve;
}

/** One result by its channel. */
export function getResultRow(page: Page, username: string): Locator {
  return page.getByRole("list", { name: "Results" }).locator("> li").filter({ hasText: username });
}
