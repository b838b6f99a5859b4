import type { Page, Request } from "playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import { createPost, updatePost } from "../support/api-client.ts";
import { isServiceOutside } from "../support/app-under-test.ts";
import {
  chooseChannels,
  getResultRow,
  openComposer,
  openScheduleDialog,
  savedStatus,
} from "../support/composer-page.ts";
import { expect, test } from "../support/fixtures.ts";
import { needs } from "../support/needs.ts";
import { visit } from "../support/visit.ts";

test("a scheduled post is published at its time", async ({ app, signedInPage: page }) => {
  test.setTimeout(150_000);
  await openComposer(page);
  await chooseChannels(page, ["practice_x"]);
  await page.getByRole("textbox", { name: "Text" }).fill(`Later ${Date.now()}`);
  const dialog = await openScheduleDialog(page);
  await dialog.getByLabel("Time zone").selectOption("UTC");
  // A minute that begins in 20 seconds at the earliest: an earlier one may be over before the post is scheduled.
  const at = new Date(Date.now() + 80_000).toISOString();
  await dialog.getByLabel("Date").fill(at.slice(0, 10));
  await dialog.getByLabel("Time", { exact: true }).fill(at.slice(11, 16));
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Schedule on 1 channel" }).click();
  await expect(page.getByRole("heading", { name: "Scheduled on 1 channel" })).toBeVisible();
  if (isServiceOutside) {
    await expect(page.getByRole("heading", { name: "Published on 1 channel" })).toBeVisible({ timeout: 110_000 });
    return;
  }
  // The form knows only minutes, and the results expect the post no sooner.
  const details = getResultRow(page, "Practice X").getByRole("link", { name: /^Details/ });
  const id = (await details.getAttribute("href"))?.split("/").at(-1) ?? "";
  await updatePost(app, id, { version: 1, scheduled_for: new Date(Date.now() + 2_000).toISOString() });
  await details.click();
  await expect(page.getByRole("main").getByText("Published", { exact: true }).first()).toBeVisible({ timeout: 30_000 });
});

test("a draft post is edited and published", async ({ app, signedInPage: page }) => {
  needs("changePost");
  const mark = `draft ${Date.now()}`;
  const id = await createPost(app, "linkedin", { text: `First words of ${mark}`, draft: true });
  await page.goto(`/compose?post=${id}`);
  const text = page.getByRole("textbox", { name: "Text" });
  await expect(text).toHaveValue(`First words of ${mark}`);
  await text.fill(`Better words of ${mark}`);
  // Sent at once, while the draft code is still loading: the edit's draft is removed after it was saved.
  const isRemoval = (sent: Request) => /^\[\{"id":"[\w-]+"\}\]$/.test(sent.postData() ?? "");
  const removal = page.waitForRequest(isRemoval);
  await page.getByRole("button", { name: "Publish now" }).click();
  await (await removal).response();
  await expect(page.getByRole("heading", { name: "Published on 1 channel" })).toBeVisible({ timeout: 20_000 });
  await visit(page, "/practice/practice_linkedin");
  await expect(page.getByText(`Better words of ${mark}`)).toBeVisible();
  await visit(page, "/drafts");
  await expect(page.getByRole("heading", { name: "Drafts" }).first()).toBeVisible();
  await expect(page.getByText(`Better words of ${mark}`)).toHaveCount(0);
});

test("typed text survives a reload, and “New post” can be undone", async ({ signedInPage: page }) => {
  await openComposer(page);
  const text = page.getByRole("textbox", { name: "Text" });
  await text.fill("Half a sentence that");
  await page.reload();
  await expect(text).toHaveValue("Half a sentence that");
  await page.getByRole("button", { name: "New post" }).click();
  await expect(text).toHaveValue("");
  await page.getByRole("region", { name: "Just now" }).getByRole("button", { name: "Undo" }).click();
  await expect(text).toHaveValue("Half a sentence that");
});

test("a toast stands above the bar that sends, also on a phone", async ({ signedInPage: page }) => {
  await openComposer(page);
  await page.getByRole("textbox", { name: "Text" }).fill("Half a sentence");
  await expect(page.getByText(savedStatus)).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "More text tools" }).click();
  await page.getByRole("menuitem", { name: "New post" }).click();
  const toast = page.getByRole("region", { name: "Just now" }).getByRole("listitem");
  const bar = page.getByRole("region", { name: "Send" });
  // A toast with the pointer on it stays.
  await toast.hover();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const [box, below] = [await toast.boundingBox(), await bar.boundingBox()];
    expect((box?.y ?? 844) + (box?.height ?? 0), `${width} px wide`).toBeLessThan(below?.y ?? 0);
  }
});

test("undo in a new post never brings the former draft back", async ({ signedInPage: page }) => {
  await openComposer(page);
  const text = page.getByRole("textbox", { name: "Text" });
  await text.fill("The former draft");
  await expect(page.getByText(savedStatus)).toBeVisible();
  // A saved draft opens without a banner: its menu starts another post.
  await page.reload();
  await page.getByRole("button", { name: "More text tools" }).click();
  await page.getByRole("menuitem", { name: "New post" }).click();
  await expect(text).toBeFocused();
  await expect(text).toHaveValue("");
  await expect(page.getByText("Draft kept in Drafts")).toBeVisible();
  await text.fill("A new text");
  // The offer to return ends with the new text.
  await expect(page.getByText("Draft kept in Drafts")).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(text).toHaveValue("");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByText("Nothing to undo")).toBeAttached();
  await expect(text).toHaveValue("");
});

/** Writes and saves a draft, and opens it in a second tab too. @returns the second tab */
async function openInSecondTab(page: Page, watch: (page: Page) => void, words: string): Promise<Page> {
  await openComposer(page);
  await page.getByRole("textbox", { name: "Text" }).fill(words);
  await expect(page.getByText(savedStatus)).toBeVisible();
  const other = await page.context().newPage();
  watch(other);
  await other.goto(page.url());
  await expect(other.getByRole("textbox", { name: "Text" })).toHaveValue(words);
  return other;
}

test("a tab with unsaved text shows both texts when another tab changes it, and overwrites nothing until a choice", async ({
  signedInPage: page,
  watch,
}) => {
  needs("saveDraft");
  const other = await openInSecondTab(page, watch, "We move it to Monday");
  const text = page.getByRole("textbox", { name: "Text" });
  // The first tab's saves wait, so its text stays unsaved.
  const saves = Promise.withResolvers<void>();
  await page.route("**/compose*", (route) => saves.promise.then(() => route.continue()));
  await text.fill("We move it to Thursday");
  await expect(other.getByRole("textbox", { name: "Text" })).toHaveValue("We move it to Thursday");
  await other.getByRole("textbox", { name: "Text" }).fill("We move it to Friday");
  await expect(page.getByRole("heading", { name: "Changed in another tab" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Here", exact: true }).locator("mark")).toHaveText("Thursday");
  await expect(page.getByRole("region", { name: "Elsewhere" }).locator("mark")).toHaveText("Friday");
  saves.resolve();
  await page.getByRole("button", { name: "Use the other version" }).click();
  await expect(text).toHaveValue("We move it to Friday");
});

test("a second tab without changes follows the first silently, and then goes on with its text", async ({
  signedInPage: page,
  watch,
}) => {
  needs("saveDraft");
  const other = await openInSecondTab(page, watch, "We move it to Thursday");
  const text = page.getByRole("textbox", { name: "Text" });
  const otherText = other.getByRole("textbox", { name: "Text" });
  await otherText.fill("We move it to Friday");
  await expect(text).toHaveValue("We move it to Friday");
  await expect(page.getByRole("heading", { name: "Changed in another tab" })).toHaveCount(0);
  await expect(other.getByText(savedStatus)).toBeVisible();
  // Back in the first tab: its change follows from the second tab's text, whatever is still on its way.
  await text.fill("We move it to Friday at nine");
  await expect(otherText).toHaveValue("We move it to Friday at nine");
  await text.fill("We move it to Friday at ten");
  await expect(otherText).toHaveValue("We move it to Friday at ten");
  await expect(page.getByText(savedStatus)).toBeVisible();
  for (const tab of [page, other]) {
    await expect(tab.getByRole("heading", { name: /^Changed/ })).toHaveCount(0);
    await tab.reload();
    await expect(tab.getByRole("textbox", { name: "Text" })).toHaveValue("We move it to Friday at ten");
  }
});

test("two devices on one draft: the second is told with both texts, and keeps its own as a new draft", async ({
  app,
  signedInPage: page,
  browser,
  session,
  watch,
}) => {
  needs("saveDraft");
  await openComposer(page);
  const text = page.getByRole("textbox", { name: "Text" });
  await text.fill("Begun on the first");
  await expect(page.getByText(savedStatus)).toBeVisible();
  const context = await browser.newContext({ baseURL: app.origin, storageState: session });
  const other = await context.newPage();
  watch(other);
  const before = page.url();
  await other.goto(before);
  await other.getByRole("textbox", { name: "Text" }).fill("Changed on the second");
  await expect(other.getByText(savedStatus)).toBeVisible();
  await text.fill("Changed on the first");
  await expect(page.getByRole("heading", { name: /^Changed elsewhere at \d\d:\d\d$/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Keep mine as a new draft" }).click();
  await expect(page.getByText(savedStatus)).toBeVisible();
  await expect(page).not.toHaveURL(before);
  await page.reload();
  await expect(text).toHaveValue("Changed on the first");
  await other.reload();
  await expect(other.getByRole("textbox", { name: "Text" })).toHaveValue("Changed on the second");
  await context.close();
});

test.describe("in a browser with a wrong clock", () => {
  test.use({ ownContext: true });

  test("times of saving are the service's, in a browser whose clock is two hours wrong", async ({
    signedInPage: page,
  }) => {
    needs("saveDraft");
    await page.clock.install({ time: new Date(Date.now() + 2 * 3_600_000) });
    await openComposer(page);
    await page.getByRole("textbox", { name: "Text" }).fill("By whose clock?");
    await page.clock.runFor(3_000);
    const shown = page.locator("header time").first();
    await expect(shown).toBeVisible();
    const at = new Date((await shown.getAttribute("datetime")) ?? "");
    expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(30 * 60_000);
  });
});
