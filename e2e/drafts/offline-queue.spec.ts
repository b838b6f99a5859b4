import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import sharp from "sharp";
import { expectAccessible, expectAccessibleInBothThemes } from "../support/accessibility.ts";
import { chooseChannels, openComposer, openScheduleDialog, savedStatus } from "../support/composer-page.ts";
import { addSession, expect } from "../support/fixtures.ts";
import { waitForHydration } from "../support/hydration.ts";
import { callApi, resetSettings, test } from "../support/isolated-app-fixture.ts";
import { needs } from "../support/needs.ts";

// An intentionally missing network, a draft that was already sent, a revoked key.
test.use({
  serviceWorkers: "allow",
  expectedErrors: [/net::ERR_|Failed to load|Failed to fetch|status of (5|401|409)/],
});

// Specs before this one may have left a wait for Undo.
test.beforeEach(({ app }) => resetSettings(app, { undo_seconds: 0 }));

type App = { origin: string; key: string };
const text = (page: Page) => page.getByRole("textbox", { name: "Text" });
const saved = (page: Page) => expect(page.getByText(savedStatus)).toBeVisible();
const waits = (page: Page) => page.getByRole("status").filter({ hasText: "Waiting for connection." });
const published = (page: Page) => page.getByRole("heading", { name: "Published on 1 channel" });

/** Counts the posts with this text. */
async function count(app: App, words: string): Promise<number> {
  const posts = await callApi<{ posts: { text: string }[] }[]>(app, "GET", "/posts?limit=100");
  return posts.filter((post) => post.posts[0]?.text === words).length;
}

/** Creates a saved draft for one channel, in a composer that would also open without the network. */
async function begin(page: Page, what: string): Promise<string> {
  const words = `${what} ${randomUUID().slice(0, 8)}`;
  await openComposer(page);
  await chooseChannels(page, ["practice_x"]);
  await text(page).fill(words);
  await saved(page);
  const isKept = () => page.evaluate(async () => (await caches.match("/owner")) !== undefined);
  await expect.poll(isKept, { timeout: 30_000 }).toBe(true);
  return words;
}

/** Presses send without a network and chooses to wait. */
async function letWait(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^(Publish|Schedule) on 1 channel/ }).click();
  await page.getByRole("button", { name: "Send when I'm back online" }).click();
  await expect(waits(page)).toBeVisible();
}

test("offline sending is refused with its reason; by choice it waits, over a reload, and goes out once", async ({
  app,
  signedInPage: page,
}) => {
  const words = await begin(page, "Sent from a train");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Publish on 1 channel" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "You're offline. Nothing was sent." })).toContainText(
    "Your text is safe in this browser.",
  );
  await expectAccessible(page);
  await letWait(page);
  await expectAccessibleInBothThemes(page);
  await page.reload();
  await expect(waits(page)).toBeVisible();
  await expect(text(page)).toHaveValue(words);
  expect(await count(app, words)).toBe(0);
  await page.context().setOffline(false);
  await expect(published(page)).toBeVisible({ timeout: 20_000 });
  expect(await count(app, words)).toBe(1);
  await page.goto("/compose");
  await expect(text(page)).toHaveValue("");
});

test("what waits can be called off, and stays a draft", async ({ app, signedInPage: page }) => {
  const words = await begin(page, "Better not");
  await page.context().setOffline(true);
  await letWait(page);
  await waits(page).getByRole("button", { name: "Don't send" }).click();
  await expect(waits(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Publish on 1 channel" })).toBeFocused();
  await text(page).fill(`${words}, or later`);
  await page.context().setOffline(false);
  await saved(page);
  await page.reload();
  await expect(text(page)).toHaveValue(`${words}, or later`);
  await expect(page.getByRole("button", { name: "Publish on 1 channel" })).toBeVisible();
  expect((await count(app, words)) + (await count(app, `${words}, or later`))).toBe(0);
});

test("with two tabs open it goes out once, and both tabs say what became of it", async ({
  app,
  signedInPage: page,
  watch,
}) => {
  const words = await begin(page, "Two tabs in a tunnel");
  await page.context().setOffline(true);
  await letWait(page);
  const other = await page.context().newPage();
  watch(other);
  await other.goto("/compose");
  await expect(waits(other)).toBeVisible();
  await page.context().setOffline(false);
  const elsewhere = (tab: Page) => tab.getByText("Another tab has sent or deleted this.");
  const outcome = async (tab: Page) =>
    (await published(tab).count()) > 0 ? "sent" : (await elsewhere(tab).count()) > 0 ? "elsewhere" : "open";
  // The second tab may learn of it from the first tab, or send the same repeat key and get the first one's answer.
  await expect
    .poll(async () => [await outcome(page), await outcome(other)].includes("open"), { timeout: 30_000 })
    .toBe(false);
  expect([await outcome(page), await outcome(other)]).toContain("sent");
  expect(await count(app, words)).toBe(1);
});

test("a queued post whose time has passed is sent only after the author answers", async ({
  app,
  signedInPage: page,
}) => {
  const words = await begin(page, "Too late");
  const dialog = await openScheduleDialog(page);
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.context().setOffline(true);
  await letWait(page);
  // Moves the chosen time into the past, as if days had passed.
  await page.evaluate(() => {
    for (const [name, kept] of Object.entries(localStorage)) {
      if (!name.startsWith("postwright:draft:")) continue;
      localStorage.setItem(name, kept.replace(/"date":"\d{4}-/, '"date":"2025-'));
    }
  });
  await page.reload();
  await expect(waits(page)).toBeVisible();
  await page.context().setOffline(false);
  const asked = page.getByRole("alert").filter({ hasText: "The time you chose passed while you were offline." });
  await expect(asked).toBeVisible();
  await expectAccessible(page);
  expect(await count(app, words)).toBe(0);
  await asked.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByRole("heading", { name: /^Publish(ed|ing) on 1 channel/ })).toBeVisible({ timeout: 20_000 });
  expect(await count(app, words)).toBe(1);
});

test("a queued post survives the end of its session and is sent after the next sign-in", async ({ app, browser }) => {
  needs("createKey");
  const made = await callApi<{ id: string; value: string }>(app, "POST", "/keys", {
    name: "For a journey",
    scopes: ["posts:read", "posts:write", "channels:read", "media:write"],
  });
  const context = await browser.newContext({ baseURL: app.origin });
  const page = await context.newPage();
  await addSession(page, { origin: app.origin, key: made.value });
  const words = await begin(page, "Signed out on the way");
  await context.setOffline(true);
  await letWait(page);
  await callApi(app, "DELETE", `/keys/${made.id}`);
  await context.setOffline(false);
  await expect(page.getByText(/Your draft is safe in this browser/)).toBeVisible({ timeout: 20_000 });
  expect(await count(app, words)).toBe(0);
  await page.getByRole("link", { name: "Use an API key" }).click();
  await page.getByLabel(/api key/i).fill(app.key);
  await page.getByRole("button", { name: /^sign in/i }).click();
  await expect(published(page)).toBeVisible({ timeout: 30_000 });
  expect(await count(app, words)).toBe(1);
  await context.close();
});

/** Lets a post wait in `page` whose draft never reached the server, and deletes the draft in `other`. */
async function deleteWhileItWaits(page: Page, other: Page, what: string): Promise<string> {
  await begin(page, "Saved before");
  await page.getByRole("button", { name: "More text tools" }).click();
  await page.getByRole("menuitem", { name: "New post" }).click();
  await expect(text(page)).toHaveValue("");
  await other.goto("/drafts");
  await waitForHydration(other);
  await page.context().setOffline(true);
  const words = `${what} ${randomUUID().slice(0, 8)}`;
  await text(page).fill(words);
  await letWait(page);
  await expect(unsaved(other).getByRole("link", { name: words })).toBeVisible();
  await unsaved(other)
    .getByRole("button", { name: `Delete: ${words}` })
    .click();
  return words;
}
const unsaved = (page: Page) => page.getByRole("region", { name: "Only in this browser" });

test("a queued post whose draft is deleted in another tab is not sent, and both tabs say so", async ({
  app,
  signedInPage: page,
  watch,
}) => {
  needs("saveDraft");
  const other = await page.context().newPage();
  watch(other);
  const words = await deleteWhileItWaits(page, other, "Deleted in a tunnel");
  await expect(other.getByText("Draft deleted. It won't be sent.")).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText("Another tab has sent or deleted this.")).toBeVisible({ timeout: 20_000 });
  await expect(waits(page)).toHaveCount(0);
  await expect(text(page)).toHaveValue(words);
  await expect(page.getByRole("button", { name: "Publish on 1 channel" })).toBeVisible();
  expect(await count(app, words)).toBe(0);
  const queued = () =>
    page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith("postwright:wait:")));
  expect(await queued()).toEqual([]);
});

test("Undo of a deleted draft brings back its queued post, which goes out once", async ({
  app,
  signedInPage: page,
  watch,
}) => {
  needs("saveDraft");
  const other = await page.context().newPage();
  watch(other);
  const words = await deleteWhileItWaits(page, other, "Deleted and back");
  await expect(unsaved(other)).toHaveCount(0);
  await other.getByRole("region", { name: "Just now" }).getByRole("button", { name: "Undo" }).click();
  await expect(unsaved(other).getByRole("link", { name: words })).toBeVisible();
  // An earlier page of the composer is gone: the storage alone has the post now.
  await page.reload();
  await expect(waits(page)).toBeVisible();
  await page.context().setOffline(false);
  await expect(published(page)).toBeVisible({ timeout: 20_000 });
  expect(await count(app, words)).toBe(1);
  await expect(unsaved(other)).toHaveCount(0);
});

test("two tabs that send the same draft make one submission, and the second says what became of it", async ({
  app,
  signedInPage: page,
  watch,
}) => {
  needs("saveDraft");
  const words = await begin(page, "Pressed twice");
  const other = await page.context().newPage();
  watch(other);
  await other.goto(page.url());
  await expect(text(other)).toHaveValue(words);
  const press = (tab: Page) => tab.getByRole("button", { name: "Publish on 1 channel" }).click();
  await Promise.all([press(page), press(other)]);
  const elsewhere = (tab: Page) => tab.getByRole("heading", { name: "This draft was sent elsewhere" });
  const outcome = async (tab: Page) =>
    (await published(tab).count()) > 0 ? "sent" : (await elsewhere(tab).count()) > 0 ? "elsewhere" : "open";
  await expect
    .poll(async () => [await outcome(page), await outcome(other)].sort(), { timeout: 30_000 })
    .toEqual(["elsewhere", "sent"]);
  expect(await count(app, words)).toBe(1);
  const second = (await outcome(page)) === "sent" ? other : page;
  await expectAccessible(second);
  await second.getByRole("link", { name: "View post" }).click();
  await expect(second).toHaveURL(/\/posts\//);
});

test("content shared with the installed app becomes a separate draft with its images", async ({
  app,
  signedInPage: page,
}) => {
  needs("saveDraft");
  const begun = await begin(page, "Begun before");
  const bytes = [
    ...(await sharp({ create: { width: 32, height: 20, channels: 3, background: "#7a93b0" } })
      .png()
      .toBuffer()),
  ];
  const share = (words: string, names: string[]) =>
    page.evaluate(
      ([given, files, png]) => {
        const form = Object.assign(document.createElement("form"), {
          method: "post",
          action: "/share",
          enctype: "multipart/form-data",
        });
        const add = (name: string, type: string) => {
          const input = Object.assign(document.createElement("input"), { name, type, multiple: true });
          form.append(input);
          return input;
        };
        add("title", "text").value = given;
        add("url", "text").value = "https://example.org/a";
        const picked = new DataTransfer();
        for (const name of files) picked.items.add(new File([new Uint8Array(png)], name, { type: "image/png" }));
        add("images", "file").files = picked.files;
        document.body.append(form);
        form.submit();
      },
      [words, names, bytes] as const,
    );
  await share("Read this", ["one.png", "two.png"]);
  await expect(text(page)).toHaveValue("Read this\n\nhttps://example.org/a");
  await expect(page.getByRole("button", { name: "Remove image 2" })).toBeVisible();
  await saved(page);
  const drafts = await callApi<{ words: string; images: number }[]>(app, "GET", "/drafts?limit=50");
  expect(drafts.some((draft) => draft.words === begun)).toBe(true);
  expect(drafts.find((draft) => draft.words.startsWith("Read this"))?.images).toBe(2);

  // Without a network and above the limit of a post: the page reports both.
  await page.context().setOffline(true);
  await share("In a tunnel", ["1.png", "2.png", "3.png", "4.png", "5.png"]);
  await expect(text(page)).toHaveValue("In a tunnel\n\nhttps://example.org/a");
  await expect(page.getByText(/Up to 4 images per part/)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole("button", { name: "Remove image 4" })).toBeVisible({ timeout: 20_000 });
  await saved(page);
  const stays = () => page.evaluate(async () => (await (await caches.open("postwright-shared")).keys()).length);
  await expect.poll(stays).toBe(0);
});

test("a draft closed offline appears in Drafts once the network is back", async ({ app, signedInPage: page }) => {
  needs("saveDraft");
  await begin(page, "Saved before");
  const words = `Put aside ${randomUUID().slice(0, 8)}`;
  await page.context().setOffline(true);
  await text(page).fill(words);
  await page.reload();
  await expect(text(page)).toHaveValue(words);
  await page.getByRole("button", { name: "New post" }).click();
  await expect(text(page)).toHaveValue("");
  // Makes the draft an hour old, with no tab left that would save it.
  await page.evaluate(() => {
    for (const [name, kept] of Object.entries(localStorage)) {
      if (!name.startsWith("postwright:draft:")) continue;
      localStorage.setItem(name, kept.replace(/"keptAtMs":\d+/, `"keptAtMs":${Date.now() - 3_600_000}`));
    }
  });
  await page.reload();
  await expect(text(page)).toHaveValue("");
  await page.context().setOffline(false);
  const found = async () =>
    (await callApi<{ words: string }[]>(app, "GET", "/drafts?limit=50")).some((draft) => draft.words === words);
  await expect.poll(found, { timeout: 20_000 }).toBe(true);
});

test("the manifest names what an app needs, and its pictures are there", async ({ app }) => {
  const answer = await fetch(`${app.origin}/manifest.webmanifest`);
  const manifest = (await answer.json()) as { icons: { src: string; type: string }[]; shortcuts: { url: string }[] };
  expect(manifest).toMatchObject({
    name: "Postwright",
    start_url: "/",
    display: "standalone",
    share_target: { action: "/share", method: "post", enctype: "multipart/form-data" },
  });
  expect(manifest.shortcuts.map(({ url }) => url)).toEqual(["/compose?new", "/calendar"]);
  for (const { src, type } of manifest.icons) {
    const icon = await fetch(`${app.origin}${src}`);
    expect([src, icon.status, icon.headers.get("content-type")]).toEqual([src, 200, type]);
  }
});
