import type { Page, Route } from "playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import { createSubmission } from "../support/api-client.ts";
import { chooseChannels, openComposer, openScheduleDialog } from "../support/composer-page.ts";
import { networkErrors } from "../support/fixtures.ts";
import { nextJune } from "../support/future-dates.ts";
import { callApi, expect, resetSettings, test } from "../support/isolated-app-fixture.ts";
import { needs } from "../support/needs.ts";

type App = Parameters<typeof resetSettings>[0];
type Stored = { id: string; version: number; status: string; scheduled_for: string | null };

const findPosts = (app: App, text: string) => callApi<Stored[]>(app, "GET", `/posts?q=${encodeURIComponent(text)}`);
const toasts = (page: Page) => page.getByRole("region", { name: "Just now" });

// Long enough for a slow machine to press Undo in time.
test.beforeEach(({ app }) => resetSettings(app, { undo_seconds: 30 }));

async function publish(page: Page, words: string): Promise<string> {
  const text = `${words} ${Date.now()}`;
  await openComposer(page);
  await chooseChannels(page, ["practice_x", "practice_bluesky"]);
  await page.getByRole("textbox", { name: "Text" }).fill(text);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { name: /^Publishing in \d+ seconds/ })).toBeFocused();
  return text;
}

/** Returns what the page says to screen readers from now on: the next message replaces the one before. */
async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  const recorded = await page.locator("#announcements").evaluateHandle((region) => {
    const messages: string[] = [];
    new MutationObserver(() => messages.push(region.textContent)).observe(region, { childList: true });
    return messages;
  });
  return () => recorded.jsonValue();
}

async function expectTextIsBack(page: Page, app: App, text: string): Promise<void> {
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue(text);
  await expect(page.getByRole("button", { name: "Publish on 2 channels" })).toBeVisible();
  expect(await findPosts(app, text)).toEqual([]);
}

test("publishing waits, and Undo returns to the text with nothing published; it can be published again", async ({
  signedInPage: page,
  app,
}) => {
  needs("createPosts.grace_seconds");
  test.setTimeout(120_000);
  const text = await publish(page, "Second thoughts");
  expect((await findPosts(app, text)).map(({ status }) => status)).toEqual(["scheduled", "scheduled"]);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await expectTextIsBack(page, app, text);
  await resetSettings(app, { undo_seconds: 5 });
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue(text);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { name: "Published on 2 channels" })).toBeVisible({ timeout: 30_000 });
  expect((await findPosts(app, text)).map(({ status }) => status)).toEqual(["published", "published"]);
});

test.describe("with a network that fails once", () => {
  test.use({ expectedErrors: networkErrors });

  test("Ctrl Z takes a publish back, with a channel's own text in its request, also after an attempt that got lost", async ({
    signedInPage: page,
    app,
  }) => {
    needs("createPosts.grace_seconds");
    const text = `With its own ${Date.now()}`;
    await openComposer(page);
    await chooseChannels(page, ["practice_x", "practice_bluesky"]);
    await page.getByRole("textbox", { name: "Text" }).fill(text);
    await page
      .getByRole("button", { name: /^Customize/ })
      .first()
      .click();
    await page.getByRole("textbox", { name: "Text" }).fill(`${text}, differently`);
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("heading", { name: /^Publishing in/ })).toBeFocused();
    expect(await findPosts(app, text)).toHaveLength(2);
    // The service takes the posts back, but its answer is lost.
    const loseAnswer = async (route: Route) => {
      if (route.request().method() !== "POST") return await route.fallback();
      await route.fetch();
      await route.abort();
    };
    await page.route("**/compose*", loseAnswer, { times: 1 });
    const readAnnounced = await recordAnnouncements(page);
    await page.keyboard.press("Control+z");
    await expect(toasts(page).getByRole("listitem")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue(new RegExp(`^${text}`));
    expect(await findPosts(app, text)).toEqual([]);
    expect(await readAnnounced()).not.toContain("Nothing to undo");
  });
});

test("publishing an edited post waits too: Undo opens it again with its time and the new text, for all channels or one, and says what it can't undo", async ({
  signedInPage: page,
  app,
}) => {
  needs("changeSubmission.grace_seconds");
  const text = `Edited in a hurry ${Date.now()}`;
  const ids = await createSubmission(app, ["x", "bluesky"], { text, scheduled_for: nextJune });
  const readStatuses = async () => (await findPosts(app, text)).map((post) => `${post.status} ${post.scheduled_for}`);
  const before = await readStatuses();
  for (const [address, ending] of [
    [`/compose?post=${ids[0]}`, ", then again"],
    [`/compose?post=${ids[1]}&one=1`, ", once more"],
  ] as const) {
    await page.goto(address);
    await page.getByRole("textbox", { name: "Text" }).press("ControlOrMeta+End");
    await page.keyboard.insertText(ending);
    await page.getByRole("button", { name: "More ways to publish" }).click();
    await page.getByRole("menuitem", { name: /^Publish now/ }).click();
    await expect(page.getByRole("heading", { name: /^Publishing in \d+ seconds/ })).toBeFocused();
    await page.keyboard.press("Control+z");
    await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue(new RegExp(`${ending}$`));
    await expect(page.getByRole("button", { name: "Update post" })).toBeVisible();
    expect(await readStatuses()).toEqual(before);
  }

  const publishAndLeave = async () => {
    await page.getByRole("button", { name: "More ways to publish" }).click();
    await page.getByRole("menuitem", { name: /^Publish now/ }).click();
    await expect(page.getByRole("heading", { name: /^Publishing in/ })).toBeFocused();
    await page.getByRole("link", { name: "Leaderboard" }).first().click();
    await expect(toasts(page).getByText(/^Publishing in/)).toBeVisible();
  };
  await page.goto(`/compose?post=${ids[0]}`);
  await publishAndLeave();
  await toasts(page).getByRole("button", { name: "Undo" }).click();
  await expect(page).toHaveURL(`/compose?post=${ids[0]}`);
  await expect(page.getByRole("button", { name: "Update post" })).toBeVisible();
  expect(await readStatuses()).toEqual(before);

  await publishAndLeave();
  // One of the two is changed elsewhere, so only the other one returns.
  const waiting = (await findPosts(app, text)).find(({ id }) => id === ids[0]);
  await callApi(app, "PATCH", `/posts/${ids[0]}`, { version: waiting?.version, text: `${text}!` });
  await toasts(page).getByRole("button", { name: "Undo" }).click();
  await expect(toasts(page).getByText(/^Undone for 1 of 2; 1 was changed elsewhere/)).toBeVisible();
  await toasts(page).getByRole("button", { name: "Edit post" }).click();
  await expect(page).toHaveURL(`/compose?post=${ids[1]}`);
});

test("another tab takes a publish back by Recent changes, and the first tab sees it, also when it goes on", async ({
  signedInPage: page,
  app,
  watch,
}) => {
  needs("createPosts.grace_seconds");
  const text = await publish(page, "Two tabs");
  const other = await page.context().newPage();
  watch(other);
  await other.goto("/leaderboard");
  const recentChanges = toasts(other).getByRole("button", { name: "Recent changes" });
  await expect(async () => {
    await other.keyboard.press("Control+z");
    await expect(recentChanges).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await recentChanges.click();
  await other
    .getByRole("dialog", { name: "Recent changes" })
    .getByRole("listitem")
    .filter({ hasText: "not in this tab" })
    .getByRole("button", { name: "Undo: Publishing" })
    .click();
  await expectTextIsBack(other, app, text);
  await expect(page.getByRole("heading", { name: "Deleted elsewhere" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
  await other.close();
  await page.getByRole("link", { name: "Leaderboard" }).first().click();
  await expect(page.getByRole("heading", { name: "Leaderboard" })).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(toasts(page).getByText("Nothing to undo", { exact: true })).toBeVisible();
  await expect(toasts(page).getByText(/^Publishing in/)).toHaveCount(0);
});

for (const [way, leave] of Object.entries({
  "a reload": (page: Page) => page.reload(),
  "the next page": (page: Page) => page.getByRole("link", { name: "Leaderboard" }).first().click(),
})) {
  test(`after ${way} the wait goes on, and Undo opens the text again`, async ({ signedInPage: page, app }) => {
    needs("createPosts.grace_seconds");
    const text = await publish(page, "On my way");
    await leave(page);
    await expect(toasts(page).getByText(/^Publishing in \d+ seconds/)).toBeVisible();
    await toasts(page).getByRole("button", { name: "Undo" }).click();
    await expect(page).toHaveURL(/\/compose/);
    await expectTextIsBack(page, app, text);
  });
}

test("a closed page publishes once after the wait", async ({ signedInPage: page, app }) => {
  needs("createPosts.grace_seconds");
  await resetSettings(app, { undo_seconds: 5 });
  const text = await publish(page, "Gone home");
  await page.goto("about:blank");
  await expect
    .poll(async () => (await findPosts(app, text)).map(({ status }) => status), { timeout: 30_000 })
    .toEqual(["published", "published"]);
});

test("an Undo that comes too late says so and changes nothing", async ({ signedInPage: page, app }) => {
  needs("createPosts.grace_seconds");
  const text = await publish(page, "Too late");
  // As a worker does that has begun: it raises the version.
  const [post] = await findPosts(app, text);
  await callApi(app, "PATCH", `/posts/${post?.id}`, { version: post?.version, text: `${text}!` });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toasts(page).getByText(/^Too late to undo/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo" })).toBeHidden();
  expect(await findPosts(app, text)).toHaveLength(2);
});

test("the wait is set in Settings, and without it nothing is offered to undo", async ({ signedInPage: page, app }) => {
  needs("createPosts.grace_seconds");
  await page.goto("/settings#writing");
  await page.getByRole("radio", { name: "Off", exact: true }).check({ force: true });
  await expect.poll(() => callApi(app, "GET", "/me/settings")).toMatchObject({ undo_seconds: 0 });
  const text = `At once ${Date.now()}`;
  await openComposer(page);
  await chooseChannels(page, ["practice_x"]);
  await page.getByRole("textbox", { name: "Text" }).fill(text);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { name: "Published on 1 channel" })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
});

test("a scheduled text is taken back to the composer with its time", async ({ signedInPage: page, app }) => {
  needs("createPosts.grace_seconds");
  const text = `Not on that day ${Date.now()}`;
  await openComposer(page);
  await chooseChannels(page, ["practice_x"]);
  await page.getByRole("textbox", { name: "Text" }).fill(text);
  await (await openScheduleDialog(page)).getByRole("button", { name: "Done" }).click();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { name: "Scheduled on 1 channel" })).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue(text);
  await expect(page.getByRole("button", { name: /^When: .*09:00/ })).toBeVisible();
  expect(await findPosts(app, text)).toEqual([]);
});
