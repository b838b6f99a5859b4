import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { expectAccessible, expectAccessibleInBothThemes } from "../support/accessibility.ts";
import { createSubmission } from "../support/api-client.ts";
import { chooseChannels, openComposer, savedStatus } from "../support/composer-page.ts";
import { expect, networkErrors, test } from "../support/fixtures.ts";
import { needs } from "../support/needs.ts";

const textOf = (page: Page) => page.getByRole("textbox", { name: "Text" });
const emojiOf = (page: Page) => page.getByRole("dialog", { name: "Emoji" });

/** Opens the menu of the whole text and chooses an item. */
async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "More text tools" }).locator("visible=true").click();
  await page.getByRole("menuitem", { name: item }).click();
}

test("an emoji is found and put in by keys alone, at the caret, and one undo takes it back", async ({
  signedInPage: page,
}) => {
  await openComposer(page);
  await textOf(page).click();
  await page.keyboard.type("Off we go");
  for (let at = 0; at < 3; at += 1) await page.keyboard.press("ArrowLeft");
  const button = page.getByRole("button", { name: "Insert emoji" }).locator("visible=true");
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(emojiOf(page).getByRole("searchbox", { name: "Search emoji" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(emojiOf(page)).toHaveCount(0);
  await expect(textOf(page)).toBeFocused();
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(emojiOf(page).getByRole("searchbox", { name: "Search emoji" })).toBeFocused();
  await page.keyboard.type("rocket");
  await expect(emojiOf(page).getByRole("grid", { name: "Found" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(emojiOf(page)).toHaveCount(0);
  await expect(textOf(page)).toBeFocused();
  await expect(textOf(page)).toHaveValue("Off we🚀 go");
  await page.keyboard.type("!");
  await expect(textOf(page)).toHaveValue("Off we🚀! go");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await expect(textOf(page)).toHaveValue("Off we go");

  // Recently used emoji come first; arrow keys move over the grid, with the chosen skin tone.
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(emojiOf(page).getByRole("grid", { name: "Recently used" })).toBeVisible();
  await emojiOf(page).getByRole("radio", { name: "Medium skin tone", exact: true }).check({ force: true });
  await emojiOf(page).getByRole("radio", { name: "People & Body" }).check({ force: true });
  await emojiOf(page).getByRole("searchbox").press("ArrowDown");
  await expect(emojiOf(page).getByRole("button", { name: "waving hand" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(emojiOf(page).getByRole("searchbox")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(textOf(page)).toHaveValue("Off we👋🏽 go");
});

test("a colon and a name complete to an emoji by keys, in a part and in the document, and undo brings the letters back", async ({
  signedInPage: page,
}) => {
  await openComposer(page);
  const list = page.getByRole("listbox", { name: "Emoji" });
  await textOf(page).click();
  await page.keyboard.type("Off we go at 10:30 :rocke");
  await expect(list.getByRole("option", { name: "rocket" })).toHaveAttribute("aria-selected", "true");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(list).toHaveCount(0);
  await expect(textOf(page)).toHaveValue("Off we go at 10:30 🚀");
  await expect(textOf(page)).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(textOf(page)).toHaveValue("Off we go at 10:30 :rocke");
  // Escape leaves the letters as they are, and Enter breaks the line again.
  await page.keyboard.type("t");
  await expect(list).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(list).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(textOf(page)).toHaveValue("Off we go at 10:30 :rocket\n");

  await page.getByText("Document", { exact: true }).click();
  const all = page.getByRole("textbox", { name: "Document" });
  await expect(all).toBeFocused();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(":tada");
  await expect(list).toBeVisible();
  await page.keyboard.type(":");
  await expect(all).toHaveValue("Off we go at 10:30 :rocket\n🎉");
});

test("a number sign completes to a hashtag of earlier posts, and Enter after a whole one breaks the line", async ({
  app,
  signedInPage: page,
}) => {
  const tag = `Launch${randomUUID().slice(0, 8)}`;
  await createSubmission(app, ["x", "bluesky"], { text: `Out now (#${tag})`, draft: true });
  await openComposer(page);
  const list = page.getByRole("listbox", { name: "Hashtags" });
  await textOf(page).click();
  await page.keyboard.type(`We are live #${tag.slice(0, -2).toLowerCase()}`);
  await expect(list.getByRole("option", { name: tag })).toHaveAttribute("aria-selected", "true");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(list).toHaveCount(0);
  await expect(textOf(page)).toHaveValue(`We are live #${tag} `);
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Enter");
  await expect(textOf(page)).toHaveValue(`We are live #${tag}\n`);
  // The keys that publish do so beside an open list too.
  await page.keyboard.type("#");
  await expect(list).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(list).toHaveCount(0);
  await expect(page.getByText("Choose at least one channel.")).toBeVisible();
});

test("the document takes emoji too, and keys of the picker send nothing", async ({ signedInPage: page }) => {
  await openComposer(page);
  await textOf(page).fill("One");
  await page.getByText("Document", { exact: true }).click();
  const all = page.getByRole("textbox", { name: "Document" });
  await expect(all).toBeFocused();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n\n---\n\nTwo ");
  await page.getByRole("button", { name: "Insert emoji" }).locator("visible=true").click();
  await emojiOf(page).getByRole("searchbox").fill("party popper");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Choose at least one channel.")).toHaveCount(0);
  await emojiOf(page).getByRole("button", { name: "party popper" }).click();
  await expect(all).toBeFocused();
  await expect(all).toHaveValue("One\n\n---\n\nTwo 🎉");
  await page.keyboard.press("Control+z");
  await expect(all).toHaveValue("One\n\n---\n\nTwo ");
});

for (const width of [390, 1440]) {
  test(`the picker and the menu have no accessibility fault at ${width} px`, async ({ signedInPage: page }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openComposer(page);
    await textOf(page).fill("Words");
    await page.getByRole("button", { name: "Insert emoji" }).locator("visible=true").click();
    await expect(emojiOf(page).getByRole("grid")).toBeVisible();
    const box = await emojiOf(page).boundingBox();
    // A bottom sheet on a phone, otherwise a popover beside the button.
    expect((box?.y ?? 0) + (box?.height ?? 0) > 840).toBe(width === 390);
    await expectAccessibleInBothThemes(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await emojiOf(page).getByRole("button", { name: "grinning face", exact: true }).click();
    await expect(textOf(page)).toHaveValue("Words😀");
    await page.getByRole("button", { name: "More text tools" }).locator("visible=true").click();
    await expect(page.getByRole("menuitem", { name: "Keyboard shortcuts" })).toBeVisible();
    await expectAccessible(page);
  });
}

test("all parts are joined into the very text that was split, with the caret at its word, and undone", async ({
  signedInPage: page,
}) => {
  await openComposer(page);
  await chooseChannels(page, ["practice_x"]);
  const whole = `${"A sentence of some length. ".repeat(12)}\n\n${"Another one,  with blanks. ".repeat(12)}end`;
  await textOf(page).fill(whole);
  await page.getByRole("button", { name: /^Split into \d parts$/ }).click();
  const last = page.getByRole("textbox", { name: /^Part 3 of \d$/ });
  await last.press("Home");
  await choose(page, "Join all parts");
  await expect(textOf(page)).toHaveValue(whole);
  await expect(textOf(page)).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(last).toBeVisible();
  await page.keyboard.press("Control+Shift+z");
  await expect(textOf(page)).toHaveValue(whole);
});

test("a channel's counter jumps to the first character over its limit in the document", async ({
  signedInPage: page,
}) => {
  needs("listPlatforms");
  await openComposer(page);
  await chooseChannels(page, ["practice_x", "practice_bluesky"]);
  await textOf(page).fill("First");
  await page.getByText("Document", { exact: true }).click();
  const all = page.getByRole("textbox", { name: "Document" });
  await expect(all).toBeFocused();
  // More than a screen of text above, so the position has to be scrolled into view.
  const before = `First${"\n\nfirst".repeat(30)}\n\n---\n\n`;
  await all.fill(`${before}${"word ".repeat(60)}`);
  await expect(page.getByText(/^2 parts\. Start a new part/)).toBeVisible();
  await page.evaluate(() => scrollTo(0, 0));
  await page
    .getByRole("button", { name: /jump to where it's too long for Practice X/ })
    .first()
    .click();
  await expect(all).toBeFocused();
  const at = await all.evaluate((field: HTMLTextAreaElement) => field.selectionStart);
  expect(at).toBe(before.length + 280);
  await expect(page.locator("mark")).toBeInViewport();
  await page.keyboard.press("Control+End");
  for (let left = 0; left < 21; left += 1) await page.keyboard.press("Backspace");
  await expect(page.getByRole("button", { name: /jump to where it's too long/ })).toHaveCount(0);
  await expect(page.locator("mark")).toHaveCount(0);
});

test("the menu opens the keyboard shortcuts of the composer, and ? is typed as a character", async ({
  signedInPage: page,
}) => {
  await openComposer(page);
  await textOf(page).click();
  await page.keyboard.type("Why?");
  await expect(textOf(page)).toHaveValue("Why?");
  await choose(page, "Keyboard shortcuts");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet.getByRole("heading", { level: 3 }).first()).toHaveText("While writing");
  for (const label of [
    "New part",
    "Join with previous part",
    "Move part up",
    "Switch view",
    "Redo",
    "Publish, or schedule at the chosen time",
  ])
    await expect(sheet.getByText(label).first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(textOf(page)).toBeFocused();
  await page.keyboard.press("Control+e");
  await expect(page.getByRole("textbox", { name: "Document" })).toBeFocused();
  await page.keyboard.press("Control+e");
  await expect(textOf(page)).toBeFocused();
});

test("points over the maximum keep the previous claim, and the message stays after leaving the field", async ({
  signedInPage: page,
}) => {
  await openComposer(page);
  const points = page.getByRole("textbox", { name: /^Points (per channel,|from) 0 to 1000$/ });
  await points.fill("40");
  await points.blur();
  await points.selectText();
  await points.pressSequentially("1500");
  await points.press("Tab");
  await expect(points).toHaveValue("40");
  await expect(
    page.getByRole("status").filter({ hasText: "Still 40: 0 to 1000" }).filter({ visible: true }),
  ).toBeVisible();
});

test("a text becomes a template, and inserting it into another draft is one undo step", async ({
  signedInPage: page,
}) => {
  needs("saveDraft");
  const mark = randomUUID().slice(0, 8);
  await openComposer(page);
  await textOf(page).fill(`Launch ${mark}`);
  await textOf(page).press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Where to find it");
  await choose(page, "Save as template");
  await expect(page.getByText("Saved as a template")).toBeVisible();
  await expect(page.getByText(savedStatus)).toBeVisible();

  await page.goto("/compose");
  await page.getByRole("button", { name: "New post" }).click();
  await textOf(page).fill("Begun before");
  await choose(page, "Insert template…");
  const dialog = page.getByRole("dialog", { name: "Insert template" });
  await dialog.getByRole("searchbox", { name: "Search templates" }).fill(mark);
  await expect(dialog.getByRole("listitem")).toHaveCount(1);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: `Insert: Launch ${mark}` }).click();
  await expect(dialog).toHaveCount(0);
  const last = page.getByRole("textbox", { name: "Part 3 of 3" });
  await expect(last).toHaveValue("Where to find it");
  await expect(last).toBeFocused();
  await expect(page.getByRole("textbox", { name: "Part 1 of 3" })).toHaveValue("Begun before");
  await page.keyboard.press("Control+z");
  await expect(textOf(page)).toHaveValue("Begun before");
});

test.describe("on a phone", () => {
  test.use({
    contextOptions: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    expectedErrors: networkErrors,
  });

  test("the page header stays one line, and counters and tools don't overlap", async ({ signedInPage: page }) => {
    needs("saveDraft");
    await openComposer(page);
    await chooseChannels(page, ["practice_x", "practice_bluesky"]);
    await textOf(page).fill("long ".repeat(70));
    const head = page.getByRole("heading", { level: 1 }).locator("xpath=ancestor::header");
    const heightOf = async () => (await head.boundingBox())?.height;
    await expect(page.getByText(savedStatus)).toBeVisible();
    expect(await heightOf()).toBe(60);
    const bar = page.getByRole("region", { name: "Send" });
    const boxes = await Promise.all(
      [
        bar.getByText("over").first(),
        bar.getByRole("button", { name: "More text tools" }),
        bar.getByRole("textbox", { name: /^Points/ }).locator("visible=true"),
        bar.getByRole("button", { name: /^Publish/ }),
      ].map((one) => one.boundingBox()),
    );
    for (const [at, box] of boxes.entries()) {
      expect((box?.x ?? 390) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
      for (const other of boxes.slice(at + 1)) {
        const isBeside = (box?.x ?? 0) + (box?.width ?? 0) <= (other?.x ?? 0);
        const isAbove = (box?.y ?? 0) + (box?.height ?? 0) <= (other?.y ?? 0);
        expect(isBeside || isAbove, `${at} lies over another`).toBe(true);
      }
    }
    await page.context().setOffline(true);
    await textOf(page).press("End");
    await page.keyboard.type("more");
    await expect(page.getByText("Offline, saved here")).toBeVisible();
    expect(await heightOf()).toBe(60);
    await page.context().setOffline(false);
  });

  test("counters and send stand above the keyboard of the screen, and go down with it", async ({
    signedInPage: page,
  }) => {
    await openComposer(page);
    await chooseChannels(page, ["practice_x"]);
    await textOf(page).fill("Words");
    const bar = page.getByRole("region", { name: "Send" });
    const bottomOf = async () => {
      const box = await bar.boundingBox();
      return Math.round((box?.y ?? 0) + (box?.height ?? 0));
    };
    const before = await bottomOf();
    // A soft keyboard covers the page and shrinks only the visual viewport.
    const show = (height: number) =>
      page.evaluate((px) => {
        Object.defineProperty(visualViewport, "height", { value: px, configurable: true });
        visualViewport?.dispatchEvent(new Event("resize"));
      }, height);
    await show(500);
    expect(await bottomOf()).toBe(500);
    await expect(bar.getByRole("button", { name: /^Publish/ })).toBeInViewport();
    await expect(bar.getByText("5", { exact: false }).first()).toBeInViewport();
    await show(844);
    expect(await bottomOf()).toBe(before);
  });
});
