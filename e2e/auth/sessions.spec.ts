import type { Browser, Page } from "playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import { expect, signIn, test } from "../support/fixtures.ts";
import { ownerPassword, signInAsOwner, signInByPassword } from "../support/owner-sign-in.ts";
import { type E2eApp, startApp } from "../support/start-app.ts";

const firstPassword = "seven purple elephants whisper";
let own: E2eApp;

// Requests of the ended session are refused.
test.use({ expectedErrors: [/401 \(Unauthorized\)/] });

// Each test begins with an administrator who only has a key.
test.beforeEach(async () => {
  own = await startApp();
});
test.afterEach(() => own.stop());

const newPage = async (browser: Browser, watch: (page: Awaited<ReturnType<Browser["newPage"]>>) => void) => {
  const context = await browser.newContext({ baseURL: own.origin });
  const page = await context.newPage();
  watch(page);
  return page;
};
const byPassword = (page: Page) => signInByPassword(page, "ada@example.org", ownerPassword);

/** Expects a page of an ended session to be at sign-in, or on its way there by itself. */
async function expectEnded(page: Page): Promise<void> {
  await page.goto("/posts").catch(() => undefined);
  await expect(page.getByText("Your session ended.")).toBeVisible();
}

test("an API key can't set a password; the owner sets one by the printed link, changes it, and ends other sessions", async ({
  browser,
  watch,
}) => {
  const page = await newPage(browser, watch);
  await signIn(page, own.key);
  await page.getByRole("link", { name: /^Set: Set a password or passkey/ }).click();
  await expect(page).toHaveURL(/\/profile#sessions$/);
  await expect(page.getByText(/You signed in with an API key, which can't change how you sign in/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Set password" })).toHaveCount(0);
  await expectAccessible(page);

  await signInAsOwner(page, own, firstPassword);
  await page.goto("/profile#sessions");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByLabel("Current password").fill(firstPassword);
  await page.getByLabel("New password").fill("ada admin");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByLabel("New password")).toHaveAccessibleDescription(/at least 10 characters/);
  await expectAccessible(page);
  await page.getByLabel("New password").fill(ownerPassword);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password set.")).toBeVisible();
  const remaining = page.getByRole("status").filter({ hasText: "keep working" });
  await expect(remaining).toContainText("Your API keys, passkeys and calendar feed keep working.");
  for (const [name, href] of [
    ["API keys", "#keys"],
    ["passkeys", "#ways"],
    ["calendar feed", "/settings#feed"],
  ] as const) {
    await expect(remaining.getByRole("link", { name })).toHaveAttribute("href", href);
  }
  await expectAccessible(page);

  const other = await newPage(browser, watch);
  await byPassword(other);
  await page.reload();
  await expect(page.getByText("This browser", { exact: true })).toHaveCount(1);
  await page
    .getByRole("button", { name: /^Sign out Chrome on/ })
    .first()
    .click();
  await expect(page.getByText(/^Signed out: Chrome on/)).toBeVisible();
  await expectEnded(other);

  await byPassword(other);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByText("You are signed out.")).toBeVisible();
  await expectEnded(other);
  await page.close();
  await other.close();
});

test("a person makes a second organization and switches by keyboard; what is kept of one is not shown in the other", async ({
  browser,
  watch,
}) => {
  const page = await newPage(browser, watch);
  await signInAsOwner(page, own);
  await page.goto("/compose");
  await page.getByRole("textbox", { name: "Text" }).fill("A secret of the first house");
  await expect(page.getByText(/^Saved/)).toBeVisible();
  await page.goto("/");
  const second = await page.context().newPage();
  watch(second);
  await second.goto("/posts");
  await expect(second.getByRole("heading", { name: "Posts", level: 1 })).toBeVisible();

  await page.getByRole("button", { name: /Switch organization/ }).click();
  await expectAccessible(page);
  await page.getByRole("menuitem", { name: "New organization…" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Second House");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("button", { name: /^Second House/ })).toBeVisible();
  // The other tab showed the first organization and reloads in the second.
  await expect(second.getByRole("button", { name: /^Second House/ })).toBeVisible();
  await second.close();
  await page.goto("/compose");
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue("");

  await page.goto("/");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("switch to test");
  await expect(page.getByRole("option", { name: /Switch to Test House/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^Test House/ })).toBeVisible();
  await page.goto("/compose");
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue("A secret of the first house");
  await page.close();
});

test("an owner who signs in as themselves is reminded to revoke the key of SETUP_KEY, and does it there", async ({
  browser,
  watch,
}) => {
  const page = await newPage(browser, watch);
  const reminder = page.getByRole("note").filter({ hasText: "comes from SETUP_KEY" });
  await signIn(page, own.key);
  await page.goto("/profile#keys");
  await expect(page.getByRole("heading", { name: "First key" })).toBeVisible();
  await expect(reminder).toHaveCount(0);
  await signInAsOwner(page, own);
  await page.goto("/profile#keys");
  await expect(reminder).toContainText("First key comes from SETUP_KEY and has full access.");
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  await reminder.getByRole("button", { name: "Revoke it" }).press("Enter");
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText("First key revoked")).toBeVisible();
  await expect(reminder).toHaveCount(0);
  await page.close();
});
