import type { Browser } from "playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import { expect, signedOutErrors, test } from "../support/fixtures.ts";
import { waitForHydration } from "../support/hydration.ts";
import { signInAsOwner } from "../support/owner-sign-in.ts";
import { type E2eApp, startApp } from "../support/start-app.ts";

const password = "correct horse battery staple lamp";
let number = 0;
/** Names of this run only: accounts are never removed. */
const fresh = () => {
  number += 1;
  return `join-${Date.now()}-${number}@example.org`;
};

async function ask<T>(app: { origin: string; key: string }, method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${app.origin}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${app.key}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect([method, path, answer.ok]).toEqual([method, path, true]);
  return ((await answer.json()) as { data: T }).data;
}

test.use({ expectedErrors: signedOutErrors });

/** Has the owner create a link with which a member sets a new password. */
async function makeResetLink(app: E2eApp, name: string, browser: Browser): Promise<string> {
  const context = await browser.newContext({ baseURL: app.origin });
  const page = await context.newPage();
  await signInAsOwner(page, app);
  await page.goto("/members");
  await page.getByRole("button", { name: `Edit ${name}` }).click();
  await page.getByRole("button", { name: "Create reset link" }).click();
  const link = (await page.getByText(/^http.+\/reset\?token=[0-9A-Za-z]{43,}$/).textContent()) ?? "";
  await context.close();
  return link;
}

test("an invited person joins by a link, learns of every wrong field at once, why a password is refused, signs in again, and resets a forgotten password", async ({
  browser,
  watch,
}) => {
  test.setTimeout(120_000);
  // A separate app: members of the shared organization would appear on every other test's leaderboard.
  const own: E2eApp = await startApp();
  const context = await browser.newContext({ baseURL: own.origin });
  try {
    const page = await context.newPage();
    watch(page);
    const { url } = await ask<{ url: string }>(own, "POST", "/invitations", { role: "member" });
    await page.goto(url);
    await expect(page.getByRole("heading", { name: "Join Test House" })).toBeVisible();
    await expect(page.getByText("Ada Admin invites you as a member.")).toBeVisible();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: "light" });
    const email = fresh();
    await page.getByRole("button", { name: "Join Test House" }).click();
    await expect(page.getByLabel("Your name")).toHaveAccessibleDescription("Enter your name.");
    await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription("Enter a valid e-mail address.");
    await expect(page.getByLabel("Password")).toHaveAccessibleDescription("Use at least 10 characters.");
    await page.getByLabel("Your name").fill("Grace Hopper");
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill("password123");
    await page.getByRole("button", { name: "Join Test House" }).click();
    await expect(page.getByLabel("Password")).toHaveAccessibleDescription(/common password|most used/);
    await expect(page.getByLabel("E-mail")).toHaveValue(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Join Test House" }).click();
    await expect(page).toHaveURL("/");

    await page.goto(url);
    await expect(page.getByRole("heading", { name: "This invitation doesn't work" })).toBeVisible();
    await expect(page.getByText("It was already used")).toBeVisible();
    await expectAccessible(page);

    await page.goto("/profile#sessions");
    await expect(page.getByText("This browser", { exact: true })).toBeVisible();
    await expect(page.getByText(/Invitation · since/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(page.getByText("You are signed out.")).toBeVisible();
    await waitForHydration(page);

    await page.getByLabel("E-mail").fill(`  ${email.toUpperCase()} `);
    await page.getByLabel("Password").fill("wrong horse battery staple");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByText("Wrong e-mail or password.")).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL("/");

    const link = await makeResetLink(own, "Grace Hopper", browser);
    await page.goto(link);
    await expectAccessible(page);
    await page.getByLabel("New password").fill("seven purple elephants whisper");
    await page.getByRole("button", { name: "Set this password" }).click();
    await expect(page.getByText("Your new password is set.")).toBeVisible();
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill("seven purple elephants whisper");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL("/");
    await page.goto(link);
    await expect(page.getByRole("heading", { name: "This link doesn't work" })).toBeVisible();
    await expectAccessible(page);
    expect(own.output()).not.toContain("battery");
    expect(own.output()).not.toContain("elephants");
  } finally {
    await context.close();
    await own.stop();
  }
});

test("an invitation that was never given out says so and admits nobody", async ({ page }) => {
  await page.goto("/join?token=nothing");
  await expect(page.getByRole("heading", { name: "This invitation doesn't work" })).toBeVisible();
  await expect(page.getByLabel("E-mail")).toHaveCount(0);
  await page.goto("/reset");
  await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
  await expectAccessible(page);
});
