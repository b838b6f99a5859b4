import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { expectAccessible, expectAccessibleInBothThemes } from "../support/accessibility.ts";
import { createPost, waitForStatus } from "../support/api-client.ts";
import { expect, goToByKeyboard, networkErrors, test } from "../support/fixtures.ts";
import { nextYear } from "../support/future-dates.ts";
import { joinAsAuthor } from "../support/person-fixture.ts";
import { visit } from "../support/visit.ts";

const fresh = (words: string) => `${words} ${randomUUID().slice(0, 8)}`;
const palette = (page: Page) => page.getByRole("dialog", { name: "Search or run a command" });
const results = (page: Page) => palette(page).getByRole("option");
const field = (page: Page) => palette(page).getByRole("combobox");

const ways = [
  ["h", "/"],
  ["k", "/calendar"],
  ["p", "/posts"],
  ["i", "/inbox"],
  ["l", "/leaderboard"],
  ["s", "/settings"],
  ["u", "/profile"],
] as const;

test("g and a letter lead to each page, c to the composer", async ({ signedInPage: page }) => {
  await page.goto("/profile");
  for (const [letter, path] of ways) {
    await goToByKeyboard(page, letter);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  await page.keyboard.press("c");
  await expect(page).toHaveURL("/compose");
});

test("the rail leads to each page and tells which one is shown", async ({ signedInPage: page }) => {
  await page.goto("/");
  const rail = page.getByRole("banner");
  for (const name of ["Calendar", "Posts", "Inbox", "Leaderboard", "Settings", "Profile", "Home"]) {
    await rail.getByRole("link", { name: new RegExp(`^${name}`) }).click();
    await expect(rail.getByRole("link", { name: new RegExp(`^${name}`) })).toHaveAttribute("aria-current", "page");
    await expect(rail.locator('[aria-current="page"]')).toHaveCount(1);
  }
});

test("shortcuts are off while a person types and while a dialog is open", async ({ signedInPage: page }) => {
  await page.goto("/compose");
  const text = page.getByRole("textbox", { name: "Text" });
  await text.fill("");
  await text.pressSequentially("g p c ? /");
  await expect(text).toHaveValue("g p c ? /");
  await expect(page).toHaveURL("/compose");
  await text.fill("");
  await visit(page, "/profile");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  const behind = page.locator("html");
  await expect(behind).toHaveCSS("overflow-y", "hidden");
  await page.keyboard.press("c");
  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await expect(page).toHaveURL("/profile");
  await page.keyboard.press("Escape");
  await expect(behind).toHaveCSS("overflow-y", "visible");
});

test("the palette opens with Ctrl K also while writing, and gives the focus back", async ({ signedInPage: page }) => {
  await page.goto("/compose");
  const text = page.getByRole("textbox", { name: "Text" });
  await text.focus();
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(palette(page)).toHaveCount(0);
  await expect(text).toBeFocused();
});

test("the palette finds pages, months, days, channels and posts by words, and lists recent choices", async ({
  signedInPage: page,
  app,
}) => {
  const text = fresh("Quokka sighting");
  const id = await createPost(app, "x", { text, draft: true });
  await page.goto("/profile");
  await page.getByRole("button", { name: "Go to…" }).click();
  await expect(results(page).first()).toBeVisible();
  await page.keyboard.type("leader");
  await expect(results(page).first()).toHaveText(/^Leaderboard/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/leaderboard");

  await page.keyboard.press("Control+k");
  await expect(palette(page).getByRole("group", { name: "Recent" }).getByRole("option")).toHaveText([/Leaderboard/]);
  await field(page).fill(`march ${nextYear}`);
  await page.getByRole("option", { name: `March ${nextYear}` }).click();
  await expect(page).toHaveURL(`/calendar?date=${nextYear}-03-01`);
  await page.keyboard.press("Control+k");
  await field(page).fill(`9 march ${nextYear}`);
  await page.getByRole("option", { name: `9 Mar ${nextYear}` }).click();
  await expect(page).toHaveURL(`/calendar?date=${nextYear}-03-09`);

  await page.keyboard.press("Control+k");
  await field(page).fill(text.toLowerCase());
  const found = palette(page).getByRole("group", { name: "Drafts" }).getByRole("option", { name: text });
  await expect(palette(page).getByRole("status")).toHaveText("1 result");
  await found.click();
  await expect(page).toHaveURL(new RegExp(`/compose\\?.*${id}`));

  await page.keyboard.press("Control+k");
  await field(page).fill("practice x");
  await palette(page).getByRole("group", { name: "Channels" }).getByRole("option").first().click();
  await expect(page).toHaveURL(/\/posts\?channel=/);

  await page.keyboard.press("Control+k");
  await field(page).fill("zzzz nothing");
  await expect(palette(page)).toContainText("No results.");
  await expect(palette(page).getByRole("status")).toHaveText("0 results");
});

test.describe("without an answer to the search", () => {
  test.use({ expectedErrors: networkErrors });

  test("the palette still finds days, and says that drafts and posts can't be searched", async ({
    signedInPage: page,
  }) => {
    await page.goto("/profile");
    await page.route("**/read/found?*", (route) => route.abort());
    await page.keyboard.press("Control+k");
    await field(page).fill(`9 march ${nextYear}`);
    await expect(palette(page)).toContainText("Drafts and posts can't be searched right now.");
    await expect(page.getByRole("option", { name: `9 Mar ${nextYear}` })).toBeVisible();
  });
});

test("the palette runs commands: theme, note, export, shortcuts, sign-out", async ({ signedInPage: page }) => {
  await page.goto("/");
  await page.keyboard.press("Control+k");
  await field(page).fill("dark");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.keyboard.press("Control+k");
  await field(page).fill("note today");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: /note/i })).toBeVisible();
  await expect(page).toHaveURL("/calendar");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await field(page).fill("export csv");
  const download = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  await page.keyboard.press("Control+k");
  await field(page).fill("sign out");
  await expect(results(page)).toHaveText(["Sign out"]);
  await field(page).fill("keyboard shortcuts");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
});

test("the list of shortcuts shows the page's own before the general ones", async ({ signedInPage: page, app }) => {
  await waitForStatus(app, await createPost(app, "x", { text: fresh("Refused #fail-rejected") }), "failed");
  await page.goto("/inbox");
  await expect(page.getByRole("article").first()).toBeVisible();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet.getByRole("heading", { level: 3 }).first()).toHaveText("Inbox");
  await expect(sheet.getByRole("heading", { name: "Everywhere" })).toBeVisible();
  await expect(sheet).toContainText("Compose");
  await page.keyboard.press("Escape");
  await goToByKeyboard(page, "u");
  await expect(page).toHaveURL("/profile");
  await page.keyboard.press("?");
  await expect(sheet.getByRole("heading", { name: "Inbox" })).toHaveCount(0);
});

test("what failed is counted in the rail, in the tab's title and under More as it happens", async ({
  browser,
  app,
}) => {
  // A member of their own: other tests' failures are not in their inbox.
  const { page, app: script } = await joinAsAuthor(browser, app, `Iris${randomUUID().slice(0, 6)} Ivory`);
  await page.goto("/profile");
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Inbox/ });
  await expect(link).toHaveAccessibleName("Inbox");
  await expect(page).toHaveTitle(/^Profile/);
  const fail = async (platform: string) =>
    waitForStatus(script, await createPost(script, platform, { text: fresh("Refused #fail-rejected") }), "failed");
  await fail("x");
  await expect(link).toHaveAccessibleName("Inbox 1 open");
  await expect(page).toHaveTitle(/^\(1\) Profile/);
  await fail("bluesky");
  await expect(link).toHaveAccessibleName("Inbox 2 open");
  await expect(page).toHaveTitle(/^\(2\) Profile/);
  await link.click();
  await expect(page).toHaveTitle(/^(\(2\) )?Inbox/);
  await page.context().close();
});

test("the palette and the list of shortcuts have no accessibility fault, light and dark", async ({
  signedInPage: page,
}) => {
  test.slow();
  await page.goto("/posts");
  await page.keyboard.press("Control+k");
  await expect(results(page).first()).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await field(page).fill("zzzz nothing");
  await expect(palette(page)).toContainText("No results.");
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test.describe("on a phone", () => {
  test.use({ contextOptions: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } });

  test("the bar leads to each page, the rest stands under More, the palette too", async ({ signedInPage: page }) => {
    await page.goto("/");
    const bar = page.getByRole("navigation", { name: "Main" });
    await expect(bar.getByRole("listitem")).toHaveText([/^Home/, /^Calendar/, /^Compose/, /^Posts/, /^More/]);
    await bar.getByRole("link", { name: "Calendar" }).tap();
    await expect(page).toHaveURL("/calendar");
    for (const [name, path] of [
      ["Inbox", "/inbox"],
      ["Leaderboard", "/leaderboard"],
      ["Settings", "/settings"],
      ["Profile", "/profile"],
    ] as const) {
      await bar.getByRole("button", { name: /^More/ }).tap();
      const more = page.getByRole("dialog", { name: "More" });
      await expectAccessible(page);
      await more.getByRole("link", { name: new RegExp(`^${name}`) }).tap();
      await expect(page).toHaveURL(path);
      await expect(more).toHaveCount(0);
      await expect(bar.getByRole("button", { name: /^More/ })).toHaveAttribute("aria-current", "page");
    }
    await bar.getByRole("button", { name: /^More/ }).tap();
    await page.getByRole("dialog", { name: "More" }).getByRole("button", { name: "Go to…" }).tap();
    await field(page).fill("posts");
    await expectAccessible(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(wide, "scrolls sideways").toBe(false);
    await results(page).first().tap();
    await expect(page).toHaveURL("/posts");
  });
});

test("what stands on a page stays where it is while the page becomes live, so that a press meets what it was meant for", async ({
  page,
  signedInPage,
}) => {
  for (const [tab, path] of [
    [page, "/sign-in"],
    // A page of posts would show posts of other tests.
    [signedInPage, "/compose"],
  ] as const) {
    await tab.addInitScript(() => {
      const moved: string[] = [];
      Object.assign(window, { moved });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { sources } = entry as PerformanceEntry & { sources: { node: Node | null }[] };
          moved.push(...sources.map(({ node }) => node?.textContent?.slice(0, 60) ?? "something"));
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    // The fonts arrive late, as on a slow line: after the page was drawn without them.
    const isDrawn = Promise.withResolvers<void>();
    await tab.route("**/*.woff2", async (route) => {
      await isDrawn.promise;
      await route.continue();
    });
    await tab.goto(path, { waitUntil: "commit" });
    await expect(tab.getByRole("heading", { level: 1 })).toBeVisible();
    await tab.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    isDrawn.resolve();
    await tab.waitForLoadState("networkidle");
    expect(await tab.evaluate(() => Reflect.get(window, "moved")), path).toEqual([]);
  }
});
