import { randomUUID } from "node:crypto";
import { expectAccessible } from "../support/accessibility.ts";
import { createPost, waitForStatus } from "../support/api-client.ts";
import { expect, test } from "../support/fixtures.ts";
import { formatNextYearDay, nextJune } from "../support/future-dates.ts";
import { needs } from "../support/needs.ts";
import { visit } from "../support/visit.ts";

const fresh = (words: string) => `${words} ${randomUUID().slice(0, 8)}`;

test("posts are listed by status under addresses of their own, with their number", async ({
  signedInPage: page,
  app,
}) => {
  needs("listPosts.q");
  const mark = randomUUID().slice(0, 8);
  const text = `A post of the list ${mark}`;
  await createPost(app, "x", { text, scheduled_for: nextJune });
  // Filtered to its own post: parallel tests create more than a page of posts.
  await page.goto(`/posts?q=${mark}`);
  await expectAccessible(page);
  await page.getByRole("main").getByRole("link", { name: "Scheduled 1" }).click();
  await expect(page).toHaveURL(`/posts?status=scheduled&q=${mark}`);
  await expect(page.getByRole("row", { name: new RegExp(text) })).toContainText("Scheduled");
  await page.goBack();
  await expect(page).toHaveURL(`/posts?q=${mark}`);
});

test("a post on its way becomes published before one's eyes, with its link", async ({ signedInPage: page, app }) => {
  needs("listPosts.q");
  const mark = randomUUID().slice(0, 8);
  const text = `Slowly ${mark} #slow`;
  // The page opens before the post exists: on a slow machine loading took as long as publishing.
  await page.goto(`/posts?q=${mark}`);
  await createPost(app, "x", { text });
  const row = page.getByRole("row", { name: new RegExp(text) });
  await expect(row).toContainText("Publishing");
  await expect(row).toContainText("Published", { timeout: 20_000 });
  const link = row.getByRole("link", { name: /^Open .* on X/ });
  await expect(link).toHaveAttribute("href", /\/practice\/practice_x\//);
});

test("a deleted post is gone at once and Undo brings it back", async ({ signedInPage: page, app }) => {
  needs("restorePost");
  const text = fresh("To be deleted");
  const id = await createPost(app, "x", { text, draft: true });
  await page.goto(`/posts/${id}`);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Delete" }).click();
  // The toast's timer stops while the pointer is over it.
  await page.getByRole("region", { name: "Just now" }).getByText("Deleted").hover();
  await expect(page).toHaveURL("/posts");
  // Parallel tests can create a page of posts meanwhile: only a search surely shows the post that comes back.
  await page.getByRole("searchbox", { name: "Search posts" }).fill(text);
  await expect(page.getByText(/^Nothing matches/)).toBeVisible();
  await expect(page.getByRole("link", { name: text, exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("link", { name: text, exact: true })).toBeVisible();
});

test("several are selected by keyboard, deleted together, and brought back by Ctrl Z", async ({
  signedInPage: page,
  app,
}) => {
  needs("restorePost", "listPosts.q");
  const mark = randomUUID().slice(0, 8);
  for (const name of ["One", "Two"]) await createPost(app, "x", { text: `${name} ${mark}`, draft: true });
  await page.goto(`/posts?status=draft&q=${mark}`);
  for (const name of ["One", "Two"]) {
    await page.getByRole("checkbox", { name: `Select “${name} ${mark}”` }).focus();
    await page.keyboard.press("Space");
  }
  const bar = page.getByRole("region", { name: "Selected posts" });
  await expect(bar).toContainText("2 selected");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(bar).toHaveCount(0);

  for (const name of ["One", "Two"]) await page.getByRole("checkbox", { name: `Select “${name} ${mark}”` }).check();
  await bar.getByRole("button", { name: "Delete 2" }).click();
  await expect(page.getByText("Deleted 2 posts")).toBeVisible();
  await expect(page.getByRole("link", { name: new RegExp(`^(One|Two) ${mark}$`) })).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(page.getByRole("link", { name: new RegExp(`^(One|Two) ${mark}$`) })).toHaveCount(2);
});

test("a failed post says why in its row and is sent again on Retry", async ({ signedInPage: page, app }) => {
  needs("retryPost");
  const text = fresh("Refused #fail-rejected");
  const id = await createPost(app, "x", { text });
  await waitForStatus(app, id, "failed");
  await page.goto("/posts?status=failed");
  const row = page.getByRole("row", { name: new RegExp(text) });
  await expect(row).toContainText("X rejected it");
  await row.getByRole("link", { name: text, exact: true }).click();
  const history = page.getByRole("list", { name: "History", exact: true }).getByRole("listitem");
  await expect(history.first()).toContainText(/^Failed(?!:)/);
  await expect(page.getByRole("main").getByText(/X rejected it/)).toHaveCount(1);
  await expect(history.nth(1)).toContainText(/^Started/);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("Sending it again", { exact: true })).toBeVisible();
  await waitForStatus(app, id, "failed");
});

test("a scheduled post names its time with the zone, and can be edited or canceled", async ({
  signedInPage: page,
  app,
}) => {
  needs("changePost", "cancelPost");
  const text = fresh("Later");
  const id = await createPost(app, "bluesky", { text, scheduled_for: nextJune });
  await page.goto(`/posts/${id}`);
  await expect(page.getByText(`${formatNextYearDay("06-01")}, 11:00`).first()).toBeVisible();
  await expect(page.getByText("Times in Berlin")).toBeVisible();
  await expect(page.getByRole("link", { name: "Edit" })).toHaveAttribute("href", `/compose?post=${id}`);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Canceled. It won't be published.")).toBeVisible();
});

test("a thread's page shows each part with the address where it stands", async ({ signedInPage: page, app }) => {
  needs("getPracticeTimeline");
  const parts = [fresh("First part"), fresh("Second part")];
  const id = await createPost(app, "x", { thread: parts });
  await waitForStatus(app, id, "published");
  await page.goto(`/posts/${id}`);
  const items = page.getByRole("list", { name: "Parts" }).getByRole("listitem");
  for (const [at, part] of parts.entries()) {
    await expect(items.nth(at)).toContainText(part);
    await expect(items.nth(at).getByRole("link")).toHaveAttribute("href", /\/practice\/practice_x\//);
  }
});

test.describe("at an unknown address", () => {
  test.use({ expectedErrors: [/404/] });

  test("an address of an unknown post says that the page is not found", async ({ signedInPage: page }) => {
    for (const id of ["01a00000-0000-7000-8000-000000000000", "nonsense"]) {
      await page.goto(`/posts/${id}`);
      await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
    }
  });
});

test("a part that nobody answered for waits for a person's word, and both words are kept", async ({
  signedInPage: page,
  app,
}) => {
  needs("retryPost", "getPracticeTimeline");
  const parts = [fresh("Did it? #fail-unconfirmed"), fresh("And on")];
  const id = await createPost(app, "x", { thread: parts });
  await waitForStatus(app, id, "failed");
  await page.goto(`/posts/${id}`);
  await expect(page.getByRole("button", { name: "Retry" })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send again" }).click();
  await waitForStatus(app, id, "published");
  await visit(page, "/practice/practice_x");
  for (const part of parts) await expect(page.getByText(part)).toHaveCount(1);

  const other = [fresh("It is out #fail-unconfirmed"), fresh("What follows")];
  const settled = await createPost(app, "x", { thread: other });
  await waitForStatus(app, settled, "failed");
  await visit(page, `/posts/${settled}`);
  await page.getByRole("button", { name: "It's there" }).click();
  await page
    .getByRole("dialog", { name: "Mark as published?" })
    .getByRole("button", { name: "Mark as published" })
    .click();
  await waitForStatus(app, settled, "published");
  await visit(page, "/practice/practice_x");
  await expect(page.getByText(other[0] ?? "")).toHaveCount(0);
  await expect(page.getByText(other[1] ?? "")).toHaveCount(1);
});
