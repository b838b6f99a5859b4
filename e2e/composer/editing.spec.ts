import { chooseChannels, openComposer } from "../support/composer-page.ts";
import { expect, test } from "../support/fixtures.ts";
import { needs } from "../support/needs.ts";

test("too long is said in words, refused by name, and split on request", async ({ signedInPage: page }) => {
  needs("listPlatforms");
  await openComposer(page);
  await chooseChannels(page, ["practice_x", "practice_linkedin"]);
  await page.getByRole("textbox", { name: "Text" }).fill("A sentence of some length. ".repeat(20).trim());
  await expect(page.getByText("259 over").first()).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Too long for X by 259.")).toBeVisible();
  await page.getByRole("button", { name: "Split into 2 parts" }).click();
  await expect(page.getByRole("textbox", { name: "Part 2 of 2" })).toBeFocused();
  await expect(page.getByText(/over$/)).toHaveCount(0);
});

test("a thread is written, reordered and sent by the keyboard alone", async ({ signedInPage: page }) => {
  await openComposer(page);
  await page.getByRole("button", { name: "Choose channels" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Channels" });
  await expect(dialog.getByRole("textbox", { name: "Search channels" })).toBeFocused();
  await page.keyboard.type("practice_x");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("checkbox")).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Channel", exact: true })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("textbox", { name: "Text" })).toBeFocused();
  await page.keyboard.type("Second");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Part 2 of 2" })).toBeFocused();
  await page.keyboard.type("First");
  await page.keyboard.press("Alt+ArrowUp");
  await expect(page.getByRole("textbox", { name: "Part 1 of 2" })).toBeFocused();
  await expect(page.getByRole("textbox", { name: "Part 1 of 2" })).toHaveValue("First");
  await page.keyboard.press("Alt+ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Part 3 of 3" })).toBeFocused();
  await page.keyboard.press("Backspace");
  await expect(page.getByRole("textbox", { name: "Part 2 of 2" })).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { name: "Published on 1 channel" })).toBeVisible({ timeout: 20_000 });
});

test("files that are no images, or too many, are refused at once", async ({ signedInPage: page }) => {
  await openComposer(page);
  const files = page.getByLabel("Image files");
  await files.setInputFiles({ name: "notes.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") });
  await expect(page.getByText("notes.svg is not a JPEG, PNG, WebP or GIF.")).toBeVisible();
});

for (const width of [390, 820, 1440]) {
  test(`at ${width} px nothing scrolls sideways and sending stays in reach`, async ({ signedInPage: page }) => {
    await page.setViewportSize({ width, height: 844 });
    await openComposer(page);
    await chooseChannels(page, ["practice_x", "practice_bluesky", "practice_linkedin"]);
    await page.getByRole("textbox", { name: "Text" }).fill("word\n".repeat(60));
    await expect(page.getByRole("button", { name: /^Publish/ })).toBeInViewport();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  });
}
