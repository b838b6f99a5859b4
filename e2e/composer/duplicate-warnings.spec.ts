import { chooseChannels, openComposer } from "../support/composer-page.ts";
import { expect, test } from "../support/fixtures.ts";
import { needs } from "../support/needs.ts";

test("the composer warns of the same text on a channel within a day and still publishes it", async ({
  signedInPage: page,
}) => {
  needs("checkPosts");
  const words = `Said twice ${Date.now()}`;
  for (const times of [1, 2]) {
    await openComposer(page);
    await chooseChannels(page, ["practice_bluesky"]);
    await page.getByRole("textbox", { name: "Text" }).fill(words);
    if (times === 2) {
      await expect(page.getByText(/^Same text on Practice Bluesky within a day: .+ \((now|.+ ago)\)\.$/)).toBeVisible();
    }
    await page.getByRole("button", { name: "Publish on 1 channel" }).click();
    await expect(page.getByRole("heading", { name: "Published on 1 channel" })).toBeVisible({ timeout: 20_000 });
  }
});
