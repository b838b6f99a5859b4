import type { Page } from "playwright/test";
import { callApi, createUniqueText, getFarDay } from "../support/calendar-page.ts";
import { chooseChannels, openComposer } from "../support/composer-page.ts";
import { expect, test } from "../support/isolated-app-fixture.ts";
import { needs } from "../support/needs.ts";

async function openPicker(page: Page) {
  await page.getByRole("button", { name: /^(choose channels|channel)$/i }).click();
  return page.getByRole("dialog", { name: "Channels" });
}

test("the picker finds channels, chooses those it shows, and says of each how much room the words leave", async ({
  signedInPage: page,
}) => {
  await openComposer(page);
  await chooseChannels(page, ["practice_linkedin"]);
  await page.getByRole("textbox", { name: "Text" }).fill("a".repeat(290));
  const dialog = await openPicker(page);
  const line = (username: string) => dialog.getByRole("listitem").filter({ hasText: username });
  await expect(line("@practice_x").locator("[data-room]")).toHaveText("10 over");
  await expect(line("@practice_bluesky").locator("[data-room=near]")).toHaveText("nearly full, 10 left");
  await expect(line("@practice_linkedin").locator("[data-room]")).toHaveCount(0);
  await dialog.getByRole("textbox", { name: "Search channels" }).fill("blue");
  await expect(dialog.getByRole("checkbox")).toHaveCount(1);
  // Channels hidden by the search keep their state.
  await dialog.getByRole("button", { name: "All", exact: true }).click();
  await expect(dialog.getByRole("button", { name: "Use 2 channels" })).toBeVisible();
  await dialog.getByRole("button", { name: "None", exact: true }).click();
  await expect(dialog.getByRole("button", { name: "Use 1 channel" })).toBeVisible();
  await dialog.getByRole("textbox", { name: "Search channels" }).fill("nowhere");
  await expect(dialog.getByText("No channels match.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Search channels" }).fill("");
  const count = await dialog.getByRole("checkbox").count();
  await dialog.getByRole("button", { name: "All", exact: true }).click();
  await expect(dialog.getByRole("checkbox", { checked: true })).toHaveCount(count);
});

test("changing a set of channels changes neither scheduled posts nor the draft that used it", async ({
  signedInPage: page,
  app,
}) => {
  needs("changeSettings", "listPosts.q");
  const name = createUniqueText("Launch");
  const words = createUniqueText("Planned by a set");
  await page.goto(`/compose?at=${getFarDay(5, "12")}T09:00:00Z`);
  await chooseChannels(page, ["practice_x", "practice_bluesky"]);
  let dialog = await openPicker(page);
  await dialog.getByRole("button", { name: "Save these 2 as a set" }).click();
  await dialog.getByRole("textbox", { name: "Name of the set" }).fill(name);
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Use 2 channels" }).click();
  await page.getByRole("textbox", { name: "Text" }).fill(words);
  await page.getByRole("button", { name: "Schedule on 2 channels" }).click();
  await expect(page.getByRole("heading", { name: "Scheduled on 2 channels" })).toBeVisible({ timeout: 20_000 });
  const planned = async () => {
    const posts = await callApi<{ channel: string; status: string }[]>(
      app,
      "GET",
      `/posts?q=${encodeURIComponent(words)}`,
    );
    return posts.map(({ channel, status }) => `${channel} ${status}`).sort();
  };
  expect(await planned()).toEqual(["bluesky scheduled", "x scheduled"]);

  await openComposer(page);
  // The last published selection is offered again, one click away.
  dialog = await openPicker(page);
  await dialog.getByRole("button", { name: "None", exact: true }).click();
  await dialog.getByRole("button", { name: `${name} 2 channels` }).click();
  await dialog.getByRole("button", { name: "Use 2 channels" }).click();
  await page.getByRole("textbox", { name: "Text" }).fill("Begun with the set");
  const chosen = page.getByRole("list", { name: "Channels" }).getByRole("listitem");
  await expect(chosen).toHaveText([/Practice X/, /Practice Bluesky/]);
  const { channel_sets: sets } = await callApi<{ channel_sets: { name: string; channel_ids: string[] }[] }>(
    app,
    "GET",
    "/me/settings",
  );
  const changed = sets.map((set) => (set.name === name ? { ...set, channel_ids: set.channel_ids.slice(0, 1) } : set));
  await callApi(app, "PATCH", "/me/settings", { channel_sets: changed });
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue("Begun with the set");
  await expect(chosen).toHaveText([/Practice X/, /Practice Bluesky/]);
  dialog = await openPicker(page);
  await expect(dialog.getByRole("button", { name: `${name} 1 channel` })).toBeVisible();
  await dialog.getByRole("button", { name: `Remove the set ${name}` }).click();
  // The set is gone, but the last used selection stays.
  await expect(dialog.getByRole("button", { name: /^Recent: Practice X, Practice Bluesky 2 channels$/ })).toBeVisible();
  expect(await planned()).toEqual(["bluesky scheduled", "x scheduled"]);
});
