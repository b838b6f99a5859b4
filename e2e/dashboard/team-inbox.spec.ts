import type { Page } from "playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import { createPost, waitForStatus } from "../support/api-client.ts";
import { nextJune } from "../support/future-dates.ts";
import { callApi, createIsolatedAppTest, expect } from "../support/isolated-app-fixture.ts";
import { needs } from "../support/needs.ts";
import { joinAsAuthor, joinAsPerson } from "../support/person-fixture.ts";
import { visit } from "../support/visit.ts";

// Everybody's failures would be in another test's inbox too, and the scope is a cookie.
const test = createIsolatedAppTest();
test.use({ ownContext: true });
test.describe.configure({ mode: "serial" });

type App = { origin: string; key: string };
const items = (page: Page) => page.getByRole("main").getByRole("article");
const item = (page: Page, title: RegExp) => items(page).filter({ has: page.getByRole("heading", { name: title }) });
const switchTo = (page: Page, scope: "Mine" | "Everyone") =>
  page.getByRole("group", { name: "Posts of" }).getByText(scope).click();

async function fail(app: App, platform: string, demand: string, count = 1): Promise<string[]> {
  const ids: string[] = [];
  for (let post = 1; post <= count; post += 1)
    ids.push(await createPost(app, platform, { text: `Post ${post} ${demand}`, points: 0 }));
  for (const id of ids) await waitForStatus(app, id, "failed");
  return ids;
}

test("a team's failures reach an administrator by cause and author, who assigns one; the assigned one is notified", async ({
  signedInPage: page,
  browser,
  app,
}) => {
  needs("assignInboxItem");
  test.setTimeout(240_000);
  const greta = await joinAsAuthor(browser, app, "Greta Green");
  const hedy = await joinAsAuthor(browser, app, "Hedy Lamarr");
  await fail(greta.app, "x", "#fail-rejected", 15);
  await fail(hedy.app, "x", "#fail-rejected", 15);
  await fail(hedy.app, "bluesky", "#fail-unconfirmed");

  await page.goto("/inbox");
  await expect(page.getByRole("heading", { name: "All caught up" })).toBeVisible();
  await switchTo(page, "Everyone");
  await expect(items(page)).toHaveCount(2);
  const rejected = item(page, /X rejected 30 posts/);
  await expect(rejected.getByRole("list", { name: "Posts" })).toContainText("Hedy Lamarr");
  await expect(item(page, /Bluesky didn't confirm this post/)).toContainText("Hedy Lamarr");
  await expect(rejected.getByRole("button", { name: "Done" })).toHaveCount(0);
  await expectAccessible(page);

  await rejected.getByRole("button", { name: "Assign" }).click();
  const picker = page.getByRole("dialog", { name: "Assign to" });
  await expect(picker.getByRole("button", { name: "Greta Green · author" })).toBeVisible();
  await expectAccessible(page);
  await picker.getByRole("button", { name: "Greta Green · author" }).click();
  await expect(page.getByText("Assigned to Greta Green")).toBeVisible();
  await expect(rejected.getByRole("button", { name: "Greta Green is assigned. Change" })).toBeVisible();

  await greta.page.goto("/inbox");
  const told = item(greta.page, /Ada Admin assigned you 15 failed posts/);
  await expect(told).toBeVisible();
  await expect(item(greta.page, /X rejected 15 posts/)).toContainText("Assigned to Greta Green");
  await expect(greta.page.getByRole("group", { name: "Posts of" })).toHaveCount(0);
  await expectAccessible(greta.page);

  // Home shows the same problems, with their authors.
  await visit(page, "/");
  await expect(page.getByRole("listitem").filter({ hasText: "X rejected 30 posts" })).toContainText("Hedy Lamarr");
});

test("of two administrators who assign at once, the second keeps the first one's choice and learns of it", async ({
  signedInPage: page,
  browser,
  app,
}) => {
  needs("assignInboxItem");
  const context = await browser.newContext({ baseURL: app.origin, locale: "en-GB", timezoneId: "Europe/Berlin" });
  const grace = await context.newPage();
  await joinAsPerson(grace, app, { name: "Grace Hopper", email: "grace@example.org", role: "admin" });
  await grace.goto("/inbox");
  await switchTo(grace, "Everyone");
  await page.goto("/inbox");
  await switchTo(page, "Everyone");
  const title = /Bluesky didn't confirm this post/;
  // Grace's page learns of nothing before she chooses.
  for (const one of [page, grace]) await item(one, title).getByRole("button", { name: "Assign" }).click();
  const choose = (one: Page, name: string) =>
    one.getByRole("dialog", { name: "Assign to" }).getByRole("button", { name }).click();
  await expect(grace.getByRole("dialog", { name: "Assign to" })).toContainText("Grace Hopper");
  await grace.route("**/read/inbox?*", (route) => route.abort());
  await choose(page, "Hedy Lamarr · author");
  await expect(page.getByText("Assigned to Hedy Lamarr")).toBeVisible();
  await choose(grace, "Grace Hopper");
  await expect(grace.getByText(/Ada Admin assigned it to Hedy Lamarr\. Your choice was not saved\./)).toBeVisible();
  await grace.unroute("**/read/inbox?*");
  await grace.reload();
  await expect(item(grace, title).getByRole("button", { name: "Hedy Lamarr is assigned. Change" })).toBeVisible();
  await context.close();
});

test("a snoozed item leaves the inbox, is found under Snoozed, and comes back at once or by Undo", async ({
  signedInPage: page,
}) => {
  needs("snoozeInbox");
  const held = Promise.withResolvers<void>();
  let isHeld = false;
  await page.route("**/_next/static/chunks/*.js", async (route) => {
    if (isHeld) await held.promise;
    await route.continue();
  });
  await page.goto("/inbox");
  await switchTo(page, "Everyone");
  const title = /Bluesky didn't confirm this post/;
  await item(page, title).focus();
  // Everything but the panel's code is loaded.
  await page.waitForLoadState("networkidle");
  isHeld = true;
  // While the panel's code loads, it holds the keys, and Escape closes it.
  const loading = page.locator("[data-overlay]");
  await page.keyboard.press("s");
  await expect(loading).toBeAttached();
  await page.keyboard.press("Escape");
  await expect(loading).not.toBeAttached();
  await page.keyboard.press("s");
  held.resolve();
  const panel = page.getByRole("dialog", { name: "Snooze until" });
  await expect(panel.getByRole("button", { name: /^Tomorrow .*, 09:00$/ })).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll({ behavior: "wait" });
  await panel.getByRole("button", { name: /^Tomorrow/ }).click();
  await expect(item(page, title)).toHaveCount(0);
  await expect(page.getByText(/^Snoozed until .*, 09:00/)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(item(page, title)).toBeVisible();
  await item(page, title).getByRole("button", { name: "Snooze" }).click();
  await panel.getByRole("button", { name: /^Next week/ }).click();
  await expect(item(page, title)).toHaveCount(0);
  await page.getByRole("link", { name: "Snoozed", exact: true }).press("Enter");
  await expect(item(page, title)).toContainText(/Back Mon .*, 09:00/);
  await expect(page.getByRole("link", { name: "Snoozed", exact: true })).toBeFocused();
  await expectAccessible(page);
  await item(page, title).getByRole("button", { name: "Show now" }).click();
  await expect(page.getByRole("heading", { name: "Nothing snoozed" })).toBeVisible();
  await page.getByRole("link", { name: "Open", exact: true }).click();
  await expect(item(page, title)).toBeVisible();
});

test("the posts of a deactivated member are one item among everyone's", async ({
  signedInPage: page,
  browser,
  app,
}) => {
  needs("assignInboxItem");
  const lise = await joinAsAuthor(browser, app, "Lise Meitner");
  await createPost(lise.app, "x", { text: "Planned for June", scheduled_for: nextJune });
  const members = await callApi<{ id: string; name: string }[]>(app, "GET", "/members");
  await callApi(app, "POST", `/members/${members.find(({ name }) => name === "Lise Meitner")?.id}/deactivate`);
  await page.goto("/inbox");
  const held = item(page, /1 post of Lise Meitner is on hold/);
  await expect(held).toHaveCount(1, { timeout: 60_000 });
  await switchTo(page, "Everyone");
  await expect(item(page, /Bluesky didn't confirm this post/)).toBeVisible();
  await expect(held).toHaveCount(1);
});
