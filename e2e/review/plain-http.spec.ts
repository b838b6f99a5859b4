import type { Page } from "playwright/test";
import { findFreePort } from "#lib/testing/free-port.ts";
import { findBrowser, getLaunchOptions } from "../support/browser-launch.ts";
import { test as base, expect } from "../support/fixtures.ts";
import { waitForHydration, waitForHydrationAfterNavigation } from "../support/hydration.ts";
import { person, personPassword } from "../support/person-fixture.ts";
import { startApp } from "../support/start-app.ts";

/** A name in a local network: the browser treats it as insecure, unlike localhost and the addresses of 127.0.0.0/8. */
const host = "postwright.lan";
const launch = getLaunchOptions(findBrowser());

const test = base.extend<object, { app: { origin: string; key: string } }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const port = await findFreePort();
      const origin = `http://${host}:${port}`;
      const app = await startApp({ PORT: String(port), PUBLIC_URL: origin });
      await use({ origin, key: app.key });
      await app.stop();
    },
    { scope: "worker", timeout: 240_000 },
  ],
  /** An administrator who joined over plain http. */
  session: [
    async ({ app, browser }, use) => {
      const context = await browser.newContext({ baseURL: app.origin });
      const page = await context.newPage();
      waitForHydrationAfterNavigation(page);
      await page.goto("/sign-in");
      const { url } = await ask<{ url: string }>(page, app, "POST", "/invitations", { role: "admin" });
      await page.goto(url);
      await page.getByLabel("Your name").fill(person.name);
      await page.getByLabel("E-mail").fill(person.email);
      await page.getByLabel("Password").fill(personPassword);
      await page.getByRole("button", { name: /^Join / }).click();
      await page.waitForURL("/");
      await waitForHydration(page);
      const state = await context.storageState();
      await context.close();
      await use(state);
    },
    { scope: "worker" },
  ],
});
// The browser logs this on every page of such an address, because it accepts that header over https only.
test.use({ expectedErrors: [/Cross-Origin-Opener-Policy header has been ignored/] });
test.use({ launchOptions: { ...launch, args: [...launch.args, `--host-resolver-rules=MAP ${host} 127.0.0.1`] } });

/**
 * Calls `/v1` from the page, because only the browser resolves the host.
 * @returns the `data` of the answer
 */
async function ask<T>(page: Page, app: { key: string }, method: string, path: string, body?: unknown): Promise<T> {
  return page.evaluate(
    async ([key, method, path, body]) => {
      const headers = { "x-api-key": key, "content-type": "application/json" };
      const answer = await fetch(`/v1${path}`, { method, headers, ...(body !== "" && { body }) });
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
      return ((await answer.json()) as { data: T }).data;
    },
    [app.key, method, path, body === undefined ? "" : JSON.stringify(body)] as const,
  );
}

test("on plain http in a local network claims are decided, points awarded and texts copied", async ({
  signedInPage: page,
  app,
}) => {
  await page.goto("/profile");
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  const channels = await ask<{ id: string; platform: string }[]>(page, app, "GET", "/channels");
  const channel = channels.find(({ platform }) => platform === "x")?.id;
  const text = "Published over plain http";
  const [post] = await ask<{ id: string }[]>(page, app, "POST", "/posts", { channels: [channel], text, points: 20 });
  const claims = (state: string) => ask<{ id: string }[]>(page, app, "GET", `/claims?state=${state}`);
  await expect.poll(async () => (await claims("pending")).length, { timeout: 30_000 }).toBe(1);

  await page.goto("/review");
  await page.keyboard.press("a");
  await expect.poll(async () => (await claims("approved")).length).toBe(1);

  await page.goto("/review/log");
  await page.getByRole("button", { name: "Award points" }).click();
  const dialog = page.getByRole("dialog", { name: "Award points" });
  await dialog.getByLabel("Member", { exact: true }).selectOption({ label: "Ada Admin" });
  await dialog.getByLabel("Points").fill("7");
  await dialog.getByLabel("Reason").fill("Ran the stand");
  await dialog.getByRole("button", { name: "Award 7" }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(async () => JSON.stringify(await ask(page, app, "GET", "/leaderboard"))).toContain('"points":27');

  // Copying from a dialog works without the browser's clipboard API, and the copied text can be pasted.
  await page.goto(`/posts/${post?.id}`);
  await page.getByRole("button", { name: "JSON" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Copy" }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Copied" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.goto("/compose");
  await page.keyboard.press("ControlOrMeta+v");
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue(new RegExp(`"id": *"${post?.id}"`));
});

test("what a browser offers on https alone is said in words on plain http", async ({ signedInPage: page }) => {
  await page.goto("/profile");
  await expect(page.getByText("Passkeys need a browser that supports them and an https address.")).toBeVisible();
  await page.goto("/settings#notices");
  await expect(page.getByText(/Browser notifications need https/)).toBeVisible();
  await page.goto("/compose");
  await page.getByRole("textbox", { name: "Text" }).fill("Kept without a service worker");
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue("Kept without a service worker");
});
