import { chooseChannels, openComposer, resultOf } from "./compose-page.ts";
import { expect, test } from "./test.ts";

test("a post scheduled for the next minute goes out by itself", async ({ signedInPage: page }) => {
  test.setTimeout(150_000);
  await openComposer(page);
  await chooseChannels(page, ["practice_x"]);
  await page.getByRole("textbox", { name: "Text" }).fill(`Later ${Date.now()}`);
  await page.getByRole("button", { name: /^when/i }).click();
  const dialog = page.getByRole("dialog", { name: "When" });
  await dialog.getByText("At a time").click();
  await dialog.getByLabel("Time zone").selectOption("UTC");
  const at = new Date(Date.now() + 60_000).toISOString();
  await dialog.getByLabel("Date").fill(at.slice(0, 10));
  await dialog.getByLabel("Time", { exact: true }).fill(at.slice(11, 16));
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Schedule on 1 channel" }).click();
  await expect(page.getByRole("heading", { name: "Scheduled on 1 channel" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Published on 1 channel" })).toBeVisible({ timeout: 90_000 });
});

test("a draft is saved, edited and published", async ({ signedInPage: page }) => {
  await openComposer(page);
  await chooseChannels(page, ["practice_linkedin"]);
  const mark = `draft ${Date.now()}`;
  await page.getByRole("textbox", { name: "Text" }).fill(`First words of ${mark}`);
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByRole("heading", { name: "Saved as a draft for 1 channel" })).toBeVisible();
  const details = await resultOf(page, "practice_linkedin")
    .getByRole("link", { name: /^Details/ })
    .getAttribute("href");
  await page.goto(`/compose?post=${details?.split("/").at(-1)}`);
  const text = page.getByRole("textbox", { name: "Text" });
  await expect(text).toHaveValue(`First words of ${mark}`);
  await text.fill(`Better words of ${mark}`);
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByRole("heading", { name: "Published on 1 channel" })).toBeVisible({ timeout: 20_000 });
  await page.goto("/practice/practice_linkedin");
  await expect(page.getByText(`Better words of ${mark}`)).toBeVisible();
});

test("what was typed survives a reload, and starting over can be undone", async ({ signedInPage: page }) => {
  await openComposer(page);
  const text = page.getByRole("textbox", { name: "Text" });
  await text.fill("Half a sentence that");
  await page.reload();
  await expect(text).toHaveValue("Half a sentence that");
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(text).toHaveValue("");
  await page.getByRole("region", { name: "Just now" }).getByRole("button", { name: "Undo" }).click();
  await expect(text).toHaveValue("Half a sentence that");
});

test("two tabs do not overwrite each other's draft silently", async ({ signedInPage: page, watch }) => {
  await openComposer(page);
  const other = await page.context().newPage();
  watch(other);
  await other.goto("/compose");
  await page.getByRole("textbox", { name: "Text" }).fill("From the first tab");
  await expect(other.getByText("This draft is being written in another tab.")).toBeVisible();
  await other.getByRole("button", { name: "Use the other tab's" }).click();
  await expect(other.getByRole("textbox", { name: "Text" })).toHaveValue("From the first tab");
});
