import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "playwright/test";

/** Fails with the rules that the page breaks and where. */
export async function expectAccessible(page: Page): Promise<void> {
  // What is still fading in has other colours than it will have; what turns for ever is left alone.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime))
        .map((one) => one.finished),
    ),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  const broken = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
  expect(broken, `what axe finds on ${new URL(page.url()).pathname}`).toEqual([]);
}
