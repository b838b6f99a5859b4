import type { Page } from "playwright/test";
import { expectAccessibleInBothThemes } from "../support/accessibility.ts";
import { chooseChannels, openComposer, openScheduleDialog, pauseReads } from "../support/composer-page.ts";
import { expect, test } from "../support/fixtures.ts";
import { needs } from "../support/needs.ts";

const widths = [390, 1440] as const;

/** Opens an empty composer with reduced motion, so that no check meets a half-faded element. */
async function openAs(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openComposer(page);
}

for (const width of widths) {
  test(`the editor is accessible in both themes at ${width} px`, async ({ signedInPage: page }) => {
    needs("listPlatforms");
    test.setTimeout(150_000);
    await openAs(page, width);
    await expectAccessibleInBothThemes(page);
    await page.getByRole("button", { name: "Choose channels" }).click();
    await expect(page.getByRole("dialog", { name: "Channels" })).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await page.keyboard.press("Escape");
    await chooseChannels(page, ["practice_x", "practice_linkedin"]);
    await page.getByRole("textbox", { name: "Text" }).fill("A few words, and https://example.org");
    await page.getByRole("button", { name: "Add part" }).click();
    await page.getByRole("textbox", { name: "Part 2 of 2" }).fill("A second part");
    await expectAccessibleInBothThemes(page);
    await page.getByRole("textbox", { name: "Part 2 of 2" }).fill("long ".repeat(80));
    await expect(page.getByText(/over$/).first()).toBeVisible();
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText(/^Part 2 is too long for X by/)).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await page.getByRole("button", { name: "More ways to publish" }).click();
    await expect(page.getByRole("menuitem", { name: /^Add to queue/ })).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await page.keyboard.press("Escape");
    await openScheduleDialog(page);
    await expect(page.getByLabel("Time zone")).toBeVisible();
    await expectAccessibleInBothThemes(page);
  });

  test(`publishing is accessible in both themes at ${width} px`, async ({ signedInPage: page }) => {
    test.setTimeout(150_000);
    await openAs(page, width);
    await chooseChannels(page, ["practice_x", "practice_bluesky"]);
    await page.getByRole("textbox", { name: "Text" }).fill("Refused in the end #fail-rejected");
    let go = () => undefined as unknown;
    const held = new Promise((resolve) => {
      go = () => resolve(undefined);
    });
    await page.route("**/compose**", async (route) => {
      if (route.request().method() === "POST") await held;
      await route.continue();
    });
    await page.getByRole("button", { name: "Publish on 2 channels" }).click();
    await expect(page.locator("[aria-busy=true]")).toBeVisible();
    await expectAccessibleInBothThemes(page);
    const goOn = await pauseReads(page);
    go();
    await expect(page.getByRole("heading", { name: /^Publishing/ })).toBeFocused();
    await expectAccessibleInBothThemes(page);
    goOn();
    await expect(page.getByRole("heading", { name: "Failed on 2 channels" })).toBeVisible({ timeout: 30_000 });
    await expectAccessibleInBothThemes(page);
  });
}
