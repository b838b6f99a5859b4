import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright/test";
import { unsealSession } from "#lib/cookie-seal.ts";
import type { AppForScripts } from "./app-under-test.ts";
import { waitForHydrationAfterNavigation } from "./hydration.ts";
import { callApi, createIsolatedAppTest } from "./isolated-app-fixture.ts";
import { submitFormWithoutBrowser } from "./submit-form-without-browser.ts";

export const personPassword = "correct horse battery staple lamp";
export const person = { name: "Grace Hopper", email: "grace@example.org" };

type App = { origin: string; key: string };

type NewPerson = { name: string; email: string; role?: "admin" | "member" };

/** Joins by a link with a password, without a browser. @returns the cookies of the new person's session */
export async function joinByLink(app: App, { name, email, role = "member" }: NewPerson) {
  const { url } = await callApi<{ url: string }>(app, "POST", "/invitations", { role });
  return submitFormWithoutBrowser(url, { name, email, password: personPassword });
}

/**
 * Joins as a person with a password. Afterwards the page is signed in with a confirmed identity, and has opened nothing
 * yet.
 */
export async function joinAsPerson(page: Page, app: App, newPerson: NewPerson): Promise<void> {
  waitForHydrationAfterNavigation(page);
  const { cookies } = await joinByLink(app, newPerson);
  await page.context().addCookies(cookies);
}

type AppWithFolder = AppForScripts & { dataDir?: string };
export type Author = { page: Page; app: AppForScripts };

/** Returns the key behind the cookie of a page's session, with which a program acts as that person. */
export async function readSessionKey(page: Page, { dataDir = "" }: AppWithFolder): Promise<string> {
  const cookie = (await page.context().cookies()).find(({ name }) => name === "pw_session");
  const secret = readFileSync(path.join(dataDir, "secret"), "utf8").trim();
  const session = await unsealSession(decodeURIComponent(cookie?.value ?? ""), secret, Date.now());
  return session?.key ?? "";
}

/** Joins as a member, with a key that creates posts as they would. The page has opened nothing yet. */
export async function joinAsAuthor(browser: Browser, app: AppWithFolder, name: string): Promise<Author> {
  const context = await browser.newContext({ baseURL: app.origin, locale: "en-GB", timezoneId: "Europe/Berlin" });
  const page = await context.newPage();
  await joinAsPerson(page, app, { name, email: `${name.split(" ")[0]?.toLowerCase()}@example.org` });
  return { page, app: { ...app, key: await readSessionKey(page, app) } };
}

export async function signInPersonByPassword(page: Page, email: string): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(personPassword);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Creates a test with a separate app, in which `signedInPage` is an administrator with their own account. */
export const createPersonTest = () =>
  createIsolatedAppTest().extend({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    signInTo: async ({}, use) => use((app) => joinByLink(app, { ...person, role: "admin" })),
  });

const program = fileURLToPath(
  new URL("../../lib/service/auth/testing/expire-authentication-process.ts", import.meta.url),
);

/** Makes every identity confirmation and each used code 11 minutes older, in the database of a running app. */
export async function ageIdentityProofs(dataDir: string): Promise<void> {
  await promisify(execFile)(process.execPath, [program], { env: { ...process.env, DATA_DIR: dataDir } });
}
