import { startApp } from "./app.ts";
import { test as base, expect, signIn } from "./fixtures.ts";
import type { AppWithSetupLink } from "./owner-sign-in.ts";

/**
 * Creates Playwright's test with a separate app per worker, in the state of a first start: for a spec that counts
 * content. Each call creates another app.
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

/** Shared by specs that change how everything is shown: a member's settings apply everywhere. */
export const test = createIsolatedAppTest();

export { expect, signIn };

type App = { origin: string; key: string };

/**
 * Calls `/v1` as a script would.
 * @returns the `data` of the answer
 */
export async function callApi<T>(app: App, method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${app.origin}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${app.key}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect([method, path, answer.ok]).toEqual([method, path, true]);
  return ((await answer.json()) as { data: T }).data;
}

/** Resets the member's settings to those of a new member. */
export const resetSettings = (app: App, more: Record<string, unknown> = {}) =>
  callApi(app, "PATCH", "/me/settings", {
    zone: null,
    second_zone: null,
    week_start: 1,
    clock: "24",
    density: "comfortable",
    slots: [],
    checklist_hidden: false,
    always_split: false,
    numbering: false,
    channel_sets: [],
    ...more,
  });
