import { expectAccessibleInBothThemes } from "../support/accessibility.ts";
import { chooseChannels, freezeClock, openComposer } from "../support/composer-page.ts";
import { expect, test } from "../support/fixtures.ts";

test.use({ ownContext: true });

test("document and parts keep the same text and caret", async ({ signedInPage: page }) => {
  await openComposer(page);
  await chooseChannels(page, ["practice_x"]);
  await freezeClock(page);
  await page.getByRole("textbox", { name: "Text" }).fill("One\n\n---\n\nstill one\n\n\n\n\nand more");
  await page.keyboard.press("Home");
  await page.getByText("Document", { exact: true }).click();
  const all = page.getByRole("textbox", { name: "Document" });
  await expect(all).toBeFocused();
  await expect(all).toHaveValue("One\n\n\\---\n\nstill one\n\n\n\n\nand more");
  await page.keyboard.type("+");
  await expect(all).toHaveValue(/\n\+and more$/);
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n\n---\n\nTwo\n\n\nThree");
  await expect(all).toHaveValue(/\+and more\n\n---\n\nTwo\n\n---\n\nThree$/);
  await expect(page.getByText(/^3 parts\. Start a new part/)).toBeVisible();
  await page.getByText("Parts", { exact: true }).click();
  const third = page.getByRole("textbox", { name: "Part 3 of 3" });
  await expect(third).toBeFocused();
  await expect(third).toHaveValue("Three");
  await expect(page.getByRole("textbox", { name: "Part 1 of 3" })).toHaveValue(
    "One\n\n---\n\nstill one\n\n\n\n\n+and more",
  );
  await page.keyboard.type("!");
  await page.getByText("Document", { exact: true }).click();
  await expect(all).toHaveValue(/Three!$/);
  await page.keyboard.press("Control+z");
  // The last word, written in both views, is one undo step.
  await expect(all).toHaveValue(/Two\n\n---\n\n$/);
});

test("in the document what is too long is marked, counted and split, and the preview follows the caret", async ({
  signedInPage: page,
}) => {
  test.setTimeout(120_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openComposer(page);
  await chooseChannels(page, ["practice_x"]);
  await page.getByRole("textbox", { name: "Text" }).fill(`${"word ".repeat(56)}behind`);
  await page.getByText("Document", { exact: true }).click();
  await expect(page.locator("mark")).toHaveText("behind");
  const editor = page.getByRole("main");
  await expect(editor.getByText("286").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Add images" }).filter({ visible: true })).toHaveCount(1);
  await expectAccessibleInBothThemes(page);
  await page.getByRole("button", { name: "Split into 2 parts" }).click();
  await expect(page.getByRole("textbox", { name: "Document" })).toHaveValue(/word\n\n---\n\n/);
  const parts = Array.from({ length: 40 }, (_, at) => `Part ${at + 1}`);
  await page.getByRole("textbox", { name: "Document" }).fill(parts.join("\n\n---\n\n"));
  const preview = page.locator("aside");
  await expect(preview.getByText("Part 40", { exact: true })).toBeInViewport();
  await page.keyboard.press("ControlOrMeta+Home");
  await expect(preview.getByText("Part 1", { exact: true })).toBeInViewport();
  // A tool that takes the focus at once is about the part with the caret too.
  await page.keyboard.press("ControlOrMeta+End");
  await page.getByRole("button", { name: "Add images" }).filter({ visible: true }).focus();
  await expect(preview.getByText("Part 40", { exact: true })).toBeInViewport();
});
