import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import { createPost, waitForStatus } from "../support/api-client.ts";
import { expect, test } from "../support/fixtures.ts";
import { formatNextYearDay, nextJune, nextYear } from "../support/future-dates.ts";
import { needs } from "../support/needs.ts";
import { visit } from "../support/visit.ts";

const mark = () => `z${randomUUID().slice(0, 8)}`;
const rows = (page: Page) => page.getByRole("table", { name: "Posts" }).getByRole("row");
/** Returns the list filtered to the posts of one test, without those of other tests. */
const only = (word: string, more = "") => `/posts?q=${word}${more}`;

test("words cut the list and its numbers as they are typed, `/` leads to them, and the address keeps them", async ({
  signedInPage: page,
  app,
}) => {
  needs("listPosts.q");
  const word = mark();
  await createPost(app, "x", { text: `One ${word}`, draft: true });
  await createPost(app, "bluesky", { text: `Two ${word}`, scheduled_for: nextJune });
  await page.goto("/posts");
  const search = page.getByRole("searchbox", { name: "Search posts" });
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
  await page.keyboard.type(word);
  await expect(page).toHaveURL(`/posts?q=${word}`);
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByRole("link", { name: "All 2" })).toBeVisible();
  // The member's own drafts are one list on a page of their own, with one number.
  await expect(page.getByRole("main").getByRole("link", { name: /^Drafts/ })).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await expect(page.getByRole("region", { name: "Selected posts" })).toContainText("2 selected");
  await page.getByRole("link", { name: "Scheduled 1" }).press("Enter");
  await expect(page).toHaveURL(`/posts?status=scheduled&q=${word}`);
  await expect(rows(page)).toHaveCount(2);
  // The pressed tab keeps the focus, and another list starts with nothing selected.
  await expect(page.getByRole("link", { name: "Scheduled 1" })).toBeFocused();
  await expect(page.getByRole("region", { name: "Selected posts" })).toHaveCount(0);
  await page.getByRole("link", { name: "Failed 0" }).click();
  await expect(page.getByRole("heading", { name: `Nothing matches “${word}”` })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Search all posts" }).click();
  await expect(page).toHaveURL(`/posts?q=${word}`);
});

test("channel, days, order, rows, density and columns are chosen in panels and kept in the address", async ({
  signedInPage: page,
  app,
}) => {
  needs("listPosts.q");
  const word = mark();
  await createPost(app, "x", { text: `Early ${word}`, scheduled_for: nextJune });
  await createPost(app, "x", { text: `Late ${word}`, scheduled_for: `${nextYear}-06-02T09:00:00Z` });
  await createPost(app, "bluesky", { text: `Elsewhere ${word}`, scheduled_for: `${nextYear}-06-02T09:00:00Z` });
  await page.goto(only(word));
  await page.getByRole("button", { name: "Channel" }).click();
  const panel = page.getByRole("dialog");
  await panel.getByRole("checkbox", { name: /^X, / }).check();
  await expect(page).toHaveURL(/[?&]channel=/);
  await expect(rows(page)).toHaveCount(3);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);

  await page.getByRole("button", { name: "Any time" }).click();
  await panel.getByLabel("First day").fill(`${nextYear}-06-02`);
  await panel.getByLabel("Date").selectOption("scheduled");
  await expect(page).toHaveURL(new RegExp(`time=scheduled&from=${nextYear}-06-02`));
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByText(new RegExp(`^Only .*scheduled: since ${formatNextYearDay("06-02")}`))).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("main").getByRole("link", { name: "Clear" }).click();
  await expect(page).toHaveURL("/posts");

  await visit(page, only(word));
  await page.getByRole("button", { name: "View", exact: true }).click();
  await panel.getByLabel("Sort by").selectOption("Scheduled");
  await panel.getByLabel("Order").selectOption("Oldest first");
  await panel.getByRole("checkbox", { name: "Scheduled" }).check();
  await panel.getByRole("checkbox", { name: "Claim" }).uncheck();
  await panel.getByText("Dense", { exact: true }).click();
  await panel.getByLabel("Rows").selectOption("50");
  await expect(page).toHaveURL(
    /sort=scheduled&order=asc&size=50&columns=channel%2Cstatus%2Cwhen%2Cscheduled&density=dense/,
  );
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(rows(page).nth(1)).toContainText(`Early ${word}`);
  const head = page.getByRole("columnheader", { name: "Scheduled" });
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  await expect(page.getByRole("columnheader", { name: "Claim" })).toHaveCount(0);
  await head.getByRole("link").click();
  await expect(head).toHaveAttribute("aria-sort", "descending");
  await expect(rows(page).nth(3)).toContainText(`Early ${word}`);
  await page.reload();
  await expect(rows(page).nth(3)).toContainText(`Early ${word}`);
});

test("a view is saved under a name, opened, renamed and deleted, and its deletion can be undone", async ({
  signedInPage: page,
}) => {
  needs("changeSettings");
  const name = `Failures ${mark()}`;
  const panel = page.getByRole("dialog");
  await page.goto("/posts?status=failed&density=dense");
  await page.getByRole("button", { name: "View", exact: true }).click();
  await panel.getByLabel("Name of this view").fill(name);
  await panel.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(`Saved as “${name}”`)).toBeVisible();

  await page.goto("/posts");
  await page.getByRole("button", { name: "View", exact: true }).click();
  await panel.getByRole("link", { name }).click();
  await expect(page).toHaveURL("/posts?status=failed&density=dense");
  await panel.getByRole("button", { name: `Rename “${name}”` }).click();
  await panel.getByLabel(`New name of “${name}”`).fill(`${name} now`);
  await panel.getByRole("button", { name: "Rename", exact: true }).click();
  await expect(panel.getByRole("link", { name: `${name} now` })).toHaveAttribute("aria-current", "true");
  await expectAccessible(page);
  await panel.getByRole("button", { name: `Delete the view “${name} now”` }).click();
  await expect(panel.getByRole("link", { name: `${name} now` })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "View", exact: true }).click();
  await expect(panel.getByRole("link", { name: `${name} now` })).toBeVisible();
});

test("a view with an unavailable channel opens and says so; an invalid address opens the list", async ({
  signedInPage: page,
}) => {
  needs("listPosts.channel");
  await page.goto("/posts?channel=01a00000-0000-7000-8000-000000000000");
  await expect(page.getByText("A channel in this view is no longer available.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Nothing matches an unavailable channel" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Remove it" }).click();
  await expect(page).toHaveURL("/posts");
  for (const search of ["status=loud", "page=1e9", "from=2026-13-40&sort=loudness&size=7"]) {
    await visit(page, `/posts?${search}`);
    await expect(page.getByRole("link", { name: /^All \d/ })).toHaveAttribute("aria-current", "page");
  }
  await visit(page, `/posts?from=${nextYear}-06-02&to=${nextYear}-06-01`);
  await expect(page.getByText(`Only ${formatNextYearDay("06-01")} to ${formatNextYearDay("06-02")}`)).toBeVisible();
  await visit(page, "/posts?from=9999-01-01");
  await expect(page.getByRole("main").getByRole("alert")).toContainText("must be in the years 1970 to 2199");
});

test("a page of a hundred draws the rows in view alone, and the keys reach the last of them", async ({
  signedInPage: page,
  app,
}) => {
  needs("listPosts.q");
  const word = mark();
  for (let at = 0; at < 60; at += 1) await createPost(app, "x", { text: `${word} number ${at}`, draft: true });
  await page.goto(only(word, "&size=100"));
  await expect(page.getByRole("table", { name: "Posts" })).toHaveAttribute("aria-rowcount", "61");
  const drawn = await rows(page).count();
  expect(drawn).toBeLessThan(45);
  await expectAccessible(page);
  // All keys in one task: even if a slow machine draws no frame between two keys, none is lost.
  await page.evaluate(() => {
    const init = { key: "j", bubbles: true, cancelable: true };
    for (let at = 0; at < 60; at += 1) document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", init));
  });
  await expect(page.getByRole("link", { name: `${word} number 0`, exact: true })).toBeFocused();
  await expect(page.getByRole("link", { name: `${word} number 0`, exact: true })).toBeInViewport();
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await expect(page.getByRole("region", { name: "Selected posts" })).toContainText("60 selected");
});

test("what the list shows is exported as CSV and JSON, and nothing else", async ({ signedInPage: page, app }) => {
  needs("exportPosts");
  const word = mark();
  await createPost(app, "x", { text: `Mine, "quoted" ${word}`, draft: true });
  await createPost(app, "x", { text: `Not a draft ${word}`, scheduled_for: nextJune });
  await page.goto(`/posts?status=draft&q=${word}`);
  for (const format of ["CSV", "JSON"]) {
    await page.getByRole("button", { name: "Export" }).click();
    const started = page.waitForEvent("download");
    await page.getByRole("dialog").getByRole("link", { name: format }).click();
    const file = await started;
    expect(file.suggestedFilename()).toMatch(
      new RegExp(`^posts-draft-filtered-\\d{4}-\\d\\d-\\d\\d\\.${format.toLowerCase()}$`),
    );
    const text = await readFile(await file.path(), "utf8");
    expect(text).toContain(format === "CSV" ? `Mine, ""quoted"" ${word}` : word);
    expect(text).not.toContain("Not a draft");
    // Excel reads UTF-8 only if the file begins with a byte order mark, which JSON does not allow.
    expect(text.startsWith("\ufeffid,status,")).toBe(format === "CSV");
    if (format === "JSON") expect(JSON.parse(text)).toHaveLength(1);
  }
});

test("a deleted post is listed under Recently deleted and can be restored there", async ({
  signedInPage: page,
  app,
}) => {
  needs("restorePost");
  const text = `Thrown away ${mark()}`;
  const id = await createPost(app, "x", { text, draft: true });
  await page.goto(`/posts/${id}`);
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL("/posts");
  await page.getByRole("link", { name: "Recently deleted" }).click();
  await expect(page).toHaveURL("/posts?deleted=1");
  await expect(page.getByRole("row", { name: new RegExp(text) })).toContainText(/deleted (now|\d)/);
  await expectAccessible(page);
  await page.getByRole("button", { name: `Restore “${text}”` }).click();
  await expect(page.getByText("Restored", { exact: true })).toBeVisible();
  await expect(page.getByRole("row", { name: new RegExp(text) })).toHaveCount(0);
  await visit(page, `/posts/${id}`);
  await expect(page.getByRole("list", { name: "History", exact: true })).toContainText("Restored by Ada Admin");
});

test("a post that is on its way says why it is not out yet, in its row and on its page", async ({
  signedInPage: page,
  app,
}) => {
  needs("listPostEvents");
  const word = mark();
  // Each part fails twice. The waits after that are random: those of one part alone may end before the test looks.
  const thread = [`Held up ${word} #fail-temporary`, "And on #fail-temporary", "And on still #fail-temporary"];
  // The page opens before the post exists: on a slow machine loading takes as long as some of the waits.
  await page.goto(only(word));
  const id = await createPost(app, "x", { thread });
  await expect(rows(page).nth(1)).toContainText(/Attempt \d of 8, next in/);
  await visit(page, `/posts/${id}`);
  await expect(page.getByRole("main").getByText(/^Attempt \d of 8, next in/)).toBeVisible();
});

test("a post that may be live is unconfirmed, and not failed, in the list, on its page, in the calendar and the search", async ({
  signedInPage: page,
  app,
}) => {
  needs("listPosts.q", "getCalendar");
  const word = mark();
  const id = await createPost(app, "bluesky", { text: `Perhaps live ${word} #fail-unconfirmed`, points: 0 });
  await waitForStatus(app, id, "failed");
  await page.goto(only(word));
  await expect(rows(page).nth(1)).toContainText("Unconfirmed");
  await expect(rows(page).nth(1)).not.toContainText("Failed");
  await visit(page, `/posts/${id}`);
  await expect(page.getByRole("main").getByText("Unconfirmed", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("main").getByText("Failed", { exact: true })).toHaveCount(0);
  await visit(page, `/calendar?view=list&q=${word}`);
  await expect(page.getByRole("main").getByText("Unconfirmed", { exact: true })).toBeVisible();
  await visit(page, `/calendar?q=${word}`);
  await expect(page.locator("[data-entry][data-status=unconfirmed]")).toHaveAccessibleName(/Unconfirmed/);
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill(word);
  await expect(page.getByRole("option", { name: new RegExp(word) })).toContainText(/unconfirmed/i);
});

test.describe("on a tablet", () => {
  test.use({ viewport: { width: 820, height: 1100 } });

  test("every column fits beside the longest reason, and nothing scrolls sideways", async ({
    signedInPage: page,
    app,
  }) => {
    needs("listPosts.q");
    const word = mark();
    await createPost(app, "bluesky", {
      text: `${"A rather long title of a post ".repeat(4)}${word} #fail-unconfirmed`,
    });
    await page.goto(only(word));
    await expect(rows(page).nth(1)).toContainText("No answer: may be live");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(820);
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("rows are two lines, filters are a sheet from below, and nothing scrolls sideways", async ({
    signedInPage: page,
    app,
  }) => {
    needs("listPosts.q");
    const word = mark();
    const text = `A title that is long enough to need the second line of a narrow screen ${word}`;
    await createPost(app, "x", { text, draft: true });
    await page.goto("/posts");
    await page.getByRole("button", { name: "Filters" }).click();
    const sheet = page.getByRole("dialog", { name: "Filters" });
    await sheet.getByRole("checkbox", { name: /^X, / }).check();
    await expect(page).toHaveURL(/channel=/);
    await expectAccessible(page);
    await sheet.getByRole("button", { name: "Show the posts" }).click();
    await expect(page.getByRole("button", { name: "Filters 1" })).toBeVisible();
    await page.getByRole("searchbox", { name: "Search posts" }).fill(word);
    await expect(rows(page)).toHaveCount(2);
    await expect(page.getByRole("link", { name: text, exact: true })).toBeVisible();
    // A line of text and a line of details; the first is 44 px high for touch.
    expect((await rows(page).last().boundingBox())?.height).toBeLessThanOrEqual(84);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.getByRole("checkbox", { name: /^Select “/ }).check();
    await expect(page.getByRole("region", { name: "Selected posts" })).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});
