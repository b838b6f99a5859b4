import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type axe from "axe-core";
import { expect, type Locator, type Page } from "playwright/test";

/** Half the size of the package's main export; the page loads it again after each navigation. */
const source = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/**
 * Waits for finite animations: an element that is fading in has other colours than its final ones. Endless animations
 * are ignored.
 */
const settled = (page: Page) =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime))
        .map((one) => one.finished),
    ),
  );

/** Returns axe's violations, each rule with its elements. Axe runs in the page itself and stays there. */
async function findViolations(page: Page, rules: readonly string[]): Promise<string[]> {
  // Axe would not see the content of a frame.
  expect(page.frames(), "frames of the page").toHaveLength(1);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  return page.evaluate(async (values) => {
    const { run } = Reflect.get(window, "axe") as typeof axe;
    // Passed rules collect no details.
    const only = values.length > 0 ? { runOnly: { type: "rule" as const, values: [...values] } } : {};
    const { violations } = await run(document, { resultTypes: ["violations"], ...only });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
  }, rules);
}

/** Fails with the violated rules and their elements. A violation only during an animation does not count. */
export async function expectAccessible(page: Page, rules: readonly string[] = []): Promise<void> {
  let broken: string[] = [];
  for (let tried = 1; tried <= 3; tried += 1) {
    await settled(page);
    broken = await findViolations(page, rules);
    if (broken.length === 0) return;
  }
  expect(broken, `what axe finds on ${new URL(page.url()).pathname}`).toEqual([]);
}

/** Checks the light and the dark theme. Both have the same elements, so the dark theme gets only the colour rules. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, ["color-contrast"]);
  await page.emulateMedia({ colorScheme: "light" });
}

/** Returns the opacity at which an element and its focus ring are drawn, 0 to 1: its own times that of all ancestors. */
export const readOpacity = (element: Locator): Promise<number> =>
  element.evaluate((node) => {
    let opacity = 1;
    for (let at: Element | null = node; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
    return opacity;
  });
