import type { BrowserContext } from "playwright/test";
import {
  type AppForScripts,
  type AppUnderTest,
  getApiUrl,
  getWorkerPort,
  isServiceOutside,
  startAppUnderTest,
} from "./app-under-test.ts";
import { test as base, expect, signIn } from "./fixtures.ts";
import { replaceOrganization } from "./start-app.ts";
import { submitFormWithoutBrowser } from "./submit-form-without-browser.ts";

type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;
/** Without the output of its process, whose links are those of a former organization. */
type IsolatedApp = Pick<AppUnderTest, "origin" | "key" | "dataDir" | "api">;
type Running = { app: AppUnderTest; file: string; isShared: boolean };
type Fixtures = {
  /** True if one app serves all specs of a worker; false gives each file its own. */
  isShared: boolean;
  /** Signs somebody in to a new app: its owner by the key, unless a spec needs a person with a password. */
  signInTo: (app: IsolatedApp) => Promise<StorageState>;
  appOfFile: undefined;
};
type WorkerFixtures = { app: IsolatedApp; running: { now: Running | null } };

/**
 * Returns an app with an organization in which nothing happened yet. The worker's former app gets a new one for that,
 * because a start with its first pages takes more CPU time than a test. The process and its memory stay, such as the
 * addresses that it refuses after too many attempts, and so do the rows of the former organization.
 */
async function renewApp(former: AppUnderTest | undefined): Promise<AppUnderTest> {
  if (former && !isServiceOutside) return { ...former, key: await replaceOrganization(former) };
  await former?.stop();
  return await startAppUnderTest({ PORT: getWorkerPort() });
}

/**
 * Playwright's test with a separate app, whose organization is in the state of a first start. A worker has one app for
 * its files, one after the other: its browser stays, and finds the scripts in its cache. So the fixtures `app` and `session`
 * are objects whose content changes with the file.
 */
const isolated = base.extend<Fixtures, WorkerFixtures>({
  isShared: [false, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
  signInTo: async ({}, use) => use(({ origin, key }) => submitFormWithoutBrowser(`${origin}/sign-in?way=key`, { key })),
  running: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const running: WorkerFixtures["running"] = { now: null };
      await use(running);
      await running.now?.app.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const origin = `http://localhost:${getWorkerPort()}`;
      const app: IsolatedApp = { origin, key: "", api: "", dataDir: "" };
      await use(app);
    },
    { scope: "worker" },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
  session: [async ({}, use) => use({ cookies: [], origins: [] }), { scope: "worker" }],
  appOfFile: [
    async ({ running, app, session, isShared, signInTo }, use, { file }) => {
      const { now } = running;
      if (!now || (now.file !== file && !(now.isShared && isShared))) {
        const next = await renewApp(now?.app);
        running.now = { app: next, file, isShared };
        const { key, api, dataDir } = next;
        Object.assign(app, { key, api, dataDir });
        Object.assign(session, await signInTo(app));
      }
      await use(undefined);
    },
    { auto: true, timeout: 240_000 },
  ],
});

/** Creates a test with an app for this file alone: for a spec that counts content. */
export const createIsolatedAppTest = () => isolated.extend({});

/** Shared by specs that change how everything is shown: a member's settings apply everywhere. */
export const test = isolated.extend({ isShared: true });

export { expect, signIn };

/**
 * Calls `/v1` as a script would.
 * @returns the `data` of the answer
 */
export async function callApi<T>(app: AppForScripts, method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${getApiUrl(app)}${path}`, {
    method,
    headers: { authorization: `Bearer ${app.key}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect([method, path, answer.ok]).toEqual([method, path, true]);
  return ((await answer.json()) as { data: T }).data;
}

/**
 * Resets the member's settings to those of a new member. Of a service without settings they are in the browser's cookie,
 * and each test has a new browser context.
 */
export async function resetSettings(app: AppForScripts, more: Record<string, unknown> = {}): Promise<void> {
  if (isServiceOutside) return;
  await callApi(app, "PATCH", "/me/settings", {
    zone: null,
    second_zone: null,
    week_start: 1,
    clock: null,
    date_order: null,
    density: "comfortable",
    slots: [],
    checklist_hidden: false,
    always_split: false,
    numbering: false,
    undo_seconds: 5,
    channel_sets: [],
    ...more,
  });
}
