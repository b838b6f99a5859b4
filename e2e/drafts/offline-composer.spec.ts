import type { Page } from "playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import { isServiceOutside } from "../support/app-under-test.ts";
import { chooseChannels, openComposer, openScheduleDialog, savedStatus } from "../support/composer-page.ts";
import { expect, signIn, test } from "../support/fixtures.ts";

// An intentionally missing network, and ended sessions.
test.use({ serviceWorkers: "allow", expectedErrors: [/net::ERR_|Failed to load|Failed to fetch|status of (5|401)/] });

const text = (page: Page) => page.getByRole("textbox", { name: "Text" });
const saved = (page: Page) => expect(page.getByText(savedStatus)).toBeVisible();

/** Lists the cached paths of the service worker. */
const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = (await Promise.all(stores.map((store) => store.keys()))).flat();
    return requests.map(({ url }) => new URL(url).pathname);
  });
const isKept = async (page: Page) => (await keptPaths(page)).includes("/owner");

/** Opens the composer and waits until it would also open without the network. */
async function openKept(page: Page): Promise<void> {
  await openComposer(page);
  await expect.poll(() => isKept(page), { timeout: 30_000 }).toBe(true);
}

test("the composer opens offline with the saved text, and all of it works", async ({ signedInPage: page }) => {
  await openKept(page);
  await text(page).fill("Begun on the train");
  await saved(page);
  await page.context().setOffline(true);
  await page.reload();
  await expect(text(page)).toHaveValue("Begun on the train");
  await text(page).fill("Begun on the train, and gone on with in the tunnel");
  // The browser always keeps the drafts of a service without draft storage.
  await expect(page.getByText(isServiceOutside ? savedStatus : "Offline, saved here")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(text(page)).toHaveValue("Begun on the train");
  await page.getByRole("button", { name: "Redo" }).click();
  // Parts whose code is loaded later are available too.
  await chooseChannels(page, ["practice_x"]);
  await (await openScheduleDialog(page)).getByRole("button", { name: "Done" }).click();
  await page.goto("/compose");
  await expect(text(page)).toHaveValue("Begun on the train, and gone on with in the tunnel");
  await expectAccessible(page);
  await page.context().setOffline(false);
  await saved(page);
});

test("any other page says that the server can't be reached, and leads to the composer", async ({
  signedInPage: page,
}) => {
  await openKept(page);
  await page.context().setOffline(true);
  await page.goto("/posts");
  await expect(page.getByRole("heading", { name: "The server can't be reached" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Open the composer" }).click();
  await expect(text(page)).toBeVisible();
  await page.goto("/posts");
  await expect(page.getByRole("heading", { name: "The server can't be reached" })).toBeVisible();
  await page.context().setOffline(false);
  // The page opens by itself.
  await expect(page.getByRole("heading", { name: "Posts", level: 1 })).toBeVisible();
});

test("while there is a network the page is the server's, and only the page and its files are kept", async ({
  signedInPage: page,
}) => {
  await openKept(page);
  for (const path of await keptPaths(page)) expect(path).toMatch(/^\/(?:compose|owner|_next\/static\/.+)$/);
  await page.evaluate(async () => {
    const store = await caches.open("postwright-page");
    await store.put("/compose", new Response("<h1>Old</h1>", { headers: { "content-type": "text/html" } }));
    for (const name of ["a", "b"]) await caches.open(`postwright-files-${name}`);
    // Makes the cache old enough to be refreshed.
    const owner = await (await store.match("/owner"))?.json();
    await store.put("/owner", Response.json({ ...owner, atMs: owner.atMs - 3_600_000 }));
  });
  await page.reload();
  await expect(text(page)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Old" })).toHaveCount(0);
  const stores = () => page.evaluate(async () => (await caches.keys()).filter((name) => /-[ab]$/.test(name)));
  await expect.poll(stores, { timeout: 30_000 }).toEqual([]);
  await page.context().setOffline(true);
  await page.reload();
  await expect(text(page)).toBeVisible();
});

test("who signs out takes the kept page along", async ({ page, app }) => {
  await signIn(page, app.key);
  await openKept(page);
  await page.goto("/profile");
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page.getByText("You are signed out.")).toBeVisible();
  // Signing out waits only briefly; the worker deletes the cache in any case.
  await expect.poll(() => isKept(page)).toBe(false);
  await page.context().setOffline(true);
  await page.goto("/compose");
  await expect(page.getByRole("heading", { name: "The server can't be reached" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Open the composer" })).toHaveCount(0);
});

test("a session that has ended takes the kept page along, and nobody else's page is kept for a member", async ({
  page,
  app,
}) => {
  await signIn(page, app.key);
  await openKept(page);
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ type: "cache-composer", memberId: "another-member" });
  });
  await expect.poll(() => isKept(page)).toBe(false);
  await page.reload();
  await expect.poll(() => isKept(page), { timeout: 30_000 }).toBe(true);
  await page.context().clearCookies();
  // The page may already be on its way to sign-in by itself.
  await page.goto("/compose").catch(() => undefined);
  await expect(page).toHaveURL(/\/sign-in/);
  await expect.poll(() => isKept(page)).toBe(false);
});
