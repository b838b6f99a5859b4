import sharp from "sharp";
import { expectAccessible } from "../support/accessibility.ts";
import { countPublished } from "../support/api-client.ts";
import { chooseChannels, getResultRow, openComposer, openScheduleDialog } from "../support/composer-page.ts";
import { expect, networkErrors, test } from "../support/fixtures.ts";
import { needs } from "../support/needs.ts";
import { visit } from "../support/visit.ts";

const picture = () =>
  sharp({ create: { width: 640, height: 400, channels: 3, background: "#7a93b0" } })
    .png()
    .toBuffer();

test("a thread with an image goes to two channels, and its links show parts and image", async ({
  signedInPage: page,
}) => {
  needs("getPracticeTimeline");
  await openComposer(page);
  await chooseChannels(page, ["practice_x", "practice_bluesky"]);
  const mark = `run ${Date.now()}`;
  await page.getByRole("textbox", { name: "Text" }).fill(`We moved every machine, ${mark}.`);
  await page.getByRole("button", { name: "Add part" }).click();
  await page.getByRole("textbox", { name: "Part 2 of 2" }).fill(`What broke was the cache, ${mark}.`);
  await page
    .getByLabel("Image files")
    .setInputFiles({ name: "rack.png", mimeType: "image/png", buffer: await picture() });
  await expect(page.getByRole("button", { name: "Remove image 1" })).toBeVisible();
  await page.getByRole("button", { name: "Publish on 2 channels" }).click();
  await expect(page.getByRole("heading", { name: "Published on 2 channels" })).toBeVisible({ timeout: 20_000 });

  const second = await getResultRow(page, "Practice X")
    .getByRole("link", { name: /^Part 2/ })
    .getAttribute("href");
  await visit(page, second ?? "");
  await expect(page.getByText(`What broke was the cache, ${mark}.`).first()).toBeVisible();
  await visit(page, "/practice/practice_bluesky");
  await expect(page.getByText(`We moved every machine, ${mark}.`).first()).toBeVisible();
  const image = page.getByRole("img").first();
  await expect.poll(() => image.evaluate((node: HTMLImageElement) => node.naturalWidth)).toBeGreaterThan(0);
});

test("why nothing is sent is seen from wherever the button was pressed", async ({ signedInPage: page }) => {
  needs("listPlatforms");
  await page.setViewportSize({ width: 390, height: 844 });
  await openComposer(page);
  await chooseChannels(page, ["practice_x"]);
  const parts = Array.from({ length: 12 }, (_, at) => `Part ${at + 1} of a long thread`);
  await page.getByRole("textbox", { name: "Text" }).fill("a".repeat(281));
  for (const part of parts) {
    await page.getByRole("button", { name: "Add part" }).click();
    await page.keyboard.insertText(part);
  }
  const alert = page.getByRole("alert").filter({ hasText: "Part 1 is too long for X by 1." });
  for (const _ of ["first", "again"]) {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.getByRole("button", { name: "Publish on 1 channel" }).click();
    await expect(alert).toBeInViewport({ ratio: 1 });
  }
  // The reason for a refused file also appears, below the last part.
  const notes = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no image") };
  await page.locator("input[type=file]").first().setInputFiles(notes);
  await expect(page.getByText("notes.txt is not a JPEG, PNG, WebP or GIF.")).toBeInViewport({ ratio: 1 });
});

test("pressing Ctrl+Enter twice sends once", async ({ signedInPage: page, app }) => {
  await openComposer(page);
  await chooseChannels(page, ["practice_x"]);
  const mark = `once ${Date.now()}`;
  await page.getByRole("textbox", { name: "Text" }).fill(mark);
  await page.keyboard.press("Control+Enter");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { name: "Published on 1 channel" })).toBeVisible({ timeout: 20_000 });
  expect(await countPublished(app, "practice_x", mark)).toBe(1);
});

test("a post that its platform rejects says so and why, beside the one that went out", async ({
  signedInPage: page,
}) => {
  needs("getPost.failure");
  await openComposer(page);
  await chooseChannels(page, ["practice_x"]);
  await page.getByRole("textbox", { name: "Text" }).fill("This one is refused #fail-rejected");
  await page.getByRole("button", { name: "Publish on 1 channel" }).click();
  await expect(page.getByRole("heading", { name: "Failed on 1 channel" })).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);
  await getResultRow(page, "Practice X").getByRole("link", { name: "Edit and resend" }).click();
  await expect(page).toHaveURL(/\/compose\?post=/);
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue("This one is refused #fail-rejected");
});

test("a post whose answer was lost is not called failed, and its author says on the results that it is there", async ({
  signedInPage: page,
}) => {
  needs("getPost.failure");
  await openComposer(page);
  await chooseChannels(page, ["practice_x"]);
  const text = `Who knows #fail-unconfirmed ${Date.now()}`;
  await page.getByRole("textbox", { name: "Text" }).fill(text);
  await page.getByRole("button", { name: "Publish on 1 channel" }).click();
  await expect(page.getByRole("heading", { name: "Not confirmed on 1 channel" })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("main").getByText(text)).toBeVisible();
  const row = getResultRow(page, "Practice X");
  await expect(row.getByText("Unconfirmed", { exact: true })).toBeVisible();
  await expect(row.getByText("Failed", { exact: true })).toHaveCount(0);
  await row.getByRole("button", { name: "It's there" }).click();
  await page
    .getByRole("dialog", { name: "Mark as published?" })
    .getByRole("button", { name: "Mark as published" })
    .click();
  await expect(page.getByRole("heading", { name: "Published on 1 channel" })).toBeVisible({ timeout: 20_000 });
});

test("scheduled on two channels shows text and time once, and leads to the calendar and back", async ({
  signedInPage: page,
}) => {
  needs("getCalendar");
  await page.goto("/calendar?view=week");
  await page
    .getByRole("link", { name: /^Compose/ })
    .first()
    .click();
  await chooseChannels(page, ["practice_x", "practice_bluesky"]);
  const text = `Seen from the calendar ${Date.now()}`;
  await page.getByRole("textbox", { name: "Text" }).fill(text);
  await (await openScheduleDialog(page)).getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Schedule on 2 channels" }).click();
  await expect(page.getByRole("heading", { name: "Scheduled on 2 channels" })).toBeFocused();
  const main = page.getByRole("main");
  await expect(main.getByText(text)).toBeVisible();
  await expect(main.getByText(/, 09:00, .* · in /)).toHaveCount(1);
  await expect(main.getByRole("link", { name: "See in calendar" })).toHaveAttribute("href", /^\/calendar\?date=/);
  await main.getByRole("link", { name: "Back to calendar" }).click();
  await expect(page).toHaveURL(/\/calendar\?view=week/);
});

test("a network that fails in mid-send keeps the text, and the repeat sends once", async ({ signedInPage: page }) => {
  needs("createPosts.submission_id");
  await openComposer(page);
  await chooseChannels(page, ["practice_x"]);
  const mark = `cut ${Date.now()}`;
  const text = page.getByRole("textbox", { name: "Text" });
  await text.fill(mark);
  // The request arrives and its answer is lost: the worst case for a repeat.
  let cut = true;
  await page.route("**/compose**", async (route) => {
    // Other requests of the page, such as saving the draft, pass.
    if (!cut || !route.request().postData()?.includes("repeatKey")) return route.continue();
    cut = false;
    await route.fetch();
    await route.abort("connectionreset");
  });
  await page.getByRole("button", { name: "Publish on 1 channel" }).click();
  await expect(page.getByText("The publishing service can't be reached.")).toBeVisible();
  await expect(text).toHaveValue(mark);
  await page.getByRole("button", { name: "Publish on 1 channel" }).click();
  await expect(page.getByRole("heading", { name: "Published on 1 channel" })).toBeVisible({ timeout: 20_000 });
  await page.goto("/practice/practice_x");
  await expect(page.getByText(mark)).toHaveCount(1);
});
test.use({ expectedErrors: networkErrors });
