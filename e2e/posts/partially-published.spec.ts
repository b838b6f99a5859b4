import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { expectAccessibleInBothThemes } from "../support/accessibility.ts";
import { createPost, waitForStatus } from "../support/api-client.ts";
import { expect, test } from "../support/fixtures.ts";
import { needs } from "../support/needs.ts";
import { visit } from "../support/visit.ts";

/** Creates a thread of four with two published parts: the third was refused. */
async function stopped(app: { origin: string; key: string }, word: string): Promise<string> {
  const thread = [`First ${word}`, `Second ${word}`, `Third ${word} #fail-rejected`, `Fourth ${word}`];
  const id = await createPost(app, "x", { thread });
  await waitForStatus(app, id, "failed");
  return id;
}

/** Records whether the message about published parts appeared and vanished again during hydration. */
async function noteVanishing(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let stood = false;
    new MutationObserver(() => {
      const all = [...document.querySelectorAll("strong")];
      const stands = all.some((one) => one.textContent.includes("4 published on") && !one.closest("[hidden]"));
      if (stood && !stands) Object.assign(window, { vanished: true });
      stood = stands;
    }).observe(document, { childList: true, subtree: true });
  });
}

const word = () => `h${randomUUID().slice(0, 8)}`;

test("a partially published thread says which parts are published, is edited after them, and continues", async ({
  signedInPage: page,
  app,
}) => {
  needs("changePost");
  const mark = word();
  const id = await stopped(app, mark);
  await page.goto(`/posts?q=${mark}`);
  await expect(page.getByRole("row", { name: new RegExp(mark) })).toContainText(
    "2 of 4 published · part 3: X rejected it",
  );
  await noteVanishing(page);
  await page.goto(`/posts/${id}`);
  await expect(page.getByText("2 of 4 published on X")).toBeVisible();
  expect(await page.evaluate(() => "vanished" in window)).toBe(false);
  await expect(page.getByRole("button", { name: "Retry" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Part 2 on X (opens in a new tab)" })).toHaveAttribute(
    "href",
    /practice/,
  );
  await expectAccessibleInBothThemes(page);
  await page.getByRole("link", { name: "Edit the rest" }).click();
  const out = page.getByRole("list", { name: "Published parts" }).getByRole("listitem");
  await expect(out).toHaveCount(2);
  await expect(page.getByText(/^X rejected part 3 of 4: /)).toBeVisible();
  await expect(out.nth(1)).toContainText(`Second ${mark}`);
  await expect(page.getByRole("textbox", { name: "Part 4 of 4" })).toHaveValue(`Fourth ${mark}`);
  await page.getByRole("textbox", { name: "Part 3 of 4" }).fill(`Mended ${mark}`);
  await expectAccessibleInBothThemes(page);
  await page.getByRole("button", { name: "Continue with part 3" }).click();
  await expect(page.getByRole("heading", { name: "Published on 1 channel" })).toBeVisible({ timeout: 20_000 });
  await page.getByRole("link", { name: "Part 4 (opens in a new tab)" }).waitFor();
  await visit(page, "/practice/practice_x");
  for (const text of ["First", "Second", "Mended", "Fourth"]) {
    await expect(page.getByText(`${text} ${mark}`, { exact: true })).toHaveCount(1);
  }
});

test("what is out of a thread that stopped is taken down, and the post is a draft again, on a phone too", async ({
  signedInPage: page,
  app,
}) => {
  needs("takeDownPost");
  await page.setViewportSize({ width: 390, height: 844 });
  const mark = word();
  const id = await stopped(app, mark);
  await page.goto(`/posts/${id}`);
  await page.getByRole("button", { name: "Take down published parts…" }).click();
  const dialog = page.getByRole("dialog", { name: "Take 2 parts down from X?" });
  await expect(dialog.getByRole("link")).toHaveCount(2);
  await expectAccessibleInBothThemes(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await dialog.getByRole("button", { name: "Take down", exact: true }).click();
  await expect(page.getByText(/it is a draft again/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Edit" })).toBeVisible();
  await visit(page, "/practice/practice_x");
  await expect(page.getByText(`Second ${mark}`)).toHaveCount(0);
});
