import type { Page } from "playwright/test";
import { chooseChannels, openComposer } from "../support/composer-page.ts";
import { callApi, expect, resetSettings, test } from "../support/isolated-app-fixture.ts";
import { needs } from "../support/needs.ts";

test.beforeEach(({ app }) => resetSettings(app));

/** Pastes as a person does, without the machine's clipboard. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((words) => {
    const data = new DataTransfer();
    data.setData("text/plain", words);
    const field = document.activeElement as HTMLTextAreaElement;
    const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
    if (field.dispatchEvent(event)) document.execCommand("insertText", false, words);
  }, text);
}

const long = "A sentence of some length. ".repeat(20).trim();

test("a long text is split and undone in one step, with numbers where they are wanted", async ({
  signedInPage: page,
  app,
}) => {
  needs("changeSettings");
  await callApi(app, "PATCH", "/me/settings", { numbering: true });
  await openComposer(page);
  await chooseChannels(page, ["practice_x"]);
  await page.getByRole("textbox", { name: "Text" }).click();
  await paste(page, long);
  await page.getByRole("button", { name: "Split into 2 parts" }).click();
  const second = page.getByRole("textbox", { name: "Part 2 of 2" });
  await expect(second).toBeFocused();
  await expect(second).toHaveValue(/length\. 2\/2$/);
  await page.keyboard.press("Control+z");
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue(long);
});

test("where always splitting is set, a paste is split at once; undoing it keeps it whole", async ({
  signedInPage: page,
}) => {
  await page.goto("/settings");
  await page.getByRole("radio", { name: "Split automatically" }).check({ force: true });
  await expect(page.getByText(/^Saved: long texts/)).toBeVisible();
  await openComposer(page);
  await chooseChannels(page, ["practice_x"]);
  await page.getByRole("textbox", { name: "Text" }).click();
  await paste(page, long);
  const second = page.getByRole("textbox", { name: "Part 2 of 2" });
  await expect(second).toBeFocused();
  await page.keyboard.type("!");
  await expect(second).toHaveValue(/length\.!$/);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  const whole = page.getByRole("textbox", { name: "Text" });
  await expect(whole).toHaveValue(long);
  await expect(page.getByRole("button", { name: "Split into 2 parts" })).toBeVisible();
  await expect(whole).toHaveValue(long);
});

test("a pasted text over a part's limit is split or refused with a message, and the text before it stays", async ({
  signedInPage: page,
}) => {
  await openComposer(page);
  await chooseChannels(page, ["practice_linkedin"]);
  const text = page.getByRole("textbox", { name: "Text" });
  await text.fill("What stood here.");
  await paste(page, "a".repeat(1_000_000));
  await expect(
    page.getByText(/^That is 1,000,016 characters; a thread holds 250,000 here\. Nothing was inserted/),
  ).toBeVisible();
  await expect(text).toHaveValue("What stood here.");
  await paste(page, "\u0000 and more");
  await expect(page.getByText(/^1 pasted character can't be published/)).toBeVisible();
  await expect(text).toHaveValue("What stood here. and more");
  await paste(page, `a${"\u0301".repeat(20_000)}`);
  await expect(text).toHaveValue(/more.\u0301+$/);
  await page.keyboard.press("Control+z");
  await paste(page, "word ".repeat(20_000));
  await expect(page.getByText("Split into 5 parts: a part holds 25,000 characters.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Part 5 of 5" })).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(text).toHaveValue("What stood here. and more");
  await page.keyboard.press("Control+e");
  const whole = page.getByRole("textbox", { name: "Document" });
  await whole.press("Control+End");
  await paste(page, ", \u0007here too");
  await expect(whole).toHaveValue("What stood here. and more, here too");
  await paste(page, " word".repeat(9_999));
  await expect(page.getByText("Split into 3 parts: a part holds 25,000 characters.")).toBeVisible();
  await expect(whole).toHaveValue(/^What stood here\. and more, here too word(?: word)+\n\n---\n\nword/);
  await expect(page.getByText(/^3 parts\./)).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(whole).toHaveValue("What stood here. and more, here too");
});

test("a paste removes half a surrogate pair with a message and keeps the whole characters", async ({
  signedInPage: page,
}) => {
  await openComposer(page);
  const text = page.getByRole("textbox", { name: "Text" });
  await text.fill("Here");
  await text.press("End");
  // Created in the page: on the way there half a surrogate pair would become another character.
  await text.evaluate((field) => {
    const data = new DataTransfer();
    data.setData("text/plain", ` ${String.fromCharCode(0xd83d)}and \u{1f600}`);
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect(page.getByText(/^1 pasted character can't be published/)).toBeVisible();
  await expect(text).toHaveValue("Here and \u{1f600}");
});

test("in a long thread the count of a part follows its letters while they are typed", async ({
  signedInPage: page,
}) => {
  await openComposer(page);
  await chooseChannels(page, ["practice_x"]);
  await page.getByRole("textbox", { name: "Text" }).click();
  await paste(page, "A sentence of some length. ".repeat(130).trim());
  await page.getByRole("button", { name: /^Split into \d+ parts$/ }).click();
  const second = page.getByRole("textbox", { name: /^Part 2 of/ });
  await second.press("End");
  await second.evaluate((field) => {
    const seen = new Set<string | undefined>();
    Object.assign(window, { seen });
    field.addEventListener("input", () =>
      seen.add(/X (\d+)/.exec(field.closest("[data-row]")?.textContent ?? "")?.[1]),
    );
  });
  const row = page.getByRole("listitem").filter({ has: second });
  const told = /X (\d+)/;
  const before = told.exec((await row.textContent()) ?? "")?.[1];
  await page.keyboard.press("x");
  await expect(row).toContainText(`X ${Number(before) + 1}`);
  // Before and after the rest of the page has caught up.
  await page.keyboard.press("Backspace");
  await expect(row).toContainText(`X ${before}`);
  await page.keyboard.type("and so it goes on and on", { delay: 60 });
  expect(await page.evaluate(() => (Reflect.get(window, "seen") as Set<string>).size)).toBeGreaterThan(2);
});

test("the reason why nothing was sent stays when the counts catch up with the text", async ({ signedInPage: page }) => {
  needs("listPlatforms");
  await openComposer(page);
  await chooseChannels(page, ["practice_x"]);
  const field = page.getByRole("textbox", { name: "Text" });
  await field.fill(long);
  await expect(page.getByRole("button", { name: /^\d{3} over: jump to where it's too long/ })).toBeVisible();
  // Both in one task: the page gets no turn between them.
  await page.evaluate((words) => {
    document.execCommand("insertText", false, words);
    const init = { key: "Enter", ctrlKey: true, bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", init));
  }, long.repeat(7));
  const why = page.getByText(/^Too long for X by/);
  await expect(why).toBeVisible();
  // For a long text the count follows when the typing pauses: the channel shows it then.
  await expect(page.getByRole("button", { name: /^[\d,]{4,} over: jump to where it's too long/ })).toBeVisible();
  await expect(why).toBeVisible();
});
