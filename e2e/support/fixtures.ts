import { isDeepStrictEqual } from "node:util";
import { type Browser, type BrowserContext, test as base, expect, type Page } from "playwright/test";
import { type BrowserProfile, openBrowserProfile, usualOptions } from "./browser-profile.ts";
import { waitForHydration, waitForHydrationAfterNavigation } from "./hydration.ts";
import { submitFormWithoutBrowser } from "./submit-form-without-browser.ts";

type Options = {
  /** Console or page errors that this test provokes on purpose; any other error fails the test. */
  expectedErrors: RegExp[];
  /**
   * Gives the test a context in which no script was loaded before: for a test without a network, which must not find a
   * script in the cache, or with a clock of its own.
   */
  ownContext: boolean;
};
type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;
type Fixtures = {
  /** Opens a page with these cookies: the first of a test in the worker's profile, if its options permit that. */
  openPage: (session?: StorageState) => Promise<Page>;
  /**
   * Watches further pages, such as a phone's, in the same way: errors fail the test, and `goto` ends after hydration.
   */
  watch: (page: Page) => void;
  /** A page that is signed in with the admin's key and has opened nothing yet. */
  signedInPage: Page;
};
type WorkerFixtures = {
  /** The browser's folder and its context, which lend their cache to one test after the other. */
  profile: BrowserProfile;
  browser: Browser;
  /**
   * The app's address, the admin's key, the service's address for scripts, which ends in /v1, and the app's folder. A
   * dashboard for another service may lack the last two.
   */
  app: { origin: string; key: string; api?: string; dataDir?: string };
  /** The cookies of a signed-in person, created once per worker because sign-in is throttled. */
  session: StorageState;
};

/** Errors of a browser whose network a test disables: any of its reads may be the aborted one. */
export const networkErrors = [/net::ERR_|Failed to fetch|load chunk/i];

/** Errors of a browser whose session a test ends: any of its reads may be running then, and is refused. */
export const signedOutErrors = [/status of 401 \(Unauthorized\) \(\S+\/(?:events|read\/)/];

/** @throws when a spec runs without the config in this folder */
function requireEnv(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run with --config e2e/playwright.config.ts`);
  return value;
}

/** Signs in with a key through the form, as a person would; from then on `goto` ends after hydration. */
export async function signIn(page: Page, key: string): Promise<void> {
  waitForHydrationAfterNavigation(page);
  await page.goto("/sign-in?way=key");
  await page.getByLabel(/api key/i).fill(key);
  await page.getByRole("button", { name: /^sign in/i }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
  await waitForHydration(page);
}

/** Signs in with a key without opening a page; from then on `goto` ends after hydration. */
export async function addSession(page: Page, { origin, key }: { origin: string; key: string }): Promise<void> {
  waitForHydrationAfterNavigation(page);
  const { cookies } = await submitFormWithoutBrowser(`${origin}/sign-in?way=key`, { key });
  await page.context().addCookies(cookies);
}

/**
 * Presses g and a letter together: the letter has to follow within 1.5 s, which a slow machine may need between two
 * keys.
 */
export async function goToByKeyboard(page: Page, letter: string): Promise<void> {
  await Promise.all([page.keyboard.press("g"), page.keyboard.press(letter)]);
}

/** Playwright's test with a session, which fails on an error in the console or on the page. */
export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  expectedErrors: [[], { option: true }],
  ownContext: [false, { option: true }],
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, use) =>
      use({
        origin: requireEnv("E2E_ORIGIN"),
        key: requireEnv("E2E_KEY"),
        api: requireEnv("E2E_API"),
        dataDir: requireEnv("E2E_DATA_DIR"),
      }),
    { scope: "worker" },
  ],
  session: [
    async ({ app }, use) => use(await submitFormWithoutBrowser(`${app.origin}/sign-in?way=key`, { key: app.key })),
    { scope: "worker" },
  ],
  profile: [
    async ({ playwright, browserName, launchOptions, app }, use, { parallelIndex }) => {
      const root = requireEnv("E2E_PROFILES");
      const browserType = playwright[browserName];
      const profile = await openBrowserProfile({ browserType, launchOptions, root, parallelIndex, origin: app.origin });
      await use(profile);
      await profile.context.close();
    },
    { scope: "worker" },
  ],
  browser: [
    async ({ profile }, use) => {
      const browser = profile.context.browser();
      if (!browser) throw new Error("The browser of the profile is not known.");
      await use(browser);
    },
    { scope: "worker" },
  ],
  baseURL: async ({ app }, use) => use(app.origin),
  watch: [
    async ({ expectedErrors }, use) => {
      // Playwright reads an array of two expressions as one expression with options.
      if (!Array.isArray(expectedErrors)) throw new Error("Give `expectedErrors` as an array of one expression.");
      const errors: string[] = [];
      const note = (text: string) => {
        if (!expectedErrors.some((expected) => expected.test(text))) errors.push(text);
      };
      await use((page) => {
        waitForHydrationAfterNavigation(page);
        page.on("console", (message) => {
          if (message.type() === "error") note(`${message.text()} (${message.location().url})`);
        });
        page.on("pageerror", (error) => note(String(error)));
      });
      expect(errors, "errors in the browser").toEqual([]);
    },
    { auto: true },
  ],
  openPage: async (
    {
      browser,
      profile,
      ownContext,
      contextOptions,
      viewport,
      locale,
      timezoneId,
      serviceWorkers,
      colorScheme,
      hasTouch,
      isMobile,
      javaScriptEnabled,
      watch,
    },
    use,
    testInfo,
  ) => {
    const emulated = { locale, timezoneId, serviceWorkers, colorScheme, hasTouch, isMobile, javaScriptEnabled };
    // Only the size of a page can still be changed when its context exists.
    const isUsual = isDeepStrictEqual(
      { viewport: usualOptions.viewport, ...emulated, ...contextOptions },
      usualOptions,
    );
    const own: BrowserContext[] = [];
    let isBorrowed = false;
    await use(async (session) => {
      const borrowed = isUsual && !ownContext ? profile.borrow() : null;
      const context =
        borrowed ?? (await browser.newContext({ ...contextOptions, ...(session && { storageState: session }) }));
      if (borrowed) {
        isBorrowed = true;
        if (session) await context.addCookies(session.cookies);
      } else own.push(context);
      const page = await context.newPage();
      if (borrowed && viewport && !isDeepStrictEqual(viewport, usualOptions.viewport))
        await page.setViewportSize(viewport);
      watch(page);
      return page;
    });
    await Promise.all(own.map((context) => context.close()));
    if (!isBorrowed) return;
    // The next test of a failed one has a new browser; the end of the context takes the screenshot.
    if (testInfo.status === testInfo.expectedStatus) await profile.clear();
    else await profile.context.close();
  },
  page: async ({ openPage }, use) => use(await openPage()),
  context: async ({ page }, use) => use(page.context()),
  signedInPage: async ({ openPage, session }, use) => use(await openPage(session)),
});

export { expect };
