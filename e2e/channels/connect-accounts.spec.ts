import type { Page } from "playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import { waitForStatus } from "../support/api-client.ts";
import { chooseChannels, openComposer } from "../support/composer-page.ts";
import { test } from "../support/connectable-platforms-fixture.ts";
import { expect } from "../support/fixtures.ts";
import { waitForHydration } from "../support/hydration.ts";
import { callApi } from "../support/isolated-app-fixture.ts";

type Channel = { id: string; name: string; username: string; state: string; practice: boolean; scheduled: number };

const row = (page: Page, name: string) =>
  page
    .getByRole("list", { name: "Channels" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });
const accounts = async (app: { origin: string; key: string }) =>
  (await callApi<Channel[]>(app, "GET", "/channels/details")).filter(({ practice }) => !practice);

/** Connects through the dialog; the server consents at once and redirects back. */
async function connect(page: Page, server: string): Promise<void> {
  await page.goto("/channels");
  await page.getByRole("button", { name: "Connect an account" }).click();
  await page.getByRole("button", { name: "Connect on Mastodon" }).click();
  await page.getByLabel("Server").fill(server);
  await page.getByRole("button", { name: "Continue to Mastodon" }).click();
}
/** Finds the visible message; screen readers get the same text. */
const said = (page: Page, words: string) => page.getByRole("main").getByText(words);
const isBack = (page: Page) => expect(page).toHaveURL(/\/channels#[0-9a-f-]{36}$/);

test.describe.configure({ mode: "serial" });

test("Bluesky has two ways in: its server's own page first, an app password beside it, on a small screen too", async ({
  signedInPage: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/channels");
  await page.getByRole("button", { name: "Connect an account" }).click();
  await page.getByRole("button", { name: "Connect on Bluesky" }).click();
  await expect(page.getByRole("radio", { name: "Sign in at Bluesky" })).toBeChecked();
  await page.getByLabel("Handle").fill("no handle");
  await page.getByRole("button", { name: "Continue to Bluesky" }).click();
  await expect(page.getByLabel("Handle")).toHaveAccessibleDescription(/That isn't a handle/);
  await expectAccessible(page);
  const [inside, all] = await page
    .getByRole("dialog")
    .evaluate((dialog) => [dialog.clientWidth, dialog.scrollWidth] as const);
  expect(all).toBe(inside);
  await page.getByRole("radio", { name: "Sign in at Bluesky" }).press("ArrowRight");
  await expect(page.getByLabel("App password", { exact: true })).toBeVisible();
});

test("the dialog of every platform leads by numbered steps, and an empty form says what to enter", async ({
  signedInPage: page,
}) => {
  await page.goto("/channels");
  await page.getByRole("button", { name: "Connect an account" }).click();
  await page.getByRole("button", { name: "Connect on Telegram" }).click();
  const dialog = page.getByRole("dialog", { name: "Connect Telegram" });
  await expect(dialog.getByRole("list", { name: "Steps" }).getByRole("listitem")).toHaveCount(4);
  await expect(dialog.getByRole("link", { name: "Message @BotFather" })).toHaveAttribute("target", "_blank");
  await dialog.getByRole("button", { name: "Connect account" }).click();
  await expect(dialog.getByLabel("Bot token")).toHaveAccessibleDescription(/Enter the bot token\./);
  await expect(dialog.getByLabel("Bot token")).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Back" }).click();
  const openers = page.getByRole("button", { name: /^Connect on / });
  await expect(openers.first()).toBeVisible();
  const count = await openers.count();
  expect(count).toBeGreaterThan(7);
  for (let index = 0; index < count; index += 1) {
    await openers.nth(index).click();
    const steps = page.getByRole("list", { name: "Steps" });
    const isNotSetUp = page.getByText(/^Enter your .* app credentials first\.$/);
    await expect(steps.getByRole("listitem").nth(1).or(isNotSetUp)).toBeVisible();
    expect((await steps.count()) + (await isNotSetUp.count())).toBe(1);
    await page.getByRole("button", { name: "Back" }).click();
  }
  await page.getByRole("button", { name: "App credentials of X", exact: true }).click();
  await expect(page.getByRole("list", { name: "Steps" })).toContainText("enter the redirect URL below");
  await expectAccessible(page);
});

test("who declines at the platform's own page reads so in one sentence, and nothing is connected", async ({
  signedInPage: page,
  app,
  mastodon,
}) => {
  await mastodon.next("GET /oauth/authorize", "deny");
  await connect(page, mastodon.url);
  await expect(page.getByRole("heading", { name: "Account not connected" })).toBeVisible();
  const sentence = page.getByRole("main").getByText("You declined access at Mastodon, so nothing was connected.", {
    exact: true,
  });
  await expect(sentence).toBeVisible();
  await expectAccessible(page);
  // The platform's answer is used up: going back to the page connects nothing either.
  await page.reload();
  await expect(page.getByRole("heading", { name: "Check your channels" })).toBeVisible();
  await page.getByRole("link", { name: "Back to channels" }).click();
  await expect(row(page, "Ada Lovelace")).toHaveCount(0);
  expect(await accounts(app)).toEqual([]);
});

test("a Mastodon account is connected, gets its server's limits, and is tested step by step", async ({
  signedInPage: page,
  mastodon,
}) => {
  test.slow();
  await mastodon.set({ limit: 1_000 });
  await page.goto("/channels");
  await page.getByRole("button", { name: "Connect an account" }).click();
  await expect(page.getByRole("heading", { name: "Mastodon" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Connect on Mastodon" }).click();
  await page.getByLabel("Server").fill("http://127.0.0.1:1");
  await page.getByRole("button", { name: "Continue to Mastodon" }).click();
  await expect(page.getByText("needs https://. With plain http")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Server").fill(mastodon.url);
  await page.getByRole("button", { name: "Continue to Mastodon" }).click();
  await isBack(page);
  await waitForHydration(page);
  const ada = row(page, "Ada Lovelace");
  await expect(ada).toContainText("@ada@fake.invalid");
  await expect(ada).toContainText("1,000 characters");
  await expect(ada).toContainText("Connected");
  await expectAccessible(page);

  await openComposer(page);
  await chooseChannels(page, ["ada@fake.invalid"]);
  const words = "Words for the real world".padEnd(990, "!");
  await page.getByRole("textbox", { name: "Text" }).fill(words);
  await expect(page.getByRole("tab", { name: /Ada Lovelace/ })).toContainText("10 left");
  await page.getByRole("button", { name: "Publish on 1 channel" }).click();
  await expect(page.getByRole("heading", { name: "Published on 1 channel" })).toBeVisible({ timeout: 20_000 });
  await expect.poll(mastodon.texts).toContain(words);

  await page.goto("/channels");
  const testButton = row(page, "Ada Lovelace").getByRole("button", { name: "Test Ada Lovelace" });
  await testButton.click();
  const dialog = page.getByRole("dialog", { name: "Test Ada Lovelace" });
  await expect(dialog).toContainText("as @ada@fake.invalid. They are public");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Post the test" }).click();
  await expect(dialog).toContainText("Everything works, and the test is deleted.", { timeout: 30_000 });
  const steps = dialog.getByRole("list", { name: "Steps" }).getByRole("listitem");
  await expect(steps).toContainText(["Post a text: published", "Reply to it: published", "Post an image: published"]);
  await expect(steps.filter({ hasText: "Take it down: removed" })).toHaveCount(3);
  await steps.first().getByText("The answer").click();
  await expect(steps.first()).toContainText("POST /api/v1/statuses: 200");
  await expectAccessible(page);
  expect(await mastodon.texts()).toEqual([words]);
  await dialog.getByRole("button", { name: "Done" }).click();

  await testButton.click();
  await dialog.getByRole("button", { name: "Use a practice channel" }).click();
  await expect(page.getByText(/Test published to Practice Mastodon, a Mastodon practice channel/)).toBeVisible();
  const opened = page.context().waitForEvent("page");
  await page.getByRole("link", { name: "View", exact: true }).click();
  const timeline = await opened;
  await expect(async () => {
    await timeline.reload();
    await expect(timeline.getByText("A test of Postwright for Mastodon")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  expect(await mastodon.texts()).toEqual([words]);
});

test("the same account is no second channel, and an answer that was given counts no more", async ({
  signedInPage: page,
  app,
  mastodon,
}) => {
  await connect(page, mastodon.url);
  await expect(said(page, "@ada@fake.invalid is already connected as the channel Ada Lovelace.")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/channels/connected?state=019a6f00-0000-7000-8000-000000000000.abc&code=abc");
  await expect(said(page, "This sign-in expired, was already used")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Check your channels" })).toBeVisible();
  expect(await accounts(app)).toHaveLength(1);
});

test("access that was taken back needs one press, keeps channel and plans, and takes no other account", async ({
  signedInPage: page,
  app,
  mastodon,
}) => {
  const [before] = await accounts(app);
  const [planned] = await callApi<{ id: string }[]>(app, "POST", "/posts", {
    channels: [before?.id],
    text: "Planned for later",
    scheduled_for: new Date(Date.now() + 86_400_000).toISOString(),
  });
  await mastodon.revoke();
  await callApi(app, "POST", "/posts", { channels: [before?.id], text: "Nobody lets this out" });
  await expect.poll(async () => (await accounts(app))[0]?.state).toBe("reconnect");

  await mastodon.set({ id: "1", username: "eve", name: "Eve" });
  await page.goto("/channels");
  await expect(row(page, "Ada Lovelace")).toContainText("Needs reconnecting");
  const again = async () => {
    await row(page, "Ada Lovelace").getByRole("button", { name: "Reconnect Ada Lovelace" }).click();
    await expect(page.getByRole("dialog")).toContainText("Sign in as @ada@fake.invalid");
    await page.getByRole("button", { name: "Continue to Mastodon" }).click();
  };
  await again();
  await expect(
    said(page, "Ada Lovelace is the account @ada@fake.invalid, but you signed in as @eve@fake.invalid."),
  ).toBeVisible();
  await waitForHydration(page);
  expect((await accounts(app))[0]?.state).toBe("reconnect");

  await mastodon.set({ id: "109302436954721985", username: "ada", name: "Ada Lovelace" });
  await page.getByRole("link", { name: "Back to channels" }).click();
  await again();
  await isBack(page);
  await expect(row(page, "Ada Lovelace")).toContainText("Connected");
  const [after] = await accounts(app);
  expect(after).toMatchObject({ id: before?.id ?? "", state: "connected" });
  expect(await callApi(app, "GET", `/posts/${planned?.id}`)).toMatchObject({
    status: "scheduled",
    channel_id: before?.id,
  });
  // Posts that waited for the account are published by themselves.
  await expect.poll(mastodon.texts, { timeout: 20_000 }).toContain("Nobody lets this out");
});

test("where a server lets no program delete posts, nothing offers it, and the connect dialog promises no more", async ({
  signedInPage: page,
  app,
  mastodon,
}) => {
  const snac2 = { isSnac2: true, version: "4.0.0 (not true; really snac/2.75)", sourceUrl: "" };
  await mastodon.set({ id: "2", username: "sam", name: "Sam Snac", ...snac2 });
  await page.goto("/channels");
  await page.getByRole("button", { name: "Connect an account" }).click();
  await expect(page.getByText("On servers other than Mastodon and Hollo a request that arrives")).toBeVisible();
  await connect(page, mastodon.url);
  await isBack(page);
  await waitForHydration(page);
  await expect(row(page, "Sam Snac")).toContainText("snac2 lets no program delete posts");
  await row(page, "Sam Snac").getByRole("button", { name: "Test Sam Snac" }).click();
  await expect(page.getByRole("dialog")).toContainText("Postwright can't delete posts of this account.");
  await expectAccessible(page);

  const channel = (await accounts(app)).find(({ name }) => name === "Sam Snac");
  const body = { channels: [channel?.id], text: "It stays there" };
  const [post] = await callApi<{ id: string }[]>(app, "POST", "/posts", body);
  await waitForStatus(app, post?.id ?? "", "published");
  await page.goto(`/posts/${post?.id}`);
  await waitForHydration(page);
  await page.getByRole("button", { name: "Take down…" }).click();
  const dialog = page.getByRole("dialog", { name: "Still on Mastodon" });
  await expect(dialog).toContainText("Postwright can't delete it there: open it and delete it yourself.");
  await expect(dialog.getByRole("button", { name: "Take it down" })).toHaveCount(0);
  await expectAccessible(page);
  const { status } = await fetch(`${app.origin}/v1/posts/${post?.id}/take-down`, {
    method: "POST",
    headers: { authorization: `Bearer ${app.key}` },
  });
  expect(status).toBe(409);
  const sourceUrl = "https://github.com/mastodon/mastodon";
  await mastodon.set({
    id: "109302436954721985",
    username: "ada",
    name: "Ada Lovelace",
    isSnac2: false,
    version: "",
    sourceUrl,
  });
});

test("a channel on Telegram is connected by what is filled in, and what is wrong is said at its field", async ({
  signedInPage: page,
  telegram,
}) => {
  await page.goto("/channels");
  await page.getByRole("button", { name: "Connect an account" }).click();
  await page.getByRole("button", { name: "Connect on Telegram" }).click();
  await expect(page.getByLabel("Bot token")).toHaveAttribute("type", "password");
  await page.getByLabel("Bot token").fill("123456789:AAE-test_token_of_a_bot_that_is_made_up");
  await page.getByLabel("Channel or group").fill("@not_there_at_all");
  await page.getByRole("button", { name: "Connect account" }).click();
  await expect(page.getByLabel("Channel or group")).toHaveAccessibleDescription(/The bot can't find this channel/);
  await expectAccessible(page);
  await page.getByLabel("Channel or group").fill("@acme_news");
  await page.getByRole("button", { name: "Connect account" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(row(page, "Acme News")).toContainText("@acme_news");
  await openComposer(page);
  await chooseChannels(page, ["acme_news"]);
  await page.getByRole("textbox", { name: "Text" }).fill("Words for a channel");
  await page.getByRole("button", { name: "Publish on 1 channel" }).click();
  await expect(page.getByRole("heading", { name: "Published on 1 channel" })).toBeVisible({ timeout: 20_000 });
  expect(await telegram.texts()).toEqual(["Words for a channel"]);
});

test("a Nostr account is connected by its key, fits a tablet, and its text is previewed and reaches the relay", async ({
  signedInPage: page,
  relay,
}) => {
  // The example keys of nostr-protocol/nips 19.md.
  const nsec = "nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5";
  const npub = "npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg";
  await page.setViewportSize({ width: 820, height: 1180 });
  await page.goto("/channels");
  await page.getByRole("button", { name: "Connect an account" }).click();
  await page.getByRole("button", { name: "Connect on Nostr" }).click();
  const dialog = page.getByRole("dialog", { name: "Connect Nostr" });
  await dialog.getByLabel("Secret key").fill(npub);
  await dialog.getByLabel("Relays").fill(relay.url);
  await dialog.getByRole("button", { name: "Connect account" }).click();
  await expect(dialog.getByLabel("Secret key")).toHaveAccessibleDescription(/public key/);
  await expectAccessible(page);
  await dialog.getByLabel("Secret key").fill(nsec);
  await dialog.getByRole("button", { name: "Connect account" }).click();
  await expect(dialog).toHaveCount(0);
  const name = "npub10elfcs4…jptg";
  await expect(row(page, name)).toContainText("Connected");
  await expectAccessible(page);
  await openComposer(page);
  await chooseChannels(page, [npub]);
  const words = "Words for a relay #first";
  await page.getByRole("textbox", { name: "Text" }).fill(words);
  const opener = page.getByRole("button", { name: "Preview" });
  const isCut = await opener.evaluate((button) =>
    [...button.querySelectorAll(".truncate")].some((label) => label.scrollWidth > label.clientWidth),
  );
  expect(isCut).toBe(false);
  await opener.click();
  const preview = page.getByRole("dialog", { name: "Preview" });
  await expect(preview).toContainText(words);
  await expect(preview).toContainText(name);
  const [inside, all] = await preview.evaluate((dialog) => [dialog.clientWidth, dialog.scrollWidth] as const);
  expect(all).toBe(inside);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Publish on 1 channel" }).click();
  await expect(page.getByRole("heading", { name: "Published on 1 channel" })).toBeVisible({ timeout: 20_000 });
  expect(await relay.texts()).toEqual([words]);
});

test("of the pages on LinkedIn that a sign-in gives one is picked, and the next time it is named as connected", async ({
  signedInPage: page,
}) => {
  const signIn = async () => {
    await page.goto("/channels");
    await page.getByRole("button", { name: "Connect an account" }).click();
    await page.getByRole("button", { name: "Connect on LinkedIn" }).click();
    await page.getByRole("button", { name: "Continue to LinkedIn" }).click();
  };
  await signIn();
  const all = page.getByRole("list", { name: "Accounts on LinkedIn" }).getByRole("listitem");
  await expect(all).toContainText([/Ada Example/, /Analytical Engines/, /Difference Ltd/]);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Connect Analytical Engines" }).click();
  await isBack(page);
  await expect(row(page, "Analytical Engines")).toContainText("@analytical-engines");
  await signIn();
  await expect(all.nth(1)).toContainText("Connected as Analytical Engines");
  await expect(page.getByRole("button", { name: "Connect Analytical Engines" })).toHaveCount(0);
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(row(page, "Analytical Engines")).toBeVisible();
});

test("an Instagram account and one of several Facebook Pages are connected at the platform's own page", async ({
  signedInPage: page,
}) => {
  const signIn = async (platform: string) => {
    await page.goto("/channels");
    await page.getByRole("button", { name: "Connect an account" }).click();
    await page.getByRole("button", { name: `Connect on ${platform}` }).click();
    await page.getByRole("button", { name: `Continue to ${platform}` }).click();
  };
  await signIn("Instagram");
  await isBack(page);
  await expect(row(page, "Ada Example")).toContainText("Instagram · @ada.example");
  await expect(row(page, "Ada Example")).toContainText("Connected");
  await signIn("Facebook");
  const pages = page.getByRole("list", { name: "Accounts on Facebook" }).getByRole("listitem");
  // A Page on which the person may not post is no choice.
  await expect(pages).toContainText([/Acme News/, /Acme Jobs/]);
  await page.getByRole("button", { name: "Connect Acme News" }).click();
  await isBack(page);
  await expect(row(page, "Acme News").filter({ hasText: "Facebook" })).toContainText("Connected");
});

test("an administrator sets a platform up with the application's keys, and the secret is shown to nobody", async ({
  signedInPage: page,
}) => {
  const inDialog = (name: string) => page.getByRole("dialog").getByRole("button", { name, exact: true });
  await page.goto("/channels");
  await page.getByRole("button", { name: "Connect an account" }).click();
  await expect(inDialog("Connect on X")).toHaveCount(0);
  await inDialog("App credentials of X").click();
  await expect(page.getByLabel("Redirect URL")).toHaveValue(/\/channels\/connected$/);
  await expectAccessible(page);
  await page.getByLabel("Client ID").fill("a client of ours");
  await inDialog("Save").click();
  await expect(page.getByText("Enter the client secret.")).toBeVisible();
  await page.getByLabel("Client secret").fill("a secret of ours");
  await inDialog("Save").click();
  await expect(page.getByText("Already set. A new value replaces it.")).toBeVisible();
  await expect(page.getByLabel("Client secret")).toHaveValue("");
  // After closing and reopening it is still set up.
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Connect an account" }).click();
  await expect(inDialog("Connect on X")).toBeVisible();
  await inDialog("App credentials of X").click();
  await expect(page.getByLabel("Client ID")).toHaveValue("a client of ours");
  await inDialog("Remove").click();
  await expect(page.getByRole("alert").filter({ hasText: "will need reconnecting" })).toBeVisible();
  await inDialog("Remove credentials").click();
  await expect(page.getByText("Stored encrypted.")).toBeVisible();
  await inDialog("Back").click();
  await expect(inDialog("Connect on X")).toHaveCount(0);
  await inDialog("App credentials of X").click();
  await page.getByLabel("Client ID").fill("typed, and not saved yet");
  // A click outside loses no typed text; closing returns the focus to the opener.
  await page.mouse.click(5, 5);
  await expect(page.getByLabel("Client ID")).toHaveValue("typed, and not saved yet");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Connect an account" })).toBeFocused();
});
