import type { Page } from "playwright/test";
import { startApp } from "./app.ts";
import { expectAccessible } from "./axe.ts";
import { expect, signIn, test } from "./test.ts";

/** The other way to sign in, from wherever sign-in was led to. */
async function byKey(page: Page, key: string): Promise<void> {
  await page.getByRole("link", { name: "Use an API key" }).click();
  await page.getByLabel("API key").fill(key);
}

test("a stranger is led to sign-in and afterwards to where they wanted to go", async ({ page, app }) => {
  await page.goto("/posts?status=failed");
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await expectAccessible(page);
  await byKey(page, app.key);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/posts?status=failed");
  await expect(page.getByRole("heading", { name: "Posts", level: 1 })).toBeVisible();
});

test("an address of another site is never the way back", async ({ page, app }) => {
  await page.goto("/sign-in?next=//evil.example/posts");
  await byKey(page, app.key);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
  expect(new URL(page.url()).origin).toBe(app.origin);
});

test("a key that does not work is told at its field and signs nobody in", async ({ page }) => {
  await page.goto("/sign-in?way=key");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Paste your key first.")).toBeVisible();
  await page.getByLabel("API key").fill("pw_thisKeyIsNotKnownToAnybodyAtAll000000");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByLabel("API key")).toHaveAccessibleDescription(/unknown or was revoked/);
  await expectAccessible(page);
  expect(await page.context().cookies()).not.toContainEqual(expect.objectContaining({ name: "pw_session" }));
});

test("signing in works before scripts have loaded", async ({ browser, app }) => {
  const context = await browser.newContext({ baseURL: app.origin, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/sign-in?next=/profile");
  await byKey(page, app.key);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/profile");
  await context.close();
});

test("the key never reaches the browser: not its cookie, its storage or the page", async ({ page, app }) => {
  await signIn(page, app.key);
  await page.goto("/profile");
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name.endsWith("pw_session"));
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
  expect(cookie?.value).not.toContain(app.key);
  const seen = await page.evaluate(
    () => document.documentElement.outerHTML + JSON.stringify({ ...localStorage, ...sessionStorage }),
  );
  expect(seen).not.toContain(app.key);
});

test("signing out ends the session on the server too: a copy of the cookie is worth nothing", async ({ page, app }) => {
  await signIn(page, app.key);
  const copy = await page.context().storageState();
  await page.goto("/profile");
  await expectAccessible(page);
  await expect(page.getByRole("heading", { name: "Ada Admin" })).toBeVisible();
  await expect(page.getByText("Owner", { exact: true })).toBeVisible();
  await expect(page.getByText("Write, schedule, edit and delete your posts")).toBeVisible();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page.getByText("You are signed out.")).toBeVisible();

  await page.context().addCookies(copy.cookies);
  await page.goto("/posts?status=draft");
  await expect(page.getByText("You are not signed in any more.")).toBeVisible();
  await expectAccessible(page);
  await byKey(page, app.key);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/posts?status=draft");
});

test("keys can't be guessed at the form: after ten wrong ones it waits", async ({ browser }) => {
  const own = await startApp();
  try {
    const page = await browser.newPage({ baseURL: own.origin });
    await page.goto("/sign-in?way=key");
    const wait = page.getByText("Too many keys did not work");
    for (let tried = 0; tried < 10; tried += 1) {
      await page.getByLabel("API key").fill(`pw_wrong${tried}`);
      const answered = page.waitForResponse((response) => response.request().method() === "POST");
      await page.getByRole("button", { name: "Sign in" }).click();
      await answered;
    }
    await page.getByLabel("API key").fill(own.key);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(wait).toBeVisible();
    await page.close();
  } finally {
    await own.stop();
  }
});
