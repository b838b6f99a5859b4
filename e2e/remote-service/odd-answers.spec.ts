import { expectAccessible } from "../support/accessibility.ts";
import { expect } from "../support/fixtures.ts";
import { test } from "../support/remote-service-fixture.ts";
import { createRemotePost, createUniqueText, openComposerWithAllChannels } from "../support/remote-service-steps.ts";
import { visit } from "../support/visit.ts";

test.beforeEach(({ service }) => service.comeBack());

test("rows with missing fields, wrong dates and wrong types are shown and marked, and take no page", async ({
  signedInPage: page,
  service,
}) => {
  test.setTimeout(120_000);
  const text = createUniqueText("An even row");
  await createRemotePost(service, { text, draft: true });
  const id = await createRemotePost(service, { text: createUniqueText("Soon gone"), draft: true });
  await service.behave({ odd: true });
  // A write ends what the dashboard remembers, such as the ranks of the last minute.
  await page.goto(`/posts/${id}`);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete 1 post" }).click();
  await expect(page).toHaveURL("/posts");
  for (const title of [text, "Odd: nothing nullable", "Odd: wrong dates"])
    await expect(page.getByRole("link", { name: title, exact: true })).toBeVisible();
  await expect(page.getByText("Partly unreadable").first()).toBeVisible();
  await expect(page.getByRole("note")).toContainText("2 posts can't be shown");
  await expectAccessible(page);
  await visit(page, "/posts/odd_dates");
  await expect(page.getByRole("note")).toContainText("scheduled for, created at, and updated at");
  for (const path of ["/", "/calendar", "/channels", "/compose", "/leaderboard"]) {
    await visit(page, path);
    await expect(page.getByText("This page could not be shown")).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  await expect(page.getByText("Odd Points", { exact: true })).toBeVisible();
});

test("a deletion that the service did not do is not called done", async ({ signedInPage: page, service }) => {
  const text = createUniqueText("Stays there");
  const id = await createRemotePost(service, { text, draft: true });
  await service.behave({ deletes: false });
  await page.goto(`/posts/${id}`);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete 1 post" }).click();
  await expect(page.getByText(/The service did not delete it/).first()).toBeVisible();
  await visit(page, "/posts");
  await expect(page.getByRole("link", { name: text, exact: true })).toBeVisible();
});

test("nothing is stated that the service did not state", async ({ signedInPage: page, service }) => {
  const id = await createRemotePost(service, { text: createUniqueText("Never touched") });
  await page.goto("/channels");
  await expect(page.getByRole("heading", { name: "Outside x", exact: true })).toBeVisible();
  for (const claim of [/Nothing scheduled/, /All members/, /Practice/, /^Connected$/])
    await expect(page.getByRole("main").getByText(claim)).toHaveCount(0);
  // No post failed, so nothing is counted as unread.
  await expect(page.getByRole("navigation").getByRole("link", { name: "Inbox", exact: true })).toHaveCount(1);
  await visit(page, `/posts/${id}`);
  await expect(page.getByRole("main").getByText("Published", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("Edited", { exact: true })).toHaveCount(0);
  // Neither what X costs is known, nor whether the points count for each channel.
  await openComposerWithAllChannels(page);
  await page.getByLabel("Text", { exact: true }).fill("Costs nobody knows what");
  await expect(page.getByRole("textbox", { name: "Points from 0 to 1000" })).toHaveValue("20");
  await expect(page.getByText(/\$\d/)).toHaveCount(0);
  await expect(page.getByText("× 2")).toHaveCount(0);
});

test.describe("a browser with another clock", () => {
  test.use({ ownContext: true });
  for (const [side, hours] of [
    ["ahead", 3],
    ["behind", -3],
  ] as const) {
    test(`distances in time are right in a browser whose clock is three hours ${side}`, async ({
      signedInPage: page,
      service,
    }) => {
      const text = createUniqueText("Due in two days");
      const at = new Date(Date.now() + 2 * 86_400_000 + 1_800_000).toISOString();
      await createRemotePost(service, { text, scheduled_for: at });
      await page.clock.install({ time: new Date(Date.now() + hours * 3_600_000) });
      await page.goto("/posts");
      const row = page.getByRole("row", { name: text });
      await expect(row).toContainText("in 2 d");
      await page.clock.runFor(45_000);
      await expect(row).toContainText(/in 2 d(?! \d)/);
    });
  }
});

test("sign-in says where the service gives keys", async ({ page }) => {
  await page.goto("/sign-in");
  await expect(page.getByText(/Create one in your publishing service/)).toBeVisible();
  await expect(page.getByText(/setup link|invitation/)).toHaveCount(0);
});
