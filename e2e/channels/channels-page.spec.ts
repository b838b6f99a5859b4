import type { Page } from "playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import { expect, goToByKeyboard, test } from "../support/fixtures.ts";
import { visit } from "../support/visit.ts";

const row = (page: Page, name: string) =>
  page
    .getByRole("list", { name: "Channels" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });

async function ask(app: { origin: string; key: string }, method: string, path: string, json?: unknown) {
  const answer = await fetch(`${app.origin}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${app.key}`, "content-type": "application/json" },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  return (await answer.json()).data;
}

test("an administrator connects a channel and is told of its scheduled posts before disconnecting it", async ({
  signedInPage: page,
  app,
}) => {
  await page.goto("/profile");
  await goToByKeyboard(page, "n");
  await expect(page).toHaveURL("/channels");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Connect a practice channel" }).click();
  await page.getByLabel("Platform").selectOption("Mastodon");
  await page.getByLabel("Name", { exact: true }).fill("A mast of our own");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Connect channel" }).click();
  await expect(row(page, "A mast of our own")).toContainText("Connected");
  await expect(row(page, "A mast of our own")).toContainText("All members");

  const channels: { id: string; name: string }[] = await ask(app, "GET", "/channels");
  const id = channels.find(({ name }) => name === "A mast of our own")?.id;
  const [post] = await ask(app, "POST", "/posts", {
    channels: [id],
    text: "Planned on a mast",
    scheduled_for: new Date(Date.now() + 86_400_000).toISOString(),
  });
  // The open page shows the change without a reload.
  await expect(row(page, "A mast of our own").getByRole("link", { name: "1 scheduled" })).toBeVisible();
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);

  // A post that waits for the channel links to its row, even at the end of the list.
  const [lost] = await ask(app, "POST", "/posts", { channels: [id], text: "Nobody lets this out #fail-reconnect" });
  await page.setViewportSize({ width: 390, height: 600 });
  await visit(page, `/posts/${lost.id}`);
  await page.getByRole("link", { name: "Open the channel" }).click();
  await expect(row(page, "A mast of our own")).toBeInViewport();
  await page.setViewportSize({ width: 1_280, height: 720 });
  await ask(app, "DELETE", `/posts/${lost.id}`);

  await row(page, "A mast of our own").getByRole("button", { name: "Edit A mast of our own" }).click();
  await page.getByLabel("Name", { exact: true }).fill("The mast");
  await page.getByRole("button", { name: "Save" }).click();
  await row(page, "The mast").getByRole("button", { name: "Disconnect The mast" }).click();
  await expect(page.getByRole("dialog")).toContainText("1 post is scheduled there");
  await page.getByRole("button", { name: "Disconnect and cancel 1" }).click();
  await expect(row(page, "The mast")).toHaveCount(0);
  await expect.poll(async () => (await ask(app, "GET", `/posts/${post.id}`)).status).toBe("canceled");
  await ask(app, "DELETE", `/posts/${post.id}`);
});

test("on a phone the channels fit, and each can be reached", async ({ signedInPage: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/channels");
  await expect(page.getByRole("heading", { name: "Channels", level: 1 })).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test("a connection that was declined at a server that sends no state back is told as declined", async ({
  signedInPage: page,
}) => {
  await page.goto("/channels/connected?error=access_denied&error_description=The+resource+owner+denied+the+request");
  await expect(page.getByRole("heading", { name: "Account not connected" })).toBeVisible();
  await expect(page.locator("#main").getByText("You declined access, so nothing was connected.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Back to channels" }).click();
  await expect(page).toHaveURL("/channels");
});
