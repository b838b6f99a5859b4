import type { Page } from "playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import { chooseChannels, openComposer, savedStatus } from "../support/composer-page.ts";
import { expect, test } from "../support/fixtures.ts";
import { needs } from "../support/needs.ts";

test.use({ viewport: { width: 1440, height: 900 } });

const image =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkqOv9DwADcAG6dZsVKwAAAABJRU5ErkJggg==";

/** Answers for the pages of links: a test reaches no page of the internet. */
async function servePages(page: Page): Promise<void> {
  await page.route("**/read/link-preview?*", async (route) => {
    const url = new URL(route.request().url()).searchParams.get("url") ?? "";
    const name = new URL(url).pathname.slice(1);
    const card = { url, title: `Page ${name}`, description: "All about it", image };
    const json = { ok: { page: card, why: null } };
    await route.fulfill({ json });
  });
}

test("a link's card is shown, and its link and texts are chosen, removed, and kept with the draft", async ({
  signedInPage: page,
}) => {
  needs("readLinkPreview");
  await servePages(page);
  await openComposer(page);
  await chooseChannels(page, ["practice_bluesky", "practice_x"]);
  await page
    .getByRole("textbox", { name: "Text" })
    .fill("Read https://example.org/one and https://example.org/two today");
  const panel = page.getByRole("tabpanel");
  const card = panel.getByRole("figure", { name: "Link card" });
  await page.getByRole("tab", { name: /Practice X/ }).click();
  await expect(panel.getByRole("list", { name: "As X shows it" })).toBeVisible();
  await expect(card).toHaveCount(0);
  await page.getByRole("tab", { name: /Practice Bluesky/ }).click();
  await expect(card).toContainText("Page one");
  await expect(card).toContainText("example.org");
  await expectAccessible(page);

  await panel.getByRole("button", { name: "Edit link card" }).click();
  const form = panel.getByRole("form", { name: "Link card" });
  await expect(form.getByLabel("Title")).toBeFocused();
  await form.getByLabel("Link", { exact: true }).selectOption("https://example.org/two");
  await form.getByLabel("Title").fill("My own title");
  await expectAccessible(page);
  await form.getByLabel("Title").press("Enter");
  await expect(card).toContainText("My own title");
  await expect(card).toContainText("All about it");

  await expect(page.getByText(savedStatus)).toBeVisible();
  await page.reload();
  await page.getByRole("tab", { name: /Practice Bluesky/ }).click();
  await expect(card).toContainText("My own title");

  await panel.getByRole("button", { name: "Edit link card" }).click();
  await form.getByRole("button", { name: "Remove card" }).click();
  await expect(panel.getByText("No link card.")).toBeVisible();
  await expect(card).toHaveCount(0);
  await panel.getByRole("button", { name: "Choose a link" }).click();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(card).toContainText("Page one");
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("a page without a card says why, and can be asked again", async ({ signedInPage: page }) => {
  needs("readLinkPreview");
  await openComposer(page);
  await chooseChannels(page, ["practice_linkedin"]);
  await page.getByRole("textbox", { name: "Text" }).fill("Read https://no-such-host.example.org/a");
  const panel = page.getByRole("tabpanel");
  await expect(panel.getByText(/No link card on LinkedIn\. The link's page couldn't be read\./u)).toBeVisible({
    timeout: 20_000,
  });
  await servePages(page);
  await panel.getByRole("button", { name: "Try again" }).click();
  await expect(panel.getByRole("figure", { name: "Link card" })).toContainText("Page a");
  await page.unrouteAll({ behavior: "ignoreErrors" });
});
