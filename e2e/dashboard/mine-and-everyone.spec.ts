import type { Page } from "playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import { createPost, waitForStatus } from "../support/api-client.ts";
import { createIsolatedAppTest, expect } from "../support/isolated-app-fixture.ts";
import { needs } from "../support/needs.ts";
import { joinAsAuthor } from "../support/person-fixture.ts";
import { visit } from "../support/visit.ts";

// The scope is a cookie and the posts of everybody are counted, so no other test may share them.
const test = createIsolatedAppTest();
test.use({ ownContext: true });

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
async function searchPalette(page: Page, text: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill(text);
}
const getScope = (page: Page) => page.getByRole("group", { name: "Posts of" });

test("one choice of Everyone holds on Home, Posts and the calendar, and Mine takes all three back", async ({
  signedInPage: page,
  browser,
  app,
}) => {
  needs("listSubmissions", "getCalendar");
  const greta = await joinAsAuthor(browser, app, "Greta Green");
  await createPost(greta.app, "x", { text: "Greta plans a fair", scheduled_for: inAnHour() });
  await createPost(app, "x", { text: "Ada plans a talk", scheduled_for: inAnHour() });

  await page.goto("/");
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "Ada plans a talk" })).toBeVisible();
  await expect(main.getByRole("link", { name: "1 scheduled" })).toBeVisible();
  await expect(main.getByText("Greta plans a fair")).toHaveCount(0);
  await getScope(page).getByRole("radio", { name: "Mine" }).press("ArrowRight");
  await expect(main.getByText("Greta plans a fair")).toBeVisible();
  await expect(getScope(page).getByRole("radio", { name: "Everyone" })).toBeFocused();
  await expect(main.getByRole("listitem").filter({ hasText: "Greta plans a fair" })).toContainText("Greta Green");
  await expect(main.getByRole("link", { name: "2 scheduled" })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(getScope(page).getByRole("radio", { name: "Everyone" })).toBeChecked();

  await main.getByRole("link", { name: "2 scheduled" }).click();
  await expect(page.getByRole("row", { name: /Greta plans a fair/ })).toContainText("Greta Green");
  await expect(getScope(page).getByRole("radio", { name: "Everyone" })).toBeChecked();
  await expectAccessible(page);
  await visit(page, "/calendar");
  await expect(getScope(page).getByRole("radio", { name: "Everyone" })).toBeChecked();

  await visit(page, "/posts?status=scheduled");
  await getScope(page).getByText("Mine").click();
  await expect(page.getByRole("row", { name: /Greta plans a fair/ })).toHaveCount(0);
  await expect(page.getByRole("row", { name: /Ada plans a talk/ })).toBeVisible();
  await visit(page, "/");
  await expect(getScope(page).getByRole("radio", { name: "Mine" })).toBeChecked();
  await expect(main.getByText("Greta plans a fair")).toHaveCount(0);

  // A cookie that isn't the member's own choice changes nothing for them.
  await greta.page.context().addCookies([{ name: "scope", value: "all", url: app.origin }]);
  await greta.page.goto("/posts");
  await expect(greta.page.getByRole("row", { name: /Greta plans a fair/ })).toBeVisible();
  await expect(greta.page.getByText("Ada plans a talk")).toHaveCount(0);
  await expect(getScope(greta.page).getByRole("radio", { name: "Mine" })).toBeChecked();
});

test("search finds the team's posts, after one's own and with the author's name, for a member the plan's", async ({
  signedInPage: page,
  browser,
  app,
}) => {
  needs("listSubmissions");
  const hedy = await joinAsAuthor(browser, app, "Hedy Lamarr");
  const own = await createPost(app, "x", { text: "Winter mine", points: 0 });
  const other = await createPost(hedy.app, "x", { text: "Winter of Hedy", points: 0 });
  await waitForStatus(app, own, "published");
  await waitForStatus(hedy.app, other, "published");
  await page.goto("/profile");
  await searchPalette(page, "winter");
  const found = page.getByRole("group", { name: "Posts" }).getByRole("option");
  await expect(found).toHaveCount(2);
  await expect(found.first()).toContainText("Winter mine");
  await expect(found.first()).not.toContainText("Ada");
  await expect(found.last()).toContainText("Winter of Hedy");
  await expect(found.last()).toContainText("Hedy Lamarr");
  await hedy.page.goto("/profile");
  await searchPalette(hedy.page, "winter");
  const foundByHedy = hedy.page.getByRole("group", { name: "Posts" }).getByRole("option");
  await expect(foundByHedy).toHaveCount(2);
  await expect(foundByHedy.first()).toContainText("Winter of Hedy");
  await expect(foundByHedy.last()).toContainText("Winter mine");
  await expect(foundByHedy.last()).toContainText("Ada");
});
