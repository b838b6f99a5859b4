import type { Page } from "playwright/test";
import { startWebhookReceiver } from "../peers/webhook-receiver.ts";
import { expectAccessible } from "../support/accessibility.ts";
import { createPost } from "../support/api-client.ts";
import { addSession, test as base, expect } from "../support/fixtures.ts";
import { startApp } from "../support/start-app.ts";

type Receiver = Awaited<ReturnType<typeof startWebhookReceiver>>;

/** A separate app that may reach a receiver on loopback. */
const test = base.extend<object, { receiver: Receiver }>({
  receiver: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const receiver = await startWebhookReceiver();
      await use(receiver);
      await receiver.stop();
    },
    { scope: "worker" },
  ],
  app: [
    async ({ receiver }, use) => {
      const app = await startApp({ OUTBOUND_ALLOW: receiver.host });
      await use({ origin: app.origin, key: app.key });
      await app.stop();
    },
    { scope: "worker", timeout: 240_000 },
  ],
});
// The tests build on each other's webhooks.
test.describe.configure({ mode: "serial" });

const section = (page: Page) => page.getByRole("region", { name: "Webhooks" });
const row = (page: Page, name: string) =>
  section(page)
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: new RegExp(`/hook/${name}$`) }) });

async function openSettings(page: Page, app: { origin: string; key: string }): Promise<void> {
  await addSession(page, app);
  await page.goto("/settings#webhooks");
}

/**
 * Adds a webhook through the form.
 * @returns the secret, which the page shows only once
 */
async function add(page: Page, receiver: Receiver, name: string): Promise<string> {
  await section(page).getByRole("button", { name: "Add a webhook" }).click();
  await page.getByLabel("URL", { exact: true }).fill(receiver.urlOf(name));
  await page.getByRole("button", { name: "Add webhook" }).click();
  await expect(section(page).getByText("Copy it now. You won't see it again.")).toBeVisible();
  const secret = await section(page)
    .getByText(/^whsec_/)
    .textContent();
  await receiver.know(name, secret ?? "");
  return secret ?? "";
}

test("an administrator adds a webhook by keyboard and copies its secret; a published post reaches it signed", async ({
  page,
  context,
  app,
  receiver,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openSettings(page, app);
  await expect(section(page).getByText("No webhooks yet")).toBeVisible();
  await expectAccessible(page);
  await section(page).getByRole("button", { name: "Add a webhook" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("URL", { exact: true })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(receiver.urlOf("first"));
  for (let field = 0; field < 4; field += 1) await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(page.getByLabel("Post deleted")).toBeChecked();
  await page.keyboard.press("Enter");
  await expect(page.locator(":focus")).toContainText("has a new secret.");
  await expectAccessible(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  // The browser copies after the key press.
  await expect.poll(copied).toMatch(/^whsec_/);
  const secret = await copied();
  await receiver.know("first", secret);

  const id = await createPost(app, "x", { text: "Words that stay at home" });
  await expect.poll(async () => (await receiver.received("first")).length, { timeout: 20_000 }).toBe(1);
  const [received] = await receiver.received("first");
  expect(received).toMatchObject({ verified: true, signatures: 1 });
  expect(JSON.parse(received?.body ?? "")).toMatchObject({ type: "post.published", data: { id, status: "published" } });
  expect(received?.body).not.toContain("Words that stay at home");

  await page.reload();
  await expect(section(page).getByText(/Last delivery/)).toBeVisible();
  await expect(page.getByText(secret)).toHaveCount(0);
});

test("a wrong URL is reported at its field, and nothing is added", async ({ page, app }) => {
  await openSettings(page, app);
  await section(page).getByRole("button", { name: "Add a webhook" }).click();
  const address = page.getByLabel("URL", { exact: true });
  const send = page.getByRole("button", { name: "Add webhook" });
  await send.click();
  await expect(address).toHaveAccessibleDescription(/Enter a URL/);
  for (const [wrong, why] of [
    ["http://example.org/", /https:\/\//],
    ["https://169.254.169.254/latest", /private/],
    ["https://me:secret@example.org/", /user name or password/],
    [`https://example.org/${"a".repeat(2_000)}`, /2,000 characters/],
  ] as const) {
    await address.fill(wrong);
    await send.click();
    await expect(address).toHaveAccessibleDescription(why);
  }
  for (const words of ["Post published", "Post failed"]) await page.getByRole("dialog").getByLabel(words).uncheck();
  await address.fill("https://example.org/");
  await send.click();
  await expect(page.getByText("Choose at least one event.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(section(page).getByRole("heading", { level: 3 })).toHaveCount(1);
});

test("a test shows its result, the log shows the reason, and a message is sent again", async ({
  page,
  app,
  receiver,
}) => {
  await openSettings(page, app);
  await add(page, receiver, "second");
  await receiver.behave("second", "error");
  const mine = row(page, "second");
  await mine.getByRole("button", { name: /^Test/ }).click();
  await expect(mine.getByRole("status")).toHaveText("Test: Failed. The receiver answered 500: it has a problem.");
  await mine.getByRole("button", { name: /^Log/ }).click();
  const log = page.getByRole("region", { name: /^Delivery log for/ });
  await expect(log.getByText("1 message, newest first. Times in Berlin")).toBeVisible();
  await expect(log.getByText("Failed")).toBeVisible();
  await log.getByText("Payload").click();
  await expect(log.getByText('"type": "test"')).toBeVisible();
  await expectAccessible(page);
  await receiver.behave("second", "ok");
  await log.getByRole("button", { name: "Send again" }).click();
  await expect(log.getByText("Response: 204 after 2 attempts.")).toBeVisible();
  const received = await receiver.received("second");
  expect(new Set(received.map(({ id }) => id)).size).toBe(1);
  expect(received.map(({ verified }) => verified)).toEqual([true, true]);
});

test("a new secret signs beside the former one", async ({ page, app, receiver }) => {
  await openSettings(page, app);
  const mine = row(page, "second");
  await mine.getByRole("button", { name: /^New secret/ }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create new secret" }).click();
  await expect(mine.getByText(/The old secret works until/)).toBeVisible();
  const fresh = await section(page)
    .getByText(/^whsec_/)
    .textContent();
  const former = (await receiver.received("second")).length;
  // The receiver checks with the former secret first, then with the new one.
  await mine.getByRole("button", { name: /^Test/ }).click();
  await expect(mine.getByRole("status")).toContainText("Delivered");
  await receiver.know("second", fresh ?? "");
  await mine.getByRole("button", { name: /^Test/ }).click();
  await expect.poll(async () => (await receiver.received("second")).length).toBe(former + 2);
  const latest = (await receiver.received("second")).slice(-2);
  expect(latest).toMatchObject([
    { verified: true, signatures: 2 },
    { verified: true, signatures: 2 },
  ]);
});

test("a webhook turned off receives nothing, undo turns it on again, and a deleted one is gone", async ({
  page,
  app,
  receiver,
}) => {
  await openSettings(page, app);
  const mine = row(page, "second");
  await mine.getByRole("button", { name: /^Turn off/ }).click();
  await expect(mine.getByText("Off", { exact: true })).toBeVisible();
  // The toast's timer stops while the pointer is over it.
  await page.getByText(/ turned off$/).hover();
  const before = (await receiver.received("second")).length;
  const told = (await receiver.received("first")).length;
  await createPost(app, "x", { text: "Told to the first alone" });
  await expect.poll(async () => (await receiver.received("first")).length, { timeout: 20_000 }).toBe(told + 1);
  expect((await receiver.received("second")).length).toBe(before);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(mine.getByText("On", { exact: true })).toBeVisible();
  await mine.getByRole("button", { name: /^Delete/ }).click();
  await page.getByRole("button", { name: "Delete webhook" }).click();
  // While the dialog is open, the list behind it has no roles.
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(mine).toHaveCount(0);
  await page.reload();
  await expect(section(page).getByRole("heading", { level: 3 })).toHaveCount(1);
});

test("a receiver that hangs holds up no post and no other webhook", async ({ page, app, receiver }) => {
  await openSettings(page, app);
  await add(page, receiver, "hanging");
  await receiver.behave("hanging", "hang");
  const told = (await receiver.received("first")).length;
  for (let count = 1; count <= 4; count += 1) await createPost(app, "x", { text: `Number ${count}` });
  await expect.poll(async () => (await receiver.received("first")).length, { timeout: 10_000 }).toBe(told + 4);
});

test("fits a phone, and every button can be hit with a finger", async ({ browser, app }) => {
  const context = await browser.newContext({
    baseURL: app.origin,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await openSettings(page, app);
  await expectAccessible(page);
  const mine = row(page, "first");
  await mine.scrollIntoViewIfNeeded();
  await mine.getByRole("button", { name: /^Log/ }).tap();
  await expect(
    page
      .getByRole("region", { name: /^Delivery log for/ })
      .getByText("Delivered")
      .first(),
  ).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  for (const button of await mine.getByRole("button").all()) {
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  await context.close();
});
