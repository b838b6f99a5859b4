import { expect, test } from "../support/fixtures.ts";
import { visit } from "../support/visit.ts";

test("a visit ends when the new page is there, not while a slow server still shows the old one, and fails when it is lost", async ({
  signedInPage: page,
}) => {
  await page.goto("/posts");
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  const held = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname === "/leaderboard",
    async (route) => {
      asked.resolve();
      await held.promise;
      await route.continue();
    },
  );
  let hasEnded = false;
  const ended = visit(page, "/leaderboard").then(() => {
    hasEnded = true;
  });
  await asked.promise;
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Posts");
  expect(hasEnded).toBe(false);
  held.resolve();
  await ended;
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Leaderboard");
  expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);
  // As when the page replaces its own address meanwhile.
  await page.evaluate(() => {
    const { router } = Reflect.get(window, "next") as { router: { push: () => void } };
    router.push = () => history.replaceState(null, "");
  });
  await expect(visit(page, "/posts")).rejects.toThrow(/\/posts did not open: \S+\/leaderboard is still there/);
});
