import { rmSync } from "node:fs";
import { chromium } from "playwright";
import type { Page } from "playwright/test";
import { createDataDir } from "#lib/testing/data-folder.ts";
import { findBrowser, getLaunchOptions } from "../support/browser-launch.ts";
import { openComposer, savedStatus } from "../support/composer-page.ts";
import { addSession, expect, signIn } from "../support/fixtures.ts";
import { callApi, test } from "../support/isolated-app-fixture.ts";
import { needs } from "../support/needs.ts";
import { startApp } from "../support/start-app.ts";

// An unavailable server, a missing network, a revoked key.
test.use({
  ownContext: true,
  expectedErrors: [/net::ERR_|Failed to load resource|Failed to fetch|WebSocket|status of 5/],
});

const text = (page: Page) => page.getByRole("textbox", { name: "Text" });
const saved = (page: Page) => expect(page.getByText(savedStatus)).toBeVisible();
let count = 0;
const words = (what: string) => `Words that outlive ${what}, number ${++count}`;

test("the tab", async ({ signedInPage: page, watch }) => {
  needs("saveDraft");
  await openComposer(page);
  const mine = words("the tab");
  await text(page).fill(mine);
  await saved(page);
  await expect(page).toHaveURL(/\/compose\?draft=[0-9a-f-]{36}$/);
  const crashed = page.waitForEvent("crash");
  const session = await page.context().newCDPSession(page);
  void session.send("Page.crash").catch(() => undefined);
  await crashed;
  const again = await page.context().newPage();
  watch(again);
  await again.goto("/compose");
  await expect(text(again)).toHaveValue(mine);
});

test("the tab, half a second after the last key", async ({ signedInPage: page, watch }) => {
  needs("saveDraft");
  await openComposer(page);
  const mine = words("a crash before the service has it");
  await page.route("**/*", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await text(page).fill(mine);
  await expect(page.getByText("Saved here, not yet on the server")).toBeVisible();
  const crashed = page.waitForEvent("crash");
  const session = await page.context().newCDPSession(page);
  void session.send("Page.crash").catch(() => undefined);
  await crashed;
  const again = await page.context().newPage();
  watch(again);
  await again.goto("/compose");
  await expect(text(again)).toHaveValue(mine);
  await saved(again);
});

test("the browser", async ({ app }) => {
  const profile = createDataDir();
  const open = () =>
    chromium.launchPersistentContext(profile, {
      ...getLaunchOptions(findBrowser()),
      baseURL: app.origin,
      locale: "en-GB",
    });
  const first = await open();
  const page = first.pages()[0] ?? (await first.newPage());
  await signIn(page, app.key);
  await openComposer(page);
  const mine = words("the browser");
  await text(page).fill(mine);
  await saved(page);
  await first.close();
  const second = await open();
  const again = second.pages()[0] ?? (await second.newPage());
  await again.goto(`${app.origin}/compose`);
  await expect(text(again)).toHaveValue(mine);
  await second.close();
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
});

test("the server", async ({ browser }) => {
  needs("saveDraft");
  test.setTimeout(120_000);
  const dataDir = createDataDir();
  const app = await startApp({ DATA_DIR: dataDir });
  const context = await browser.newContext({ baseURL: app.origin });
  const page = await context.newPage();
  await addSession(page, app);
  await openComposer(page);
  const mine = words("the server");
  await text(page).fill(mine);
  await saved(page);
  app.process.kill("SIGKILL");
  await text(page).fill(`${mine}, and more`);
  await expect(page.getByText("Saved here, not yet on the server")).toBeVisible();
  const port = new URL(app.origin).port;
  const again = await startApp({ DATA_DIR: dataDir, PORT: port, SETUP_KEY: app.key });
  await expect(page.getByText(savedStatus)).toBeVisible({ timeout: 40_000 });
  const other = await browser.newContext({ baseURL: app.origin });
  const elsewhere = await other.newPage();
  await addSession(elsewhere, app);
  await elsewhere.goto(page.url());
  await expect(text(elsewhere)).toHaveValue(`${mine}, and more`);
  await context.close();
  await other.close();
  await again.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test("the network", async ({ app, signedInPage: page }) => {
  needs("saveDraft");
  await openComposer(page);
  const mine = words("the network");
  await text(page).fill("First");
  await saved(page);
  await page.context().setOffline(true);
  await text(page).fill(mine);
  await expect(page.getByText("Offline, saved here")).toBeVisible();
  await page.context().setOffline(false);
  await saved(page);
  const id = new URL(page.url()).searchParams.get("draft");
  await expect
    .poll(async () => (await callApi<{ content: { parts: string[] } }>(app, "GET", `/drafts/${id}`)).content.parts)
    .toEqual([mine]);
});

test("a revoked key: signing in again leads back to the text, and it is saved", async ({ app, browser }) => {
  needs("createKey");
  const made = await callApi<{ id: string; value: string }>(app, "POST", "/keys", {
    name: "For a while",
    scopes: ["posts:read", "posts:write", "channels:read", "media:write"],
  });
  const context = await browser.newContext({ baseURL: app.origin });
  const page = await context.newPage();
  await addSession(page, { origin: app.origin, key: made.value });
  await openComposer(page);
  const mine = words("the key");
  await text(page).fill(mine);
  await callApi(app, "DELETE", `/keys/${made.id}`);
  // A visible page learns of it and goes to sign-in by itself.
  await expect(page.getByText(/Your draft is safe in this browser/)).toBeVisible({ timeout: 20_000 });
  await page.getByRole("link", { name: "Use an API key" }).click();
  await page.getByLabel(/api key/i).fill(app.key);
  await page.getByRole("button", { name: /^sign in/i }).click();
  await page.waitForURL(/\/compose/);
  await expect(text(page)).toHaveValue(mine);
  await saved(page);
  await context.close();
});

test("a browser whose storage is full: the service has the words, and the line says where they are", async ({
  signedInPage: page,
}) => {
  needs("saveDraft");
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await openComposer(page);
  const mine = words("a full browser");
  await text(page).fill(mine);
  await saved(page);
  await page.context().setOffline(true);
  await text(page).fill(`${mine}, offline`);
  await expect(page.getByText("Not saved: your browser's storage is full")).toBeVisible();
  await page.context().setOffline(false);
  await saved(page);
  await page.reload();
  await expect(text(page)).toHaveValue(`${mine}, offline`);
});

/** From now on the page arrives with the server's present state, as when a save overtakes the page on its way. */
async function freeze(page: Page): Promise<() => Promise<void>> {
  const older = await page.request.get(page.url());
  return async () => {
    await page.route(/\/compose/, (route) =>
      route.request().resourceType() === "document" ? route.fulfill({ response: older }) : route.continue(),
    );
  };
}

test("a reload that the server answered before it had the last words", async ({ signedInPage: page }) => {
  needs("saveDraft");
  await openComposer(page);
  await text(page).fill("Begun");
  await saved(page);
  const mine = words("a page older than they are");
  const showOlder = await freeze(page);
  await text(page).fill(mine);
  await page.waitForFunction((what) => {
    const kept = Object.values(localStorage).find((one) => one.includes(what));
    return kept?.includes('"isSaved":true');
  }, mine);
  await showOlder();
  await page.reload();
  await expect(text(page)).toHaveValue(mine);
  await page.unrouteAll({ behavior: "wait" });
  await page.reload();
  await expect(text(page)).toHaveValue(mine);
});

test("a save whose answer the leaving page did not hear", async ({ signedInPage: page }) => {
  needs("saveDraft");
  await openComposer(page);
  await text(page).fill("Begun");
  await saved(page);
  const mine = words("an answer that nobody heard");
  const showOlder = await freeze(page);
  const arrived = new Promise<void>((resolve) => {
    void page.route("**/*", async (route) => {
      const isSave = route.request().method() === "POST" && route.request().postData()?.includes(mine);
      if (!isSave) return await route.continue();
      await route.fetch();
      await route.abort();
      resolve();
    });
  });
  await text(page).fill(mine);
  await arrived;
  await page.unrouteAll({ behavior: "wait" });
  await showOlder();
  await page.reload();
  await expect(text(page)).toHaveValue(mine);
  await saved(page);
  await expect(page.getByRole("heading", { name: /^Changed/ })).toHaveCount(0);
});
