import type { Page } from "playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import { getResultRow, openComposer } from "../support/composer-page.ts";
import { expect, test } from "../support/fixtures.ts";
import { nextYear } from "../support/future-dates.ts";
import { needs } from "../support/needs.ts";

const thread = [
  "We have moved our whole publishing to one desk. This is what we learnt on the way, in the order in which it hurt.",
  "First: nobody reads the second screen. What has to be decided stands on the first one, and everything else waits for a key. We took eleven fields away and nobody has asked for one of them back.",
  "Second: a draft that is lost once is never trusted again. So it is kept twice, and the page says where.",
].join(" ");

/** Presses Tab until a control has the focus, as a keyboard user does. */
async function tabTo(page: Page, name: RegExp, most = 40): Promise<void> {
  for (let at = 0; at < most; at += 1) {
    const label = await page.evaluate(() => {
      const { activeElement: one } = document;
      return one?.getAttribute("aria-label") ?? one?.textContent ?? "";
    });
    if (name.test(label)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${name}`);
}

for (const [width, day] of [
  [390, 2],
  [1440, 9],
] as const) {
  test(`a person writes, splits, moves and schedules a thread by keyboard alone at ${width} px`, async ({
    signedInPage: page,
  }) => {
    needs("listPlatforms");
    test.setTimeout(180_000);
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openComposer(page);
    await expectAccessible(page);

    await tabTo(page, /^Choose channels$/);
    await page.keyboard.press("Enter");
    const channels = page.getByRole("dialog", { name: "Channels" });
    await expect(channels.getByRole("textbox", { name: "Search channels" })).toBeFocused();
    await page.keyboard.type("practice_x");
    await page.keyboard.press("Enter");
    await expect(channels.getByRole("checkbox")).toBeChecked();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(channels).toHaveCount(0);

    const text = page.getByRole("textbox", { name: "Text" });
    await tabTo(page, /^Text$/);
    await page.keyboard.insertText(thread);
    await expect(page.getByText(/over$/).first()).toBeAttached();
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText(/^Too long for X by/)).toBeVisible();
    await expectAccessible(page);

    await text.focus();
    await tabTo(page, /^Split into 2 parts$/);
    await page.keyboard.press("Enter");
    const second = page.getByRole("textbox", { name: "Part 2 of 2" });
    await expect(second).toBeFocused();
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("textbox", { name: "Part 3 of 3" })).toBeFocused();
    await page.keyboard.type("Thank you for reading");
    // On a wide screen the emoji are the last of the part's tools, which are one tab stop; on a phone they are in the bar.
    if (width > 600) {
      await tabTo(page, /^Move part 3 up$/);
      await page.keyboard.press("ArrowLeft");
    } else await tabTo(page, /^Insert emoji$/);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("searchbox", { name: "Search emoji" })).toBeFocused();
    await page.keyboard.type("folded hands");
    await page.keyboard.press("Enter");
    const last = page.getByRole("textbox", { name: "Part 3 of 3" });
    await expect(last).toHaveValue("Thank you for reading🙏");
    await expect(last).toBeFocused();
    await page.keyboard.press("Alt+ArrowUp");
    await expect(page.getByRole("textbox", { name: "Part 2 of 3" })).toHaveValue("Thank you for reading🙏");
    await page.keyboard.press("Alt+ArrowDown");
    await expect(page.getByRole("textbox", { name: "Part 3 of 3" })).toBeFocused();
    await page.keyboard.press("Control+e");
    await expect(page.getByRole("textbox", { name: "Document" })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press("Control+e");
    await expectAccessible(page);

    await tabTo(page, /^More ways to publish$/);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem", { name: /^Publish/ })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("s");
    await expect(page.getByRole("menuitem", { name: /^Schedule…/ })).toBeFocused();
    await page.keyboard.press("Enter");
    const when = page.getByRole("dialog", { name: "Schedule" });
    await expect(when.getByRole("textbox", { name: "Type a time" })).toBeFocused();
    await page.keyboard.type(`${day} March ${nextYear} 9:30`);
    await expect(when.getByLabel("Date")).toHaveValue(new RegExp(`^\\w{3} ${day} Mar ${nextYear}$`));
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(when).toHaveCount(0);
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("heading", { name: "Scheduled on 1 channel" })).toBeFocused();
    await expect(getResultRow(page, "Practice X")).toBeVisible();
    await expectAccessible(page);

    // A repeated post gets a warning but is not blocked.
    await tabTo(page, /^Write another$/);
    await page.keyboard.press("Enter");
    await expect(text).toBeFocused();
    await page.keyboard.insertText("Thank you for reading");
    await tabTo(page, /^More text tools$/);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem", { name: "Keyboard shortcuts" })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    // Scheduling was the last choice, so it leads.
    await tabTo(page, /^Schedule…/);
    await page.keyboard.press("Enter");
    await expect(when.getByRole("textbox", { name: "Type a time" })).toBeFocused();
    await page.keyboard.type(`${day} March ${nextYear} 9:40`);
    await page.keyboard.press("Enter");
    await expect(page.getByText(/^(Another post|Same text) on Practice X within/).first()).toBeVisible();
    await expectAccessible(page);
    if (width === 390) {
      await tabTo(page, /^Preview$/, 60);
      await page.keyboard.press("Enter");
      await expect(page.getByRole("dialog", { name: "Preview" })).toContainText("Thank you for reading");
      await expectAccessible(page);
      await page.keyboard.press("Escape");
    }
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("heading", { name: "Scheduled on 1 channel" })).toBeFocused();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
}
