import { randomUUID } from "node:crypto";
import { expectAccessibleInBothThemes } from "../support/accessibility.ts";
import { expect } from "../support/fixtures.ts";
import { callApi, createIsolatedAppTest } from "../support/isolated-app-fixture.ts";
import { needs } from "../support/needs.ts";
import { visit } from "../support/visit.ts";

const test = createIsolatedAppTest();

type App = { origin: string; api: string; key: string };
type Channel = { id: string; name: string };

const blank = { own: {}, images: [], channels: [] as string[], when: null, points: 20, post: null };

async function writeDraft(app: App, text: string, more: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUID();
  await callApi(app, "PUT", `/drafts/${id}`, { version: 0, content: { ...blank, parts: [text], ...more } });
  return id;
}

/** Saves draft posts on the first channels, as a program does. */
async function saveDraftPosts(app: App, text: string, channelCount: number): Promise<{ id: string }[]> {
  const channels = (await callApi<Channel[]>(app, "GET", "/channels")).slice(0, channelCount).map(({ id }) => id);
  return callApi(app, "POST", "/posts", { channels, text, draft: true });
}

test.beforeEach(() => needs("listDrafts.with_posts"));

test("unfinished texts and draft posts are one list with one number everywhere", async ({
  app,
  signedInPage: page,
}) => {
  await saveDraftPosts(app, "Saved by a program", 2);
  await writeDraft(app, "Begun in the composer");
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.goto("/");
  const rail = page.getByRole("banner").getByRole("navigation", { name: "Main" });
  await expect(rail.getByRole("link", { name: "Drafts 2" })).toBeVisible();
  const card = page
    .getByRole("region", { name: "Continue writing" })
    .or(page.locator("section", { hasText: "Continue writing" }));
  await expect(card).toContainText("Begun in the composer");
  await expect(card).toContainText("Saved by a program");
  await expect(card.getByRole("link", { name: "All 2 drafts" })).toHaveAttribute("href", "/drafts");

  await visit(page, "/calendar");
  await expect(page.getByRole("heading", { name: "Unscheduled 2" })).toBeVisible();
  const tray = page.getByRole("list", { name: "Unscheduled" });
  await expect(tray.getByRole("listitem")).toHaveCount(2);
  await tray.getByRole("link", { name: "Begun in the composer" }).click();
  await expect(page).toHaveURL(/\/compose\?draft=/);
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue("Begun in the composer");

  // Addresses from before the page of drafts.
  const { membership } = await callApi<{ membership: { id: string } }>(app, "GET", "/me");
  for (const query of [`status=draft&member=${membership.id}`, "status=draft"]) {
    await page.goto(`/posts?${query}`);
    await expect(page).toHaveURL("/drafts");
  }
  const rows = page.getByRole("list", { name: "Drafts" }).getByRole("listitem");
  await expect(rows).toHaveText([/Begun in the composer/, /Saved by a program/]);
  await expect(rows.last().getByRole("img")).toHaveCount(2);
  await expectAccessibleInBothThemes(page);
});

test("the palette finds a draft by its text and by its name", async ({ app, signedInPage: page }) => {
  const word = randomUUID().slice(0, 8);
  const id = await writeDraft(app, `First words\n\nthe launch ${word}`);
  await page.goto("/drafts");
  await page.getByRole("button", { name: "Rename: First words" }).click();
  const dialog = page.getByRole("dialog", { name: "Rename draft" });
  await dialog.getByLabel("Name").fill(`Campaign ${word}`);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("link", { name: `Campaign ${word}` })).toBeVisible();
  for (const words of [`launch ${word}`, `campaign ${word}`]) {
    await page.goto("/profile");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill(words);
    const found = page.getByRole("group", { name: "Drafts" }).getByRole("option");
    await expect(found).toHaveText([`Campaign ${word}`]);
    await found.click();
    await expect(page).toHaveURL(`/compose?draft=${id}`);
  }
});

test("several drafts are deleted at once and come back with undo, draft posts too", async ({
  app,
  signedInPage: page,
}) => {
  const word = randomUUID().slice(0, 8);
  await writeDraft(app, `${word} one`);
  await saveDraftPosts(app, `${word} two`, 2);
  await writeDraft(app, `${word} three`);
  await page.goto(`/drafts?q=${word}`);
  const rows = page.getByRole("list", { name: "Drafts" }).getByRole("listitem");
  await expect(rows).toHaveCount(3);
  await page.getByRole("checkbox", { name: `Select “${word} three”` }).check();
  await page.getByRole("checkbox", { name: `Select “${word} two”` }).check();
  await expect(page.getByRole("status").filter({ hasText: "2 selected" })).toBeVisible();
  await page.getByRole("button", { name: "Delete 2" }).click();
  await expect(rows).toHaveText([new RegExp(`${word} one`)]);
  await page
    .getByRole("listitem")
    .filter({ hasText: "2 drafts deleted" })
    .getByRole("button", { name: "Undo" })
    .click();
  await expect(rows).toHaveCount(3);
  // By keyboard: down, select, up to the third.
  await rows.first().getByRole("link").focus();
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Shift+X");
  await expect(page.getByRole("button", { name: "Delete 3" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Delete 3" })).toBeHidden();
});

test("a draft in another tab appears in the rail's count without a reload", async ({ app, signedInPage: page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/leaderboard");
  const link = page.getByRole("banner").getByRole("link", { name: /^Drafts/ });
  const before = (await callApi<unknown[]>(app, "GET", "/drafts?with_posts=true&limit=100")).length;
  await expect(link).toHaveText(before === 0 ? "Drafts" : `Drafts${before}`);
  const id = await writeDraft(app, "In another tab");
  await expect(link).toHaveText(`Drafts${before + 1}`);
  await callApi(app, "DELETE", `/drafts/${id}`);
  await expect(link).toHaveText(before === 0 ? "Drafts" : `Drafts${before}`);
});

test("five hundred drafts come in pages and never widen a phone; the next one is listed as only in this browser", async ({
  app,
  signedInPage: page,
}) => {
  test.slow();
  const others = await callApi<{ id: string; version: number }[]>(app, "GET", "/drafts?limit=100");
  await callApi(app, "POST", "/drafts/changes", {
    action: "delete",
    ids: [randomUUID(), ...others.map(({ id }) => id)],
  });
  const title = "W".repeat(200);
  for (let at = 0; at < 500; at += 20) {
    await Promise.all(Array.from({ length: 20 }, () => writeDraft(app, title, { channels: [randomUUID()], own: {} })));
  }
  await page.setViewportSize({ width: 390, height: 844 });
  const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > 390);
  await page.goto("/drafts");
  const rows = page.getByRole("list", { name: "Drafts" }).getByRole("listitem");
  await expect(rows).toHaveCount(30);
  await expect(rows.first()).toContainText("1 removed channel");
  expect(await isWide()).toBe(false);
  await page.getByRole("link", { name: "Older" }).click();
  await expect(page).toHaveURL("/drafts?page=2");
  await expect(page.getByText(/^31 to 60 of 50\d$/)).toBeVisible();
  await page.getByRole("link", { name: "Newer" }).click();
  await expect(page).toHaveURL("/drafts");
  await page.getByRole("navigation", { name: "Main" }).last().getByRole("button", { name: /^More/ }).click();
  await expect(page.getByRole("dialog", { name: "More" }).getByRole("link", { name: /^Drafts 50\d$/ })).toBeVisible();
  await page.keyboard.press("Escape");
  for (const path of ["/", "/calendar"]) {
    await visit(page, path);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    expect([path, await isWide()]).toEqual([path, false]);
  }

  // The service takes no more drafts, so this one stays in the browser until there is room.
  const words = `One too many ${randomUUID().slice(0, 8)}`;
  await visit(page, "/compose");
  const text = page.getByRole("textbox", { name: "Text" });
  await text.fill(words);
  await page.getByRole("button", { name: "More text tools" }).click();
  await page.getByRole("menuitem", { name: "New post" }).click();
  await expect(page.getByText(/^Saved in this browser, not on the server yet\. There are already 500/)).toBeVisible();
  await visit(page, "/drafts");
  const unsaved = page.getByRole("region", { name: "Only in this browser" });
  await unsaved.getByRole("button", { name: `Delete: ${words}` }).click();
  await expect(unsaved).toHaveCount(0);
  await page.getByRole("region", { name: "Just now" }).getByRole("button", { name: "Undo" }).last().click();
  await expect(unsaved.getByRole("link", { name: words })).toBeVisible();
  expect(await isWide()).toBe(false);
  await expectAccessibleInBothThemes(page);
  const list = () => callApi<{ id: string; words: string }[]>(app, "GET", "/drafts?limit=1");
  await callApi(app, "DELETE", `/drafts/${(await list())[0]?.id}`);
  await unsaved.getByRole("link", { name: words }).click();
  await expect(text).toHaveValue(words);
  await expect.poll(async () => (await list())[0]?.words).toBe(words);
  await visit(page, "/drafts");
  await expect(rows.first()).toContainText(words);
  await expect(unsaved).toHaveCount(0);
});
