import type { Page } from "playwright/test";
import { findFreePort } from "#lib/testing/free-port.ts";
import { startOpenIdProvider } from "../peers/openid-provider.ts";
import { expectAccessible } from "../support/accessibility.ts";
import { test as base, expect } from "../support/fixtures.ts";
import { waitForHydration } from "../support/hydration.ts";
import { callApi } from "../support/isolated-app-fixture.ts";
import { startApp } from "../support/start-app.ts";
import { plugInVirtualAuthenticator } from "../support/virtual-authenticator.ts";

const people = {
  grace: { email: "grace@example.org", email_verified: true, name: "Grace Hopper" },
  joan: { email: "joan@example.org", email_verified: true, name: "Joan Clarke" },
  mary: { email: "mary@example.org", email_verified: true, name: "Mary Kenneth Keller" },
  edsger: { email: "edsger@example.org", email_verified: true, name: "Edsger Dijkstra" },
  hedy: { email: "hedy@example.org", email_verified: true, name: "Hedy Lamarr" },
  stranger: { email: "stranger@example.org", email_verified: true, name: "A Stranger" },
};

type Provider = Awaited<ReturnType<typeof startOpenIdProvider>>;

/** An app with its own provider: the sign-in methods are a setting of the whole installation. */
const test = base.extend<object, { app: { origin: string; key: string }; provider: Provider }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const port = await findFreePort();
      const provider = await startOpenIdProvider(`http://localhost:${port}`, people);
      Object.assign(provider, { port });
      await use(provider);
      await provider.stop();
    },
    { scope: "worker" },
  ],
  app: [
    async ({ provider }, use) => {
      const port = (provider as Provider & { port: number }).port;
      const app = await startApp({ PORT: String(port), ...provider.settings });
      await use({ origin: app.origin, key: app.key });
      await app.stop();
    },
    { scope: "worker", timeout: 240_000 },
  ],
});

// A full browser, unlike the headless shell, requests the provider's icon, which does not exist.
test.use({ expectedErrors: [/status of (401 \(Unauthorized\) \(\S+\/(events|read\/)|404 .*\/favicon\.ico)/] });

/** Signs in on the provider's own pages and consents to share the identity with Postwright. */
async function signInThere(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder("Enter any login").fill(login);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}
async function invite(app: { origin: string; key: string }): Promise<string> {
  const { url } = await callApi<{ url: string }>(app, "POST", "/invitations", {});
  return new URL(url).searchParams.get("token") ?? "";
}
/** Joins as a member through the provider and signs in. */
async function joinBy(page: Page, app: { origin: string; key: string }, login: string): Promise<void> {
  await page.goto(`/sign-in/provider?next=/profile&invitation=${await invite(app)}`);
  await signInThere(page, login);
  await expect(page).toHaveURL("/profile");
  await waitForHydration(page);
}
const signOut = async (page: Page) => {
  await page.goto("/profile");
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page.getByText("You are signed out.")).toBeVisible();
  await waitForHydration(page);
};

test("an invited person joins through the provider, and later signs in there and reaches the requested page", async ({
  page,
  app,
}) => {
  await joinBy(page, app, "grace");
  await expect(page.getByRole("heading", { name: "Grace Hopper" })).toBeVisible();
  await expect(
    page.getByText(/you can sign in with House ID\. Signing out here doesn't sign you out there/),
  ).toBeVisible();
  await expectAccessible(page);
  await signOut(page);

  await page.goto("/posts?status=failed");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Continue with House ID" }).click();
  // The person is still signed in at the provider: signing out here does not end that session.
  await expect(page).toHaveURL("/posts?status=failed");
});

test("who is no member, who declines, and a link of another browser are each told why, and nobody is signed in", async ({
  page,
  browser,
  app,
}) => {
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Continue with House ID" }).click();
  await signInThere(page, "stranger");
  await expect(page.getByRole("alert").filter({ hasText: "not a member here" })).toBeVisible();
  await expectAccessible(page);

  const other = await browser.newContext({ baseURL: app.origin });
  const window = await other.newPage();
  await window.goto("/sign-in");
  await window.getByRole("link", { name: "Continue with House ID" }).click();
  await window.getByRole("link", { name: "Cancel" }).click();
  await expect(window.getByRole("alert").filter({ hasText: "the request was declined at House ID" })).toBeVisible();
  await window.goto("/sign-in/provider/callback?code=somebody&state=elses");
  await expect(window.getByRole("alert").filter({ hasText: "began in another browser" })).toBeVisible();
  expect(await other.cookies()).not.toContainEqual(expect.objectContaining({ name: "pw_session" }));
  await other.close();
});

test("a passkey added on the profile signs its owner in without typing", async ({ page, app }) => {
  const authenticator = await plugInVirtualAuthenticator(page);
  await joinBy(page, app, "joan");
  const section = page.getByRole("region", { name: "Sign-in security" });
  await section.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  const old = section.getByRole("button", { name: "Rename Old laptop" });
  await dialog.getByLabel("Name").fill("Work laptop");
  await expectAccessible(page);
  await dialog.getByLabel("Name").press("Enter");
  await expect(section.getByRole("listitem").filter({ hasText: "Work laptop" })).toContainText("not used yet");
  await expect(dialog).toBeHidden();

  // An invalid name is reported at its field before the device creates anything; one device creates one passkey.
  await section.getByRole("button", { name: "Add a passkey" }).click();
  await dialog.getByLabel("Name").fill("🔑".repeat(10_000));
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByLabel("Name")).toHaveAccessibleDescription(/a name of 1 to 60 characters/);
  await dialog.getByLabel("Name").fill("Once more");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("alert")).toContainText("already has a passkey here. Nothing was changed.");
  await page.keyboard.press("Escape");

  await section.getByRole("button", { name: "Rename Work laptop" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Old laptop");
  await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
  await expect(old).toBeVisible();

  // The software authenticator accepts every request at once, so it is away until the button is chosen.
  await authenticator.remove();
  await signOut(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/sign-in?next=/leaderboard");
  await page.getByRole("button", { name: "Use a passkey" }).focus();
  await authenticator.restore();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/leaderboard");

  await page.goto("/profile#ways");
  await expect(section.getByRole("listitem")).toContainText("last used");
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await section.getByRole("button", { name: "Remove Old laptop" }).click();
  await expect(section.getByRole("listitem")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(old).toBeVisible();

  // Without the provider the passkey would be the only way to sign in, so it stays.
  await section.getByRole("button", { name: "Disconnect House ID" }).click();
  await expect(section.getByRole("button", { name: "Connect House ID" })).toBeVisible();
  await section.getByRole("button", { name: "Remove Old laptop" }).click();
  await expect(section.getByRole("alert")).toContainText("your only way to sign in, so it can't be removed");
  await expect(old).toBeVisible();
});

test("a passkey that was removed signs nobody in, and the sentence says so", async ({ page, app }) => {
  await plugInVirtualAuthenticator(page);
  await joinBy(page, app, "mary");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
  const remove = page.getByRole("button", { name: /^Remove / });
  await remove.click();
  await expect(remove).toHaveCount(0);
  await signOut(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "This server doesn't know the passkey." })).toBeVisible();
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
});

test("an API key signs in as before, and adds no passkey", async ({ signedInPage }) => {
  await signedInPage.goto("/profile#ways");
  await expect(
    signedInPage.getByText("An API key can't grant anyone a way to sign in. Sign in as yourself to do this."),
  ).toBeVisible();
  await expect(signedInPage.getByRole("button", { name: "Add a passkey" })).toHaveCount(0);
});

test("a member with a password connects the provider on the profile, signs in there, and disconnects it", async ({
  page,
  browser,
  app,
}) => {
  const password = "correct horse battery staple lamp";
  await page.goto(`/join?token=${await invite(app)}`);
  await page.getByLabel("Your name").fill("Edsger Dijkstra");
  await page.getByLabel("E-mail").fill("edsger@example.org");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: /^Join / }).click();
  await page.waitForURL("/");
  await page.goto("/profile#ways");
  const section = page.getByRole("region", { name: "Sign-in security" });
  await expect(section.getByText("Not connected. Connect it to sign in with House ID.")).toBeVisible();
  await expectAccessible(page);
  await section.getByRole("button", { name: "Connect House ID" }).click();
  await signInThere(page, "edsger");
  await expect(page).toHaveURL(/\/profile#provider$/);
  await waitForHydration(page);
  await expect(section.getByText(/^Connected just now: you can sign in with House ID/)).toBeInViewport();
  await expectAccessible(page);

  const elsewhere = await browser.newContext({ baseURL: app.origin });
  const window = await elsewhere.newPage();
  await window.goto("/sign-in?next=/leaderboard");
  await window.getByRole("link", { name: "Continue with House ID" }).click();
  await signInThere(window, "edsger");
  await expect(window).toHaveURL("/leaderboard");
  await elsewhere.close();

  await page.goto("/profile#ways");
  await section.getByRole("button", { name: "Disconnect House ID" }).click();
  await expect(section.getByText("Not connected.", { exact: false })).toBeVisible();
});

test("the e-mail field offers a passkey, which signs in once without typing", async ({ page, app }) => {
  const authenticator = await plugInVirtualAuthenticator(page);
  await joinBy(page, app, "hedy");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("button", { name: /^Remove / })).toBeVisible();
  // The software authenticator accepts every offer at once, even the one of the page after signing out. A person has to
  // choose.
  await authenticator.remove();
  await signOut(page);
  await expect(page.getByLabel("E-mail")).toHaveAttribute("autocomplete", "username webauthn");
  await authenticator.restore();
  await page.goto("/sign-in?next=/leaderboard");
  // The field has the focus from the beginning; if the offer waits for a first key press, this is it.
  await page
    .getByLabel("E-mail")
    .click({ timeout: 2_000 })
    .catch(() => undefined);
  await expect(page).toHaveURL("/leaderboard");
  await page.goto("/profile#sessions");
  await expect(page.getByText(/^Passkey · since /)).toHaveCount(1);
});
