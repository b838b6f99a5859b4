import { rmSync } from "node:fs";
import type { Page } from "playwright/test";
import { createDataDir } from "#lib/testing/data-folder.ts";
import { openBrowserProfile } from "./browser-profile.ts";
import { expect, test } from "./fixtures.ts";

/** Stores something of every kind. */
const store = (page: Page) =>
  page.evaluate(async () => {
    await cookieStore.set("left", "1");
    localStorage.setItem("left", "1");
    sessionStorage.setItem("left", "1");
    await (await caches.open("left")).put("/left", new Response("left"));
    await new Promise((resolve) => {
      const opening = indexedDB.open("left");
      opening.onupgradeneeded = () => opening.result.createObjectStore("left").add("left", 1);
      opening.onsuccess = () => resolve(opening.result.close());
    });
  });

const readStored = (page: Page) =>
  page.evaluate(async () => ({
    cookies: document.cookie,
    local: localStorage.length,
    session: sessionStorage.length,
    caches: await caches.keys(),
    databases: await indexedDB.databases(),
    isOnline: navigator.onLine,
    clipboard: (await navigator.permissions.query({ name: "clipboard-read" as PermissionName })).state,
  }));

/** Lists the scripts that this page received from the server. */
const listDownloadedScripts = (page: Page) =>
  page.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).flatMap(({ name, transferSize }) =>
      name.endsWith(".js") && transferSize > 0 ? name : [],
    ),
  );

test("a browser that serves several tests stores scripts, clears what a test left, and reports what it can't clear", async ({
  playwright,
  browserName,
  launchOptions,
  app,
}) => {
  const root = createDataDir();
  const browserType = playwright[browserName];
  const profile = await openBrowserProfile({ browserType, launchOptions, root, parallelIndex: 0, origin: app.origin });
  const { context } = profile;
  const open = async () => {
    const page = await profile.borrow()?.newPage();
    if (!page) throw new Error("The profile is borrowed already.");
    await page.goto("/sign-in", { waitUntil: "networkidle" });
    return page;
  };

  const first = await open();
  expect(profile.borrow()).toBeNull();
  const scripts = await listDownloadedScripts(first);
  expect(scripts).not.toEqual([]);
  const before = await readStored(first);
  await store(first);
  await context.grantPermissions(["clipboard-read"]);
  await context.route("**/sign-in", (route) => route.abort());
  await context.setOffline(true);
  await profile.clear();

  const second = await open();
  // A slow page may load a script that the first had not loaded yet.
  expect((await listDownloadedScripts(second)).filter((name) => scripts.includes(name))).toEqual([]);
  expect(await readStored(second)).toEqual(before);
  await second.clock.install();
  await expect(profile.clear()).rejects.toThrow("hasTestClock");

  await context.close();
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
});
