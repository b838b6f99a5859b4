import type { Page } from "playwright/test";
import { createPost, waitForStatus } from "../support/api-client.ts";
import { callApi, expect, test } from "../support/isolated-app-fixture.ts";

type App = { origin: string; key: string };
type Claim = { id: string; state: string };

const row = (page: Page, id: string) => page.locator(`[data-claim="${id}"]`);
const evidence = (page: Page) => page.getByRole("region", { name: "Evidence" });

/**
 * Creates claims of the only administrator, who may decide them by the rules.
 * @returns their ids, the oldest first
 */
async function claim(app: App, count: number, about: string): Promise<string[]> {
  await callApi(app, "PATCH", "/organization", { settings: { self_review: true, blind_review: false } });
  const ids: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    const id = await createPost(app, "x", { text: `${about}, note ${number} of ${number * 7919}`, points: 20 });
    await waitForStatus(app, id, "published");
    ids.push(id);
  }
  return ids;
}

const statesOf = async (app: App, ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await callApi<{ claim: Claim }>(app, "GET", `/claims/${id}`)).claim.state));

test("of claims that were approved together one is taken back by its button, and the others stay approved", async ({
  signedInPage: page,
  app,
}) => {
  const ids = await claim(app, 3, "About the orchard");
  const [, second = ""] = ids;
  await page.goto("/review");
  await expect(row(page, second)).toBeVisible();
  for (const id of ids) await row(page, id).getByRole("checkbox").check({ force: true });
  await page.keyboard.press("Shift+A");
  await expect.poll(() => statesOf(app, ids)).toEqual(["approved", "approved", "approved"]);

  // A fresh visit, so the page has none of the decisions in memory.
  await page.goto("/review?show=approved");
  await row(page, second).getByRole("button").click();
  await evidence(page).getByRole("button", { name: "Reverse" }).click();
  await expect(page.getByText("Reversed: back in review")).toBeVisible();
  await expect.poll(() => statesOf(app, ids)).toEqual(["approved", "pending", "approved"]);
  await page.goto("/review");
  await expect(row(page, second)).toBeVisible();
  await expect(row(page, ids[0] ?? "")).toHaveCount(0);
});

/** Records each animation of a claim row without blocking it. */
async function noteFolds(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const folds: string[] = [];
    Reflect.set(window, "folds", folds);
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (this: Element, ...how) {
      // A row that is leaving is already inert.
      if (this.hasAttribute("inert")) folds.push(this.tagName);
      return animate.apply(this, how);
    };
  });
}
const foldsOf = (page: Page) => page.evaluate(() => Reflect.get(window, "folds") as string[]);

for (const motion of ["no-preference", "reduce"] as const) {
  test(`decided claims leave the list but for the newest three, ${motion === "reduce" ? "at once where no motion is wanted" : "folding"}`, async ({
    signedInPage: page,
    app,
  }) => {
    await page.emulateMedia({ reducedMotion: motion });
    await noteFolds(page);
    await claim(app, 5, `About the harbour with ${motion}`);
    await page.goto("/review");
    const listed = page.getByRole("list", { name: "Claims" }).locator("[data-claim]");
    await expect(listed.nth(4)).toBeVisible();
    const ids = await listed.evaluateAll((all) => all.map((one) => one.getAttribute("data-claim") ?? ""));
    const [first = ""] = ids;
    await row(page, first).getByRole("button").click();
    for (const id of ids.slice(0, 4)) {
      await expect(row(page, id).locator("[aria-current=true]")).toBeVisible();
      await page.keyboard.press("a");
    }
    await expect(row(page, first)).toHaveCount(0);
    for (const id of ids.slice(1)) await expect(row(page, id)).toBeVisible();
    expect(await foldsOf(page)).toEqual(motion === "reduce" ? [] : ["LI"]);
    await expect.poll(async () => new Set(await statesOf(app, ids.slice(0, 4)))).toEqual(new Set(["approved"]));
  });
}
