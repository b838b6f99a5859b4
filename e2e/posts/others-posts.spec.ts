import { expectAccessible } from "../support/accessibility.ts";
import { getCalendarChip, getDayCell } from "../support/calendar-page.ts";
import { callApi, createIsolatedAppTest, expect } from "../support/isolated-app-fixture.ts";
import { needs } from "../support/needs.ts";
import { type Author, joinAsAuthor } from "../support/person-fixture.ts";
import { visit } from "../support/visit.ts";

/** A separate app: its members would appear on every other test's pages. */
const test = createIsolatedAppTest();

const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);

async function createScheduledPost(author: Author, text: string): Promise<string> {
  const [channel] = await callApi<{ id: string }[]>(author.app, "GET", "/channels");
  const json = { channels: [channel?.id], text, scheduled_for: `${day}T12:00:00Z` };
  const [post] = await callApi<{ id: string }[]>(author.app, "POST", "/posts", json);
  return post?.id ?? "";
}

test("an owner edits, reschedules and deletes a member's post, and its author sees by whom", async ({
  signedInPage: page,
  browser,
  app,
}) => {
  needs("changePost", "listInbox");
  test.setTimeout(240_000);
  const greta = await joinAsAuthor(browser, app, "Greta Green");
  const id = await createScheduledPost(greta, "Our fair opens");
  await createScheduledPost(greta, "Our fair closes");

  await page.goto("/posts?member=all");
  await page.getByRole("link", { name: "Our fair opens", exact: true }).click();
  await expect(page.getByText("Written by")).toBeVisible();
  await expect(page.getByText("Greta Green", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Edit Greta Green's post" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Text" }).fill("Our fair opens at noon");
  await page.getByRole("button", { name: /^Update/ }).click();
  await expect(page.getByText(/updated|Scheduled/i).first()).toBeVisible();

  await page.setViewportSize({ width: 1440, height: 900 });
  await visit(page, `/calendar?view=month&date=${day}&member=all`);
  await getCalendarChip(getDayCell(page, day), "Our fair opens at noon").click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/by Greta Green/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Reschedule…" }).click();
  await page.getByRole("dialog").getByLabel("Time", { exact: true }).fill("17:30");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Reschedule/ })
    .click();
  await expect(page.getByText(/^Rescheduled for/)).toBeVisible();

  await greta.page.goto(`/posts/${id}`);
  const history = greta.page.getByRole("list", { name: "History", exact: true });
  await expect(history).toContainText(/Rescheduled from .* by Ada Admin/);
  await expect(history).toContainText("Edited by Ada Admin");
  await visit(greta.page, "/inbox");
  await expect(greta.page.getByText("Ada Admin rescheduled your post")).toBeVisible();
  await expectAccessible(greta.page);
  await greta.page.getByRole("link", { name: "View post" }).click();
  await expect(greta.page).toHaveURL(new RegExp(`/posts/${id}$`));

  await visit(page, "/posts?member=all");
  for (const text of ["Our fair opens at noon", "Our fair closes"])
    await page.getByRole("checkbox", { name: `Select “${text}”` }).check();
  await page.getByRole("region", { name: "Selected posts" }).getByRole("button", { name: "Delete 2" }).click();
  await expect(page.getByText("Deleted 2 posts")).toBeVisible();
  await visit(greta.page, "/inbox");
  await expect(greta.page.getByText("Ada Admin deleted 2 of your posts")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(page.getByRole("link", { name: "Our fair closes", exact: true })).toBeVisible();
  await greta.page.context().close();
});

test("an administrator's key without posts:manage shows others' posts without buttons that would be refused", async ({
  browser,
  app,
}) => {
  needs("changePost");
  test.setTimeout(240_000);
  const ines = await joinAsAuthor(browser, app, "Ines Indigo");
  const id = await createScheduledPost(ines, "Read and leave");
  const scopes = ["posts:read", "posts:write", "channels:read"];
  const { value } = await callApi<{ value: string }>(app, "POST", "/keys", { name: "Narrow", scopes });
  const context = await browser.newContext({ baseURL: app.origin });
  const page = await context.newPage();
  await page.goto("/sign-in?way=key");
  await page.getByLabel(/api key/i).fill(value);
  await page.getByRole("button", { name: /^sign in/i }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
  await page.goto(`/posts/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: "Read and leave" })).toBeVisible();
  for (const name of ["Publish now", "Cancel", "Delete"])
    await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Edit", exact: true })).toHaveCount(0);
  await visit(page, "/posts?member=all");
  await expect(page.getByRole("link", { name: "Read and leave", exact: true })).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Select “Read and leave”" })).toHaveCount(0);
  await visit(page, `/compose?post=${id}`);
  await expect(page.getByText("Only Ines Indigo can edit this post.")).toBeVisible();
  await context.close();
  await ines.page.context().close();
});
