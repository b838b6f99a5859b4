import { randomUUID } from "node:crypto";
import { expectAccessible, expectAccessibleInBothThemes } from "../support/accessibility.ts";
import { createPost, updatePost, waitForStatus } from "../support/api-client.ts";
import { expect, test } from "../support/fixtures.ts";
import { needs } from "../support/needs.ts";
import { visit } from "../support/visit.ts";

const mark = () => `z${randomUUID().slice(0, 8)}`;

type App = { origin: string; key: string };

/**
 * Creates one submission to every channel, as a script would.
 * @returns ids by platform
 */
async function writeEverywhere(app: App, body: Record<string, unknown>): Promise<Map<string, string>> {
  const headers = { authorization: `Bearer ${app.key}`, "content-type": "application/json" };
  const { data: channels } = (await (await fetch(`${app.origin}/v1/channels`, { headers })).json()) as {
    data: { id: string }[];
  };
  const answer = await fetch(`${app.origin}/v1/posts`, {
    method: "POST",
    headers,
    body: JSON.stringify({ channels: channels.map(({ id }) => id), ...body }),
  });
  const { data } = (await answer.json()) as { data: { id: string; channel: string }[] };
  return new Map(data.map(({ id, channel }) => [channel, id]));
}

test("a joined post shows the text as sent and as written", async ({ signedInPage: page, app }) => {
  needs("getPost.delivery");
  const word = mark();
  const ids = await writeEverywhere(app, { thread: [`First ${word} 1/2`, `Second ${word} 2/2`] });
  const id = ids.get("linkedin") ?? "";
  await waitForStatus(app, id, "published");
  await page.goto(`/posts/${id}`);
  const items = page.getByRole("list", { name: "Parts" }).getByRole("listitem");
  await expect(items).toHaveCount(1);
  await expect(items.first()).toContainText(`First ${word}`);
  await expect(items.first()).not.toContainText("1/2");
  await expect(items.first().getByRole("link")).toHaveAttribute("href", /\/practice\//);
  await page.getByText("Joined into one post; written in 2 parts").click();
  await expect(page.getByRole("list", { name: "As written" })).toContainText(`Second ${word} 2/2`);
  await expectAccessible(page);
});

test("the history has one sentence per event, newest first, and grows while the page is open", async ({
  signedInPage: page,
  app,
}) => {
  needs("listPostEvents");
  const id = await createPost(app, "x", { thread: [`First ${mark()}`, "And on"], draft: true });
  await page.goto(`/posts/${id}`);
  const history = page.getByRole("list", { name: "History", exact: true }).getByRole("listitem");
  await expect(history).toHaveCount(1);
  await updatePost(app, id, { version: 1, status: "publishing" });
  await expect(history.first()).toContainText("Published on X", { timeout: 25_000 });
  await expect(history.nth(1)).toContainText("Part 2 of 2 published");
  await expect(history.nth(2)).toContainText("Part 1 of 2 published");
  await expect(history.nth(3)).toContainText(/^Started/);
  await expect(history.last()).toContainText("Created by Ada Admin");
});

test("the other channels of the submission are led to, and Duplicate takes words and channels along", async ({
  signedInPage: page,
  app,
}) => {
  needs("createPosts.submission_id");
  const text = `Everywhere ${mark()}`;
  const ids = await writeEverywhere(app, { text, draft: true });
  await page.goto(`/posts/${ids.get("x")}`);
  await page.getByRole("main").getByRole("link", { name: "Practice Bluesky", exact: true }).click();
  await expect(page).toHaveURL(`/posts/${ids.get("bluesky")}`);
  await page.getByRole("link", { name: "Duplicate" }).click();
  await expect(page).toHaveURL(/\/compose\?again=/);
  await expect(page.getByLabel("Text", { exact: true })).toHaveValue(text);
  await expect(page.getByRole("button", { name: `Publish on ${ids.size} channels` })).toBeVisible();
  // The draft of a new post is a separate one.
  await page.goto("/compose");
  await expect(page.getByLabel("Text", { exact: true })).not.toHaveValue(text);
});

test("the record of a post is shown as the API gives it, to be copied", async ({ signedInPage: page, app }) => {
  const id = await createPost(app, "x", { text: `Record ${mark()}`, draft: true });
  await page.goto(`/posts/${id}`);
  await page.getByRole("button", { name: "JSON" }).click();
  const dialog = page.getByRole("dialog", { name: "JSON of this post" });
  await expect(dialog).toContainText(`"id": "${id}"`);
  await expectAccessible(page);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await dialog.getByRole("button", { name: "Copy" }).click();
  await expect(dialog.getByRole("button", { name: "Copied" })).toBeVisible();
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as { id: string };
  expect(copied.id).toBe(id);
});

test("an administrator sees whose posts they are, and the whole organization's", async ({
  signedInPage: page,
  app,
}) => {
  needs("listPosts.member");
  const word = mark();
  await createPost(app, "x", { text: `Mine ${word}`, draft: true });
  await page.goto(`/posts?q=${word}`);
  await page.getByRole("button", { name: "Author" }).click();
  await page.getByRole("dialog").getByRole("radio", { name: "Everyone" }).check();
  await expect(page).toHaveURL(new RegExp(`q=${word}&member=all`));
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("columnheader", { name: "Author" })).toBeVisible();
  await expect(page.getByRole("row", { name: new RegExp(`Mine ${word}`) })).toContainText("Ada Admin");
});

test.describe("on a narrow screen", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("list, post and empty list pass axe in light and in dark", async ({ signedInPage: page, app }) => {
    needs("listPosts.q");
    const word = mark();
    const id = await createPost(app, "x", { text: `Looked at ${word} #fail-rejected` });
    await waitForStatus(app, id, "failed");
    for (const address of [`/posts?q=${word}`, `/posts/${id}`, "/posts?q=zzzzzz", "/posts?deleted=1"]) {
      await visit(page, address);
      await expectAccessibleInBothThemes(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    }
  });
});
