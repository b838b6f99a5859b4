import { chooseChannels, freezeClock, openComposer } from "../support/composer-page.ts";
import { expect, test } from "../support/fixtures.ts";

test.use({ ownContext: true });

test("undo and redo go over parts, text and channels as one history, by key and by button", async ({
  signedInPage: page,
}) => {
  await openComposer(page);
  await chooseChannels(page, ["practice_x"]);
  await freezeClock(page);
  const text = page.getByRole("textbox", { name: "Text" });
  await text.click();
  await page.keyboard.type("One two");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  const second = page.getByRole("textbox", { name: "Part 2 of 2" });
  await expect(second).toBeFocused();
  await page.keyboard.type("Three");
  await page.keyboard.press("Alt+ArrowUp");
  await expect(page.getByRole("textbox", { name: "Part 1 of 2" })).toHaveValue("Three");

  await page.keyboard.press("Control+z");
  await expect(second).toHaveValue("Three");
  await expect(second).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(second).toHaveValue("");
  await page.keyboard.press("Control+z");
  await expect(text).toBeFocused();
  for (const left of ["One two\n\n", "One ", ""]) {
    await expect(text).toHaveValue(left);
    await page.keyboard.press("Control+z");
  }
  // The step before the first letter is the channel.
  await expect(page.getByRole("button", { name: "Choose channels" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo", exact: true })).toBeDisabled();

  for (let at = 0; at < 3; at += 1) await page.keyboard.press("Control+Shift+z");
  await expect(text).toHaveValue("One two\n\n");
  await page.keyboard.press("Control+y");
  await page.getByRole("button", { name: "Redo", exact: true }).click();
  await expect(second).toHaveValue("Three");
  await page.getByRole("button", { name: "Redo", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Part 1 of 2" })).toHaveValue("Three");
  await expect(page.getByRole("button", { name: "Redo", exact: true })).toBeDisabled();
});

test("the Undo of a removed part outlives typing in another field and ends with the next change of the text", async ({
  signedInPage: page,
}) => {
  await openComposer(page);
  await freezeClock(page);
  await page.getByRole("textbox", { name: "Text" }).click();
  await page.keyboard.type("One");
  for (let at = 0; at < 3; at += 1) await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Part 2 of 2" })).toBeFocused();
  await page.keyboard.type("Two");
  await page.getByRole("button", { name: "Remove part 2" }).click();
  const toast = page.getByRole("listitem").filter({ hasText: "Removed part 2" });
  await expect(toast).toBeVisible();
  await page.keyboard.press("Control+k");
  const search = page.getByRole("combobox", { name: "Search or run a command" });
  await search.fill("settings");
  await page.keyboard.press("Escape");
  await expect(search).toHaveCount(0);
  await expect(toast.getByRole("button", { name: /^Undo/ })).toBeVisible();
  await page.getByRole("textbox", { name: "Text" }).pressSequentially("!");
  await expect(toast).toHaveCount(0);
});

test("a browser's own undo of a field does not fight it, and another field keeps its own", async ({
  signedInPage: page,
}) => {
  await openComposer(page);
  await freezeClock(page);
  const text = page.getByRole("textbox", { name: "Text" });
  await text.click();
  await page.keyboard.type("Kept words");
  await page.evaluate(() => document.execCommand("undo"));
  await expect(text).toHaveValue("Kept ");
  await page.evaluate(() => document.execCommand("undo"));
  await expect(text).toHaveValue("");
  await page.keyboard.press("Control+y");
  await expect(text).toHaveValue("Kept ");
  await page.getByRole("button", { name: "Choose channels" }).click();
  const search = page.getByRole("dialog", { name: "Channels" }).getByRole("textbox", { name: "Search channels" });
  await search.fill("practice");
  await search.press("Control+z");
  await page.keyboard.press("Escape");
  await expect(text).toHaveValue("Kept ");
});

test("Backspace at a part's start merges it with the one before, the caret between", async ({ signedInPage: page }) => {
  await openComposer(page);
  await page.getByRole("textbox", { name: "Text" }).click();
  await page.keyboard.type("First");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Second");
  await page.keyboard.press("Home");
  await page.keyboard.press("Backspace");
  const text = page.getByRole("textbox", { name: "Text" });
  await expect(text).toHaveValue("First\n\nSecond");
  await page.keyboard.type("|");
  await expect(text).toHaveValue("First\n\n|Second");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await expect(page.getByRole("textbox", { name: "Part 2 of 2" })).toHaveValue("Second");
  await page.getByRole("textbox", { name: "Part 1 of 2" }).press("End");
  await page.keyboard.press("Delete");
  await expect(text).toHaveValue("First\n\nSecond");
});
