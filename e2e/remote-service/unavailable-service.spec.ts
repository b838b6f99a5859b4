import { randomUUID } from "node:crypto";
import { expectAccessible } from "../support/accessibility.ts";
import { expect } from "../support/fixtures.ts";
import { test } from "../support/remote-service-fixture.ts";
import {
  createRemotePost,
  createUniqueText,
  expectDocumentedRequestsOnly,
  openComposerWithAllChannels,
} from "../support/remote-service-steps.ts";

test.beforeEach(({ service }) => service.comeBack());
test.afterAll(({ service }) => expectDocumentedRequestsOnly(service.asked()));

test.describe("a service that goes away", () => {
  test.use({ expectedErrors: [/50[0-9]/] });

  test("is named in a sentence with a way to try again, and what was written is kept", async ({
    signedInPage: page,
    service,
  }) => {
    const text = createUniqueText("Written before the storm");
    await openComposerWithAllChannels(page);
    await page.getByLabel("Text", { exact: true }).fill(text);
    await service.leave();
    const send = page.getByRole("button", { name: "Publish on 2 channels" });
    await send.click();
    await expect(page.getByRole("main").getByRole("alert")).toContainText("The publishing service can't be reached.");
    await expect(page.getByLabel("Text", { exact: true })).toHaveValue(text);
    for (const address of ["/posts", "/leaderboard", "/profile", "/compose"]) {
      await page.goto(address);
      await expect(page.getByText("The publishing service can't be reached.")).toBeVisible();
      await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
    }
    await expectAccessible(page);
    await service.comeBack();
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(page.getByLabel("Text", { exact: true })).toHaveValue(text);
    await send.click();
    await expect(page.getByRole("heading", { name: "Published on 2 channels" })).toBeVisible();
  });
});

test("a revoked key leads to sign-in, and from there back to the words that were being written", async ({
  signedInPage: page,
  service,
}) => {
  const text = createUniqueText("Written with the old key");
  await openComposerWithAllChannels(page);
  await page.getByLabel("Text", { exact: true }).fill(text);
  const newKey = `another-${randomUUID()}`;
  await service.comeBack(newKey);
  await page.getByRole("button", { name: "Publish on 2 channels" }).click();
  await page.waitForURL(/\/sign-in\?next=/);
  await page.getByLabel(/api key/i).fill(service.key);
  await page.getByRole("button", { name: /^sign in/i }).click();
  await expect(page.getByText(/^This key can't sign you in/)).toBeVisible();
  await page.getByLabel(/api key/i).fill(newKey);
  await page.getByRole("button", { name: /^sign in/i }).click();
  await page.waitForURL(/\/compose$/);
  await expect(page.getByLabel("Text", { exact: true })).toHaveValue(text);
});

test("home tells what is planned, drafted and failed by the documented endpoints alone", async ({
  signedInPage: page,
  service,
  app,
}) => {
  const [sooner, later] = [createUniqueText("Sooner"), createUniqueText("Later")];
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  await createRemotePost(service, { text: sooner, scheduled_for: inDays(1) });
  await createRemotePost(service, { text: later, scheduled_for: inDays(3) });
  await createRemotePost(service, { text: createUniqueText("Begun"), draft: true });
  await page.goto("/");
  const planned = page.locator("section").filter({ has: page.getByRole("heading", { name: "Up next" }) });
  await expect(planned.getByRole("listitem").nth(0)).toContainText(sooner);
  await expect(planned.getByRole("listitem").nth(1)).toContainText(later);
  await expect(page.getByText("No post has failed.")).toBeVisible();
  await expect(page.getByRole("link", { name: /^Begun/ })).toBeVisible();
  await expect(page.getByText(/Add a weekly posting slot/)).toHaveCount(0);
  await expectAccessible(page);
  expect(new URL(page.url()).origin).toBe(app.origin);
});

test("dashboard settings are saved in the browser, and settings that need the service are not offered", async ({
  signedInPage: page,
}) => {
  await page.goto("/settings");
  await expect(page.getByText(/This service stores no settings/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your posting slots" })).toHaveCount(0);
  await page.getByRole("radio", { name: "12 hours" }).check({ force: true });
  await expect(page.getByText("Saved: 12-hour clock")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("radio", { name: "12 hours" })).toBeChecked();
  await expectAccessible(page);
});
