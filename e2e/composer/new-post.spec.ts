import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { chooseChannels, openComposer, savedStatus } from "../support/composer-page.ts";
import { expect, networkErrors, test } from "../support/fixtures.ts";
import { needs } from "../support/needs.ts";
import { visit } from "../support/visit.ts";

const text = (page: Page) => page.getByRole("textbox", { name: "Text" });
const compose = (page: Page) => page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Compose/ });
const toasts = (page: Page) => page.getByRole("region", { name: "Just now" });
const words = (what: string) => `${what} ${randomUUID().slice(0, 8)}`;

/** Expects an empty post of its own, ready for the first letter. */
async function expectEmpty(page: Page): Promise<void> {
  await expect(text(page)).toHaveValue("");
  await expect(text(page)).toBeFocused();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("New post");
  await expect(page).toHaveURL("/compose");
}

test("Compose over a draft gives an empty post, the draft stays in Drafts, and Undo returns to it", async ({
  signedInPage: page,
}) => {
  needs("saveDraft");
  const former = words("Typed a moment ago");
  await openComposer(page);
  // Pressed before the autosave's pause ends.
  await text(page).fill(former);
  await compose(page).click();
  await expectEmpty(page);
  await expect(toasts(page)).toContainText("Draft kept in Drafts");
  await toasts(page).getByRole("button", { name: "Undo" }).click();
  await expect(text(page)).toHaveValue(former);
  await compose(page).click();
  await expectEmpty(page);
  const next = words("The next one");
  await page.keyboard.type(next);
  await expect(page.getByText(savedStatus)).toBeVisible();
  await page.reload();
  await expect(text(page)).toHaveValue(next);
  await visit(page, "/drafts");
  for (const draft of [former, next]) await expect(page.getByRole("link", { name: draft })).toBeVisible();

  // The same over a draft that the page was opened with, which the palette opens again.
  await page.getByRole("link", { name: former }).click();
  await expect(text(page)).toHaveValue(former);
  await compose(page).click();
  await expectEmpty(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill(former);
  await page.getByRole("dialog").getByRole("option", { name: former }).click();
  await expect(text(page)).toHaveValue(former);
});

test("Compose, c and the palette give an empty post from other pages and after a submission", async ({
  signedInPage: page,
}) => {
  needs("saveDraft");
  const former = words("Left behind");
  await openComposer(page);
  await text(page).fill(former);
  await visit(page, "/profile");
  await page.keyboard.press("c");
  await expectEmpty(page);
  await expect(toasts(page)).toContainText(/Draft kept in (Drafts|this browser)/);
  await toasts(page).getByRole("button", { name: "Undo" }).click();
  await expect(text(page)).toHaveValue(former);
  await page.goBack();
  await expect(page).toHaveURL("/profile");
  await page.goForward();
  await expect(text(page)).toHaveValue(former);

  await visit(page, "/posts");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("write a post");
  await page.keyboard.press("Enter");
  await expectEmpty(page);

  await chooseChannels(page, ["practice_x"]);
  await text(page).fill(words("Published"));
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("list", { name: "Results" })).toBeVisible();
  await page.keyboard.press("c");
  await expectEmpty(page);
  await page.keyboard.type("On it goes");
  await expect(text(page)).toHaveValue("On it goes");
});

test("a time chosen elsewhere begins an empty post at that time, and a reload keeps it", async ({
  signedInPage: page,
}) => {
  needs("saveDraft");
  const former = words("Not for that time");
  await openComposer(page);
  await text(page).fill(former);
  await page.goto("/compose?new&at=2036-03-03T09:00:00.000Z");
  await expect(text(page)).toHaveValue("");
  await expect(page).toHaveURL(/\/compose\?at=/);
  await expect(page.getByRole("button", { name: /^When: / })).toBeVisible();
  await page.reload();
  await expect(text(page)).toHaveValue("");
  await expect(page.getByRole("button", { name: /^When: / })).toBeVisible();
  await visit(page, "/drafts");
  await expect(page.getByRole("link", { name: former })).toBeVisible();
});

test.describe("offline", () => {
  test.use({ expectedErrors: networkErrors });

  test("Compose sets the draft aside without a request, and a post that waited for the connection is not sent", async ({
    signedInPage: page,
  }) => {
    needs("saveDraft");
    await openComposer(page);
    await chooseChannels(page, ["practice_x"]);
    const former = words("Waits for the connection");
    await text(page).fill(former);
    await expect(page.getByText(savedStatus)).toBeVisible();
    await page.context().setOffline(true);
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", { name: "Send when I'm back online" }).click();
    await expect(page.getByText("Waiting for connection.")).toBeVisible();
    await compose(page).click();
    await expectEmpty(page);
    await expect(toasts(page)).toContainText("It won't be sent.");
    await page.keyboard.type("Another one");
    await page.context().setOffline(false);
    await expect(page.getByText(savedStatus)).toBeVisible({ timeout: 20_000 });
    await expect(text(page)).toHaveValue("Another one");
    await visit(page, "/drafts");
    await expect(page.getByRole("link", { name: former })).toBeVisible();
  });
});
