import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Page } from "playwright/test";
import { waitForHydration, waitForHydrationAfterNavigation } from "./hydration.ts";
import { callApi, createIsolatedAppTest } from "./isolated-app-fixture.ts";

export const personPassword = "correct horse battery staple lamp";
export const person = { name: "Grace Hopper", email: "grace@example.org" };

type App = { origin: string; key: string };

/** Joins as a person with a password. Afterwards the page is signed in with a confirmed identity. */
export async function joinAsPerson(
  page: Page,
  app: App,
  { name, email, role = "member" }: { name: string; email: string; role?: "admin" | "member" },
): Promise<void> {
  const { url } = await callApi<{ url: string }>(app, "POST", "/invitations", { role });
  waitForHydrationAfterNavigation(page);
  await page.goto(url);
  await page.getByLabel("Your name").fill(name);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(personPassword);
  await page.getByRole("button", { name: /^Join / }).click();
  await page.waitForURL("/");
  await waitForHydration(page);
}

export async function signInPersonByPassword(page: Page, email: string): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(personPassword);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Creates a test with a separate app, in which `signedInPage` is an administrator with their own account. */
export const createPersonTest = () =>
  createIsolatedAppTest().extend<object>({
    session: [
      async ({ app, browser }, use) => {
        const context = await browser.newContext({ baseURL: app.origin });
        await joinAsPerson(await context.newPage(), app, { ...person, role: "admin" });
        const state = await context.storageState();
        await context.close();
        await use(state);
      },
      { scope: "worker" },
    ],
  });

const program = fileURLToPath(
  new URL("../../lib/service/auth/testing/expire-authentication-process.ts", import.meta.url),
);

/** Makes every identity confirmation 11 minutes older, in the database of a running app. */
export async function ageIdentityProofs(dataDir: string): Promise<void> {
  await promisify(execFile)(process.execPath, [program], { env: { ...process.env, DATA_DIR: dataDir } });
}
