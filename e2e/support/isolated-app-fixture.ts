import { type AppForScripts, getApiUrl, getWorkerPort, isServiceOutside, startAppUnderTest } from "./app-under-test.ts";
import { test as base, expect, signIn } from "./fixtures.ts";
import type { AppWithSetupLink } from "./owner-sign-in.ts";

/**
 * Creates Playwright's test with a separate app per worker, in the state of a first start: for a spec that counts
 * content. Each call creates another app.
 */
export const createIsolatedAppTest = () =>
  base.extend<object, { app: AppWithSetupLink & { dataDir: string; api: string } }>({
    app: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
      async ({}, use) => {
        const app = await startAppUnderTest({ PORT: getWorkerPort() });
        await use(app);
        await app.stop();
      },
      { scope: "worker", timeout: 240_000 },
    ],
  });

/** Shared by specs that change how everything is shown: a member's settings apply everywhere. */
export const test = createIsolatedAppTest();

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
    clock: "24",
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
