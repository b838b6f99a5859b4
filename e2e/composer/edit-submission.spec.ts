import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import { createSubmission, getPost, updatePost, waitForStatus } from "../support/api-client.ts";
import { expect, test } from "../support/fixtures.ts";
import { nextJune, nextYear } from "../support/future-dates.ts";
import { needs } from "../support/needs.ts";
import { visit } from "../support/visit.ts";

const platforms = ["x", "bluesky", "linkedin"];
const mark = () => `z${randomUUID().slice(0, 8)}`;
const text = (page: Page) => page.getByRole("textbox", { name: "Text" });
const update = (page: Page) => page.getByRole("button", { name: "Update post" });
type App = Parameters<typeof getPost>[0];
type Wire = { posts: { text: string }[]; status: string; scheduled_for: string; submission_id: string };
const read = async (app: App, id: string) => (await getPost(app, id)) as Wire | null;
const textsOf = async (app: App, ids: readonly string[]) =>
  (await Promise.all(ids.map((id) => read(app, id)))).map((post) => post?.posts[0]?.text ?? null);

test("a typo of a text on three channels is fixed once, a variant stays, and the menu unschedules all", async ({
  signedInPage: page,
  app,
}) => {
  needs("changeSubmission");
  const word = mark();
  const ids = await createSubmission(app, platforms, { text: `Tpyo ${word}`, scheduled_for: nextJune });
  await updatePost(app, ids[2] ?? "", { version: 1, text: `Longer ${word}` });
  await page.goto(`/posts/${ids[0]}`);
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await expect(text(page)).toHaveValue(`Tpyo ${word}`);
  const channels = page.getByRole("list", { name: "Channels" });
  await expect(channels.getByRole("listitem")).toHaveCount(3);
  await expect(page.getByText("Changes apply to 3 channels.")).toBeVisible();
  await page.getByRole("button", { name: /Practice LinkedIn.*custom/ }).click();
  await expect(text(page)).toHaveValue(`Longer ${word}`);
  await page.getByRole("button", { name: /^Shared text/ }).click();
  await text(page).fill(`Typo ${word}`);
  await expect(page.getByText("Changes not applied")).toBeVisible();
  await expectAccessible(page);
  await update(page).click();
  await expect(page.getByRole("heading", { name: "Scheduled on 3 channels" })).toBeVisible();
  expect(await textsOf(app, ids)).toEqual([`Typo ${word}`, `Typo ${word}`, `Longer ${word}`]);
  expect((await read(app, ids[1] ?? ""))?.scheduled_for).toBe(new Date(nextJune).toISOString());
  await page.goto(`/compose?post=${ids[0]}`);
  await page.getByRole("button", { name: "More ways to publish" }).click();
  await page.getByRole("menuitem", { name: "Unschedule" }).click();
  await expect(page.getByRole("link", { name: /^Details/ })).toHaveCount(3);
  for (const id of ids) expect(await read(app, id)).toMatchObject({ status: "draft", scheduled_for: null });
});

test("one press removes a channel, adds another and gives all the new text", async ({ signedInPage: page, app }) => {
  needs("changeSubmission.add");
  const word = mark();
  const ids = await createSubmission(app, ["x", "bluesky"], { text: `Before ${word}`, scheduled_for: nextJune });
  await page.goto(`/compose?post=${ids[1]}`);
  await text(page).fill(`After ${word}`);
  await page.getByRole("button", { name: "Remove Practice Bluesky on Bluesky" }).click();
  await page.getByRole("button", { name: "Channel", exact: true }).click();
  const picker = page.getByRole("dialog", { name: "Channels" });
  await picker.getByRole("checkbox", { name: /practice_linkedin/ }).check();
  await picker.getByRole("button", { name: "Use 2 channels" }).click();
  await update(page).click();
  await expect(page.getByRole("heading", { name: "Scheduled on 2 channels" })).toBeVisible();
  expect(await textsOf(app, ids)).toEqual([`After ${word}`, null]);
  await visit(page, `/posts?q=${word}`);
  const row = page.getByRole("row", { name: new RegExp(`After ${word}`) });
  await expect(row).toHaveCount(1);
  await expect(row.getByRole("link", { name: /^LinkedIn, .*: scheduled$/ })).toBeVisible();
});

test("a channel on which the text is published stays as it is and says so", async ({ signedInPage: page, app }) => {
  needs("changeSubmission");
  const word = mark();
  const ids = await createSubmission(app, platforms, { text: `Before ${word}`, scheduled_for: nextJune });
  await updatePost(app, ids[0] ?? "", { version: 1, status: "publishing" });
  await waitForStatus(app, ids[0] ?? "", "published");
  await page.goto(`/compose?post=${ids[0]}`);
  await expect(page.getByText("Already published on X: this post stays as it is.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Channels" }).getByRole("listitem")).toHaveCount(2);
  await page.getByRole("button", { name: "Channel", exact: true }).click();
  const picker = page.getByRole("dialog", { name: "Channels" });
  await expect(picker.getByRole("checkbox", { name: /practice_bluesky/ })).toBeChecked();
  await expect(picker.getByRole("checkbox", { name: /practice_x\b/ })).toHaveCount(0);
  await picker.getByRole("button", { name: "Use 2 channels" }).click();
  await text(page).fill(`After ${word}`);
  await update(page).click();
  await expect(page.getByRole("heading", { name: "Scheduled on 2 channels" })).toBeVisible();
  expect(await textsOf(app, ids)).toEqual([`Before ${word}`, `After ${word}`, `After ${word}`]);
});

test("where the times differ each channel keeps its own, and one channel alone is one click away", async ({
  signedInPage: page,
  app,
}) => {
  needs("changeSubmission");
  const word = mark();
  const later = `${nextYear}-10-02T09:00:00.000Z`;
  const ids = await createSubmission(app, platforms, { text: `Before ${word}`, scheduled_for: nextJune });
  await updatePost(app, ids[1] ?? "", { version: 1, status: "scheduled", scheduled_for: later });
  await page.goto(`/compose?post=${ids[0]}`);
  await expect(
    page.getByText(/^Times differ: .*Each channel keeps its own unless you choose another\.$/),
  ).toBeVisible();
  await text(page).fill(`After ${word}`);
  await update(page).click();
  await expect(page.getByRole("heading", { name: "Scheduled on 3 channels" })).toBeVisible();
  expect(await textsOf(app, ids)).toEqual([`After ${word}`, `After ${word}`, `After ${word}`]);
  expect((await read(app, ids[0] ?? ""))?.scheduled_for).toBe(new Date(nextJune).toISOString());
  expect((await read(app, ids[1] ?? ""))?.scheduled_for).toBe(later);

  await page.goto(`/compose?post=${ids[0]}`);
  await page.getByRole("link", { name: "Edit only on LinkedIn" }).click();
  await expect(page.getByRole("list", { name: "Channels" }).getByRole("listitem")).toHaveCount(1);
  await text(page).fill(`Only here ${word}`);
  await update(page).click();
  await expect(page.getByRole("heading", { name: /^Scheduled/ })).toBeVisible();
  expect(await textsOf(app, ids)).toEqual([`After ${word}`, `After ${word}`, `Only here ${word}`]);
});

test("drafts of a program on three channels open as one text", async ({ signedInPage: page, app }) => {
  needs("changeSubmission", "listDrafts.with_posts");
  const word = mark();
  const ids = await createSubmission(app, platforms, { text: `Draft ${word}`, draft: true });
  await page.goto("/drafts");
  await page.getByRole("link", { name: new RegExp(`Draft ${word}`) }).click();
  await expect(page.getByRole("list", { name: "Channels" }).getByRole("listitem")).toHaveCount(3);
  await text(page).fill(`Better ${word}`);
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect.poll(() => textsOf(app, ids)).toEqual([`Better ${word}`, `Better ${word}`, `Better ${word}`]);
});

test("changes that are not applied come back whole, and mark every channel's post", async ({
  signedInPage: page,
  app,
}) => {
  needs("changeSubmission", "listDrafts.edits");
  const word = mark();
  const ids = await createSubmission(app, platforms, { text: `Before ${word}`, scheduled_for: nextJune });
  await page.goto(`/compose?post=${ids[0]}`);
  await text(page).fill(`Better ${word}`);
  await page.getByRole("button", { name: "Remove Practice Bluesky on Bluesky" }).click();
  await expect(page).toHaveURL(/draft=/);
  await page.getByRole("link", { name: "Home" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
  await visit(page, `/posts/${ids[2]}`);
  await expect(page.getByText("You edited this post and did not update it.")).toBeVisible();
  await page.getByRole("link", { name: "Continue editing" }).click();
  await expect(text(page)).toHaveValue(`Better ${word}`);
  await expect(page.getByRole("list", { name: "Channels" }).getByRole("listitem")).toHaveCount(2);
  await update(page).click();
  await expect(page.getByRole("heading", { name: "Scheduled on 2 channels" })).toBeVisible();
  expect(await textsOf(app, ids)).toEqual([`Better ${word}`, null, `Better ${word}`]);
});

test.describe("a text that changes elsewhere", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("an edit of one channel meanwhile is kept or replaced, as the author chooses", async ({
    signedInPage: page,
    app,
  }) => {
    needs("changeSubmission");
    for (const choice of ["Use theirs on LinkedIn", "Keep mine"]) {
      const word = mark();
      const ids = await createSubmission(app, platforms, { text: `Before ${word}`, scheduled_for: nextJune });
      await page.goto(`/compose?post=${ids[0]}`);
      await text(page).fill(`Mine ${word}`);
      await updatePost(app, ids[2] ?? "", { version: 1, text: `Theirs ${word}` });
      await update(page).click();
      const banner = page.getByRole("alert").filter({ hasText: "Nothing was changed." });
      await expect(banner).toContainText("Meanwhile this text was edited on LinkedIn. Your text is still here.");
      await expectAccessible(page);
      expect(await textsOf(app, ids)).toEqual([`Before ${word}`, `Before ${word}`, `Theirs ${word}`]);
      await banner.getByRole("button", { name: choice }).click();
      await update(page).click();
      await expect(page.getByRole("heading", { name: "Scheduled on 3 channels" })).toBeVisible();
      const theirs = choice === "Keep mine" ? "Mine" : "Theirs";
      expect(await textsOf(app, ids)).toEqual([`Mine ${word}`, `Mine ${word}`, `${theirs} ${word}`]);
    }
  });

  test("a channel that is published meanwhile is named, and the others are updated", async ({
    signedInPage: page,
    app,
  }) => {
    needs("changeSubmission");
    const word = mark();
    const ids = await createSubmission(app, platforms, { text: `Before ${word}`, scheduled_for: nextJune });
    await page.goto(`/compose?post=${ids[0]}`);
    await text(page).fill(`Mine ${word}`);
    await updatePost(app, ids[1] ?? "", { version: 1, status: "publishing" });
    await waitForStatus(app, ids[1] ?? "", "published");
    await update(page).click();
    const banner = page.getByRole("alert").filter({ hasText: "Nothing was changed." });
    await expect(banner).toContainText("Meanwhile this text was published on Bluesky.");
    await banner.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Already published on Bluesky: this post stays as it is.")).toBeVisible();
    await update(page).click();
    await expect(page.getByRole("heading", { name: "Scheduled on 2 channels" })).toBeVisible();
    expect(await textsOf(app, ids)).toEqual([`Mine ${word}`, `Before ${word}`, `Mine ${word}`]);
  });
});
