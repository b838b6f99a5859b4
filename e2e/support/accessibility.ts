import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type axe from "axe-core";
import { expect, type Page } from "playwright/test";

/** Half as long as what the package exports; the page reads it anew after each way to an address. */
const source = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** What is still fading in has other colours than it will have; what turns for ever is left alone. */
const settled = (page: Page) =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime))
        .map((one) => one.finished),
    ),
  );

/** What axe finds broken, each rule with its places. It runs in the page itself, where it is once it was there. */
async function findViolations(page: Page, rules: readonly string[]): Promise<string[]> {
  // What is in a frame it would not see.
  expect(page.frames(), "frames of the page").toHaveLength(1);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  return page.evaluate(async (values) => {
    const { run } = Reflect.get(window, "axe") as typeof axe;
    // Of what is right nothing is collected.
    const only = values.length > 0 ? { runOnly: { type: "rule" as const, values: [...values] } } : {};
    const { violations } = await run(document, { resultTypes: ["violations"], ...only });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
  }, rules);
}

/** Fails with the rules that the page breaks and where. What broke only while something was coming or going is no fault. */
export async function expectAccessible(page: Page, rules: readonly string[] = []): Promise<void> {
  let broken: string[] = [];
  for (let tried = 1; tried <= 3; tried += 1) {
    await settled(page);
    broken = await findViolations(page, rules);
    if (broken.length === 0) return;
  }
  expect(broken, `what axe finds on ${new URL(page.url()).pathname}`).toEqual([]);
}

/** In light and in dark. The page is built of the same in both: in the dark only its colours are asked about again. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, ["color-contrast"]);
  await page.emulateMedia({ colorScheme: "light" });
}
