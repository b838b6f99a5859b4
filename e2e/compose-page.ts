import type { Locator, Page } from "playwright/test";
import { expect } from "./test.ts";

/** Opens an empty composer. What an earlier test of this browser kept is thrown away. */
export async function openComposer(page: Page): Promise<void> {
  await page.goto("/compose");
  await page.evaluate(() => {
    for (const name of Object.keys(localStorage)) if (name.startsWith("postwright:")) localStorage.removeItem(name);
  });
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Text" })).toBeVisible();
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

/** One result by its channel. */
export function resultOf(page: Page, username: string): Locator {
  return page.getByRole("list", { name: "Results" }).locator("> li").filter({ hasText: username });
}
