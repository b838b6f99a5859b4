import { expectAccessible } from "../support/accessibility.ts";
import { goToByKeyboard } from "../support/fixtures.ts";
import { createIsolatedAppTest, expect } from "../support/isolated-app-fixture.ts";

// The only owner is alone in this organization.
const test = createIsolatedAppTest();

test("an administrator invites somebody by keyboard, copies the link shown this once, and revokes it", async ({
  signedInPage: page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/");
  await goToByKeyboard(page, "m");
  await expect(page.getByRole("heading", { level: 1, name: "Members" })).toBeVisible();
  await expect(page.getByText("No open invitations.")).toBeVisible();
  await expectAccessible(page);

  await page.keyboard.press("n");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("E-mail (optional)")).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type("no address");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Enter a valid e-mail address or leave this empty.")).toBeVisible();
  await dialog.getByLabel("E-mail (optional)").fill("grace@example.org");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Copy the link now. You won't see it again.")).toBeVisible();
  await expect(dialog.getByText(/^http.+\/join\?token=[0-9A-Za-z]{43,}$/)).toBeVisible();
  await expect(dialog.getByText(/The e-mail to grace@example.org was not sent/)).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).press("Enter");

  const open = page.getByRole("list", { name: "Open invitations" });
  await expect(open.getByText("grace@example.org", { exact: true })).toBeVisible();
  await expect(open.getByText(/token=/)).toHaveCount(0);
  await open.getByRole("button", { name: "Revoke the invitation for grace@example.org" }).press("Enter");
  await expect(page.getByText("No open invitations.")).toBeVisible();
});

test("an only owner renames themselves, takes it back, and is told why their role stays", async ({
  signedInPage: page,
  watch,
}) => {
  watch(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/members");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole("button", { name: /^Edit / }).click();
  const dialog = page.getByRole("dialog");
  await expectAccessible(page);
  const before = await dialog.getByLabel("Name").inputValue();
  await dialog.getByLabel("Name").fill("Ada King");
  await dialog.getByLabel("Name").press("Enter");
  await expect(page.getByText(`${before} renamed to Ada King`)).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+z");
  await expect(page.getByRole("button", { name: `Edit ${before}` })).toBeVisible();
  await expect(page.getByRole("button", { name: "Deactivate" })).toHaveCount(0);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
});
