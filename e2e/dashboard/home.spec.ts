import type { Page, Request } from "playwright/test";
import { expectAccessible, expectAccessibleInBothThemes } from "../support/accessibility.ts";
import { createPost, waitForStatus } from "../support/api-client.ts";
import { callApi, createIsolatedAppTest, expect, resetSettings } from "../support/isolated-app-fixture.ts";
import { joinAsAuthor } from "../support/person-fixture.ts";
import { visit } from "../support/visit.ts";

// The test counts the content of a first start.
const test = createIsolatedAppTest();

/** Finds a card by its heading. */
const cardOf = (page: Page, name: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name, exact: true }) });
/** A whole minute, as the composer chooses. */
const inHours = (hours: number) => new Date(Math.floor(Date.now() / 60_000 + hours * 60) * 60_000).toISOString();

/** True for the read of Home that follows a change, not for a prefetch. */
const isPageRead = (request: Request) => {
  const headers = request.headers();
  return new URL(request.url()).pathname === "/" && headers["rsc"] === "1" && !headers["next-router-prefetch"];
};

test("first steps tick off what a newcomer did, and can be hidden and shown again", async ({
  signedInPage: page,
  app,
}) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^\w+day, \d{1,2} \w+$/);
  await expect(page.getByText("0 of 6 done")).toBeVisible();
  await expect(page.getByText("Scheduled posts appear here.")).toBeVisible();
  await expect(page.getByText("All caught up.")).toBeVisible();
  await expectAccessible(page);
  const id = await createPost(app, "x", { text: "A first one" });
  await waitForStatus(app, id, "published");
  await page.reload();
  await expect(page.getByText("Publish a practice post (done)")).toBeVisible();
  await page.getByRole("link", { name: "View", exact: true }).click();
  await expect(page.getByText("A first one")).toBeVisible();
  await visit(page, "/");
  await page.getByRole("link", { name: /^Add: / }).click();
  await expect(page).toHaveURL(/\/settings#slots$/);
  await visit(page, "/");
  // The router may cancel the rest of an answer that it has read: that counts as failed.
  const reads: Request[] = [];
  const noteRead = (request: Request) => {
    if (isPageRead(request)) reads.push(request);
  };
  page.on("requestfinished", noteRead);
  page.on("requestfailed", noteRead);
  await page.getByRole("button", { name: "Hide" }).click();
  await expect(page.getByRole("heading", { name: "First steps" })).toBeHidden();
  // Keeps the toast: on a busy machine the next read takes longer than it stays.
  await page.getByText("First steps hidden").hover();
  await expect.poll(() => callApi(app, "GET", "/me/settings")).toMatchObject({ checklist_hidden: true });
  await expect.poll(() => reads.length).toBeGreaterThan(0);
  // Undo brings the whole list back before the server answers.
  const answers = Promise.withResolvers<void>();
  await page.route("/", async (route) => {
    await answers.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(page.getByRole("heading", { name: "First steps" })).toBeVisible();
  await expect(page.getByText("1 of 6 done")).toBeVisible();
  await expect(page.getByText("Set a password or passkey to sign in without a key")).toBeVisible();
  answers.resolve();
  await expect.poll(() => callApi(app, "GET", "/me/settings")).toMatchObject({ checklist_hidden: false });
});

test("what goes out next is told in order, with its time and how far away it is", async ({
  signedInPage: page,
  app,
}) => {
  await createPost(app, "x", { text: "Slot after that", scheduled_for: inHours(50) });
  const channels = await callApi<{ id: string }[]>(app, "GET", "/channels");
  await callApi(app, "POST", "/posts", {
    channels: channels.map(({ id }) => id),
    text: "The very next",
    scheduled_for: inHours(2),
  });
  await page.goto("/");
  const rows = cardOf(page, "Up next").getByRole("listitem");
  await expect(rows.first()).toContainText("The very next");
  await expect(rows.first()).toContainText(/in (2 h|1 h 59 min)/);
  await expect(rows.first().getByRole("img")).toHaveCount(3);
  await expect(rows.nth(1)).toContainText("Slot after that");
  await rows.first().getByRole("link", { name: "The very next" }).click();
  await expect(page).toHaveURL(/\/posts\//);
});

test("what goes out now is followed until it is out, and a failure comes with the step that mends it", async ({
  signedInPage: page,
  app,
}) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Now" })).toBeVisible();
  // Five seconds each: long enough for a slow machine to see the post in progress.
  const slow = await createPost(app, "x", {
    thread: [`Takes its time #slow${" and is long".repeat(7)}`, "And some more #slow"],
  });
  const now = cardOf(page, "Now");
  await expect(now.getByText("Publishing")).toBeVisible();
  await expect(now.getByRole("link", { name: "Takes its time #slow" })).toBeVisible();
  // A long first line stays beside the next card.
  const [box, beside] = await Promise.all([now.boundingBox(), cardOf(page, "Inbox").boundingBox()]);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(beside?.x ?? 0);
  await expectAccessible(page);
  await waitForStatus(app, slow, "published");
  await expect(now.getByText("Nothing is being published.")).toBeVisible();

  const failing = await createPost(app, "bluesky", { text: "Not like this #fail-reconnect" });
  await waitForStatus(app, failing, "failed");
  const needs = cardOf(page, "Inbox");
  await expect(needs.getByText(/Bluesky needs reconnecting:/)).toBeVisible();
  await expectAccessible(page);
  const channels = await callApi<{ id: string; platform: string }[]>(app, "GET", "/channels");
  const lost = channels.find(({ platform }) => platform === "bluesky");
  await callApi(app, "POST", `/channels/${lost?.id}/reconnect`);
  await needs.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText(/Sending it again in/).first()).toBeVisible();
});

test("drafts and points lead to where one goes on", async ({ signedInPage: page, app }) => {
  const id = await createPost(app, "x", { text: "Begun and put aside", draft: true });
  for (const text of ["Earns points", "Waits for points"])
    await waitForStatus(app, await createPost(app, "x", { text, points: 20 }), "published");
  await callApi(app, "PATCH", "/organization", { settings: { self_review: true } });
  const [claim] = await callApi<{ id: string; version: number }[]>(app, "GET", "/claims?state=pending");
  await callApi(app, "POST", `/claims/${claim?.id}/decision`, { version: claim?.version, action: "approve" });
  await page.goto("/");
  const points = cardOf(page, "Your points");
  await expect(points.getByRole("progressbar", { name: /^Level 1/ })).toBeVisible();
  await expect(points.getByText(/waiting for review/)).toBeVisible();
  await expect(points.getByRole("link", { name: "1st of 1" })).toHaveAttribute("href", "/leaderboard");
  await page.getByRole("link", { name: /^Begun and put aside/ }).click();
  await expect(page).toHaveURL(new RegExp(`/compose\\?post=${id}$`));
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue("Begun and put aside");
});

for (const width of [1280, 820, 390]) {
  test(`home has no accessibility fault, light and dark at ${width} px`, async ({ signedInPage: page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "Up next" })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await expectAccessibleInBothThemes(page);
  });
}

test("first steps lead to the dialog that connects a real account, once", async ({ signedInPage: page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Connect: Connect your first real account" }).click();
  const dialog = page.getByRole("dialog", { name: "Connect an account" });
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(/\/channels$/);
  await page.reload();
  await expect(page.getByRole("button", { name: "Connect an account" })).toBeVisible();
  await expect(dialog).toBeHidden();
});

test("first steps are gone for good once all of them are done", async ({ app, browser, watch }) => {
  // Only administrators have the step that connects an account.
  const { page, app: member } = await joinAsAuthor(browser, app, "Mia Ost");
  watch(page);
  const id = await createPost(member, "x", { text: "Published by a newcomer" });
  await waitForStatus(member, id, "published");
  await createPost(member, "x", { text: "Planned far ahead", scheduled_for: inHours(24 * 300) });
  await resetSettings(member, {
    zone: "Europe/Berlin",
    slots: [{ id: "a", weekday: 1, time: "09:00", channels: [] }],
  });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Up next" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "First steps" })).toBeHidden();
  await expect.poll(() => callApi(member, "GET", "/me/settings")).toMatchObject({ checklist_hidden: true });
  await page.context().close();
});
