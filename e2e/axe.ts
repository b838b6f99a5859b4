import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "playwright/test";

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

/** Fails with the rules that the page breaks and where. What broke only while something was coming or going is no fault. */
export async function expectAccessible(page: Page, rules: readonly string[] = []): Promise<void> {
  let broken: string[] = [];
  for (let tried = 1; tried <= 3; tried += 1) {
    await settled(page);
    // Of what is right nothing is collected.
    // In the page itself: a second page to gather what frames found is half of the time, and no page has a frame.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
    if (rules.length > 0) axe.withRules([...rules]);
    const { violations } = await axe.analyze();
    broken = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
    if (broken.length === 0) return;
  }
  expect(broken, `what axe finds on ${new URL(page.url()).pathname}`).toEqual([]);
}

/** In light and in dark. The page is built of the same in both: in the dark only its colours are asked about again. */
export async function expectAccessibleInBoth(page: Page): Promise<void> {
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, ["color-contrast"]);
  await page.emulateMedia({ colorScheme: "light" });
}
