import type { Page } from "playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import { createPost, getPost, waitForStatus } from "../support/api-client.ts";
import { callApi, createIsolatedAppTest, expect } from "../support/isolated-app-fixture.ts";
import { visit } from "../support/visit.ts";

// Failures of other specs would appear in this inbox too.
const test = createIsolatedAppTest();

type App = { origin: string; key: string };
const items = (page: Page) => page.getByRole("main").getByRole("article");
const item = (page: Page, title: RegExp) => items(page).filter({ has: page.getByRole("heading", { name: title }) });

/** Reconnects the practice channel on which a post failed with `#fail-reconnect`: until then the others there wait. */
async function reconnect(app: App, platform: string): Promise<void> {
  const channels = await callApi<{ id: string; platform: string }[]>(app, "GET", "/channels");
  const channel = channels.find((one) => one.platform === platform);
  await callApi(app, "POST", `/channels/${channel?.id}/reconnect`);
}

/** Creates posts that fail by the hashtag in their text, and waits until all have failed. */
async function fail(app: App, platform: string, demand: string, count = 1): Promise<string[]> {
  const ids: string[] = [];
  for (let post = 1; post <= count; post += 1) {
    ids.push(await createPost(app, platform, { text: `Post ${post} on ${platform} ${demand}`, points: 0 }));
  }
  await waitUntilFailed(app, platform, ids);
  return ids;
}

async function waitUntilFailed(app: App, platform: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await expect
      .poll(async () => {
        const { status, hold } = (await getPost(app, id)) as { status: string; hold: object | null };
        if (status !== "failed" && hold) await reconnect(app, platform);
        return status;
      })
      .toBe("failed");
  }
}

/** Clears the inbox for the next test. */
async function clear(app: App): Promise<void> {
  const headers = { authorization: `Bearer ${app.key}`, "content-type": "application/json" };
  const { data } = (await (await fetch(`${app.origin}/v1/inbox`, { headers })).json()) as { data: { key: string }[] };
  if (data.length === 0) return;
  const body = JSON.stringify({ keys: data.map((one) => one.key), mark: "done" });
  expect((await fetch(`${app.origin}/v1/inbox/marks`, { method: "POST", headers, body })).status).toBe(200);
}

// Earlier tests of this file fail posts too.
test.beforeEach(({ app }) => clear(app));

test("an inbox without items says what will stand here, in light and dark, on a phone too", async ({
  signedInPage: page,
}) => {
  await page.goto("/inbox");
  await expect(page.getByRole("heading", { name: "All caught up" })).toBeVisible();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  await page.getByRole("link", { name: "Done", exact: true }).click();
  await expect(page).toHaveURL("/inbox?show=done");
  await expect(page.getByRole("heading", { name: "Nothing done yet" })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
});

test("forty failures of four causes are four items; four keys dismiss them, and Ctrl Z undoes it", async ({
  signedInPage: page,
  app,
}) => {
  test.setTimeout(180_000);
  await fail(app, "x", "#fail-rejected", 10);
  await fail(app, "bluesky", "#fail-rejected", 10);
  await fail(app, "linkedin", "#fail-rejected", 10);
  await fail(app, "linkedin", "#fail-reconnect", 10);
  await page.goto("/inbox");
  await expect(items(page)).toHaveCount(4);
  await expect(page.getByText("4 open items")).toBeVisible();
  await expect(page).toHaveTitle(/^\(4\) Inbox/);
  await expect(item(page, /X rejected 10 posts/)).toContainText(
    "The text asks for a refusal with #fail-rejected. Nothing was published. Edit them, then send them again.",
  );
  const lost = item(page, /LinkedIn needs reconnecting: Practice LinkedIn/);
  await expect(lost.getByRole("link", { name: "Reconnect", exact: true })).toHaveAttribute("href", /^\/channels#/);
  await expect(lost.getByRole("list", { name: "Posts" }).getByRole("link")).toHaveCount(6);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);

  for (let left = 3; left >= 0; left -= 1) {
    await page.keyboard.press("e");
    await expect(items(page)).toHaveCount(left);
  }
  await expect(page.getByRole("heading", { name: "All caught up" })).toBeVisible();
  await expect(page).toHaveTitle(/^Inbox/);
  await page.keyboard.press("Control+z");
  await expect(items(page)).toHaveCount(1);
  await page.keyboard.press("e");
  await expect(items(page)).toHaveCount(0);
  // The page shows the changes at once and sends them one by one: a page closed in between has not sent the last ones.
  await expect.poll(() => callApi<unknown[]>(app, "GET", "/inbox")).toHaveLength(0);

  await visit(page, "/inbox?show=done");
  await expect(items(page)).toHaveCount(4);
  await expect(items(page).first()).toContainText("Dismissed. Its posts are still not published.");
  await expectAccessible(page);
  await items(page).first().getByRole("button", { name: "Move back" }).click();
  await expect(items(page)).toHaveCount(3);
  // An item that leaves takes no focus from a tab.
  await page.keyboard.press("j");
  await expect(items(page).and(page.locator(":focus"))).toHaveCount(1);
  const key = await page.locator("[data-item]:focus").getAttribute("data-item");
  const tab = page.getByRole("navigation", { name: "Show" }).getByRole("link", { name: "Done", exact: true });
  await tab.focus();
  await callApi(app, "POST", "/inbox/marks", { keys: [key], mark: "open" });
  await expect(items(page)).toHaveCount(2);
  await expect(tab).toBeFocused();
  await clear(app);
});

test("a failure comes into view by itself, unread; coming to it reads it, and U takes that back", async ({
  signedInPage: page,
  app,
}) => {
  await page.goto("/inbox");
  await expect(page.getByRole("heading", { name: "All caught up" })).toBeVisible();
  await fail(app, "x", "#fail-unconfirmed");
  const unsure = item(page, /X didn't confirm this post/);
  await expect(unsure).toBeVisible();
  await expect(page).toHaveTitle(/^\(1\) Inbox/);
  await expect(unsure.getByText("Unread:")).toBeAttached();
  await page.keyboard.press("j");
  await expect(unsure).toBeFocused();
  await expect(unsure.getByText("Unread:")).toHaveCount(0);
  await expect(page).toHaveTitle(/^Inbox/);
  await page.keyboard.press("u");
  await expect(page).toHaveTitle(/^\(1\) Inbox/);
  await clear(app);
});

test("“It's there” marks an unconfirmed post as published, and nothing is sent twice", async ({
  signedInPage: page,
  app,
}) => {
  const [id = ""] = await fail(app, "bluesky", "There #fail-unconfirmed");
  await page.goto("/inbox");
  const unsure = item(page, /Bluesky didn't confirm this post/);
  await expect(unsure).toContainText("Check Practice Bluesky, then choose. Sending again could post it twice.");
  await expect(unsure.getByRole("link", { name: /Open Practice Bluesky/ })).toHaveAttribute(
    "href",
    "/practice/practice_bluesky",
  );
  // No button is primary: the app recommends none here.
  await expect(unsure.locator("[data-main=true]")).toHaveCount(0);
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(unsure).toBeVisible();
  await unsure.getByRole("button", { name: "It's there" }).click();
  const question = page.getByRole("dialog", { name: "Mark as published?" });
  await question.getByLabel("Link (optional)").fill("http://nowhere");
  await page.keyboard.press("Enter");
  await expect(question).toContainText("Enter a link that starts with https://.");
  await expectAccessible(page);
  await question.getByLabel("Link (optional)").fill("https://nowhere.example/1");
  await page.keyboard.press("Enter");
  // Nothing is sent, so there is no countdown to cancel.
  const toast = page.getByRole("region", { name: "Just now" }).getByRole("listitem").last();
  await expect(toast).toContainText(/^Marked as published ?Undo/);
  await expect(items(page)).toHaveCount(0);
  await waitForStatus(app, id, "published");
  await visit(page, `/posts/${id}`);
  await expect(page.getByRole("list", { name: "History" })).toContainText("https://nowhere.example/1");
  await expect(page.locator('a[href="https://nowhere.example/1"]').first()).toBeVisible();
});

test("the page of an unconfirmed post says what “It's there” and “Send again” do", async ({
  signedInPage: page,
  app,
}) => {
  test.slow();
  const toast = page.getByRole("region", { name: "Just now" }).getByRole("listitem").last();
  const [there = "", again = ""] = await fail(app, "bluesky", "On its page #fail-unconfirmed", 2);
  await page.goto(`/posts/${there}`);
  const itIsThere = page.getByRole("button", { name: "It's there" });
  const question = page.getByRole("dialog", { name: "Mark as published?" });
  await itIsThere.click();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(itIsThere).toBeFocused();
  await itIsThere.click();
  await question.getByRole("button", { name: "Mark as published" }).click();
  await expect(toast).toContainText(/^Marked as published ?Undo/);
  await page.goto(`/posts/${again}`);
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(toast).toContainText(/^Sending it again in [1-5] seconds/);
  await toast.getByRole("button", { name: "Undo" }).click();
  await waitForStatus(app, there, "published");
  await page.goto("/inbox");
  await item(page, /Bluesky didn't confirm this post/)
    .getByRole("button", { name: "Send again" })
    .click();
  await expect(toast).toContainText(/^Sending it again in [1-5] seconds/);
  await toast.getByRole("button", { name: "Undo" }).click();
  await clear(app);
});

test("“It's there” marks one part of a thread and says that the rest is sent", async ({ signedInPage: page, app }) => {
  const channels = await callApi<{ id: string; platform: string }[]>(app, "GET", "/channels");
  const channel = channels.find(({ platform }) => platform === "x")?.id;
  const thread = ["The first part", "The second #fail-unconfirmed", "The third part"];
  const [post] = await callApi<{ id: string }[]>(app, "POST", "/posts", { channels: [channel], thread, points: 0 });
  await waitForStatus(app, post?.id ?? "", "failed");
  await page.goto("/inbox");
  const unsure = item(page, /X didn't confirm part 2/);
  await unsure.getByRole("button", { name: "It's there" }).click();
  await page
    .getByRole("dialog", { name: "Mark as published?" })
    .getByRole("button", { name: "Mark as published" })
    .click();
  await expect(page.getByText(/Marked part 2 as published\. Publishing the rest in [1-5] seconds/)).toBeVisible();
  await waitForStatus(app, post?.id ?? "", "published");
});

test("Retry sends all posts of an item again by keyboard; an item that fails again is open and unread again", async ({
  signedInPage: page,
  app,
}) => {
  const ids = await fail(app, "linkedin", "Again #fail-reconnect", 3);
  await page.goto("/inbox");
  await expect(item(page, /LinkedIn needs reconnecting:/)).toBeVisible();
  // The open page follows the channel: a retry is offered once it can be sent.
  await reconnect(app, "linkedin");
  const again = item(page, /3 posts failed while LinkedIn needed reconnecting:/);
  // All posts of the cause: each one is retried separately, and the button covers them.
  await expect(again).toContainText("3 posts weren't published");
  await page.keyboard.press("j");
  await expect(again).toBeFocused();
  await page.keyboard.press("Enter");
  // The five seconds in which undo is possible pass, and then the platform refuses again.
  await expect(items(page)).toHaveCount(0);
  await waitForStatus(app, ids[0] ?? "", "failed");
  await waitUntilFailed(app, "linkedin", ids);
  const lost = item(page, /LinkedIn needs reconnecting:/);
  await expect(lost).toContainText("3 posts weren't published");
  await expect(lost.getByText("Unread:")).toBeAttached();
  await reconnect(app, "linkedin");
  await clear(app);
});

test("looking at a refused post in the composer changes nothing; sending better words solves its item", async ({
  signedInPage: page,
  app,
}) => {
  const [id = ""] = await fail(app, "x", "Wrong words #fail-rejected");
  await page.goto("/inbox");
  await item(page, /X rejected a post/)
    .getByRole("link", { name: "Edit" })
    .click();
  await expect(page).toHaveURL(`/compose?post=${id}&one=1`);
  await expect(page.getByRole("textbox").first()).toHaveValue(/Wrong words/);
  await page.goBack();
  await expect(item(page, /X rejected a post/)).toBeVisible();
  expect(await getPost(app, id)).toMatchObject({ status: "failed" });
  await visit(page, `/compose?post=${id}&one=1`);
  await page.getByRole("textbox").first().fill("Better words");
  await page.getByRole("button", { name: "Publish now" }).click();
  await waitForStatus(app, id, "published");
  await visit(page, "/inbox");
  await expect(page.getByRole("heading", { name: "All caught up" })).toBeVisible();
  await visit(page, "/inbox?show=done");
  await expect(item(page, /X rejected a post/)).toContainText("Resolved: nothing left to do.");
  await expect(item(page, /X rejected a post/)).not.toContainText("then send it again");
});

test("on a phone an item fits, and all of it is reached by touch", async ({ browser, app, session, watch }) => {
  await fail(app, "x", "A rather long text that has to be broken somewhere on a phone #fail-rejected", 2);
  const context = await browser.newContext({
    baseURL: app.origin,
    storageState: session,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const page = await context.newPage();
  watch(page);
  await page.goto("/inbox");
  await expect(items(page)).toHaveCount(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  await expectAccessible(page);
  for (const button of await items(page).getByRole("button").all()) {
    const box = await button.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(43);
  }
  await items(page)
    .getByRole("button", { name: "Move 2 to drafts" })
    .or(items(page).getByRole("button", { name: "Done" }))
    .first()
    .tap();
  await expect(items(page)).toHaveCount(0);
  await context.close();
});

test.describe("in trouble", () => {
  test.use({ ownContext: true, expectedErrors: [/Failed to load resource|ERR_|EventSource|Refused to execute/] });

  test("offline the items stay in view, and what could not be marked is said", async ({ signedInPage: page, app }) => {
    await fail(app, "x", "Kept #fail-rejected");
    await page.goto("/inbox");
    await expect(items(page)).toHaveCount(1);
    // A first change that works loads the code for changes.
    // The test waits for it: a change behind one on its way would be sent when the network is back.
    await items(page).getByRole("button", { name: "Mark as read" }).click();
    await expect
      .poll(() => callApi<{ unread: boolean }[]>(app, "GET", "/inbox"))
      .toEqual([expect.objectContaining({ unread: false })]);
    await page.context().setOffline(true);
    await items(page).getByRole("button", { name: "Done" }).click();
    await expect(page.getByText(/can't be reached|can't be reached/i).first()).toBeVisible();
    await page.context().setOffline(false);
    await page.goto("/inbox");
    await expect(items(page)).toHaveCount(1);
    await clear(app);
  });
});
