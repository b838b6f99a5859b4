import { expectAccessible } from "./axe.ts";
import { expect, test } from "./test.ts";

test("the leaderboard marks me and says what would change my rank", async ({ signedInPage: page }) => {
  await page.goto("/leaderboard");
  const row = page.getByRole("row", { name: /Ada Admin/ });
  await expect(row).toContainText("You");
  await expect(row).toContainText("Level 1");
  await expect(page.getByRole("region", { name: "Your standing" })).toContainText("You are 1st");
  await expectAccessible(page);
});
