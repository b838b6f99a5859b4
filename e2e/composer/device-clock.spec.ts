import { chooseChannels, openComposer, openScheduleDialog } from "../support/composer-page.ts";
import { expect } from "../support/fixtures.ts";
import { callApi, test } from "../support/isolated-app-fixture.ts";

test.use({ ownContext: true });

for (const [side, aheadMs] of [
  ["ahead", 2 * 3_600_000],
  ["behind", -2 * 3_600_000],
] as const) {
  test(`a person whose clock is two hours ${side} gets a warning, and times use the server's clock`, async ({
    app,
    signedInPage: page,
  }) => {
    await page.clock.install({ time: new Date(Date.now() + aheadMs) });
    await openComposer(page);
    await chooseChannels(page, ["practice_x"]);
    await expect(page.getByRole("status").filter({ hasText: `clock is about 2 hours ${side}` })).toContainText(
      "Times here use the server's clock.",
    );
    const words = `By whose clock, ${side}?`;
    await page.getByRole("textbox", { name: "Text" }).fill(words);
    const dialog = await openScheduleDialog(page);
    const inWords = dialog.getByLabel("Type a time");
    // One hour from now has passed by a fast clock, and is three hours away by a slow one.
    await inWords.fill("in 1 hour");
    await expect(dialog.getByRole("status").getByText(/, \d\d:\d\d, /)).toBeVisible();
    await inWords.press("Enter");
    await expect(dialog).toBeHidden();
    const askedMs = Date.now();
    await page.getByRole("button", { name: "Schedule on 1 channel" }).click();
    await expect(page.getByRole("heading", { name: "Scheduled on 1 channel" })).toBeVisible();
    const posts = await callApi<{ posts: { text: string }[]; scheduled_for: string }[]>(app, "GET", "/posts?limit=50");
    const post = posts.find((one) => one.posts[0]?.text === words);
    const offMs = Date.parse(post?.scheduled_for ?? "") - (askedMs + 3_600_000);
    expect(Math.abs(offMs)).toBeLessThan(5 * 60_000);
  });
}
