import type { Browser, Page } from "playwright/test";
import { expectAccessibleInBothThemes } from "../support/accessibility.ts";
import { chooseChannels, openComposer } from "../support/composer-page.ts";
import { networkErrors } from "../support/fixtures.ts";
import { nextJune } from "../support/future-dates.ts";
import { callApi, createIsolatedAppTest, expect } from "../support/isolated-app-fixture.ts";
import { joinAsPerson } from "../support/person-fixture.ts";

// The test renames and disconnects the channels that a first start creates.
const test = createIsolatedAppTest();

type App = { origin: string; key: string };
type Channel = { id: string; platform: string; username: string };

/** Connects a separate channel for a test that disconnects it. */
const connect = (app: App, platform: string) =>
  callApi<Channel>(app, "POST", "/channels", { platform, name: `Practice ${platform}` });
const channelOf = async (app: App, platform: string) => {
  const channels = await callApi<Channel[]>(app, "GET", "/channels");
  const found = channels.find((one) => one.platform === platform);
  if (!found) throw new Error(`no channel on ${platform}`);
  return found;
};

/** Joins as a second person, who may use every unrestricted channel. */
async function joined(browser: Browser, app: App, watch: (page: Page) => void): Promise<Page> {
  const context = await browser.newContext({ baseURL: app.origin, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  watch(page);
  await joinAsPerson(page, app, { name: "Grace Hopper", email: `grace-${Date.now()}@example.org` });
  return page;
}

/**
 * Opens the composer and waits for its event stream: what changes elsewhere then shows by an event, because a page
 * without the stream reads again after 30 s at the earliest. `bench live` shows the speed.
 */
async function openListening(page: Page): Promise<void> {
  const open = page.waitForResponse((answer) => new URL(answer.url()).pathname === "/events");
  await openComposer(page);
  expect((await open).ok()).toBe(true);
}

const chips = (page: Page) => page.getByRole("list", { name: "Channels", exact: true });
const said = (page: Page, words: string | RegExp) => page.getByRole("region", { name: "Just now" }).getByText(words);

test("an author sees an administrator's channel changes without a reload and loses no text", async ({
  browser,
  app,
  watch,
}) => {
  const page = await joined(browser, app, watch);
  const [x, bluesky] = [await channelOf(app, "x"), await channelOf(app, "bluesky")];
  await openListening(page);
  await chooseChannels(page, ["practice_x", "practice_bluesky"]);
  const mark = `Written through it all ${Date.now()}`;
  await page.getByRole("textbox", { name: "Text" }).fill(mark);
  await page.getByRole("button", { name: "Customize for Practice X on X" }).click();
  await page.getByRole("textbox", { name: "Text" }).fill(`${mark}, for X`);

  await callApi(app, "PATCH", `/channels/${x.id}`, { name: "The harbour" });
  await expect(said(page, /is now called The harbour\.$/)).toBeVisible();
  await expect(page.getByRole("tab", { name: /The harbour/ })).toBeVisible();

  const me = await callApi<{ membership: { id: string } }>(app, "GET", "/me");
  await callApi(app, "PATCH", `/channels/${x.id}`, { members: [me.membership.id] });
  const gone = "The harbour on X is no longer available. Your text is safe; remove the channel, or wait.";
  await expect(said(page, gone)).toBeVisible();
  await expect(chips(page).getByRole("listitem").filter({ hasText: "The harbour" })).toContainText("Gone");
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue(`${mark}, for X`);
  await expectAccessibleInBothThemes(page);

  // A member who may not use the channel is not offered it and can't send to it.
  await page.getByRole("button", { name: "Channel", exact: true }).click();
  await expect(page.getByRole("checkbox", { name: "@practice_x" })).toHaveCount(0);
  await expect(page.getByRole("checkbox", { name: "@practice_bluesky" })).toBeChecked();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Publish on 2 channels" }).click();
  await expect(page.getByText("The harbour on X is no longer available. Remove it from the channels.")).toBeVisible();

  await callApi(app, "PATCH", `/channels/${x.id}`, { members: null });
  await expect(said(page, "The harbour on X is available again.")).toBeVisible();
  await expect(chips(page).getByRole("listitem").filter({ hasText: "The harbour" })).not.toContainText("Gone");
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue(`${mark}, for X`);

  await callApi(app, "POST", `/channels/${bluesky.id}/disconnect`, {});
  await expect(said(page, /^Practice Bluesky on Bluesky is no longer available/)).toBeVisible();
  await page.getByRole("button", { name: "Remove Practice Bluesky on Bluesky" }).click();
  await page.getByRole("button", { name: "Publish on 1 channel" }).click();
  await expect(page.getByRole("heading", { name: "Published on 1 channel" })).toBeVisible({ timeout: 20_000 });
  await page.goto("/practice/practice_x");
  await expect(page.getByText(`${mark}, for X`)).toBeVisible();
  await page.context().close();
});

test("a channel that asks to be connected again says so on its chip, and when it is", async ({
  signedInPage: page,
  app,
}) => {
  const threads = await connect(app, "threads");
  await openListening(page);
  await chooseChannels(page, ["practice_threads"]);
  await page.getByRole("textbox", { name: "Text" }).fill("Waiting for the door");
  await callApi(app, "POST", "/posts", { channels: [threads.id], text: "#fail-reconnect" });
  await expect(
    said(page, "Practice threads on Threads needs reconnecting before you can publish there."),
  ).toBeVisible();
  await expect(chips(page).getByRole("listitem")).toContainText("Reconnect");
  await page.getByRole("button", { name: "Channel", exact: true }).click();
  const line = page
    .getByRole("dialog", { name: "Channels" })
    .getByRole("listitem")
    .filter({ hasText: "practice_threads" });
  await expect(line).toContainText("Reconnect");
  await page.keyboard.press("Escape");
  await callApi(app, "POST", `/channels/${threads.id}/reconnect`);
  await expect(said(page, "Practice threads on Threads is connected again.")).toBeVisible();
  await expect(chips(page).getByRole("listitem")).not.toContainText("Reconnect");
});

test.describe("without live events", () => {
  test.use({ expectedErrors: networkErrors });

  test("a refusal names a channel that was disconnected before publishing, and the text stays", async ({
    signedInPage: page,
    app,
  }) => {
    const mastodon = await connect(app, "mastodon");
    const older = { channels: [mastodon.id], text: "Once more", draft: true };
    const [post] = await callApi<{ id: string }[]>(app, "POST", "/posts", older);
    await page.route("**/events**", (route) => route.abort());
    await openComposer(page);
    await chooseChannels(page, ["practice_mastodon"]);
    await page.getByRole("textbox", { name: "Text" }).fill("Too late for this one");
    await callApi(app, "POST", `/channels/${mastodon.id}/disconnect`, {});
    await page.getByRole("button", { name: "Publish on 1 channel" }).click();
    await expect(page.getByText(/It's no longer connected to Mastodon\./)).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue("Too late for this one");
    await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();

    // From this browser's storage the channel has its name. From the list, without details, it is only counted.
    const gone = page.getByRole("note").filter({ hasText: "1 channel of this draft is no longer available" });
    await page.goto("/compose");
    await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue("Too late for this one");
    await expect(gone).toContainText("is no longer available: Practice mastodon on Mastodon. Your text is safe.");
    // A post that is composed again shows the same message.
    await page.goto(`/compose?again=${post?.id}`);
    await expect(gone).toContainText(": Practice mastodon on Mastodon.");
    await page.goto("/drafts");
    await page.evaluate(() => localStorage.clear());
    await page.evaluate(() => sessionStorage.clear());
    await page.getByRole("link", { name: "Too late for this one" }).click();
    await expect(gone).toContainText("is no longer available. Your text is safe.");
    await page.getByRole("button", { name: "Publish on 1 channel" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Remove it from the channels." })).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await gone.getByRole("button", { name: "Remove it" }).click();
    await expect(gone).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Choose channels" })).toBeFocused();
    await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue("Too late for this one");
  });

  test("an edit whose channel was disconnected before the update changes nothing, names it, and goes on without it", async ({
    signedInPage: page,
    app,
  }) => {
    const [x, slack] = [await channelOf(app, "x"), await connect(app, "slack")];
    const create = { channels: [x.id, slack.id], text: "Before the edit", scheduled_for: nextJune };
    const posts = await callApi<{ id: string; channel_id: string }[]>(app, "POST", "/posts", create);
    const onX = posts.find((post) => post.channel_id === x.id)?.id ?? "";
    await page.route("**/events**", (route) => route.abort());
    // Without live events the page asks for the channels at times of its own.
    await page.route("**/read/channels**", (route) => route.abort());
    await page.goto(`/compose?post=${onX}`);
    const text = page.getByRole("textbox", { name: "Text" });
    await text.fill("After the edit");
    await callApi(app, "POST", `/channels/${slack.id}/disconnect`, { scheduled: "cancel" });
    await page.getByRole("button", { name: "Update post" }).click();
    const refusal = page.getByRole("alert").filter({ hasText: "Nothing was changed." });
    await expect(refusal).toContainText("Meanwhile this text was canceled on Slack.");
    await expect(text).toHaveValue("After the edit");
    await refusal.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Update post" }).click();
    await expect(page.getByRole("heading", { name: "Scheduled on 1 channel" })).toBeVisible();
    const after = await callApi<{ posts: { text: string }[] }>(app, "GET", `/posts/${onX}`);
    expect(after.posts[0]?.text).toBe("After the edit");
  });
});
