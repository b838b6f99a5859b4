import type { Locator } from "playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import { expect, test } from "../support/fixtures.ts";

test("the leaderboard marks me and says what would change my rank", async ({ signedInPage: page }) => {
  await page.goto("/leaderboard");
  const row = page.getByRole("row", { name: /Ada Admin/ });
  await expect(row).toContainText("You");
  await expect(row).toContainText(/Level \d/);
  const standing = page.getByRole("region", { name: "Your rank" });
  await expect(standing).toContainText(/You are \d+(st|nd|rd|th)/);
  await expect(standing).toContainText(/to level \d/);
  await expect(page.getByText(/Level 1 starts at 0 points/)).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText("@");
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
});

test("a period, a channel and a range of days each have an address", async ({ signedInPage: page }) => {
  await page.goto("/leaderboard");
  const periods = page.getByRole("navigation", { name: "Period" });
  await periods.getByRole("link", { name: "Week" }).click();
  await expect(page).toHaveURL("/leaderboard?period=week");
  await expect(periods.getByRole("link", { name: "Week" })).toHaveAttribute("aria-current", "page");
  // The selected value shows while the page is loading.
  const line = Promise.withResolvers<void>();
  await page.route(/\/leaderboard\?\S*channel=/, async (route) => {
    await line.promise;
    await route.continue();
  });
  const channel = page.getByRole("combobox", { name: "Channel" });
  await channel.selectOption({ label: "Practice LinkedIn" });
  await expect(channel.getByRole("option", { selected: true })).toHaveText("Practice LinkedIn");
  line.resolve();
  await expect(page).toHaveURL(/\/leaderboard\?period=week&channel=/);
  await expect(page.getByRole("region", { name: "Your rank" })).toContainText(/this week on this channel|You are/);
  await periods.getByRole("link", { name: "Days" }).click();
  await expect(page).toHaveURL(/period=range/);
  await page.getByLabel("From").fill("2026-01-01");
  await page.getByLabel(/^To/).fill("2026-01-31");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL(/from=2026-01-01&to=2026-01-31/);
  await expect(page.getByRole("heading", { name: "No points in this range on this channel" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Show all time" }).click();
  await expect(page).toHaveURL("/leaderboard");
});

test("on a phone the leaderboard keeps within the page", async ({ signedInPage: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const address of ["/leaderboard", "/leaderboard?period=range", "/leaderboard/wall"]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await expectAccessible(page);
  }
});

test("at the width of a tablet each of a row's cells stands under its own name", async ({ signedInPage: page }) => {
  await page.setViewportSize({ width: 820, height: 1100 });
  await page.goto("/leaderboard");
  const middleOf = async (cells: Locator) => {
    const box = await cells.boundingBox();
    return box ? box.x + box.width / 2 : Number.NaN;
  };
  const row = page.getByRole("row", { name: /Ada Admin/ });
  const cells = { Level: row.getByRole("cell", { name: /^Level \d/ }), Points: row.getByRole("cell").last() };
  for (const [name, cell] of Object.entries(cells)) {
    expect(await middleOf(cell)).toBeCloseTo(await middleOf(page.getByRole("columnheader", { name })), 0);
  }
});

test("the wall shows names and points without the desk around it, light and dark, and leads back", async ({
  signedInPage: page,
}) => {
  await page.goto("/leaderboard");
  await page.getByRole("link", { name: "Wall" }).click();
  await expect(page).toHaveURL("/leaderboard/wall");
  // A member of the podium, or of the list where nobody has points.
  await expect(page.getByRole("listitem").filter({ hasText: "Ada Admin" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(0);
  await expect(page.getByRole("main")).not.toContainText("@");
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  await expect(page.getByRole("link", { name: "Close" })).toHaveAttribute("href", "/leaderboard");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/leaderboard");
});

test("the wall is for who is signed in", async ({ page }) => {
  await page.goto("/leaderboard/wall");
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fleaderboard%2Fwall/);
});
