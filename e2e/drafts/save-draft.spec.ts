import { chooseChannels } from "../support/composer-page.ts";
import { expect } from "../support/fixtures.ts";
import { callApi, createIsolatedAppTest } from "../support/isolated-app-fixture.ts";
import { needs } from "../support/needs.ts";
import { visit } from "../support/visit.ts";

const test = createIsolatedAppTest();

test("“Save draft” needs no channel, creates no post, and a second save keeps one draft", async ({
  app,
  signedInPage: page,
}) => {
  needs("listDrafts.with_posts");
  await page.goto("/compose");
  const text = page.getByRole("textbox", { name: "Text" });
  const save = page.getByRole("button", { name: "Save draft" });
  await save.click();
  await expect(page.getByText("Write something first. An empty draft isn't saved.")).toBeVisible();
  await text.fill("A thought without a channel");
  await save.click();
  await expect(page.getByText("Saved to Drafts", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("Choose at least one channel.")).toHaveCount(0);
  await expect(text).toHaveValue("A thought without a channel");

  // The channels are a part of the draft, not copies of it.
  await chooseChannels(page, ["practice_x", "practice_linkedin"]);
  await text.fill("A thought for two channels");
  await save.click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Drafts 1" })).toBeVisible();
  await expect
    .poll(async () =>
      (await callApi<{ words: string }[]>(app, "GET", "/drafts?with_posts=true")).map((one) => one.words),
    )
    .toEqual(["A thought for two channels"]);
  expect(await callApi<unknown[]>(app, "GET", "/posts?status=draft")).toEqual([]);

  await visit(page, "/drafts");
  const rows = page.getByRole("list", { name: "Drafts" }).getByRole("listitem");
  await expect(rows).toHaveText([/A thought for two channels/]);
  await rows.getByRole("link").click();
  await expect(text).toHaveValue("A thought for two channels");
});
