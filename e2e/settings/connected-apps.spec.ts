import { hash, randomBytes } from "node:crypto";
import type { Page } from "playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import { expect } from "../support/fixtures.ts";
import { ageIdentityProofs, createPersonTest, person, personPassword } from "../support/person-fixture.ts";

const test = createPersonTest();
const redirectUri = "http://127.0.0.1:9/callback";

type App = { origin: string };
// biome-ignore lint/suspicious/noExplicitAny: answers of several endpoints
type Json = any;

const readJson = async (response: Response): Promise<Json> => ({ status: response.status, ...(await response.json()) });

/** Registers an app as an assistant would, and returns its request for the person's browser. */
async function beginSignIn({ origin }: App, name: string) {
  const metadata = await readJson(await fetch(`${origin}/.well-known/oauth-authorization-server`));
  const registered = await readJson(
    await fetch(metadata.registration_endpoint, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ client_name: name, redirect_uris: [redirectUri] }),
    }),
  );
  const verifier = randomBytes(32).toString("base64url");
  const query = new URLSearchParams({
    response_type: "code",
    client_id: registered.client_id,
    redirect_uri: redirectUri,
    code_challenge: hash("sha256", verifier, "base64url"),
    code_challenge_method: "S256",
    resource: `${origin}/mcp`,
    state: "the app's state",
  });
  const path = `${new URL(metadata.authorization_endpoint).pathname}?${query}`;
  const redeem = async (code: string) =>
    readJson(
      await fetch(metadata.token_endpoint, {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "authorization_code",
          client_id: registered.client_id,
          redirect_uri: redirectUri,
          code,
          code_verifier: verifier,
        }),
      }),
    );
  return { path, redeem };
}

/** Answers in place of the program that listens on the person's computer, and returns what it received. */
async function waitForReturn(page: Page): Promise<URLSearchParams> {
  await page.waitForURL((url) => url.href.startsWith(redirectUri));
  return new URL(page.url()).searchParams;
}
const listenAsApp = (page: Page) =>
  page.route(`${redirectUri}?*`, (route) => route.fulfill({ contentType: "text/html", body: "Back in the app" }));

const callTool = async ({ origin }: App, token: string, name: string, args: object = {}): Promise<Json> =>
  readJson(
    await fetch(`${origin}/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
    }),
  );

test("a person signs in, connects an assistant by keyboard without a key, sees it in the profile and disconnects it", async ({
  signedInPage: page,
  app,
}) => {
  await page.context().clearCookies();
  await listenAsApp(page);
  const { path, redeem } = await beginSignIn(app, "Desk assistant");
  await page.goto(path);
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("Password").fill(personPassword);
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { name: "Connect Desk assistant?" })).toBeVisible();
  await expect(page.getByText("Postwright can't verify it.")).toBeVisible();
  await expect(page.getByText("a program on this computer (127.0.0.1:9)")).toBeVisible();
  await expectAccessible(page);
  const drafts = page.getByRole("radio", { name: "Drafts only" });
  await expect(drafts).toBeChecked();
  await drafts.focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: "Create, schedule, edit and delete posts" })).toBeChecked();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Allow" })).toBeFocused();
  await page.keyboard.press("Enter");

  const answer = await waitForReturn(page);
  expect([answer.get("state"), answer.get("iss")]).toEqual(["the app's state", app.origin]);
  const { access_token: token } = await redeem(answer.get("code") ?? "");
  const [{ id: channel }] = (await callTool(app, token, "list_channels")).result.structuredContent.channels;
  const post = { channels: [channel], text: "Written by an app", publish_now: true };
  const refused = await callTool(app, token, "create_post", post);
  expect(refused.result.content[0].text).toContain("drafts only");

  await page.goto("/profile#keys");
  const connected = page.getByRole("list", { name: "Connected apps" }).getByRole("listitem");
  await expect(connected.filter({ hasText: "Desk assistant" })).toContainText("Drafts only");
  await expectAccessible(page);
  await connected.getByRole("button", { name: "Disconnect Desk assistant" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
  await expect(page.getByText("Desk assistant disconnected")).toBeVisible();
  await expect(connected).toHaveCount(0);
  expect((await callTool(app, token, "list_channels")).status).toBe(401);
});

test("an old sign-in is confirmed first; Cancel sends the app a refusal and connects nothing", async ({
  signedInPage: page,
  app,
}) => {
  await listenAsApp(page);
  const { path } = await beginSignIn(app, "Second assistant");
  await page.goto(path);
  await page.getByRole("link", { name: "Cancel" }).click();
  expect((await waitForReturn(page)).get("error")).toBe("access_denied");

  await ageIdentityProofs(app.dataDir ?? "");
  await page.goto(path);
  await page.getByRole("button", { name: "Allow" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await dialog.getByLabel("Password").fill(personPassword);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  expect((await waitForReturn(page)).get("code")).toBeTruthy();

  // No other site can show the page in a frame or press its button.
  const { headers } = await fetch(`${app.origin}${path}`, { redirect: "manual" });
  expect(headers.get("x-frame-options")).toBe("DENY");
  expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  const foreign = { method: "POST", headers: { origin: "https://evil.example" }, body: "x" };
  expect((await fetch(`${app.origin}${path}`, foreign)).status).toBe(403);
});

test("a request with an address that the app didn't register shows an error and leads nowhere", async ({
  signedInPage: page,
  app,
}) => {
  const { path } = await beginSignIn(app, "Third assistant");
  await page.goto(path.replace(encodeURIComponent(redirectUri), encodeURIComponent("https://evil.example/")));
  await expect(page.getByRole("heading", { name: "The app can't be connected" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Allow" })).toHaveCount(0);
  expect(
    await page
      .locator("a")
      .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).origin)),
  ).not.toContain("https://evil.example");
  await expectAccessible(page);
});
