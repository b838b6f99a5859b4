import { randomUUID } from "node:crypto";
import { chooseChannels, openComposer, savedStatus } from "../support/composer-page.ts";
import { expect, test } from "../support/fixtures.ts";
import { callApi } from "../support/isolated-app-fixture.ts";
import { needs } from "../support/needs.ts";
import { visit } from "../support/visit.ts";

type Named = { id: string; username: string };

test("an address brings words, a link and channels; what was begun before stays among the drafts", async ({
  signedInPage: page,
  app,
}) => {
  needs("saveDraft");
  const mark = randomUUID().slice(0, 8);
  await openComposer(page);
  await page.getByRole("textbox", { name: "Text" }).fill(`Half a sentence ${mark}`);
  await expect(page.getByText(savedStatus)).toBeVisible();

  const channels = await callApi<Named[]>(app, "GET", "/channels");
  const ids = ["practice_x", "practice_bluesky"].map((name) => channels.find(({ username }) => username === name)?.id);
  const search = new URLSearchParams({
    text: `Read this ${mark} & <that>`,
    url: "https://example.org/a?b=c&d=e",
    channels: [...ids, "chn_unknown", randomUUID()].join(","),
  });
  await page.goto(`/compose?${search}`);
  const text = page.getByRole("textbox", { name: "Text" });
  await expect(text).toHaveValue(`Read this ${mark} & <that>\n\nhttps://example.org/a?b=c&d=e`);
  const chosen = page.getByRole("list", { name: "Channels" }).getByRole("listitem");
  await expect(chosen).toHaveText([/Practice X/, /Practice Bluesky/]);
  await expect(page.getByText(savedStatus)).toBeVisible();
  // A reload restores the text and imports nothing twice.
  await text.press("Control+End");
  await page.keyboard.type(" and mine");
  await expect(page).toHaveURL(/[?]draft=/);
  await page.reload();
  await expect(text).toHaveValue(/d=e and mine$/);

  await visit(page, `/drafts?q=${mark}`);
  const drafts = page.getByRole("list", { name: "Drafts" }).getByRole("listitem");
  await expect(drafts).toHaveCount(2);
  await page.getByRole("link", { name: `Half a sentence ${mark}` }).click();
  await expect(text).toHaveValue(`Half a sentence ${mark}`);
});

test("a text in an address begins with the channels of the last post", async ({ signedInPage: page }) => {
  await openComposer(page);
  await chooseChannels(page, ["practice_x"]);
  await page.getByRole("textbox", { name: "Text" }).fill("The post before");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("list", { name: "Results" })).toBeVisible();
  await page.goto("/compose?text=From+a+bookmark");
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue("From a bookmark");
  await expect(page.getByRole("list", { name: "Channels" }).getByRole("listitem")).toHaveText(/Practice X/);
});

test("channels alone go to what was begun, and its words stay", async ({ signedInPage: page, app }) => {
  await openComposer(page);
  const text = page.getByRole("textbox", { name: "Text" });
  await text.fill("Begun before");
  await expect(page.getByText(savedStatus)).toBeVisible();
  const channels = await callApi<Named[]>(app, "GET", "/channels");
  const linkedin = channels.find(({ username }) => username === "practice_linkedin");
  await page.goto(`/compose?channels=${linkedin?.id},nobody`);
  await expect(text).toHaveValue("Begun before");
  await expect(page.getByRole("list", { name: "Channels" }).getByRole("listitem")).toHaveText(/Practice LinkedIn/);
});

test("an address with a text of a million characters is refused in a sentence that says what to do", async ({
  signedInPage: page,
  app,
}) => {
  await openComposer(page);
  await page.getByRole("textbox", { name: "Text" }).fill("Begun before");
  await expect(page.getByText(savedStatus)).toBeVisible();
  const answer = await fetch(`${app.origin}/compose?text=${"a".repeat(1_000_000)}`);
  expect(answer.status).toBe(431);
  expect(await answer.text()).toContain("paste it into the composer");
  await page.goto("/compose");
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue("Begun before");
});
