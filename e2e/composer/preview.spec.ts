import { expectAccessible } from "../support/accessibility.ts";
import { chooseChannels, openComposer } from "../support/composer-page.ts";
import { expect, test } from "../support/fixtures.ts";
import { needs } from "../support/needs.ts";

test.use({ viewport: { width: 1440, height: 900 } });

test("a preview folds where the platform's feed does, warns of links without a card, and has a light and a dark theme", async ({
  signedInPage: page,
}) => {
  await openComposer(page);
  await chooseChannels(page, ["practice_x", "practice_bluesky", "practice_linkedin"]);
  const text = "One\nTwo\nThree\nFour, with https://example.org/a";
  await page.getByRole("textbox", { name: "Text" }).fill(text);
  const panel = page.getByRole("tabpanel");
  const noCard = (name: string) => panel.getByText(`No link card on ${name}.`);

  await page.getByRole("tab", { name: /Practice X/ }).click();
  await expect(panel.getByRole("list", { name: "As X shows it" })).toBeVisible();
  await expect(panel.locator("[data-fold]")).toHaveCount(0);
  await expect(noCard("X")).toHaveCount(0);

  await page.getByRole("tab", { name: /Practice Bluesky/ }).click();
  await expect(noCard("Bluesky")).toBeVisible();

  await page.getByRole("tab", { name: /Practice LinkedIn/ }).click();
  await expect(noCard("LinkedIn")).toBeVisible();
  await expect(panel.getByText("The feed shows about 3 lines before “see more”.")).toBeVisible();
  const shown = panel.locator("[data-item-text]");
  // The truncation link is drawn after the third line and is no part of the text.
  await expect(shown).toHaveText(text, { useInnerText: false });
  const before = await panel
    .locator("[data-fold]")
    .evaluate((fold) => [fold.getAttribute("data-fold"), fold.previousSibling?.textContent]);
  expect(before).toEqual(["… see more", "One\nTwo\nThree"]);

  const ground = () =>
    panel.evaluate((node) => {
      const { backgroundColor, colorScheme } = getComputedStyle(node);
      return { backgroundColor, colorScheme };
    });
  const light = await ground();
  await page.getByRole("button", { name: "Show the preview dark" }).click();
  const dark = await ground();
  expect([dark.colorScheme, dark.backgroundColor === light.backgroundColor]).toEqual(["dark", false]);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Show the preview light" }).click();
  expect((await ground()).backgroundColor).toBe(light.backgroundColor);
  // The preview has its own theme, independent of the page's.
  await page.emulateMedia({ colorScheme: "dark" });
  expect((await ground()).backgroundColor).toBe(light.backgroundColor);
  await expectAccessible(page);
});

test("a limit that changed since the page was loaded is told with the refusal, and the counters go by it", async ({
  signedInPage: page,
}) => {
  needs("listPlatforms");
  // A page loaded when X accepted 300 characters.
  await page.route("**/_next/static/chunks/*.js", async (route) => {
    const answer = await route.fetch();
    const code = await answer.text();
    await route.fulfill({ response: answer, body: code.replace(/limit:280\b/g, "limit:300") });
  });
  await openComposer(page);
  await chooseChannels(page, ["practice_x"]);
  const text = page.getByRole("textbox", { name: "Text" });
  await text.fill("a".repeat(290));
  const tab = page.getByRole("tab", { name: /Practice X/ });
  await expect(tab).toContainText("10 left");
  await page.getByRole("button", { name: "Publish on 1 channel" }).click();
  await expect(page.getByText(/has 290 characters; the limit is 280/).first()).toBeVisible({ timeout: 20_000 });
  await expect(tab).toContainText("10 over");
  await expect(text).toHaveValue("a".repeat(290));
  await text.fill("b".repeat(281));
  await expect(tab).toContainText("1 over");
  await page.getByRole("button", { name: "Publish on 1 channel" }).click();
  await expect(page.getByText("Too long for X by 1.", { exact: true })).toBeVisible();
  // Prefetches may still be running.
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("on a phone the preview's icon ends with the content, and the page does not scroll sideways", async ({
  signedInPage: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openComposer(page);
  const icon = await page.getByRole("button", { name: "Preview", exact: true }).locator("svg").boundingBox();
  const content = await page.getByRole("button", { name: "More ways to publish" }).boundingBox();
  const [iconEnd, contentEnd] = [icon, content].map((box) => (box?.x ?? 0) + (box?.width ?? 0));
  expect(Math.abs((iconEnd ?? 0) - (contentEnd ?? 0))).toBeLessThanOrEqual(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
