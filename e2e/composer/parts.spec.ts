import type { Locator, Page } from "playwright/test";
import { chooseChannels, openComposer } from "../support/composer-page.ts";
import { expect, test } from "../support/fixtures.ts";

/** Writes a thread by keyboard alone, a part for each text. */
async function writeParts(page: Page, texts: readonly string[]): Promise<void> {
  await page.getByRole("textbox", { name: "Text" }).click();
  for (const [at, text] of texts.entries()) {
    await page.keyboard.type(text);
    if (at === texts.length - 1) return;
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("textbox", { name: `Part ${at + 2} of ${at + 2}` })).toBeFocused();
  }
}

async function pressEnter(page: Page, times: number): Promise<void> {
  for (let at = 0; at < times; at += 1) await page.keyboard.press("Enter");
}

async function expectParts(page: Page, texts: readonly string[], of = texts.length): Promise<void> {
  for (const [at, text] of texts.entries())
    await expect(page.getByRole("textbox", { name: `Part ${at + 1} of ${of}`, exact: true })).toHaveValue(text);
}

test("two Enters make a paragraph, a third begins a part, and a channel without threads gets no parts", async ({
  signedInPage: page,
}) => {
  await openComposer(page);
  await chooseChannels(page, ["practice_linkedin"]);
  const text = page.getByRole("textbox", { name: "Text" });
  await text.click();
  await page.keyboard.type("One");
  await pressEnter(page, 3);
  await page.keyboard.type("Two");
  await expect(text).toHaveValue("One\n\n\nTwo");
  await chooseChannels(page, ["practice_x"]);
  await text.press("Control+End");
  await pressEnter(page, 2);
  await page.keyboard.type("Three");
  await expect(text).toHaveValue("One\n\n\nTwo\n\nThree");
  await pressEnter(page, 3);
  await expect(page.getByRole("textbox", { name: "Part 2 of 2" })).toBeFocused();
  await expect(page.getByRole("textbox", { name: "Part 1 of 2" })).toHaveValue("One\n\n\nTwo\n\nThree");
});

/** Drags a part by its handle over the lower half of another and holds it there. */
async function dragOver(page: Page, part: number, over: number): Promise<void> {
  await page.getByTitle(`Drag part ${part}`, { exact: true }).hover();
  await page.mouse.down();
  const row = await page
    .getByRole("list", { name: "Parts" })
    .locator("[data-row]")
    .nth(over - 1)
    .boundingBox();
  if (!row) throw new Error("The row is not shown.");
  const [x, y] = [row.x + 20, row.y + row.height * 0.8];
  // The drag code is loaded with the first press.
  await expect(async () => {
    await page.mouse.move(x, y - 3);
    await page.mouse.move(x, y);
    await expect(page.locator("[data-drop-line]")).toBeVisible({ timeout: 100 });
  }).toPass();
}

test("a part shows its handle to pointer and keyboard and is dragged by it: a line shows where it lands, Escape puts it back, undo is one step", async ({
  signedInPage: page,
}) => {
  await openComposer(page);
  await expect(page.getByTitle("Drag part 1")).toHaveCount(0);
  await writeParts(page, ["One", "Two", "Three"]);
  // A part without pointer and focus hides its icons, and the tools of the part in focus shift none of them.
  const second = page.getByTitle("Drag part 2", { exact: true });
  await expect(page.getByRole("button", { name: "Insert emoji" }).locator("visible=true")).toBeVisible();
  await expect(second).toHaveCSS("color", "rgba(0, 0, 0, 0)");
  const [idle, active] = await Promise.all(
    [2, 3].map((part) => page.getByRole("button", { name: `Remove part ${part}` }).boundingBox()),
  );
  expect(active?.x).toBe(idle?.x);
  await page.getByRole("button", { name: "Remove part 2" }).focus();
  await expect(second).not.toHaveCSS("color", "rgba(0, 0, 0, 0)");
  await page.getByRole("textbox", { name: "Part 3 of 3" }).focus();
  await dragOver(page, 1, 2);
  await page.keyboard.press("Escape");
  await expect(page.locator("[data-drop-line]")).toHaveCount(0);
  await expect(page.getByText("Part 1 was not moved.")).toBeAttached();
  await page.mouse.up();
  await expectParts(page, ["One", "Two", "Three"]);
  await dragOver(page, 1, 2);
  await page.mouse.up();
  await expectParts(page, ["Two", "One", "Three"]);
  await expect(page.getByText("Part is now 2 of 3")).toBeAttached();
  await expect(page.getByRole("textbox", { name: "Part 2 of 3" })).toBeFocused();
  await page.keyboard.press("Control+z");
  await expectParts(page, ["One", "Two", "Three"]);
});

test("in a long thread a part is dragged past rows that are drawn apart, and beyond the window, which goes along", async ({
  signedInPage: page,
}) => {
  const texts = Array.from({ length: 45 }, (_, at) => `Words ${at + 1}`);
  await openComposer(page);
  await page.getByRole("textbox", { name: "Text" }).click();
  await page.getByText("Document", { exact: true }).click();
  await page.getByRole("textbox", { name: "Document" }).fill(texts.join("\n\n---\n\n"));
  await page.getByText("Parts", { exact: true }).click();
  await dragOver(page, 12, 9);
  await page.mouse.up();
  await expect(page.getByText("Part is now 10 of 45")).toBeAttached();
  const moved = texts.toSpliced(11, 1).toSpliced(9, 0, "Words 12");
  await expectParts(page, moved.slice(0, 14), 45);
  await page.keyboard.press("Control+z");
  await expectParts(page, texts.slice(0, 14), 45);

  await page.getByRole("textbox", { name: "Part 2 of 45" }).focus();
  await dragOver(page, 2, 4);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.mouse.move(width / 2, height - 5);
  await expect(page.getByRole("textbox", { name: "Part 16 of 45" })).toBeInViewport();
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expectParts(page, texts.slice(0, 5), 45);
});

test("each part says its place and what is left where the least is, and the focus stays with the words", async ({
  signedInPage: page,
}) => {
  await openComposer(page);
  await chooseChannels(page, ["practice_x", "practice_bluesky"]);
  await writeParts(page, ["One", "Two", "Three"]);
  const part = (at: number, of: number) => page.getByRole("textbox", { name: `Part ${at} of ${of}` });
  await expect(part(2, 3)).toHaveAccessibleDescription("277 characters left on X");
  await part(2, 3).fill("a".repeat(249));
  await expect(part(2, 3)).toHaveAccessibleDescription("31 characters left on X");
  await part(2, 3).fill("a".repeat(290));
  await expect(part(2, 3)).toHaveAccessibleDescription("10 characters too many for X");
  await part(2, 3).fill("Two");
  // From the first line an arrow key moves to the part above, from the last line to the part below.
  await part(2, 3).press("Home");
  await page.keyboard.press("ArrowUp");
  await expect(part(1, 3)).toBeFocused();
  await page.keyboard.type("!");
  await expect(part(1, 3)).toHaveValue("One!");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("ArrowDown");
  await expect(part(2, 3)).toBeFocused();
  await page.getByRole("button", { name: "Remove part 2" }).click();
  await expect(part(1, 2)).toBeFocused();
  await page.getByRole("button", { name: "Add part" }).click();
  await expect(part(3, 3)).toBeFocused();
  await page.keyboard.press("Backspace");
  await expect(part(2, 2)).toBeFocused();
  await page.keyboard.press("Home");
  await page.keyboard.press("Backspace");
  const whole = page.getByRole("textbox", { name: "Text" });
  await expect(whole).toBeFocused();
  await expect(whole).toHaveValue("One\n\nThree");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { name: /^Publish/ })).toBeFocused();
});

test("of parts that go out as one, each says what is left for all of them", async ({ signedInPage: page }) => {
  await openComposer(page);
  await chooseChannels(page, ["practice_linkedin"]);
  await page.getByRole("textbox", { name: "Text" }).fill("One");
  await page.getByRole("button", { name: "Add part" }).click();
  await page.keyboard.type("Two");
  await expect(page.getByRole("textbox", { name: "Part 2 of 2" })).toHaveAccessibleDescription(
    "2,992 characters left on LinkedIn",
  );
});

/** Pastes as a person does, without the machine's clipboard. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((words) => {
    const data = new DataTransfer();
    data.setData("text/plain", words);
    const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
    if (document.activeElement?.dispatchEvent(event)) document.execCommand("insertText", false, words);
  }, text);
}

test("a thread refuses a 101st part with a message, however it is added, and keeps the text", async ({
  signedInPage: page,
}) => {
  await openComposer(page);
  await chooseChannels(page, ["practice_x"]);
  await page.getByRole("textbox", { name: "Text" }).click();
  await page.getByText("Document", { exact: true }).click();
  const cut = "\n\n---\n\n";
  const all = page.getByRole("textbox", { name: "Document" });
  await all.fill(Array.from({ length: 101 }, (_, at) => `Part ${at + 1}`).join(cut));
  await expect(page.getByText(/^A thread holds 100 parts: the rest/)).toBeVisible();
  await expect(all).toHaveValue(/Part 100\n\n---\n\nPart 101$/);
  await page.getByText("Parts", { exact: true }).click();
  const last = page.getByRole("textbox", { name: "Part 100 of 100" });
  await expect(last).toHaveValue(`Part 100${cut}Part 101`);
  await expect(page.getByRole("button", { name: "100 parts: the maximum" })).toBeDisabled();
  await last.focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(page.getByText("A thread holds 100 parts. Nothing was added.")).toBeVisible();
  await expect(last).toHaveValue(`Part 100${cut}Part 101\n\n`);
  await paste(page, "word ".repeat(6_000));
  await expect(page.getByText(/^That needs 2 parts; a thread holds 100\. Nothing was inserted/)).toBeVisible();
  await expect(last).toHaveValue(`Part 100${cut}Part 101\n\n`);
  await paste(page, "word ".repeat(60));
  await expect(page.getByText("This needs 2 parts; a thread holds 100.")).toBeVisible();
  await expect(last).toHaveValue(/^Part 100[\s\S]*(word ){60}$/);
  // The page stays usable.
  await page.keyboard.press("Control+z");
  await expect(last).toHaveValue(`Part 100${cut}Part 101\n\n`);
});

test.describe("on a phone", () => {
  test.use({ contextOptions: { viewport: { width: 390, height: 600 }, hasTouch: true, isMobile: true } });

  test("a part is moved by a finger on its handle, and a finger anywhere else scrolls and moves nothing", async ({
    signedInPage: page,
  }) => {
    const session = await page.context().newCDPSession(page);
    const finger = (type: "touchStart" | "touchMove" | "touchEnd", at?: { x: number; y: number }) =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
    const boxOf = async (what: Locator) => {
      const box = await what.boundingBox();
      if (!box) throw new Error("It is not shown.");
      return box;
    };
    const rows = page.getByRole("list", { name: "Parts" }).locator("[data-row]");
    const line = page.locator("[data-drop-line]");
    await openComposer(page);
    await writeParts(page, ["One", "Two", "Three", "Four"]);
    await page.getByRole("textbox", { name: "Part 1 of 4" }).tap();
    const grip = page.getByTitle("Drag part 1");
    await expect(grip).toBeVisible();
    const { x, y } = await boxOf(grip);
    await finger("touchStart", { x: x + 20, y: y + 20 });
    await expect(line).toBeAttached();
    const second = await boxOf(rows.nth(1));
    await finger("touchMove", { x: x + 20, y: second.y + second.height * 0.8 });
    await expect(line).toBeVisible();
    await finger("touchEnd");
    await expectParts(page, ["Two", "One", "Three", "Four"]);

    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    const words = await boxOf(page.getByRole("textbox", { name: "Part 1 of 4" }));
    const from = { x: words.x + words.width / 2, y: words.y + words.height / 2 };
    await finger("touchStart", from);
    for (const way of [20, 60, 100, 140]) await finger("touchMove", { ...from, y: from.y - way });
    await finger("touchEnd");
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50);
    await expect(line).toHaveCount(0);
    await expectParts(page, ["Two", "One", "Three", "Four"]);
  });
});

test("the tools of a part are one tab stop with its images and emoji, and arrow keys lead on in them", async ({
  signedInPage: page,
}) => {
  await openComposer(page);
  await writeParts(page, ["One", "Two", "Three"]);
  await expectParts(page, ["One", "Two", "Three"]);
  const up = page.getByRole("button", { name: "Move part 2 up" });
  await expect(up).toBeAttached();
  await page.getByRole("textbox", { name: "Part 2 of 3" }).click();
  await expect(page.getByRole("textbox", { name: "Part 2 of 3" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(up).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("button", { name: "Move part 2 down" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("button", { name: "Remove part 2" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("button", { name: "Add images" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("button", { name: "Insert emoji" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(up).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("textbox", { name: "Part 3 of 3" })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("textbox", { name: "Part 2 of 3" })).toBeFocused();
});
