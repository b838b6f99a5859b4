import type { Page } from "playwright/test";
import { expectAccessible, expectAccessibleInBothThemes } from "../support/accessibility.ts";
import { expect } from "../support/fixtures.ts";
import { test } from "../support/remote-service-fixture.ts";
import { countPosts, createRemotePost, createUniqueText } from "../support/remote-service-steps.ts";
import { visit } from "../support/visit.ts";

test.beforeEach(({ service }) => service.comeBack());

const text = (page: Page) => page.getByLabel("Text", { exact: true });

/** Leaves no room in the browser's storage. */
const fillStorage = (page: Page) =>
  page.evaluate(() => {
    let ballast = "x".repeat(2 ** 22);
    for (let at = 0; ballast !== ""; at += 1) {
      try {
        localStorage.setItem(`ballast ${at}`, ballast);
      } catch {
        ballast = ballast.slice(ballast.length >> 1, -1);
      }
    }
  });

test("a failed post is in the inbox with its reason, and is sent again from there", async ({
  signedInPage: page,
  service,
}) => {
  const words = createUniqueText("Will fail [fail]");
  await page.goto("/");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Inbox" }).click();
  await expect(page.getByRole("heading", { name: "All caught up" })).toBeVisible();
  await createRemotePost(service, { text: words });
  const failed = page.getByRole("list", { name: "Failed posts" }).getByRole("listitem").filter({ hasText: words });
  await expect(async () => {
    await page.goto("/inbox");
    await expect(failed).toContainText("Failed on Pigeon. The platform said no.", { timeout: 500 });
  }).toPass();
  await expectAccessibleInBothThemes(page);
  await failed.getByRole("link", { name: /^Send again/ }).click();
  await expect(text(page)).toHaveValue(words);
  const mended = createUniqueText("Mended");
  await text(page).fill(mended);
  await page.getByRole("button", { name: /^Publish on/ }).click();
  await expect(page.getByText("The earlier version was deleted.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Published on 1 channel" })).toBeVisible();
  expect([await countPosts(service, words), await countPosts(service, mended)]).toEqual([0, 1]);
  await visit(page, "/inbox");
  await expect(page.getByRole("heading", { name: "All caught up" })).toBeVisible();
});

test("the navigation counts failures, in the tab's title until the inbox showed them, also those of a slow list", async ({
  signedInPage: page,
  service,
}) => {
  const inbox = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Inbox/ });
  await createRemotePost(service, { text: createUniqueText("Unseen [fail]") });
  await expect(async () => {
    await page.goto("/leaderboard");
    await expect(inbox).toHaveAccessibleName("Inbox 1 open", { timeout: 1_000 });
  }).toPass();
  await expect(page).toHaveTitle(/^\(1\) /);
  await service.behave({ late: { "/posts?state=failed&page_size=100&skip=0": 1_000 } });
  await page.goto("/posts");
  await expect(inbox).toHaveAccessibleName("Inbox 1 open");
  await inbox.click();
  await expect(page.getByRole("list", { name: "Failed posts" })).toContainText("Unseen [fail]");
  await expect(page).toHaveTitle(/^Inbox/);
  await page.goto("/posts");
  await page.waitForLoadState("networkidle");
  await expect(inbox).toHaveAccessibleName("Inbox 1 open");
  await expect(page).toHaveTitle(/^Posts/);
});

test("several drafts of this browser are listed, opened and deleted with undo", async ({ signedInPage: page }) => {
  const [first, second] = [createUniqueText("First idea"), createUniqueText("Second idea")];
  for (const words of [first, second]) {
    await page.goto("/compose");
    await text(page).fill(words);
    await expect(page.getByText("Saved in this browser")).toBeVisible();
    await page.reload();
    await page.getByRole("button", { name: "New post" }).click();
    await expect(text(page)).toHaveValue("");
  }
  await page.getByRole("banner").getByRole("link", { name: "Drafts", exact: true }).click();
  await expect(page).toHaveURL("/drafts");
  const list = page.getByRole("list", { name: "Drafts" });
  await expect(list.getByRole("link")).toHaveText([second, first]);
  await expect(page.getByText("Stored in this browser only.")).toBeVisible();
  await expectAccessible(page);
  await list.getByRole("button", { name: `Delete: ${second}` }).click();
  await expect(list.getByRole("link")).toHaveText([first]);
  await page.getByRole("region", { name: "Just now" }).getByRole("button", { name: "Undo" }).last().click();
  await expect(list.getByRole("link")).toHaveText([second, first]);
  await list.getByRole("link", { name: first }).click();
  await expect(text(page)).toHaveValue(first);
  await page.reload();
  await expect(text(page)).toHaveValue(first);
});

test("a text that this browser's full storage can't hold is not said to be kept", async ({ signedInPage: page }) => {
  const words = createUniqueText("No room");
  await page.goto("/compose");
  await fillStorage(page);
  await text(page).fill(words);
  await page.getByRole("button", { name: "More text tools" }).click();
  await page.getByRole("menuitem", { name: "New post" }).click();
  await expect(text(page)).toHaveValue("");
  const toasts = page.getByRole("region", { name: "Just now" });
  await expect(toasts.getByText("Not saved: your browser's storage is full.")).toBeVisible();
  await expect(toasts.getByText("Draft kept in Drafts")).toHaveCount(0);
  await toasts.getByRole("button", { name: "Undo" }).click();
  await expect(text(page)).toHaveValue(words);
});

test("an undone deletion that finds the storage full says so, and is undone once there is room", async ({
  signedInPage: page,
}) => {
  const words = createUniqueText("Deleted too soon");
  await page.goto("/compose");
  await text(page).fill(words);
  await expect(page.getByText("Saved in this browser")).toBeVisible();
  await visit(page, "/drafts");
  await page.getByRole("button", { name: `Delete: ${words}` }).click();
  await fillStorage(page);
  const toasts = page.getByRole("region", { name: "Just now" });
  await toasts.getByRole("button", { name: "Undo" }).click();
  await expect(toasts.getByText("Not restored: your browser's storage is full.")).toBeVisible();
  await expect(page.getByRole("link", { name: words })).toHaveCount(0);
  await page.evaluate(() => {
    for (const name of Object.keys(localStorage)) if (name.startsWith("ballast")) localStorage.removeItem(name);
  });
  await toasts.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("link", { name: words })).toBeVisible();
});

test("a replacement that was set aside is found among the drafts and still replaces its post", async ({
  signedInPage: page,
  service,
}) => {
  const words = createUniqueText("To be replaced");
  const id = await createRemotePost(service, {
    text: words,
    scheduled_for: new Date(Date.now() + 5 * 86_400_000).toISOString(),
  });
  await page.goto(`/compose?again=${id}&replaces=1`);
  await text(page).fill(`${words}, later`);
  await expect(page.getByText("Saved in this browser")).toBeVisible();
  await visit(page, "/drafts");
  const row = page.getByRole("list", { name: "Drafts" }).getByRole("listitem").filter({ hasText: words });
  await expect(row).toContainText("replaces a post");
  await row.getByRole("link").click();
  await expect(text(page)).toHaveValue(`${words}, later`);
  await page.getByRole("button", { name: /^Schedule/ }).click();
  await expect(page.getByText("The earlier version was deleted.")).toBeVisible();
  expect([await countPosts(service, words), await countPosts(service, `${words}, later`)]).toEqual([0, 1]);
});

test("a draft outlives the post that it began from", async ({ signedInPage: page, service }) => {
  const words = createUniqueText("Began from a post");
  const id = await createRemotePost(service, { text: words, draft: true });
  await page.goto(`/compose?again=${id}&replaces=1`);
  await text(page).fill(`${words}, kept`);
  await expect(page.getByText("Saved in this browser")).toBeVisible();
  const headers = { authorization: `Bearer ${service.key}` };
  await fetch(`${service.url}/posts/${id}`, { method: "DELETE", headers });
  await visit(page, "/drafts");
  await page.getByRole("list", { name: "Drafts" }).getByRole("link").click();
  await expect(text(page)).toHaveValue(`${words}, kept`);
});
