import { randomUUID } from "node:crypto";
import type { Page, Request } from "playwright/test";
import { expectAccessibleInBothThemes } from "../support/accessibility.ts";
import { savedStatus } from "../support/composer-page.ts";
import { expect } from "../support/fixtures.ts";
import { callApi, createIsolatedAppTest } from "../support/isolated-app-fixture.ts";
import { needs } from "../support/needs.ts";
import { visit } from "../support/visit.ts";

const test = createIsolatedAppTest();

// Requests that get no answer, and a clock.
test.use({ ownContext: true, expectedErrors: [/Failed to load resource|Failed to fetch|net::ERR_/] });

test.beforeEach(() => needs("saveDraft"));

test("a page with a draft in this browser alone doesn't say that there are no drafts", async ({
  signedInPage: page,
}) => {
  await page
    .context()
    .route("**/*", (route) => (route.request().method() === "POST" ? route.abort() : route.fallback()));
  await visit(page, "/drafts");
  const empty = page.getByText("No drafts", { exact: true });
  await expect(empty).toBeVisible();
  await visit(page, "/compose");
  await page.getByRole("textbox", { name: "Text" }).fill("Only here");
  await expect(page.getByText("Saved here, not yet on the server")).toBeVisible();
  await visit(page, "/drafts");
  const unsaved = page.getByRole("region", { name: "Only in this browser" });
  await expect(unsaved.getByRole("link", { name: "Only here" })).toBeVisible();
  await expect(empty).toBeHidden();
  await expectAccessibleInBothThemes(page);
  await unsaved.getByRole("button", { name: "Delete: Only here" }).click();
  await expect(empty).toBeVisible();
});

test("a draft deleted under Only in this browser is no longer saved by retries of the page", async ({
  app,
  signedInPage: page,
}) => {
  const list = async () =>
    (await callApi<{ words: string }[]>(app, "GET", "/drafts?limit=100")).map((draft) => draft.words);
  const words = `Never to come back ${randomUUID().slice(0, 8)}`;
  let isCut = true;
  const context = page.context();
  await context.clock.install();
  await context.route("**/*", (route) =>
    isCut && route.request().method() === "POST" ? route.abort() : route.fallback(),
  );
  await visit(page, "/compose");
  const text = page.getByRole("textbox", { name: "Text" });
  await text.fill(words);
  await expect(page.getByText("Saved here, not yet on the server")).toBeVisible();

  // A link keeps the retries of the composer running.
  const openDrafts = () =>
    page
      .getByRole("navigation", { name: "Main" })
      .first()
      .getByRole("link", { name: /^Drafts/ })
      .click();
  await openDrafts();
  const unsaved = page.getByRole("region", { name: "Only in this browser" });
  await unsaved.getByRole("button", { name: `Delete: ${words}` }).click();
  await expect(unsaved).toHaveCount(0);
  isCut = false;
  await context.clock.fastForward(60_000);

  // Requests of a tab run one after another: a retry would be before this save.
  await page.getByRole("link", { name: "Write a post" }).first().click();
  await text.fill("Written after the deletion");
  await expect(page.getByText(savedStatus)).toBeVisible();
  expect(await list()).toContain("Written after the deletion");
  expect(await list()).not.toContain(words);
  await openDrafts();
  await expect(page.getByRole("list", { name: "Drafts" })).toContainText("Written after the deletion");
  await expect(page.getByText(words)).toHaveCount(0);
});

/** Lists the first words of the drafts at the service. */
const listWords = async (app: Parameters<typeof callApi>[0]) =>
  (await callApi<{ words: string }[]>(app, "GET", "/drafts?limit=100")).map((draft) => draft.words);

/** Opens Drafts by a link: the saves of the composer go on. */
const openDrafts = (page: Page) =>
  page
    .getByRole("navigation", { name: "Main" })
    .first()
    .getByRole("link", { name: /^Drafts/ })
    .click();

const unsaved = (page: Page) => page.getByRole("region", { name: "Only in this browser" });
const undo = (page: Page) =>
  page.getByRole("region", { name: "Just now" }).getByRole("button", { name: "Undo" }).click();

/** Begins a draft whose first save doesn't reach the server before `arrive` is called, and opens Drafts. */
async function beginWithSlowSave(page: Page, words: string): Promise<() => Promise<void>> {
  const arrival = Promise.withResolvers<void>();
  let isFirst = true;
  const isSave = (request: Request) => request.method() === "POST" && request.postData()?.includes(words) === true;
  await page.context().route("**/*", async (route) => {
    if (!isFirst || !isSave(route.request())) return route.fallback();
    isFirst = false;
    await arrival.promise;
    await route.continue();
  });
  await visit(page, "/compose");
  const sent = page.waitForRequest(isSave);
  await page.getByRole("textbox", { name: "Text" }).fill(words);
  const request = await sent;
  await openDrafts(page);
  await expect(unsaved(page).getByRole("link", { name: words })).toBeVisible();
  return async () => {
    arrival.resolve();
    await request.response();
  };
}

test("a save that arrives after its draft was deleted leaves no draft behind", async ({ app, signedInPage: page }) => {
  const words = `Deleted on its way ${randomUUID().slice(0, 8)}`;
  const arrive = await beginWithSlowSave(page, words);
  await unsaved(page)
    .getByRole("button", { name: `Delete: ${words}` })
    .click();
  await arrive();
  await expect.poll(() => listWords(app)).not.toContain(words);
  await visit(page, "/drafts");
  await expect(page.getByText(words)).toHaveCount(0);
  const left = await page.evaluate(
    (text) => Object.values({ ...localStorage, ...sessionStorage }).filter((value) => String(value).includes(text)),
    words,
  );
  expect(left).toEqual([]);
});

test("Undo brings back a deleted draft whose save arrived meanwhile, once and without a conflict", async ({
  app,
  signedInPage: page,
}) => {
  const words = `Deleted too soon ${randomUUID().slice(0, 8)}`;
  const arrive = await beginWithSlowSave(page, words);
  await unsaved(page)
    .getByRole("button", { name: `Delete: ${words}` })
    .click();
  await arrive();
  await undo(page);
  await expect(page.getByRole("list", { name: "Drafts" }).getByRole("link", { name: words })).toBeVisible();
  await expect(unsaved(page)).toHaveCount(0);
  expect((await listWords(app)).filter((one) => one === words)).toHaveLength(1);
  await page.getByRole("link", { name: words }).click();
  const text = page.getByRole("textbox", { name: "Text" });
  await expect(text).toHaveValue(words);
  await text.fill(`${words}, continued`);
  await expect(page.getByText(savedStatus)).toBeVisible();
  await expect.poll(() => listWords(app)).toContain(`${words}, continued`);
});

test("a draft deleted without a connection, whose save had lost its answer, is deleted on the server too; Undo returns it there", async ({
  app,
  signedInPage: page,
}) => {
  const words = `Answer lost ${randomUUID().slice(0, 8)}`;
  // The first save arrives and its answer is lost; later requests are lost on their way.
  let cut: "answer" | "request" | "nothing" = "answer";
  await page.context().route("**/*", async (route) => {
    if (cut === "nothing" || route.request().method() !== "POST") return route.fallback();
    if (cut === "answer" && route.request().postData()?.includes(words)) {
      await route.fetch();
      cut = "request";
    }
    await route.abort();
  });
  await visit(page, "/compose");
  await page.getByRole("textbox", { name: "Text" }).fill(words);
  await expect(page.getByText("Saved here, not yet on the server")).toBeVisible();
  await openDrafts(page);
  const remove = unsaved(page).getByRole("button", { name: `Delete: ${words}` });
  await remove.click();
  await expect(unsaved(page)).toHaveCount(0);
  expect(await listWords(app)).toContain(words);
  // The undo of a deletion that did not reach the server.
  await undo(page);
  await expect(unsaved(page).getByRole("link", { name: words })).toBeVisible();
  await remove.click();
  cut = "nothing";
  await expect.poll(() => listWords(app), { timeout: 20_000 }).not.toContain(words);
  await undo(page);
  await expect(page.getByRole("list", { name: "Drafts" }).getByRole("link", { name: words })).toBeVisible();
  await expect(unsaved(page)).toHaveCount(0);
  expect((await listWords(app)).filter((one) => one === words)).toHaveLength(1);
});

test("a draft that another device went on writing stays in Drafts when this browser's older copy is deleted", async ({
  app,
  signedInPage: page,
}) => {
  const words = `Begun here ${randomUUID().slice(0, 8)}`;
  let isCut = false;
  await page.context().route("**/*", async (route) => {
    const { method, body } = { method: route.request().method(), body: route.request().postData() };
    if (method !== "POST") return route.fallback();
    if (!isCut && !body?.includes(words)) return route.fallback();
    if (!isCut) await route.fetch();
    isCut = true;
    await route.abort();
  });
  await visit(page, "/compose");
  await page.getByRole("textbox", { name: "Text" }).fill(words);
  await expect(page.getByText("Saved here, not yet on the server")).toBeVisible();
  const drafts = await callApi<{ id: string; words: string }[]>(app, "GET", "/drafts?limit=100");
  const id = drafts.find((draft) => draft.words === words)?.id;
  const { content } = await callApi<{ content: { parts: string[] } }>(app, "GET", `/drafts/${id}`);
  const longer = { ...content, parts: [`${words}, continued elsewhere`] };
  await callApi(app, "PUT", `/drafts/${id}`, { version: 1, content: longer });
  await openDrafts(page);
  await unsaved(page)
    .getByRole("button", { name: `Delete: ${words}` })
    .click();
  await page.context().unrouteAll({ behavior: "ignoreErrors" });
  await expect(page.getByText("Changed elsewhere meanwhile: that version stays in Drafts.")).toBeVisible();
  await expect(page.getByRole("link", { name: `${words}, continued elsewhere` })).toBeVisible();
  expect(await listWords(app)).toContain(`${words}, continued elsewhere`);
});

/**
 * Begins a draft whose first save arrives while its answer doesn't, and a draft that never arrives, and opens Drafts in
 * another document. Every other request of the composer is lost on its way.
 * @returns the words of both
 */
async function closeBeforeTheAnswer(page: Page, app: Parameters<typeof callApi>[0], continued = "") {
  const id = randomUUID().slice(0, 8);
  const [words, only] = [`Answer lost ${id}`, `Only here ${id}`];
  let hasArrived = false;
  await page.context().route("**/compose*", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    if (!hasArrived && route.request().postData()?.includes(words)) {
      hasArrived = true;
      await route.fetch();
    }
    await route.abort();
  });
  await visit(page, "/compose");
  const text = page.getByRole("textbox", { name: "Text" });
  await text.fill(words);
  await expect.poll(() => listWords(app)).toContain(words);
  await text.fill(words + continued);
  await expect(page.getByText("Saved here, not yet on the server")).toBeVisible();
  await page.getByRole("button", { name: "More text tools" }).click();
  await page.getByRole("menuitem", { name: "New post" }).click();
  await expect(text).toHaveValue("");
  await text.fill(only);
  await expect(page.getByText("Saved here, not yet on the server")).toBeVisible();
  // Not by a link: the composer's retries end with its document.
  await page.goto("/drafts");
  return { words, only };
}

test("a draft whose save arrived without its answer is listed once, and deleted for good", async ({
  app,
  signedInPage: page,
}) => {
  const { words, only } = await closeBeforeTheAnswer(page, app);
  await expect(unsaved(page).getByRole("link", { name: only })).toBeVisible();
  await expect(unsaved(page).getByRole("link", { name: words })).toHaveCount(0);
  await expect(page.getByRole("link", { name: words })).toHaveCount(1);
  const row = page.getByRole("list", { name: "Drafts" }).getByRole("listitem").filter({ hasText: words });
  await row.getByRole("button", { name: "Delete" }).click();
  await expect(row).toHaveCount(0);
  await page.goto("/drafts");
  await expect(unsaved(page).getByRole("link", { name: only })).toBeVisible();
  await expect(page.getByText(words)).toHaveCount(0);
});

test("words that were added after the save that arrived stay in this browser's list", async ({
  app,
  signedInPage: page,
}) => {
  const { words } = await closeBeforeTheAnswer(page, app, ", and more");
  const newer = unsaved(page).getByRole("link", { name: `${words}, and more` });
  await expect(newer).toBeVisible();
  await page
    .getByRole("list", { name: "Drafts" })
    .getByRole("button", { name: `Delete: ${words}` })
    .click();
  await expect(page.getByRole("list", { name: "Drafts" }).getByText(words)).toHaveCount(0);
  await page.goto("/drafts");
  await newer.click();
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue(`${words}, and more`);
});
