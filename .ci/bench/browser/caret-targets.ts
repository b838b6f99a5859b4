import type { Page } from "playwright";

/** Where a bench of the composer types. */
export type CaretTarget = { name: string; go: (page: Page) => Promise<void> };

export const createPartTarget = (at: number) => async (page: Page) => {
  const field = page.locator("textarea[data-writing]").nth(at);
  await field.scrollIntoViewIfNeeded();
  await field.evaluate((area: HTMLTextAreaElement) => {
    area.focus();
    // Amid its words, as somebody who mends them.
    area.setSelectionRange(100, 100);
  });
};
export const createPlainTarget = (page: Page) =>
  page.locator("textarea").evaluate((area) => {
    const field = area as HTMLTextAreaElement;
    field.focus();
    field.setSelectionRange(100, 100);
  });
export const createDocumentTarget = (share: number) => async (page: Page) => {
  await page.locator("#document-of-parts").evaluate((area, part) => {
    const field = area as HTMLTextAreaElement;
    field.focus();
    const at = Math.round(field.value.length * part);
    field.setSelectionRange(at, at);
  }, share);
  // A caret that is put somewhere is not brought into view: the first key would be measured with a page that jumps, and all
  // of it painted anew. A person sees where they write.
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
};
