import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import { createPost, getPost, updatePost, waitForStatus } from "../support/api-client.ts";
import { expect, test } from "../support/fixtures.ts";
import { formatNextYearDay, getClockChangeDay, nextJune, nextYear } from "../support/future-dates.ts";
import { callApi } from "../support/isolated-app-fixture.ts";
import { needs } from "../support/needs.ts";
import { visit } from "../support/visit.ts";

const mark = () => `z${randomUUID().slice(0, 8)}`;
const bar = (page: Page) => page.getByRole("region", { name: "Selected posts" });
const box = (page: Page, name: string) => page.getByRole("checkbox", { name: `Select “${name}”` });

test("by keyboard alone: rows are gone through, chosen, chosen up to another, canceled together, and taken back", async ({
  signedInPage: page,
  app,
}) => {
  needs("cancelPost", "undoChange", "listPosts.q");
  const word = mark();
  for (const name of ["d", "c", "b", "a"]) {
    await createPost(app, "x", { text: `${name} ${word}`, scheduled_for: nextJune });
  }
  await page.goto(`/posts?q=${word}`);
  await page.keyboard.press("j");
  await expect(page.getByRole("link", { name: `a ${word}`, exact: true })).toBeFocused();
  await page.keyboard.press("j");
  await expect(page.getByRole("link", { name: `b ${word}`, exact: true })).toBeFocused();
  await page.keyboard.press("k");
  await page.keyboard.press("x");
  await expect(box(page, `a ${word}`)).toBeChecked();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Shift+X");
  await expect(bar(page)).toContainText("3 selected of 4");
  await page.keyboard.press("Space");
  await expect(bar(page)).toContainText("2 selected of 4");
  await expect(page.getByRole("link", { name: `c ${word}`, exact: true })).toBeFocused();
  await page.keyboard.press("Space");
  await bar(page).getByRole("button", { name: "Cancel 3" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Canceled 3 posts")).toBeVisible();
  await expect(page.getByRole("link", { name: "Canceled 3" })).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(page.getByRole("link", { name: "Scheduled 4" })).toBeVisible();

  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/posts\/[\w-]+$/);
  await expect(page.getByRole("list", { name: "History", exact: true })).toContainText(
    "Cancellation undone by Ada Admin",
  );
});

test("Shift and a click choose a range, and the box of the head the whole page", async ({
  signedInPage: page,
  app,
}) => {
  needs("listPosts.q");
  const word = mark();
  for (const name of ["d", "c", "b", "a"]) await createPost(app, "x", { text: `${name} ${word}`, draft: true });
  await page.goto(`/posts?q=${word}`);
  await box(page, `a ${word}`).click();
  await box(page, `c ${word}`).click({ modifiers: ["Shift"] });
  await expect(bar(page)).toContainText("3 selected of 4");
  await box(page, `a ${word}`).click({ modifiers: ["Shift"] });
  await expect(bar(page)).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await expect(bar(page)).toContainText("4 selected");
  await page.keyboard.press("Escape");
  await expect(bar(page)).toHaveCount(0);
});

test("all that match are changed at once, on the other pages too, and one Undo brings all of them back", async ({
  signedInPage: page,
  app,
}) => {
  needs("changePosts", "listPosts.q");
  const word = mark();
  for (let at = 0; at < 23; at += 1) await createPost(app, "x", { text: `${word} ${at}`, draft: true });
  await page.goto(`/posts?q=${word}`);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await expect(bar(page)).toContainText("20 selected of 23");
  await bar(page).getByRole("button", { name: "Select all 23 matching" }).click();
  await expect(bar(page)).toContainText("All 23 selected");
  await expectAccessible(page);
  await bar(page).getByRole("button", { name: "Delete 23" }).click();
  await expect(page.getByText("Deleted 23 posts")).toBeVisible();
  await expect(page.getByRole("heading", { name: `Nothing matches “${word}”` })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("link", { name: "All 23" })).toBeVisible();
});

test("several posts are rescheduled together and keep their gaps; a time that clocks skip is refused", async ({
  signedInPage: page,
  app,
}) => {
  needs("changePosts");
  const word = mark();
  const first = await createPost(app, "x", { text: `First ${word}`, scheduled_for: nextJune });
  await createPost(app, "x", { text: `Second ${word}`, scheduled_for: `${nextYear}-06-02T10:30:00Z` });
  await page.goto(`/posts?q=${word}`);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await bar(page).getByRole("button", { name: "Reschedule 2" }).click();
  const dialog = page.getByRole("dialog", { name: "Reschedule 2 posts" });
  await expect(dialog.getByRole("status")).toContainText("Those are their current times.");
  await expect(dialog.getByRole("button", { name: "Reschedule 2" })).toBeDisabled();
  await dialog.getByLabel("Date").fill(getClockChangeDay(3));
  await dialog.getByLabel("Time").fill("02:30");
  await expect(dialog.getByRole("status")).toContainText("02:30 does not exist that day in Berlin");
  await expect(dialog.getByRole("button", { name: "Reschedule 2" })).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByLabel("Date").fill(`${nextYear}-07-05`);
  await dialog.getByLabel("Time").fill("08:00");
  await expect(dialog).toContainText(`${formatNextYearDay("07-05")}, 08:00`);
  await expect(dialog).toContainText(`The last one publishes ${formatNextYearDay("07-06")}, 09:30.`);
  await dialog.getByRole("button", { name: "Reschedule 2" }).click();
  await expect(page.getByText("Scheduled 2 posts")).toBeVisible();
  await expect(page.getByRole("row", { name: new RegExp(`First ${word}`) })).toContainText(
    `${formatNextYearDay("07-05")}, 08:00`,
  );
  await expect(page.getByRole("row", { name: new RegExp(`Second ${word}`) })).toContainText(
    `${formatNextYearDay("07-06")}, 09:30`,
  );
  await visit(page, `/posts/${first}`);
  await expect(page.getByRole("list", { name: "History", exact: true })).toContainText(
    `Rescheduled from ${formatNextYearDay("06-01")}, 11:00 to ${formatNextYearDay("07-05")}, 08:00 by Ada Admin`,
  );
  // A canceled post can get its own time back, also with a post selected that has none to give.
  await callApi(app, "POST", `/posts/${first}/cancel`);
  await createPost(app, "x", { text: `Draft ${word}`, draft: true });
  await visit(page, `/posts?q=${word}`);
  await box(page, `First ${word}`).click();
  await box(page, `Draft ${word}`).click();
  await bar(page).getByRole("button", { name: "Reschedule 1" }).click();
  const one = page.getByRole("dialog", { name: "Reschedule 1 post" });
  await expect(one.getByLabel("Time")).toHaveValue("08:00");
  await expect(one).toContainText("Publish on:");
  await one.getByRole("button", { name: "Reschedule 1" }).click();
  await expect.poll(async () => (await getPost(app, first))?.["status"]).toBe("scheduled");
});

test("each bulk action shows the number of selected posts that it applies to", async ({ signedInPage: page, app }) => {
  needs("changePosts");
  const word = mark();
  await createPost(app, "x", { text: `Later ${word}`, scheduled_for: nextJune });
  await createPost(app, "x", { text: `Draft ${word}`, draft: true });
  const failed = await createPost(app, "x", { text: `Refused ${word} #fail-rejected` });
  await waitForStatus(app, failed, "failed");
  await page.goto(`/posts?q=${word}`);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  for (const name of ["Retry 1", "Cancel 1", "Reschedule 1", "To drafts 2", "Delete 3"]) {
    await expect(bar(page).getByRole("button", { name })).toBeVisible();
  }
  const canceled = bar(page).getByRole("button", { name: "Cancel 1" });
  await canceled.click();
  await expect(page.getByText("Canceled. It won't be published")).toBeVisible();
  await expect(page.getByRole("row", { name: new RegExp(`Later ${word}`) })).toContainText("Canceled");
});

test.describe("a page that hears of nothing", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("a bulk action refuses a post that was changed elsewhere, says so, and changes the rest", async ({
    signedInPage: page,
    app,
  }) => {
    needs("changePosts");
    const word = mark();
    const later = await createPost(app, "x", { text: `Later ${word}`, scheduled_for: nextJune });
    await createPost(app, "x", { text: `Also ${word}`, scheduled_for: nextJune });
    // The page can't learn of the change, as with a slow event stream.
    await page.route(/\/(events|read\/)/, (route) => route.abort());
    await page.goto(`/posts?q=${word}`);
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await updatePost(app, later, { version: 1, text: `Later and other ${word}` });
    await bar(page).getByRole("button", { name: "Delete 2" }).click();
    await expect(page.getByText("1 of 2 deleted; 1 was changed elsewhere")).toBeVisible();
  });
});
