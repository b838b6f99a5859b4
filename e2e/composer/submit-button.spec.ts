import type { Page } from "playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import { chooseChannels, openComposer } from "../support/composer-page.ts";
import { callApi, expect, resetSettings, test } from "../support/isolated-app-fixture.ts";
import { needs } from "../support/needs.ts";

type App = Parameters<typeof resetSettings>[0];
type Stored = { status: string; scheduled_for: string | null };

const daily = (time: string) =>
  Array.from({ length: 7 }, (_, at) => ({ id: `day${at + 1}`, weekday: at + 1, time, channels: [] }));
const findPost = async (app: App, text: string) =>
  (await callApi<Stored[]>(app, "GET", `/posts?q=${encodeURIComponent(text)}`))[0];
const readSlot = async (app: App) => (await callApi<{ at: string }>(app, "GET", "/slots/next?zone=Europe/Berlin")).at;

test.beforeEach(({ app }) => resetSettings(app));

/** The button that leads. */
const submit = (page: Page) => page.getByRole("button", { name: /^(Publish on|Schedule|Add to queue)/ });

async function begin(page: Page, words: string): Promise<string> {
  const text = `${words} ${Date.now()}`;
  await openComposer(page);
  await chooseChannels(page, ["practice_x"]);
  await page.getByRole("textbox", { name: "Text" }).fill(text);
  return text;
}

test("the menu names the next free slot, and one choice queues the post there and leads next time", async ({
  signedInPage: page,
  app,
}) => {
  needs("getNextSlot");
  await resetSettings(app, { slots: daily("09:00") });
  const slot = await readSlot(app);
  const text = await begin(page, "Into the queue");
  await page.getByRole("button", { name: "More ways to publish" }).click();
  await expect(page.getByRole("menuitem", { name: /^Publish/ })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: /^Schedule…/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("menuitem", { name: /^Add to queue \(\w{3} 09:00\)/ }).click();
  await expect(page.getByRole("heading", { name: /^Scheduled/ })).toBeVisible();
  await expect.poll(() => findPost(app, text)).toMatchObject({ status: "scheduled", scheduled_for: slot });

  const next = await begin(page, "Queued by the leading button");
  await expect(page.getByRole("button", { name: /^Add to queue \(.*09:00\)/ })).toBeVisible();
  await page.keyboard.press("Control+Shift+Enter");
  await expect(page.getByRole("heading", { name: /^Scheduled/ })).toBeVisible();
  expect((await findPost(app, next))?.scheduled_for).not.toBe(slot);
});

test("each command has a key, and the keys sheet shows them", async ({ signedInPage: page, app }) => {
  needs("getNextSlot");
  await resetSettings(app, { slots: daily("11:30") });
  const text = await begin(page, "By its key");
  await page.keyboard.press("Control+Alt+Enter");
  const dialog = page.getByRole("dialog", { name: "Schedule" });
  await expect(dialog.getByLabel("Type a time")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "More ways to publish" }).press("Enter");
  await page.getByRole("menuitem", { name: /^Schedule…/ }).press("Enter");
  await expect(dialog.getByLabel("Type a time")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "More ways to publish" })).toBeFocused();
  await page.getByRole("button", { name: "More text tools" }).click();
  await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).click();
  const sheet = page.getByRole("dialog", { name: /shortcuts/i });
  for (const label of ["Publish, or schedule at the chosen time", "Schedule…", "Add to queue"])
    await expect(sheet.getByText(label, { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await page.keyboard.press("Control+Shift+Enter");
  await expect(page.getByRole("heading", { name: /^Scheduled/ })).toBeVisible();
  expect((await findPost(app, text))?.status).toBe("scheduled");
});

test("while the code of a dialog still loads, the key of the leading button publishes nothing and Escape closes it", async ({
  signedInPage: page,
  app,
}) => {
  const text = await begin(page, "Not yet");
  await page.waitForLoadState("networkidle");
  const held = Promise.withResolvers<void>();
  let isHeld = false;
  await page.route("**/_next/static/chunks/*.js", async (route) => {
    isHeld = true;
    await held.promise;
    await route.continue();
  });
  const loading = page.locator("[data-overlay]");
  await page.keyboard.press("Control+Alt+Enter");
  await expect(loading).toBeAttached();
  await expect.poll(() => isHeld).toBe(true);
  await page.keyboard.press("Escape");
  await expect(loading).not.toBeAttached();
  await page.keyboard.press("Control+Alt+Enter");
  await expect(loading).toBeAttached();
  await page.keyboard.press("Control+Enter");
  held.resolve();
  const dialog = page.getByRole("dialog", { name: "Schedule" });
  await expect(dialog.getByLabel("Type a time")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue(text);
  expect(await findPost(app, text)).toBeUndefined();
  await page.unrouteAll({ behavior: "wait" });
});

test("without a free slot nothing is queued, and the message leads to the slots", async ({
  signedInPage: page,
  app,
}) => {
  needs("getNextSlot");
  await resetSettings(app, { slots: [] });
  const text = await begin(page, "No slot");
  await page.getByRole("button", { name: "More ways to publish" }).click();
  await page.getByRole("menuitem", { name: "Add to queue (no free slot)" }).click();
  await expect(page.getByText("There is no posting slot for these channels.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Posting slots" })).toHaveAttribute("href", "/settings#slots");
  expect(await findPost(app, text)).toBeUndefined();
  // A refused choice is not remembered.
  await expect(submit(page)).toHaveText(/^Publish on 1 channel/);
});

test("Ctrl Enter publishes whatever leads, and the bar says so; the time in the bar comes first", async ({
  signedInPage: page,
  app,
}) => {
  needs("getNextSlot");
  await resetSettings(app, { slots: daily("09:00") });
  await begin(page, "Queued first");
  await page.keyboard.press("Control+Shift+Enter");
  await expect(page.getByRole("heading", { name: /^Scheduled/ })).toBeVisible();

  const text = await begin(page, "Published by its key");
  await expect(submit(page)).toHaveAttribute("aria-keyshortcuts", /Control\+Shift\+Enter/);
  await expect(page.getByRole("button", { name: "Publish", exact: true })).toHaveAttribute(
    "aria-keyshortcuts",
    /^Control\+Enter/,
  );
  await page.getByRole("button", { name: "More ways to publish" }).click();
  for (const [name, keys] of [
    [/^Publish/, /Ctrl⏎$/],
    [/^Schedule…/, /Ctrl.+⏎$/],
    [/^Add to queue/, /Ctrl⇧⏎$/],
  ] as const)
    await expect(page.getByRole("menuitem", { name })).toHaveText(keys);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  // A time that is too late to choose changes nothing: the dialog was closed without one.
  await page.keyboard.press("Control+Alt+Enter");
  await expect(page.getByRole("dialog", { name: "Schedule" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(submit(page)).toHaveText(/^Add to queue/);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("list", { name: "Results" })).toBeVisible();
  expect((await findPost(app, text))?.status).not.toBe("draft");

  await begin(page, "x".repeat(300));
  await page.keyboard.press("Control+Shift+Enter");
  await expect(page.getByText(/^Too long for X by/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^When: / })).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Results" })).toHaveCount(0);
  await expect(submit(page)).toHaveText(/^Publish on 1 channel/);
});

test("on a phone the button, its menu and a chosen time fit the screen", async ({ signedInPage: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openComposer(page);
  await page.getByRole("button", { name: "More ways to publish" }).click();
  await page.getByRole("menuitem", { name: /^Schedule…/ }).click();
  await page.getByRole("dialog", { name: "Schedule" }).getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("button", { name: /^When: / })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("button", { name: "Schedule", exact: true })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
