import { randomUUID } from "node:crypto";
import type { Request } from "playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import { createPost, getPost } from "../support/api-client.ts";
import { expect, test } from "../support/fixtures.ts";
import { nextJune } from "../support/future-dates.ts";
import { needs } from "../support/needs.ts";
import { visit } from "../support/visit.ts";

const isSave = (request: Request) => "next-action" in request.headers() && /"parts"/.test(request.postData() ?? "");

test("an edited post says that its changes are not applied, and asks before it is left", async ({
  app,
  signedInPage: page,
}) => {
  needs("saveDraft");
  needs("changePost");
  const word = randomUUID().slice(0, 8);
  const before = `Planned ${word}`;
  const id = await createPost(app, "x", { text: before, scheduled_for: nextJune });
  // The browser's first page refreshes once the server knows its time zone; the edit is unaffected.
  await page.context().clearCookies({ name: "tz" });
  const refreshed = page.waitForRequest((request) => request.headers()["rsc"] !== undefined);
  await page.goto(`/compose?post=${id}`);
  await (await refreshed).response();
  const text = page.getByRole("textbox", { name: "Text" });
  await expect(text).toHaveValue(before);
  const [save, leaderboard] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route("**/compose?*", async (route) => {
    if (isSave(route.request())) await save.promise;
    await route.continue();
  });
  await page.route("**/leaderboard*", async (route) => {
    await leaderboard.promise;
    await route.continue();
  });
  const saving = page.waitForRequest(isSave);
  const header = page.getByRole("main").locator("header");
  await text.fill(`Better ${word}`);
  await expect(header.getByText("Changes not applied")).toBeVisible();
  await expect(header.getByText(/^Sav/)).toHaveCount(0);
  // The same text as before leaves nothing to apply.
  await text.fill(before);
  await expect(header.getByText("Changes not applied")).toHaveCount(0);
  await text.fill(`Better ${word}`);

  const question = page.getByRole("dialog", { name: "Leave without updating the post?" });
  await page.getByRole("link", { name: "Calendar" }).first().click();
  await expect(question).toContainText("The post stays as it was. Your changes are kept in Drafts.");
  await expectAccessible(page);
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(question).toBeHidden();
  await expect(text).toHaveValue(`Better ${word}`);

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("leaderboard");
  await page.keyboard.press("Enter");
  await saving;
  await question.getByRole("button", { name: "Leave" }).click();
  // The draft that is saved meanwhile comes into the address, and the page still changes.
  save.resolve();
  await expect(page).toHaveURL(/draft=/);
  leaderboard.resolve();
  await expect(page).toHaveURL(/\/leaderboard/);
  expect(JSON.stringify(await getPost(app, id))).toContain(before);

  await page.goto(`/compose?post=${id}`);
  await expect(text).toHaveValue(`Better ${word}`);
  await page.getByRole("button", { name: "Update post" }).click();
  await expect(page.getByRole("heading", { name: /^Scheduled/ })).toBeVisible();
  expect(JSON.stringify(await getPost(app, id))).toContain(`Better ${word}`);
  await page.getByRole("link", { name: "Calendar" }).first().click();
  await expect(page).toHaveURL(/\/calendar/);
});

test("Back from an edited post leads to the edit again, and its last save leaves the next composer alone", async ({
  app,
  signedInPage: page,
}) => {
  needs("saveDraft");
  needs("changePost");
  const word = randomUUID().slice(0, 8);
  const id = await createPost(app, "x", { text: `Planned ${word}`, scheduled_for: nextJune });
  await page.goto(`/posts/${id}`);
  await page.getByRole("link", { name: "Edit" }).click();
  const text = page.getByRole("textbox", { name: "Text" });
  await text.fill(`Better ${word}`);
  await expect(page.getByText("Changes not applied")).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`/posts/${id}`);
  await expect(page.getByText("Your changes are not applied. They are in Drafts.").last()).toBeVisible();
  await page.getByRole("button", { name: "Continue editing" }).click();
  await expect(text).toHaveValue(`Better ${word}`);

  // A save that is answered after the next composer opened leaves that composer's address alone.
  const save = Promise.withResolvers<void>();
  const isLastSave = (request: Request) => isSave(request) && (request.postData() ?? "").includes(`Best ${word}`);
  const saving = page.waitForRequest(isLastSave);
  await page.route("**/compose?*", async (route) => {
    if (isLastSave(route.request())) await save.promise;
    await route.continue();
  });
  await text.fill(`Best ${word}`);
  await saving;
  await page.goBack();
  await expect(page).toHaveURL(`/posts/${id}`);
  await page.keyboard.press("c");
  await expect(page.getByRole("heading", { name: "New post" })).toBeVisible();
  save.resolve();
  const readUrlOnceSaved = () =>
    page.evaluate((best) => {
      const stored = Object.values({ ...localStorage }).find((item) => item.includes(best));
      return stored?.includes('"isSaved":true') ? location.pathname + location.search : null;
    }, `Best ${word}`);
  await expect.poll(readUrlOnceSaved, { timeout: 30_000 }).toBe("/compose");
});

test("a post with unapplied changes is marked on its page, in lists, in the calendar and on Home", async ({
  app,
  signedInPage: page,
}) => {
  needs("listDrafts.edits");
  const word = randomUUID().slice(0, 8);
  const at = new Date(Date.now() + 5 * 60_000).toISOString();
  const id = await createPost(app, "x", { text: `Planned ${word}`, scheduled_for: at });
  await page.goto(`/compose?post=${id}`);
  await page.getByRole("textbox", { name: "Text" }).fill(`Better ${word}`);
  await expect(page.getByText("Changes not applied")).toBeVisible();
  await expect(page).toHaveURL(/draft=/);
  await page.getByRole("link", { name: "Home" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();

  const next = page.getByRole("listitem").filter({ hasText: `Planned ${word}` });
  await expect(next).toContainText("Changes not applied");
  await visit(page, `/posts?q=${word}`);
  await expect(page.getByRole("row").filter({ hasText: word })).toContainText("Changes not applied");
  await visit(page, `/calendar?q=${word}&date=${at.slice(0, 10)}`);
  await expect(page.getByRole("button", { name: /Changes not applied/ }).first()).toBeVisible();
  await visit(page, `/posts/${id}`);
  const banner = page.getByRole("main").filter({ hasText: "You edited this post and did not update it." });
  await expect(banner).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(banner).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(banner).toBeVisible();
  await page.getByRole("link", { name: "Continue editing" }).click();
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue(`Better ${word}`);
  await page.getByRole("button", { name: "Update post" }).click();
  await expect(page.getByRole("heading", { name: /^Scheduled/ })).toBeVisible();
  await page.goto(`/posts/${id}`);
  await expect(page.getByRole("heading", { name: "History" }).or(page.getByText("History")).first()).toBeVisible();
  await expect(page.getByText("Changes not applied")).toHaveCount(0);
});
