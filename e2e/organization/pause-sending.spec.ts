import { expectAccessible } from "../support/accessibility.ts";
import { createPost, waitForStatus } from "../support/api-client.ts";
import { callApi, createIsolatedAppTest, expect } from "../support/isolated-app-fixture.ts";
import { needs } from "../support/needs.ts";
import { joinAsPerson } from "../support/person-fixture.ts";
import { visit } from "../support/visit.ts";

/** A separate app: a pause would stop every other test's posts. */
const test = createIsolatedAppTest();

test("an owner pauses all sending with a reason, everybody sees it, and what was due is sent after a decision", async ({
  signedInPage: page,
  browser,
  app,
  watch,
}) => {
  needs("pauseSending");
  test.slow();
  await page.goto("/organization");
  await page.getByRole("button", { name: "Pause sending…" }).click();
  const dialog = page.getByRole("dialog");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Pause sending" }).click();
  await expect(dialog.getByText("Enter a reason.")).toBeVisible();
  await dialog.getByLabel("Reason").fill("Wrong prices in the campaign");
  await dialog.getByLabel("Reason").press("Enter");
  await expect(page.getByText("Sending is paused.", { exact: true })).toBeVisible();
  const id = await createPost(app, "x", {
    text: "Due during the pause",
    scheduled_for: new Date(Date.now() + 3_000).toISOString(),
  });
  const banner = page.getByRole("region", { name: "Sending is paused" });
  await expect(banner).toContainText(/by Ada Admin since .*: Wrong prices in the campaign/);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "light" });

  const context = await browser.newContext({ baseURL: app.origin, locale: "en-GB", timezoneId: "Europe/Berlin" });
  const member = await context.newPage();
  watch(member);
  await joinAsPerson(member, app, { name: "Greta Green", email: "greta@example.org" });
  await member.goto("/");
  await expect(member.getByRole("region", { name: "Sending is paused" })).toContainText("Wrong prices in the campaign");
  await expect(member.getByRole("link", { name: "Resume sending" })).toHaveCount(0);
  await visit(member, "/channels");
  await expect(member.getByRole("button", { name: /^Pause sending/ })).toHaveCount(0);
  await context.close();

  await visit(page, `/posts/${id}`);
  await expect(page.getByText(/^Sending is paused\. It isn't sent until sending resumes\./)).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByText("On hold", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Publish now" })).toHaveCount(0);

  // The post says so before its time, which comes within the minute.
  const isLate = async () => (await callApi<{ overdue: number }[]>(app, "GET", "/pauses"))[0]?.overdue === 1;
  await expect.poll(isLate, { timeout: 60_000 }).toBe(true);
  await page.getByRole("link", { name: "Resume sending" }).click();
  // The page scrolls to its section.
  await expect(page).toHaveURL(/#sending$/);
  await page.getByRole("button", { name: "Resume sending…" }).click();
  await expect(dialog.getByText("1 post was due meanwhile. Choose what happens to it.")).toBeVisible();
  await expect(dialog.getByText("Due during the pause")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Send now" }).click();
  await expect(page.getByText("Sending resumed. 1 post was released to be sent.")).toBeVisible();
  await expect(banner).toHaveCount(0);
  await waitForStatus(app, id, "published");
});

test("one channel is paused and resumed from its row by keyboard, and the others go on", async ({
  signedInPage: page,
  app,
}) => {
  needs("pauseSending");
  await page.goto("/channels");
  const [channel] = await callApi<{ id: string; name: string }[]>(app, "GET", "/channels");
  await page.getByRole("button", { name: `Pause sending on ${channel?.name}` }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("The account is locked");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Sending is paused" })).toContainText(
    `Sending is paused on ${channel?.name}`,
  );
  await page.getByRole("button", { name: `Resume sending… on ${channel?.name}` }).press("Enter");
  await expect(dialog.getByText("No post was due meanwhile.")).toBeVisible();
  await dialog.getByRole("button", { name: "Resume sending" }).press("Enter");
  await expect(page.getByRole("region", { name: "Sending is paused" })).toHaveCount(0);
});
