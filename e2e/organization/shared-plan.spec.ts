import { expectAccessible } from "../support/accessibility.ts";
import { getCalendarChip, getDayCell } from "../support/calendar-page.ts";
import { callApi, createIsolatedAppTest, expect } from "../support/isolated-app-fixture.ts";
import { needs } from "../support/needs.ts";
import { type Author, joinAsAuthor } from "../support/person-fixture.ts";
import { visit } from "../support/visit.ts";

/** A separate app: its members would appear on every other test's pages. */
const test = createIsolatedAppTest();

const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);

async function createPost(author: Author, json: Record<string, unknown>): Promise<{ id: string; version: number }> {
  const [channel] = await callApi<{ id: string }[]>(author.app, "GET", "/channels");
  const body = { channels: [channel?.id], ...json };
  const [post] = await callApi<{ id: string; version: number }[]>(author.app, "POST", "/posts", body);
  if (!post) throw new Error("no post");
  return post;
}

test("a member sees the plan of their colleague, changes nothing of it, and sees no draft", async ({
  signedInPage: owner,
  browser,
  app,
}) => {
  needs("changePost", "exportPosts");
  test.setTimeout(120_000);
  const greta = await joinAsAuthor(browser, app, "Greta Green");
  const ines = await joinAsAuthor(browser, app, "Ines Indigo");
  const planned = await createPost(greta, { text: "Our fair opens", scheduled_for: `${day}T12:00:00Z` });
  await createPost(greta, { text: "Our fair secret", draft: true });
  const { page } = ines;
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.goto(`/calendar?view=month&date=${day}`);
  const scope = page.getByRole("group", { name: "Posts of" });
  await expect(getCalendarChip(getDayCell(page, day), "Our fair opens")).toHaveCount(0);
  await scope.getByText("Everyone").click();
  await getCalendarChip(getDayCell(page, day), "Our fair opens").click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/by Greta Green/)).toBeVisible();
  await expectAccessible(page);
  for (const name of ["Reschedule…", "Publish now", "Move to drafts", "Cancel post", "Duplicate", "Delete"])
    await expect(dialog.getByRole("button", { name, exact: true })).toHaveCount(0);
  await dialog.getByRole("link", { name: /^Details/ }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Our fair opens" })).toBeVisible();
  await expect(page.getByText("Greta Green", { exact: true })).toBeVisible();
  for (const name of ["Publish now", "Cancel", "Delete"])
    await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
  for (const name of ["Edit", "Duplicate"]) await expect(page.getByRole("link", { name, exact: true })).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "History" })).toHaveCount(0);
  await expectAccessible(page);
  await callApi(greta.app, "PATCH", `/posts/${planned.id}`, { version: planned.version, text: "Our fair opens late" });
  await expect(page.getByText("Our fair opens late").first()).toBeVisible();

  await visit(page, "/posts");
  await expect(scope.getByRole("radio", { name: "Everyone" })).toBeChecked();
  await expect(page.getByRole("link", { name: "Our fair opens late", exact: true })).toBeVisible();
  await expect(page.getByRole("checkbox", { name: /^Select/ })).toHaveCount(0);
  await expect(page.getByText("Our fair secret")).toHaveCount(0);
  await expectAccessible(page);
  await visit(page, "/channels");
  await page.getByRole("link", { name: "1 scheduled" }).click();
  await expect(page.getByRole("link", { name: "Our fair opens late", exact: true })).toBeVisible();

  await visit(owner, "/organization");
  await owner.getByLabel("Members see the plan").focus();
  await owner.keyboard.press("Space");
  await expect
    .poll(async () => (await callApi<{ scopes: string[] }>(ines.app, "GET", "/me")).scopes)
    .not.toContain("plan:read");
  await page.goto(`/posts/${planned.id}`);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await page.goto(`/calendar?view=month&date=${day}`);
  await expect(getDayCell(page, day)).toBeVisible();
  await expect(scope).toHaveCount(0);
  await expect(getCalendarChip(getDayCell(page, day), "Our fair opens late")).toHaveCount(0);
  for (const { page: open } of [greta, ines]) await open.context().close();
});
