import type { Page } from "playwright/test";
import { chooseChannels, openComposer } from "../support/composer-page.ts";
import { expect, test } from "../support/fixtures.ts";

const text = (page: Page) => page.getByRole("textbox", { name: /^(Text|Document)$/ });
const line = "A line of a text that is longer than the screen, with some words. ";

/** The caret's line as the person sees it: what lies at its middle, and its distance from what covers the page below. */
async function lookAtLastLine(page: Page): Promise<{ isVisible: boolean; airPx: number }> {
  return page.evaluate(() => {
    const field = document.activeElement as HTMLTextAreaElement;
    const { left, bottom } = field.getBoundingClientRect();
    const style = getComputedStyle(field);
    const end = bottom - Number.parseFloat(style.paddingBottom) - Number.parseFloat(style.borderBottomWidth);
    const height = Number.parseFloat(style.lineHeight);
    const at = (y: number) => document.elementFromPoint(left + 4, y);
    let airPx = 0;
    while (airPx < 200 && end + airPx < innerHeight && !at(end + airPx)?.closest("[data-action-bar], .above-bar, nav"))
      airPx += 1;
    return { isVisible: at(end - height / 2) === field && at(end - 2) === field, airPx };
  });
}

const sizes = [
  [1440, 900],
  [1280, 720],
  [720, 450],
  [390, 844],
] as const;

for (const view of ["parts", "document"] as const) {
  for (const [width, height] of sizes) {
    test(`the line with the caret stays in view in a text longer than the screen: ${view}, ${width} x ${height}`, async ({
      signedInPage: page,
    }) => {
      await page.setViewportSize({ width, height });
      await openComposer(page);
      await chooseChannels(page, ["practice_x"]);
      if (view === "document") {
        await page.keyboard.press("Control+e");
        await expect(page.getByRole("textbox", { name: "Document" })).toBeVisible();
      }
      const field = text(page);
      await field.fill(line.repeat(width < 500 ? 40 : 60));
      await field.press("Control+End");
      await page.keyboard.type(" And my last sentence.");
      await expect(page.locator(".above-bar").first()).toBeVisible();
      for (const keys of ["One more.", "Enter", "Enter", "After two lines."]) {
        if (keys === "Enter") await page.keyboard.press("Enter");
        else await page.keyboard.type(keys);
        await expect.poll(() => lookAtLastLine(page), keys).toMatchObject({ isVisible: true });
      }
      // The offer to split stays in view too, above the bar.
      const isOfferVisible = () =>
        page.evaluate(() => {
          const offer = [...document.querySelectorAll(".above-bar button")].find((one) =>
            one.textContent?.startsWith("Split"),
          );
          const { left, top, width, height } = offer?.getBoundingClientRect() ?? new DOMRect();
          const seen = document.elementFromPoint(left + width / 2, top + height / 2);
          return seen !== null && offer?.contains(seen) === true;
        });
      await expect.poll(isOfferVisible, "the offer to split").toBe(true);
      const { airPx } = await lookAtLastLine(page);
      expect(airPx, "px of air below the line").toBeGreaterThanOrEqual(4);
    });
  }
}

for (const [width, height] of [
  [1280, 720],
  [720, 450],
] as const) {
  test(`the count of the part in which a person types stays above the bar: ${width} x ${height}`, async ({
    signedInPage: page,
  }) => {
    await page.setViewportSize({ width, height });
    await openComposer(page);
    await chooseChannels(page, ["practice_x"]);
    await text(page).focus();
    // Each part ends at another height, and the last ones below the screen.
    for (let part = 1; part <= 9; part += 1) {
      // Wraps while it is typed: the last line comes up from below the bar.
      await page.keyboard.type(`Part ${part}${" with a few words".repeat(10)}`);
      const isCountVisible = () =>
        page.evaluate(() => {
          const row = document.activeElement?.closest("[data-row]");
          const count = [...(row?.querySelectorAll("[data-part-tools] *") ?? [])].findLast((one) =>
            /\d+/.test(one.textContent ?? ""),
          );
          if (!count) return false;
          const { left, right, top, bottom } = count.getBoundingClientRect();
          const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return seen !== null && (count.contains(seen) || seen.contains(count)) && bottom < innerHeight;
        });
      await expect.poll(isCountVisible, `part ${part}`).toBe(true);
      for (let time = 0; time < 3; time += 1) await page.keyboard.press("Enter");
    }
  });
}
