import type { Page } from "playwright/test";
import { expectAccessibleInBothThemes } from "../support/accessibility.ts";
import { chooseChannels, openComposer, savedStatus } from "../support/composer-page.ts";
import { expect, test } from "../support/fixtures.ts";
import { needs } from "../support/needs.ts";
import { visit } from "../support/visit.ts";

const chain = (page: Page, count: number) =>
  page.getByRole("button", { name: new RegExp(`^Thread of ${count} on Practice Bluesky`) });
const onePost = (page: Page) => page.getByRole("button", { name: /^One post on Practice Bluesky/ });

async function writeThread(page: Page, texts: readonly string[]): Promise<void> {
  await page.getByRole("textbox", { name: "Text" }).click();
  for (const [at, text] of texts.entries()) {
    if (at > 0) for (let times = 0; times < 3; times += 1) await page.keyboard.press("Enter");
    await page.keyboard.type(text);
  }
}

test("a short thread stays a thread on Bluesky, at any length, until its author chooses one post", async ({
  signedInPage: page,
}) => {
  needs("createPosts.threads");
  const mark = `Hook ${Date.now()}`;
  await openComposer(page);
  await chooseChannels(page, ["practice_bluesky", "practice_linkedin"]);
  await writeThread(page, [mark, "Payoff"]);
  await expect(chain(page, 2)).toBeVisible();
  // LinkedIn has no threads, so there is nothing to choose.
  await expect(page.getByRole("button", { name: /on Practice LinkedIn.*Publish as/ })).toHaveCount(0);
  await expectAccessibleInBothThemes(page);

  await chain(page, 2).focus();
  await page.keyboard.press("Enter");
  await expect(onePost(page)).toBeFocused();
  await page.keyboard.press("Space");
  await expect(chain(page, 2)).toBeFocused();

  await page.getByRole("button", { name: "Publish on 2 channels" }).click();
  await expect(page.getByRole("heading", { name: "Published on 2 channels" })).toBeVisible({ timeout: 30_000 });
  await visit(page, "/practice/practice_bluesky");
  await expect(page.getByRole("article").filter({ hasText: mark })).not.toContainText("Payoff");
});

test("a text to be one post is counted whole, refused when it is too long, and never becomes a thread by itself", async ({
  signedInPage: page,
}) => {
  needs("createPosts.threads");
  await openComposer(page);
  await chooseChannels(page, ["practice_bluesky"]);
  await writeThread(page, ["One"]);
  for (let times = 0; times < 3; times += 1) await page.keyboard.press("Enter");
  await page.keyboard.insertText("b".repeat(290));
  await chain(page, 2).click();
  await expect(onePost(page)).toBeVisible();
  await page.getByRole("textbox", { name: "Part 2 of 2" }).focus();
  await page.keyboard.press("End");
  await page.keyboard.type("c c c c");
  await expect(onePost(page)).toBeVisible();
  await page.getByRole("button", { name: "Publish on 1 channel" }).click();
  await expect(page.getByText("Too long for Bluesky by 2.", { exact: true })).toBeVisible();
  const preview = page.getByRole("list", { name: "As Bluesky shows it" }).getByRole("listitem");
  await expect(preview).toHaveCount(1);
  await onePost(page).click();
  await expect(chain(page, 2)).toBeVisible();
  await expect(preview).toHaveCount(2);
  await expect(page.getByText("Too long for Bluesky by 2.", { exact: true })).toHaveCount(0);
});

test("the choice stays with a draft and a scheduled post, and is the first one for the next draft", async ({
  signedInPage: page,
}) => {
  needs("createPosts.threads", "saveDraft");
  await openComposer(page);
  await chooseChannels(page, ["practice_bluesky"]);
  await writeThread(page, ["First draft", "of two"]);
  await chain(page, 2).click();
  await expect(page.getByText(savedStatus)).toBeVisible();
  await page.reload();
  await expect(onePost(page)).toBeVisible();
  await page.goto("/compose?text=Another");
  await page.getByRole("textbox", { name: "Text" }).click();
  await page.keyboard.press("End");
  for (let times = 0; times < 3; times += 1) await page.keyboard.press("Enter");
  await page.keyboard.type("with two parts");
  await expect(onePost(page)).toBeVisible();
  await onePost(page).click();
  await expect(chain(page, 2)).toBeVisible();
});
