import type { CDPSession, Page } from "playwright/test";
import { chooseChannels, openComposer } from "../support/composer-page.ts";
import { expect, test } from "../support/fixtures.ts";

/** Simulates an input method: its composition is in the field before the person commits it. */
async function inputMethod(page: Page) {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  return {
    /** Shows `text` as a composition, with the caret at an index; the default is its end. */
    compose: (text: string, at = text.length) =>
      cdp.send("Input.imeSetComposition", { text, selectionStart: at, selectionEnd: at }),
    choose: (text: string) => cdp.send("Input.insertText", { text }),
    /** Sends a key that the input method has consumed, as pages see it. */
    async press(key: string, { code = key, modifiers = 0 } = {}) {
      const event = { key, code, modifiers, windowsVirtualKeyCode: 229 };
      await cdp.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...event });
      await cdp.send("Input.dispatchKeyEvent", { type: "keyUp", ...event });
    },
  };
}

const control = 2;
const alt = 1;

test("a word that an input method puts together is left alone by all keys, and is one step of undo", async ({
  signedInPage: page,
}) => {
  await openComposer(page);
  await chooseChannels(page, ["practice_x"]);
  await page.getByRole("textbox", { name: "Text" }).click();
  await page.keyboard.type("First");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  const second = page.getByRole("textbox", { name: "Part 2 of 2" });
  await expect(second).toBeFocused();
  const method = await inputMethod(page);
  for (const text of ["n", "に", "にh", "にほ", "にほん"]) await method.compose(text);
  await expect(second).toHaveValue("にほん");
  // With the caret at the start of the part, Backspace would otherwise merge, Alt move it, and Ctrl Z undo.
  await method.compose("日本", 0);
  await method.press("Backspace");
  await method.press("ArrowUp", { modifiers: alt });
  await method.press("z", { code: "KeyZ", modifiers: control });
  await method.press("Enter");
  await expect(page.getByRole("list", { name: "Parts" }).locator("[data-row]")).toHaveCount(2);
  await expect(second).toBeFocused();
  await expect(second).toHaveValue("日本");
  await method.choose("日本");
  await expect(second).toHaveValue("日本");
  await page.keyboard.press("End");
  for (const text of ["ご", "語"]) await method.compose(text);
  await method.choose("語");
  await expect(second).toHaveValue("日本語");
  await page.keyboard.press("Control+z");
  await expect(second).toHaveValue("日本");
  await page.keyboard.press("Control+z");
  await expect(second).toHaveValue("");
  await page.keyboard.press("Control+Shift+z");
  await page.keyboard.press("Control+Shift+z");
  await expect(second).toHaveValue("日本語");
  await expect(page.getByRole("textbox", { name: "Part 1 of 2" })).toHaveValue("First");
});

test("in the document a word is put together over what looks like cuts, and dead keys make their letters", async ({
  signedInPage: page,
}) => {
  await openComposer(page);
  await page.getByRole("textbox", { name: "Text" }).click();
  const method = await inputMethod(page);
  await page.keyboard.type("caf");
  await method.compose("´");
  await method.choose("é");
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue("café");
  await page.getByText("Document", { exact: true }).click();
  const all = page.getByRole("textbox", { name: "Document" });
  await expect(all).toBeFocused();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n\n---\n\n");
  for (const text of ["ㅎ", "하", "한"]) await method.compose(text);
  await method.choose("한");
  for (const text of ["ㄱ", "그", "글"]) await method.compose(text);
  await method.choose("글");
  await expect(all).toHaveValue("café\n\n---\n\n한글");
  await page.getByText("Parts", { exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Part 2 of 2" })).toHaveValue("한글");
});

test("Hebrew and Arabic run from right to left, in the field and in the preview", async ({ signedInPage: page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openComposer(page);
  await chooseChannels(page, ["practice_x"]);
  const text = page.getByRole("textbox", { name: "Text" });
  const words = "שלום לכולם (https://example.org) – مرحبا!";
  await text.click();
  await page.keyboard.insertText(words);
  await expect(text).toHaveValue(words);
  await expect(text).toHaveCSS("direction", "rtl");
  const shown = page.getByRole("list", { name: "As X shows it" }).getByText(/^שלום/);
  await expect(shown).toHaveText(words);
  await expect(shown).toHaveCSS("direction", "rtl");
});
