import type { Page } from "playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import { expect } from "../support/fixtures.ts";
import { createPersonTest } from "../support/person-fixture.ts";

const test = createPersonTest();

const section = (page: Page) => page.getByRole("region", { name: "API keys" });
const row = (page: Page, name: string) =>
  section(page)
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });
const statusOf = async (origin: string, value: string) =>
  (await fetch(`${origin}/v1/me`, { headers: { authorization: `Bearer ${value}` } })).status;
const valueShown = async (page: Page) =>
  (await section(page)
    .getByText(/^pw_[0-9A-Za-z]{49}$/)
    .textContent()) ?? "";

/** Revokes the key, so that other specs do not see it. */
async function revoke(page: Page, name: string): Promise<void> {
  await row(page, name)
    .getByRole("button", { name: `Revoke ${name}` })
    .click();
  await page.getByRole("button", { name: "Revoke key" }).click();
  // The dialog hides the list from role queries: only the later message shows that it is done.
  await expect(page.getByText(`${name} revoked`)).toBeVisible();
  await expect(row(page, name)).toHaveCount(0);
}

test("a key is made by keyboard, shown once, tried, and works until it is revoked", async ({
  signedInPage: page,
  app,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/profile#keys");
  await expectAccessible(page);
  await section(page).getByRole("button", { name: "New key" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type("Robot of the release");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("radio", { name: "Read only" })).toBeChecked();
  await page.getByLabel("Name", { exact: true }).press("Enter");
  await expect(page.locator(":focus")).toContainText("Robot of the release is ready.");
  await expectAccessible(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const value = await valueShown(page);
  // The browser copies after the key press.
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(value);
  await expect(section(page).getByText(`${app.origin}/v1/me`)).toBeVisible();
  await section(page).getByRole("button", { name: "Try it" }).click();
  await expect(section(page).getByText(/It works. The key acts as .* with 4 scopes\./)).toBeVisible();
  expect(await statusOf(app.origin, value)).toBe(200);

  await page.reload();
  await expect(page.getByText(value)).toHaveCount(0);
  await expect(row(page, "Robot of the release")).toContainText("Read only");
  await expect(row(page, "Robot of the release")).toContainText("GET /me");
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  await revoke(page, "Robot of the release");
  expect(await statusOf(app.origin, value)).toBe(401);
});

test("the dialog that revokes a key lists what it made, and ends that too unless it is kept", async ({
  signedInPage: page,
  app,
}) => {
  await page.goto("/profile#keys");
  for (const kept of [false, true]) {
    await section(page).getByRole("button", { name: "New key" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Leaked key");
    await page.getByRole("radio", { name: "Full access" }).press("Space");
    await page.getByRole("button", { name: "Create key" }).click();
    const key = await valueShown(page);
    const ask = async (path: string, json: unknown) => {
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
      const answer = await fetch(`${app.origin}/v1${path}`, { method: "POST", headers, body: JSON.stringify(json) });
      return (await answer.json()).data;
    };
    const { value } = await ask("/keys", { name: "Release bot", scopes: ["posts:read"] });
    await ask("/calendar/feed", undefined);
    await page.reload();
    await expect(row(page, "Release bot")).toContainText("with the key Leaked key");
    await row(page, "Leaked key").getByRole("button", { name: "Revoke Leaked key" }).click();
    const made = page.getByRole("list", { name: "Made with this key" });
    await expect(made.getByRole("listitem")).toHaveText(["Calendar feed", "API key: Release bot"]);
    await expect(page.getByRole("checkbox", { name: "Also end what it made" })).toBeChecked();
    await expectAccessible(page);
    if (kept) await page.getByRole("checkbox", { name: "Also end what it made" }).press("Space");
    await page.getByRole("button", { name: "Revoke key" }).click();
    await expect(page.getByText("Leaked key revoked")).toBeVisible();
    await expect(row(page, "Release bot")).toHaveCount(kept ? 1 : 0);
    expect([await statusOf(app.origin, key), await statusOf(app.origin, value)]).toEqual([401, kept ? 200 : 401]);
    await page.reload();
  }
  await revoke(page, "Release bot");
});

test("a rotated key has two values for the overlap that was chosen, and one at once without", async ({
  signedInPage: page,
  app,
}) => {
  await page.goto("/profile#keys");
  await section(page).getByRole("button", { name: "New key" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Turning key");
  await page.getByRole("button", { name: "Create key" }).click();
  const first = await valueShown(page);
  await row(page, "Turning key").getByRole("button", { name: "Rotate Turning key" }).click();
  await page.getByRole("button", { name: "Rotate key" }).click();
  await expect(row(page, "Turning key")).toContainText("Old value");
  const second = await valueShown(page);
  expect(second).not.toBe(first);
  expect([await statusOf(app.origin, first), await statusOf(app.origin, second)]).toEqual([200, 200]);
  await row(page, "Turning key").getByRole("button", { name: "Rotate Turning key" }).click();
  await page.getByLabel("Old value keeps working").selectOption("Stop it now");
  await page.getByRole("button", { name: "Rotate key" }).click();
  await expect(row(page, "Turning key")).not.toContainText("Old value");
  const statuses = await Promise.all([first, second, await valueShown(page)].map((one) => statusOf(app.origin, one)));
  expect(statuses).toEqual([401, 401, 200]);
  await row(page, "Turning key").getByRole("button", { name: "Rename Turning key" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Turned key");
  await page.getByRole("button", { name: "Save name" }).click();
  await revoke(page, "Turned key");
});

test("what is no address is told at its field, and on a phone nothing hangs over the side", async ({
  signedInPage: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/profile#keys");
  await section(page).getByRole("button", { name: "New key" }).click();
  await page.getByLabel("Name", { exact: true }).fill("From nowhere");
  await page.getByLabel("Only from these addresses (optional)").fill("our office");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByLabel("Only from these addresses (optional)")).toHaveAccessibleDescription(
    /is not an IP address/,
  );
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(row(page, "From nowhere")).toHaveCount(0);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
});
