import { expectAccessible } from "../support/accessibility.ts";
import { callApi, expect, test } from "../support/isolated-app-fixture.ts";

type Organization = { name: string; settings: Record<string, unknown> };
const read = (app: { origin: string; key: string }) => callApi<Organization>(app, "GET", "/organization");

test("an administrator sets the rules of points by keyboard, each saved by itself, and takes one back", async ({
  signedInPage: page,
  app,
}) => {
  await page.goto("/settings");
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Organization" });
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name: "Organization" })).toBeVisible();
  await expect(link).toHaveAttribute("aria-current", "page");
  await expectAccessible(page);

  await page.getByLabel("Blind review").focus();
  await page.keyboard.press("Space");
  await expect(page.getByText("Saved: blind review is on")).toBeVisible();
  await expect.poll(async () => (await read(app)).settings["blind_review"]).toBe(true);
  await page.keyboard.press("Control+z");
  await expect(page.getByLabel("Blind review")).not.toBeChecked();
  await expect.poll(async () => (await read(app)).settings["blind_review"]).toBe(false);

  const cap = page.getByLabel("Per day", { exact: true });
  await cap.fill("0");
  await cap.press("Enter");
  await expect(page.getByText(/Enter whole points from 1/)).toBeVisible();
  await cap.fill("120");
  await cap.press("Enter");
  await expect(page.getByText("Saved: per day: 120")).toBeVisible();

  const starts = page.getByLabel("Points per level");
  await starts.fill("10, 20, 20");
  await starts.press("Enter");
  await expect(page.getByText("Each level needs more points than the one before: 20 follows 20.")).toBeVisible();
  await expectAccessible(page);
  await starts.fill("10, 20, 40");
  await starts.press("Enter");
  await expect.poll(async () => (await read(app)).settings).toMatchObject({ cap_day: 120, level_starts: [10, 20, 40] });

  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.emulateMedia({ colorScheme: "light" });
  await callApi(app, "PATCH", "/organization", { settings: { cap_day: null, level_starts: null } });
});

test("a rule that was typed and not saved when its page was left is there again", async ({ signedInPage: page }) => {
  await page.goto("/organization");
  await page.getByLabel("Rules for reviewers").fill("Only posts about our work");
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await expect(page.getByText("“Rules for reviewers” was not saved")).toBeVisible();
  await page.getByRole("button", { name: "Back to it" }).click();
  await expect(page.getByLabel("Rules for reviewers")).toHaveValue("Only posts about our work");
  await expect(page.getByRole("button", { name: "Save Rules for reviewers" })).toBeEnabled();
});
