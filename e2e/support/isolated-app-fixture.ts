import { startApp } from "./app.ts";
import { test as base, expect, signIn } from "./fixtures.ts";
import type { AppWithSetupLink } from "./owner-sign-in.ts";

/**
 * Playwright's test with an app of its own a worker, as empty as the first start leaves it: for a spec that counts what is
 * there. Each call makes another app.
 */
export const createIsolatedAppTest = () =>
  base.extend<object, { app: AppWithSetupLink & { dataDir: string } }>({
    app: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
      async ({}, use) => {
        const app = await startApp();
        await use(app);
        await app.stop();
      },
      { scope: "worker", timeout: 240_000 },
    ],
  });

/** One that specs share which change how everything is shown: settings are their member's everywhere. */
export const test = createIsolatedAppTest();

export { expect, signIn };

type App = { origin: string; key: string };

/** Asks `/v1` as a script would. @returns what stands in `data`. */
export async function callApi<T>(app: App, method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${app.origin}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${app.key}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect([method, path, answer.ok]).toEqual([method, path, true]);
  return ((await answer.json()) as { data: T }).data;
}

/** Puts the member's settings back to how a newcomer has them. */
export const resetSettings = (app: App, more: Record<string, unknown> = {}) =>
  callApi(app, "PATCH", "/me/settings", {
    ...{ zone: null, second_zone: null, week_start: 1, clock: "24", density: "comfortable" },
    ...{ slots: [], checklist_hidden: false, always_split: false, numbering: false, channel_sets: [] },
    ...more,
  });
