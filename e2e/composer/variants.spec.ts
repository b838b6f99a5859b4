import type { Page } from "playwright/test";
import { expectAccessibleInBothThemes } from "../support/accessibility.ts";
import { chooseChannels, getResultRow, openComposer } from "../support/composer-page.ts";
import { expect, networkErrors, test } from "../support/fixtures.ts";
import { needs } from "../support/needs.ts";

/** Returns the preview of a channel: the exact text of each item. */
async function previewOf(page: Page, channel: string): Promise<string[]> {
  await page.getByRole("tab", { name: channel }).click();
  return page
    .getByRole("tabpanel")
    .locator("[data-item-text]")
    .evaluateAll((all) => all.map((one) => one.textContent));
}

async function timelineOf(page: Page, key: string, username: string, mark: string): Promise<string[]> {
  const answer = await page.request.get(`/v1/practice/${username}`, { headers: { "x-api-key": key } });
  const { data } = (await answer.json()) as { data: { items: { text: string; part: number; thread: string }[] } };
  const thread = data.items.find(({ text }) => text.includes(mark))?.thread;
  const items = data.items.filter((item) => item.thread === thread).sort((one, other) => one.part - other.part);
  return items.map(({ text }) => text);
}

test("a channel gets custom text, and each channel publishes exactly what its preview showed, as one submission", async ({
  signedInPage: page,
  app,
}) => {
  needs("createPosts.submission_id", "getPracticeTimeline");
  await openComposer(page);
  await chooseChannels(page, ["practice_x", "practice_bluesky", "practice_linkedin"]);
  const mark = `own ${Date.now()}`;
  await page.getByRole("textbox", { name: "Text" }).fill(`Common, ${mark}: see https://example.com #news  1/2`);
  await page.getByRole("button", { name: "Add part" }).click();
  await page.getByRole("textbox", { name: "Part 2 of 2" }).fill("Cafe\u0301 👨‍👩‍👧‍👦 for @alice 2/2");

  await page.getByRole("button", { name: "Customize for Practice LinkedIn on LinkedIn" }).click();
  await expect(page.getByText("Only Practice LinkedIn on LinkedIn gets this version.")).toBeVisible();
  // The variant starts with the common text, and edits here stay here.
  const first = page.getByRole("textbox", { name: "Part 1 of 2" });
  await expect(first).toHaveValue(/^Common, /);
  await expect(first).toBeFocused();
  await first.fill(`Longer for LinkedIn, ${mark}`);
  await page.getByRole("button", { name: /^Shared text/ }).click();
  await expect(page.getByRole("textbox", { name: "Part 1 of 2" })).toHaveValue(/^Common, /);
  await expectAccessibleInBothThemes(page);

  const names = {
    practice_x: "Practice X",
    practice_bluesky: "Practice Bluesky",
    practice_linkedin: "Practice LinkedIn",
  };
  await expect
    .poll(() => previewOf(page, "Practice LinkedIn"))
    .toEqual([expect.stringContaining("Longer for LinkedIn")]);
  const shown = new Map<string, string[]>();
  for (const [username, name] of Object.entries(names)) shown.set(username, await previewOf(page, name));
  expect(shown.get("practice_x")).toHaveLength(2);
  await page.getByRole("button", { name: "Publish on 3 channels" }).click();
  await expect(page.getByRole("heading", { name: "Published on 3 channels" })).toBeVisible({ timeout: 20_000 });
  for (const username of Object.keys(names)) {
    expect([username, await timelineOf(page, app.key, username, mark)]).toEqual([username, shown.get(username)]);
  }
  await getResultRow(page, "Practice LinkedIn")
    .getByRole("link", { name: /^Details/ })
    .click();
  // The differing post lists the others of its submission with their own text.
  await expect(page.getByRole("link", { name: /Practice X/ }).first()).toBeVisible();
});

test("one press resets custom text to the shared text, and undo restores it", async ({ signedInPage: page }) => {
  await openComposer(page);
  await chooseChannels(page, ["practice_x", "practice_linkedin"]);
  await page.getByRole("textbox", { name: "Text" }).fill("For all");
  await page.getByRole("button", { name: "Customize for Practice LinkedIn on LinkedIn" }).click();
  await page.getByRole("textbox", { name: "Text" }).fill("For LinkedIn");
  await page.getByRole("button", { name: "Reset to shared text" }).first().click();
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue("For all");
  await page.getByRole("button", { name: /^Undo/ }).last().click();
  await page.getByRole("button", { name: /Practice LinkedIn custom/ }).click();
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue("For LinkedIn");

  // On a phone, starting from the full-screen preview, which closes for the message.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("dialog", { name: "Preview" }).getByRole("button", { name: "Reset to shared text" }).click();
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue("For all");
  await page.getByRole("region", { name: "Just now" }).getByRole("button", { name: "Undo" }).last().click();
  await expect(page.getByRole("button", { name: /Practice LinkedIn custom/ })).toBeVisible();
});

test("the counter jumps to the first character over the limit, by mouse and keyboard, in the version it counts", async ({
  signedInPage: page,
}) => {
  await openComposer(page);
  await chooseChannels(page, ["practice_x", "practice_linkedin"]);
  const text = page.getByRole("textbox", { name: "Text" });
  await text.fill("a".repeat(290));
  const caret = () =>
    text.evaluate((field: HTMLTextAreaElement) => [document.activeElement === field, field.selectionStart]);
  await page
    .getByRole("tab", { name: /Practice X.*10 over/ })
    .locator("[data-room=over]")
    .click();
  await expect.poll(caret).toEqual([true, 280]);
  await page.getByRole("button", { name: "Customize for Practice LinkedIn on LinkedIn" }).click();
  await page.getByRole("tab", { name: /Practice LinkedIn/ }).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("tab", { name: /Practice X/ })).toBeFocused();
  await page.getByRole("button", { name: "10 over: jump to it" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(caret).toEqual([true, 280]);
  await expect(page.getByText("Only Practice LinkedIn")).toHaveCount(0);
});

test("a set is saved, chosen with one press, and removed", async ({ signedInPage: page }) => {
  needs("changeSettings");
  await openComposer(page);
  await chooseChannels(page, ["practice_x", "practice_bluesky"]);
  await page.getByRole("button", { name: "Channel", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Channels" });
  await dialog.getByRole("button", { name: "Save these 2 as a set" }).click();
  const name = `Launch ${Date.now()}`;
  await dialog.getByRole("textbox", { name: "Name of the set" }).fill(name);
  await page.keyboard.press("Enter");
  const set = dialog.getByRole("button", { name: `${name} 2 channels` });
  await expect(set).toHaveAttribute("aria-pressed", "true");
  await dialog.getByRole("button", { name: "None", exact: true }).click();
  await expect(set).toHaveAttribute("aria-pressed", "false");
  await expectAccessibleInBothThemes(page);
  await page.reload();
  await page.getByRole("button", { name: /^(choose channels|channel)$/i }).click();
  await set.click();
  await expect(dialog.getByRole("checkbox", { checked: true })).toHaveCount(2);
  await dialog.getByRole("button", { name: `Remove the set ${name}` }).click();
  await expect(set).toHaveCount(0);
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect(set).toBeVisible();
  // The dialog's own button also saves under a name left in the field.
  await dialog.getByRole("checkbox", { name: "@practice_linkedin" }).check();
  await dialog.getByRole("button", { name: "Save these 3 as a set" }).click();
  await dialog.getByRole("textbox", { name: "Name of the set" }).fill(`All of ${name}`);
  await dialog.getByRole("button", { name: "Use 3 channels" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Channel", exact: true }).click();
  await expect(dialog.getByRole("button", { name: `All of ${name} 3 channels` })).toBeVisible();
});

test("when only one of two texts arrives, sending again publishes the other once", async ({
  signedInPage: page,
  app,
}) => {
  needs("createPosts.submission_id");
  await openComposer(page);
  await chooseChannels(page, ["practice_x", "practice_linkedin"]);
  const mark = `part ${Date.now()}`;
  await page.getByRole("textbox", { name: "Text" }).fill(`Common ${mark}`);
  await page.getByRole("button", { name: "Customize for Practice LinkedIn on LinkedIn" }).click();
  await page.getByRole("textbox", { name: "Text" }).fill(`Own ${mark}`);
  let calls = 0;
  await page.route("**/compose**", async (route) => {
    // Only a create request has an idempotency key; the page also saves drafts.
    if (!route.request().postData()?.includes("repeatKey")) return route.continue();
    calls += 1;
    if (calls !== 2) return route.continue();
    // The request arrives and its answer is lost.
    await route.fetch();
    await route.abort("connectionreset");
  });
  await page.getByRole("button", { name: "Publish on 2 channels" }).click();
  const told = page.getByRole("list", { name: "What happened on each channel" });
  await expect(told.getByRole("listitem")).toHaveText([/Practice X\s*Sent\./, /Practice LinkedIn.*can't be reached/]);
  await expect(page.getByText("Sent to 1 channel, not to 1 channel.")).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole("button", { name: "Publish on 1 channel" }).click();
  await expect(page.getByRole("heading", { name: "Published on 2 channels" })).toBeVisible({ timeout: 20_000 });
  expect(await timelineOf(page, app.key, "practice_linkedin", mark)).toEqual([`Own ${mark}`]);
  await page.goto("/practice/practice_linkedin");
  await expect(page.getByText(`Own ${mark}`)).toHaveCount(1);
});
test.use({ expectedErrors: networkErrors });
