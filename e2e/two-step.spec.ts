import { expectAccessible } from "./axe.ts";
import { ageProofs, password, personTest } from "./person.ts";
import { expect } from "./test.ts";

const test = personTest();
test.describe.configure({ mode: "serial" });

test("a new key asks by keyboard who one is after 10 minutes, and then goes on with everything that was typed", async ({
  signedInPage: page,
  app,
}) => {
  await ageProofs(app.dataDir ?? "");
  await page.goto("/profile#keys");
  await page.getByRole("region", { name: "API keys" }).getByRole("button", { name: "New key" }).press("Enter");
  await page.getByLabel("Name", { exact: true }).fill("Robot of the release");
  await page.getByLabel("Name", { exact: true }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await expect(dialog.getByLabel("Your password")).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type("not my password");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toHaveText("This is not your password.");
  await expectAccessible(page);
  // Declined: nothing is made, and what was typed is still there.
  await page.keyboard.press("Escape");
  await expect(page.getByText("You didn't confirm that it's you, so nothing was changed.").first()).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Robot of the release");
  await page.getByLabel("Name", { exact: true }).press("Enter");
  await expect(dialog.getByLabel("Your password")).toBeFocused();
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await expect(page.locator(":focus")).toContainText("Robot of the release is ready.");
  await expectAccessible(page);
  // It holds for 10 minutes.
  await page.getByRole("button", { name: "Rotate Robot of the release" }).click();
  await page.getByRole("button", { name: "Make a new value" }).click();
  await expect(page.locator(":focus")).toContainText("Robot of the release");
  await expect(dialog).toHaveCount(0);
});
