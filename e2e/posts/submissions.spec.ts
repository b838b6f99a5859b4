import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import { createPost, createSubmission, getPost, updatePost, waitForStatus } from "../support/api-client.ts";
import { expect, networkErrors, test } from "../support/fixtures.ts";
import { nextJune, nextYear } from "../support/future-dates.ts";
import { needs } from "../support/needs.ts";

const platforms = ["x", "bluesky", "linkedin"];
const mark = () => `z${randomUUID().slice(0, 8)}`;
const rows = (page: Page) => page.getByRole("table", { name: "Posts" }).getByRole("row");
const statusesOf = async (app: Parameters<typeof getPost>[0], ids: readonly string[]) =>
  (await Promise.all(ids.map((id) => getPost(app, id)))).map((post) => post?.["status"] ?? "deleted");

test("a text on three channels is one row, and counts once on its tab", async ({ signedInPage: page, app }) => {
  needs("listSubmissions");
  const word = mark();
  const [first = ""] = await createSubmission(app, platforms, { text: `One text ${word}`, scheduled_for: nextJune });
  await createPost(app, "x", { text: `Alone ${word}`, draft: true });
  await page.goto(`/posts?q=${word}`);
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByRole("link", { name: "All 2" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Scheduled 1" })).toBeVisible();
  const row = page.getByRole("row", { name: new RegExp(`One text ${word}`) });
  for (const name of ["X", "Bluesky", "LinkedIn"]) {
    await expect(row.getByRole("link", { name: new RegExp(`^${name}, .*: scheduled$`) })).toBeVisible();
  }
  await expectAccessible(page);
  await updatePost(app, first, { version: 1, status: "draft" });
  await page.goto(`/posts?q=${word}`);
  await expect(row).toContainText("Scheduled on 2, draft on 1");
  await expect(page.getByRole("link", { name: "Scheduled 1" })).toBeVisible();
});

test("the row's actions name their channels, change all of them, and are undone together", async ({
  signedInPage: page,
  app,
}) => {
  needs("listSubmissions");
  const word = mark();
  const ids = await createSubmission(app, platforms, { text: `Whole ${word}`, scheduled_for: nextJune });
  await page.goto(`/posts?q=${word}`);
  const menu = page.getByRole("button", { name: `Actions for “Whole ${word}”` });
  await menu.focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog");
  await expect(panel.getByRole("link", { name: "Practice LinkedIn", exact: true })).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole("button", { name: "Cancel on X, Bluesky and LinkedIn" }).click();
  await expect(page.getByText("Canceled on X, Bluesky and LinkedIn")).toBeVisible();
  expect(await statusesOf(app, ids)).toEqual(["canceled", "canceled", "canceled"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undone for 3 posts")).toBeVisible();
  expect(await statusesOf(app, ids)).toEqual(["scheduled", "scheduled", "scheduled"]);
});

test("the dialog that moves a submission returns the focus to the row's button", async ({
  signedInPage: page,
  app,
}) => {
  needs("listSubmissions");
  const word = mark();
  await createSubmission(app, platforms, { text: `Moved ${word}`, scheduled_for: nextJune });
  await page.goto(`/posts?q=${word}`);
  const menu = page.getByRole("button", { name: `Actions for “Moved ${word}”` });
  // The second time the dialog's code is there, so it opens while the panel still has the focus.
  for (let time = 1; time <= 2; time += 1) {
    await menu.press("Enter");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Reschedule/ })
      .press("Enter");
    await expect(page.getByRole("dialog", { name: "Reschedule on 3 channels" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(menu).toBeFocused();
  }
});

test("the page of a text acts on all channels; deleting one offers the others", async ({ signedInPage: page, app }) => {
  needs("listSubmissions");
  const text = `Three channels ${mark()}`;
  const ids = await createSubmission(app, platforms, { text, scheduled_for: nextJune });
  await page.goto(`/posts/${ids[0]}`);
  await expect(page.getByRole("button", { name: "Delete on all 3" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Practice LinkedIn", exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("combobox", { name: "Channels to change" }).selectOption("Only LinkedIn");
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("Deleted on LinkedIn. Also on X and Bluesky?")).toBeVisible();
  expect(await statusesOf(app, ids)).toEqual(["scheduled", "scheduled", "deleted"]);
  await page.getByRole("button", { name: "Delete on 2 more" }).click();
  await expect(page.getByText("Deleted on X and Bluesky")).toBeVisible();
  expect(await statusesOf(app, ids)).toEqual(["deleted", "deleted", "deleted"]);
});

test("a text that failed on all its channels is edited once and sent again", async ({ signedInPage: page, app }) => {
  needs("changeSubmission.add");
  const word = mark();
  const ids = await createSubmission(app, ["x", "bluesky"], { text: `Refused ${word} #fail-rejected` });
  for (const id of ids) await waitForStatus(app, id, "failed");
  await page.goto(`/posts/${ids[0]}`);
  await page.getByRole("link", { name: "Edit on all 2" }).click();
  await expect(page.getByRole("list", { name: "Channels" }).getByRole("listitem")).toHaveCount(2);
  await page.getByRole("textbox", { name: "Text" }).fill(`Accepted ${word}`);
  await page.getByRole("button", { name: "Publish now" }).click();
  for (const id of ids) await waitForStatus(app, id, "published");
});

test.describe("with a network that fails", () => {
  test.use({ expectedErrors: networkErrors });

  test("an action whose code can't be loaded says so, and works once the network is back", async ({
    signedInPage: page,
    app,
  }) => {
    needs("listSubmissions");
    const word = mark();
    const ids = await createSubmission(app, platforms, { text: `Unreached ${word}`, scheduled_for: nextJune });
    await page.goto(`/posts?q=${word}`);
    const press = async () => {
      await page.getByRole("button", { name: /^Actions for/ }).click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /^Cancel on X/ })
        .click();
    };
    await page.getByRole("button", { name: /^Actions for/ }).click();
    await expect(page.getByRole("dialog").getByRole("button", { name: /^Cancel on X/ })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.route("**/*", (route) => route.abort());
    await press();
    await expect(page.getByText(/couldn't be loaded. Nothing was changed/)).toBeVisible();
    expect(await statusesOf(app, ids)).toEqual(["scheduled", "scheduled", "scheduled"]);
    await page.unroute("**/*");
    await press();
    await expect(page.getByText("Canceled on X, Bluesky and LinkedIn")).toBeVisible();
  });
});

test.describe("a page that hears of nothing", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("a change that one channel refuses changes none and says which", async ({ signedInPage: page, app }) => {
    needs("listSubmissions");
    const word = mark();
    const ids = await createSubmission(app, platforms, { text: `Elsewhere ${word}`, scheduled_for: nextJune });
    // The page can't learn of the edit, as with a slow event stream.
    await page.route(/\/(events|read\/)/, (route) => route.abort());
    await page.goto(`/posts?q=${word}`);
    await page.getByRole("button", { name: /^Actions for/ }).click();
    const panel = page.getByRole("dialog");
    await expect(panel.getByRole("button", { name: /^Cancel on X/ })).toBeVisible();
    // Somebody else edits one channel before the press.
    await updatePost(app, ids[1] ?? "", { version: 1, text: `Elsewhere ${word}, edited` });
    await panel.getByRole("button", { name: /^Cancel on X/ }).click();
    await expect(page.getByText(/^Practice Bluesky: The post has changed.*Nothing was changed\./)).toBeVisible();
    expect(await statusesOf(app, ids)).toEqual(["scheduled", "scheduled", "scheduled"]);
  });
});

test("the scheduled tab begins with what comes next, and its heading reverses that", async ({
  signedInPage: page,
  app,
}) => {
  needs("listSubmissions");
  const word = mark();
  await createPost(app, "x", { text: `Sooner ${word}`, scheduled_for: nextJune });
  await createPost(app, "x", { text: `Later ${word}`, scheduled_for: `${nextYear}-10-02T09:00:00Z` });
  await page.goto(`/posts?q=${word}`);
  await expect(rows(page).nth(1)).toContainText(`Later ${word}`);
  await page.getByRole("link", { name: "Scheduled 2" }).click();
  await expect(page).toHaveURL(`/posts?status=scheduled&q=${word}`);
  await expect(rows(page).nth(1)).toContainText(`Sooner ${word}`);
  await page.getByRole("columnheader", { name: "When" }).getByRole("link").click();
  await expect(rows(page).nth(1)).toContainText(`Later ${word}`);
});

test("the palette finds a text once and names its channels", async ({ signedInPage: page, app }) => {
  needs("listSubmissions");
  const word = mark();
  await createSubmission(app, platforms, { text: `Found ${word}`, scheduled_for: nextJune });
  await page.goto("/posts");
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("combobox", { name: "Search or run a command" })).toBeFocused();
  await page.keyboard.type(word);
  const found = page.getByRole("option", { name: new RegExp(`Found ${word}`) });
  await expect(found).toHaveCount(1);
  await expect(found).toContainText("X, Bluesky, LinkedIn · scheduled");
});
