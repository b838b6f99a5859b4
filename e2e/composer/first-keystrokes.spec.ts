import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { createPost, waitForStatus } from "../support/api-client.ts";
import { chooseChannels, openComposer, savedStatus } from "../support/composer-page.ts";
import { expect, test } from "../support/fixtures.ts";
import { callApi } from "../support/isolated-app-fixture.ts";
import { needs } from "../support/needs.ts";
import { visit } from "../support/visit.ts";

const sentence = "Great news everyone: our giving is light";
const fresh = (words: string) => `${words} ${randomUUID().slice(0, 8)}`;
/** The first text field, whatever its label. */
const first = (page: Page) => page.locator("#main textarea").first();

test("what is typed right after C is the post, letter by letter", async ({ signedInPage: page }) => {
  await page.goto("/profile");
  await page.keyboard.press("c");
  // No waiting: the first characters are typed before the composer is loaded.
  await page.keyboard.type(sentence);
  await expect(first(page)).toHaveValue(sentence);
  await expect(first(page)).toBeFocused();
  await expect(page).toHaveURL(/\/compose/);
});

test("letters typed while the composer is slow to come are in the post, with what was deleted left out", async ({
  signedInPage: page,
}) => {
  await page.goto("/profile");
  const opens = Promise.withResolvers<void>();
  await page.route(/\/compose\b/, async (route) => {
    await opens.promise;
    await route.continue();
  });
  await page.keyboard.press("c");
  await page.keyboard.type("g h c ?x");
  await page.keyboard.press("Backspace");
  await expect(page).toHaveURL("/profile");
  opens.resolve();
  await expect(first(page)).toHaveValue("g h c ?");
  await page.keyboard.type(" and on");
  await expect(first(page)).toHaveValue("g h c ? and on");
});

/** Holds the code that a page loads later until the returned function is called. */
async function holdChunks(page: Page): Promise<() => void> {
  const opens = Promise.withResolvers<void>();
  await page.route(/\/_next\/static\/chunks\//, async (route) => {
    await opens.promise;
    await route.continue();
  });
  return opens.resolve;
}

/** Opens the composer with a text and presses the palette's key, whose code does not come yet. */
async function pressPaletteKey(page: Page): Promise<() => void> {
  await openComposer(page);
  await first(page).fill("The post");
  const release = await holdChunks(page);
  await page.keyboard.press("Control+k");
  return release;
}

const paletteSearch = (page: Page) =>
  page.getByRole("dialog", { name: "Search or run a command" }).getByRole("combobox");

test("letters typed while the command palette is slow to come are its search and not the post", async ({
  signedInPage: page,
}) => {
  const release = await pressPaletteKey(page);
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Enter");
  await page.keyboard.type("leadx");
  await page.keyboard.press("Backspace");
  release();
  const search = paletteSearch(page);
  await expect(search).toHaveValue("lead");
  await page.keyboard.type("erb");
  await expect(search).toHaveValue("leaderb");
  await expect(page.getByRole("option", { name: "Leaderboard" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(search).toHaveCount(0);
  await expect(first(page)).toHaveValue("The post");
});

test("Enter typed while the command palette is slow to come chooses what was typed, and nothing before a letter", async ({
  signedInPage: page,
}) => {
  await page.goto("/profile");
  const release = await holdChunks(page);
  await page.getByRole("button", { name: "Go to…" }).click();
  await page.keyboard.press("Enter");
  await page.keyboard.type("leaderb");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/profile");
  release();
  await expect(page).toHaveURL("/leaderboard");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("Escape cancels a command palette that is slow to come, and what was typed for it", async ({
  signedInPage: page,
}) => {
  const release = await pressPaletteKey(page);
  await page.keyboard.type("lead");
  await page.keyboard.press("Escape");
  await page.keyboard.type(", and on");
  await expect(first(page)).toHaveValue("The post, and on");
  release();
  await page.keyboard.press("Control+k");
  const search = paletteSearch(page);
  await expect(search).toBeFocused();
  await expect(search).toHaveValue("");
});

test("the composer opens with the caret in the first part from every entry point", async ({
  signedInPage: page,
  app,
}) => {
  test.slow();
  needs("saveDraft", "changePost");
  const draft = await createPost(app, "x", { text: fresh("A draft to go on with"), draft: true });
  const published = await createPost(app, "x", { text: fresh("To write again") });
  await waitForStatus(app, published, "published");

  await page.goto("/profile");
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: /^Compose/ })
    .click();
  await expect(first(page)).toBeFocused();

  await visit(page, "/profile");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("write a post");
  await page.keyboard.press("Enter");
  await expect(first(page)).toBeFocused();

  await visit(page, "/drafts");
  await page.locator("#main").getByRole("link", { name: "Write a post" }).first().click();
  await expect(first(page)).toBeFocused();

  await page.goto("/compose?text=From%20an%20address");
  await expect(first(page)).toBeFocused();
  await page.keyboard.type(", and on");
  await expect(first(page)).toHaveValue("From an address, and on");
  await expect(page.getByText(savedStatus)).toBeVisible();
  await page.reload();
  await expect(first(page)).toBeFocused();
  await expect(first(page)).toHaveValue("From an address, and on");
  const address = page.url();

  await visit(page, "/profile");
  await page.goto(address);
  await expect(first(page)).toBeFocused();
  await page.keyboard.type("!");
  await expect(first(page)).toHaveValue("From an address, and on!");

  // The draft in this browser comes back by itself.
  await visit(page, "/profile");
  await page.goto("/compose");
  await expect(page.getByText("Continuing your draft.")).toBeVisible();
  await expect(first(page)).toBeFocused();
  await page.getByRole("button", { name: "New post" }).click();
  await expect(first(page)).toBeFocused();

  for (const search of [`post=${draft}`, `again=${published}`]) {
    await page.goto(`/compose?${search}`);
    await expect(first(page)).not.toHaveValue("");
    const before = await first(page).inputValue();
    await expect(first(page)).toBeFocused();
    await page.keyboard.type(" more");
    await expect(first(page)).toHaveValue(`${before} more`);
  }
});

test("no letter leaves the composer while the focus is on nothing: it is written", async ({ signedInPage: page }) => {
  await openComposer(page);
  await chooseChannels(page, ["practice_x"]);
  await first(page).fill("Words");
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.type(" g h c ?");
  // A space alone scrolls the page, as everywhere; only a letter starts typing.
  await expect(first(page)).toHaveValue("Wordsg h c ?");
  await page.getByRole("button", { name: "Undo" }).first().focus();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(/\/compose/);
});

test("letters typed before the page is alive are in the post", async ({ signedInPage: page, app }) => {
  const alive = Promise.withResolvers<void>();
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await alive.promise;
    await route.continue();
  });
  await page.goto("about:blank");
  // Does not wait for hydration, as `goto` does here.
  await page.evaluate((address) => location.assign(address), `${app.origin}/compose`);
  await expect(first(page)).toBeFocused();
  await page.keyboard.type("Great news");
  alive.resolve();
  await expect(page.getByText(savedStatus)).toBeVisible();
  await page.keyboard.type(" everyone");
  await expect(first(page)).toHaveValue("Great news everyone");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("an empty post opens with the caret in it; one with words opens to be read, with no keyboard over it", async ({
    signedInPage: page,
    app,
  }) => {
    needs("changePost");
    await page.goto("/profile");
    await page.getByRole("link", { name: "Compose" }).tap();
    await expect(first(page)).toBeFocused();
    const [channel] = await callApi<{ id: string }[]>(app, "GET", "/channels");
    const [post] = await callApi<{ id: string }[]>(app, "POST", "/posts", {
      channels: [channel?.id],
      text: fresh("Words to read"),
      draft: true,
    });
    await page.goto(`/compose?post=${post?.id}`);
    await expect(first(page)).not.toHaveValue("");
    await expect(page.getByRole("button", { name: "Save draft" }).first()).toBeEnabled();
    await expect(first(page)).not.toBeFocused();
  });
});
