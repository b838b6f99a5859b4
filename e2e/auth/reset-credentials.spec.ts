import type { Page } from "playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import { expect } from "../support/fixtures.ts";
import { waitForHydration } from "../support/hydration.ts";
import { test } from "../support/mail-fixture.ts";
import { joinAsPerson } from "../support/person-fixture.ts";
import { plugInVirtualAuthenticator } from "../support/virtual-authenticator.ts";

const better = "seven purple elephants whisper";
// An ended session and a removed key are refused.
test.use({ expectedErrors: [/401 \(Unauthorized\)/] });

// Other specs of this worker count the e-mails that the same server received.
test.afterEach(({ mail }) => {
  mail.letters.length = 0;
});

const linkIn = (letter: string) =>
  /https?:\/\/\S+\/reset\?token=[0-9A-Za-z]+/.exec(letter.replace(/=\r?\n/g, "").replaceAll("=3D", "="))?.[0] ?? "";

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Name").press("Enter");
  await expect(page.getByText(`Added: ${name}. You can now sign in with it.`)).toBeVisible();
}
async function addKey(page: Page, name: string): Promise<string> {
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Create key" }).click();
  const value = page.getByText(/^pw_[0-9A-Za-z]{40,}$/).first();
  await expect(value).toBeVisible();
  return (await value.textContent()) ?? "";
}

test("a reset by e-mail lists other credentials, removes them by default, and keeps the ticked ones", async ({
  page,
  browser,
  app,
  mail,
  watch,
}) => {
  test.setTimeout(180_000);
  const email = "ceo@example.org";
  // Eve prepares an account with an address that is not hers.
  const evesContext = await browser.newContext({ baseURL: app.origin });
  const eve = await evesContext.newPage();
  watch(eve);
  await plugInVirtualAuthenticator(eve);
  await joinAsPerson(eve, app, { name: "Chief Executive", email });
  await eve.goto("/profile");
  await addPasskey(eve, "Eve's laptop");
  const evesKey = await addKey(eve, "Eve's program");
  const ownKey = await addKey(eve, "Publisher");
  const statusOf = async (key: string) =>
    (await fetch(`${app.origin}/v1/me`, { headers: { authorization: `Bearer ${key}` } })).status;
  expect([await statusOf(evesKey), await statusOf(ownKey)]).toEqual([200, 200]);

  await page.goto("/reset");
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect.poll(() => mail.letters.some((letter) => letter.includes(`<${email}>`))).toBe(true);
  const link = linkIn(mail.letters.find((letter) => letter.includes(`<${email}>`)) ?? "");

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(link);
  await waitForHydration(page);
  const review = page.getByRole("group", { name: "What else can access this account" });
  await expect(review.getByText("This e-mail address was never confirmed.")).toBeVisible();
  await expect(review.getByRole("listitem")).toHaveCount(3);
  await expect(review.getByRole("listitem").first()).toContainText(/Passkey: Eve's laptopadded .+ from /);
  for (const box of await review.getByRole("checkbox").all()) await expect(box).not.toBeChecked();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

  // By keyboard: from the password over the checkboxes to the button. A refused password keeps the ticked boxes.
  await page.getByLabel("New password").focus();
  await page.keyboard.type("too short");
  await page.keyboard.press("Tab");
  const keep = page.getByRole("checkbox", { name: "Keep API key: Publisher" });
  while (!(await keep.evaluate((box) => box === document.activeElement))) await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.getByLabel("New password").press("Enter");
  await expect(page.getByLabel("New password")).toHaveAccessibleDescription(/10 to|at least 10|characters|guess/i);
  await expect(keep).toBeChecked();
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  await page.getByLabel("New password").fill(better);
  await page.getByLabel("New password").press("Enter");
  await expect(page.getByText("Your new password is set. Sign in with it.")).toBeVisible();

  expect([await statusOf(evesKey), await statusOf(ownKey)]).toEqual([401, 200]);
  // The end of Eve's session leads her page to sign-in by itself.
  await expect(eve).toHaveURL(/\/sign-in\?next=/);
  await waitForHydration(eve);
  await eve.getByRole("button", { name: "Use a passkey" }).click();
  await expect(eve.getByRole("alert").filter({ hasText: "This server doesn't know the passkey." })).toBeVisible();
  await evesContext.close();

  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(better);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/");
});

test("a reset form without scripts removes what is not ticked, and keeps the ticks when it comes back", async ({
  page,
  browser,
  app,
  mail,
}) => {
  test.setTimeout(120_000);
  const email = "plain@example.org";
  await joinAsPerson(page, app, { name: "Plain Person", email });
  await page.goto("/profile");
  const [kept, removed] = [await addKey(page, "Kept"), await addKey(page, "Removed")];
  await page.goto("/reset");
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect.poll(() => mail.letters.some((letter) => letter.includes(`<${email}>`))).toBe(true);
  const context = await browser.newContext({ baseURL: app.origin, javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(linkIn(mail.letters.find((letter) => letter.includes(`<${email}>`)) ?? ""));
  const keep = plain.getByRole("checkbox", { name: "Keep API key: Kept" });
  await keep.check();
  await plain.getByLabel("New password").fill("too short");
  await plain.getByRole("button", { name: "Set this password" }).click();
  await expect(plain.getByLabel("New password")).toHaveValue("");
  await expect(keep).toBeChecked();
  await plain.getByLabel("New password").fill(better);
  await plain.getByRole("button", { name: "Set this password" }).click();
  await expect(plain.getByText("Your new password is set. Sign in with it.")).toBeVisible();
  const statusOf = async (key: string) =>
    (await fetch(`${app.origin}/v1/me`, { headers: { authorization: `Bearer ${key}` } })).status;
  expect([await statusOf(kept), await statusOf(removed)]).toEqual([200, 401]);
  await context.close();
});
