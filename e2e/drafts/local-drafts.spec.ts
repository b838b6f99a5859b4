import { randomUUID } from "node:crypto";
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
