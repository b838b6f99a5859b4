import { createHash } from "node:crypto";
import path from "node:path";
import { type BrowserContext, type BrowserType, expect, type LaunchOptions } from "playwright/test";
import { browserZone } from "./browser-launch.ts";

/** The options of a browser context that a test gets when it asks for nothing else. */
export const usualOptions = {
  locale: "en-GB",
  timezoneId: browserZone,
  // The worker would answer in place of the tests' routes. Specs about the worker allow it.
  serviceWorkers: "block",
  viewport: { width: 1280, height: 800 },
  colorScheme: "light",
  hasTouch: false,
  isMobile: false,
  javaScriptEnabled: true,
} as const;

/**
 * By default the browser stores a script's code before the page has called the script's functions, so they are compiled
 * again on every page. This argument stores the code later, with the functions that were called.
 */
export const storeCodeLate = "--enable-features=CacheCodeOnIdle:delay/200/service-worker-only/false";

/** Everything that a page can store. The downloaded scripts and their compiled code stay. */
const storageTypes =
  "cookies,file_systems,indexeddb,local_storage,service_workers,cache_storage,interest_groups,shared_storage,storage_buckets";

/**
 * A browser whose folder outlives it. The scripts and their compiled code that one test loaded serve the later tests of
 * the same worker; a test that leaves anything else behind fails.
 */
export type BrowserProfile = {
  /** The context of the folder. Other contexts of the browser store nothing on disk. */
  context: BrowserContext;
  /** Returns the context for one test, or null if this test has borrowed it already. */
  borrow: () => BrowserContext | null;
  /**
   * Closes the pages of the test and clears everything that they stored.
   * @throws if something is left for the next test
   */
  clear: () => Promise<void>;
};

type OpenProfileOptions = {
  browserType: BrowserType;
  /** Workers with other launch options, such as another browser, have another folder. */
  launchOptions: LaunchOptions;
  root: string;
  parallelIndex: number;
  origin: string;
};

export async function openBrowserProfile({
  browserType,
  launchOptions,
  root,
  parallelIndex,
  origin,
}: OpenProfileOptions): Promise<BrowserProfile> {
  const launch = createHash("sha256").update(JSON.stringify(launchOptions)).digest("hex").slice(0, 12);
  const folder = path.join(root, `browser-${parallelIndex}-${launch}`);
  const context = await browserType.launchPersistentContext(folder, { ...usualOptions, baseURL: origin });
  // This page stays open. The session through which the storage is cleared belongs to it.
  const [first = await context.newPage()] = context.pages();
  const session = await context.newCDPSession(first);
  const clearStored = async () => {
    await context.clearCookies();
    await session.send("Storage.clearDataForOrigin", { origin: "*", storageTypes });
  };
  // A failed test ends its worker and leaves its drafts in the folder.
  await clearStored();
  let isBorrowed = false;
  return {
    context,
    borrow() {
      if (isBorrowed) return null;
      isBorrowed = true;
      return context;
    },
    async clear() {
      const pages = context.pages().filter((page) => page !== first);
      await Promise.all(pages.map((page) => page.close()));
      await context.unrouteAll({ behavior: "ignoreErrors" });
      await context.setOffline(false);
      await context.clearPermissions();
      await clearStored();
      const { usage } = await session.send("Storage.getUsageAndQuota", { origin });
      const hasTestClock = await first.evaluate(() => "__pwClock" in globalThis);
      const left = { storedBytes: usage, cookies: await context.cookies(), hasTestClock };
      const nothing: typeof left = { storedBytes: 0, cookies: [], hasTestClock: false };
      expect(left, "what the test left in the browser (see `ownContext`)").toEqual(nothing);
      isBorrowed = false;
    },
  };
}
