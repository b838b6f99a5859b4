import type { Page } from "playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import { expect, signedOutErrors, signIn, test } from "../support/fixtures.ts";
import { waitForHydrationAfterNavigation } from "../support/hydration.ts";
import { callApi } from "../support/isolated-app-fixture.ts";
import { startApp } from "../support/start-app.ts";

/** Signs in with an API key, from any page that led to sign-in. */
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

test("each way to sign in opens with the caret in its first field", async ({ page }) => {
  await page.goto("/sign-in");
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await page.getByRole("link", { name: "Use an API key" }).click();
  await expect(page.getByLabel("API key")).toBeFocused();
  await page.getByRole("link", { name: "Use e-mail and password" }).click();
  await expect(page.getByLabel("E-mail")).toBeFocused();
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
  await expect(page.getByText("Enter your API key.")).toBeVisible();
  await page.getByLabel("API key").fill("pw_thisKeyIsNotKnownToAnybodyAtAll000000");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByLabel("API key")).toHaveAccessibleDescription(/unknown, revoked or limited/);
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

test.describe("a session that ends under its page", () => {
  test.use({ expectedErrors: signedOutErrors });

  test("signing out ends the session on the server: a copy of the cookie signs nobody in", async ({ page, app }) => {
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
    await page.goto("/posts?status=failed");
    await expect(page.getByText("Your session ended.")).toBeVisible();
    await expectAccessible(page);
    await byKey(page, app.key);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL("/posts?status=failed");
  });
});

test("keys can't be guessed at the form: after ten wrong ones it waits", async ({ browser }) => {
  const own = await startApp();
  try {
    const page = await browser.newPage({ baseURL: own.origin });
    waitForHydrationAfterNavigation(page);
    await page.goto("/sign-in?way=key");
    const wait = page.getByText("Too many invalid keys");
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

test("a key that works only from some addresses is told why it signs nobody in, where it works and where it does not", async ({
  page,
  app,
}) => {
  const make = (addresses: string[]) =>
    callApi<{ value: string }>(app, "POST", "/keys", { name: "Bound", scopes: ["posts:read"], addresses });
  const [here, elsewhere] = [await make(["127.0.0.0/8", "::1"]), await make(["192.0.2.0/24"])];
  await page.goto("/sign-in?way=key");
  const field = page.getByLabel("API key");
  await field.fill(here.value);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(field).toHaveAccessibleDescription(/limited to certain addresses, so it can't sign you in/);
  await expectAccessible(page);
  await field.fill(elsewhere.value);
  await page.getByRole("button", { name: "Sign in" }).click();
  // A caller from another address does not learn that the key exists.
  await expect(field).toHaveAccessibleDescription(/unknown, revoked or limited to certain addresses/);
  expect(await page.context().cookies()).not.toContainEqual(expect.objectContaining({ name: "pw_session" }));
});

test.describe("a page that hears of its own end", () => {
  test.use({ expectedErrors: signedOutErrors });

  test("signing out lands on sign-in, whatever the page hears meanwhile, and ends the notices to this browser", async ({
    page,
    app,
  }) => {
    // A browser under test has no push service, so the subscription is a stand-in.
    const push = {
      endpoint: `https://push.example.org/${Date.now()}`,
      keys: { p256dh: Buffer.alloc(65, 4).toString("base64url"), auth: Buffer.alloc(16).toString("base64url") },
    };
    await page.addInitScript((json) => {
      const subscription = {
        toJSON: () => json,
        unsubscribe: async () => {
          sessionStorage.setItem("unsubscribed", "yes");
          return true;
        },
      };
      const registration = { pushManager: { getSubscription: async () => subscription } };
      Object.defineProperty(navigator, "serviceWorker", {
        value: { getRegistration: async () => registration, addEventListener: () => undefined },
      });
    }, push);
    await signIn(page, app.key);
    const { id } = await callApi<{ id: string }>(app, "POST", "/push/subscriptions", push);
    await page.goto("/profile");
    // The answer is slow; the page's stream has ended long before it.
    await page.route("**/sign-out", async (route) => {
      const answer = await route.fetch({ maxRedirects: 0 });
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      await page.waitForResponse((response) => response.url().includes("/events"));
      await route.fulfill({ response: answer });
    });
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(page).toHaveURL("/sign-in?left=1");
    await expect(page.getByText("You are signed out.")).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.getItem("unsubscribed"))).toBe("yes");
    // The service gives the same subscription a new id: the former one is gone.
    const again = await callApi<{ id: string }>(app, "POST", "/push/subscriptions", push);
    expect(again.id).not.toBe(id);
    await callApi(app, "DELETE", `/push/subscriptions/${again.id}`);
  });
});

test("another site signs nobody out, and a plain form does before scripts have loaded", async ({ browser, app }) => {
  const context = await browser.newContext({ baseURL: app.origin, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/sign-in?way=key");
  await page.getByLabel("API key").fill(app.key);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
  const foreign = await page.request.post("/sign-out", {
    headers: { origin: "https://evil.example" },
    maxRedirects: 0,
  });
  expect(foreign.status()).toBe(403);
  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: "Profile", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL("/sign-in?left=1");
  await context.close();
});
