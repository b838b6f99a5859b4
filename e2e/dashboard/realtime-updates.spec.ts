import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import type { Page } from "playwright/test";
import { createDataDir } from "#lib/testing/data-folder.ts";
import { findFreePort } from "#lib/testing/free-port.ts";
import { createPost, updatePost } from "../support/api-client.ts";
import { createIsolatedAppTest, expect, signIn } from "../support/isolated-app-fixture.ts";
import { startApp } from "../support/start-app.ts";

// The test reads the first page of its own posts.
const test = createIsolatedAppTest();
const fresh = (words: string) => `${words} ${randomUUID().slice(0, 8)}`;

/** Counts the open event streams of a tab. */
function countStreams(page: Page): () => number {
  const open = new Set<unknown>();
  const isStream = (url: string) => new URL(url).pathname === "/events";
  page.on("request", (request) => {
    if (isStream(request.url())) open.add(request);
  });
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
  return () => open.size;
}

/** Simulates switching to another tab, which a headless browser never does. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
      document.dispatchEvent(new Event("visibilitychange"));
    },
    isHidden ? "hidden" : "visible",
  );
}

test("what a script changes is seen without reloading", async ({ signedInPage: page, app }) => {
  const word = `w${randomUUID().slice(0, 8)}`;
  const [before, after] = [`Before ${word}`, `After ${word}`];
  const id = await createPost(app, "x", { text: before, draft: true });
  const streams = countStreams(page);
  // Filtered to its own post: parallel tests create many.
  await page.goto(`/posts?q=${word}`);
  await expect(page.getByRole("row", { name: new RegExp(before) })).toContainText("Draft");
  await expect.poll(streams).toBe(1);
  const later = new Date(Date.now() + 86_400_000).toISOString();
  await updatePost(app, id, { version: 1, text: after });
  const row = page.getByRole("row", { name: new RegExp(after) });
  await expect(row).toContainText("Draft");
  await updatePost(app, id, { version: 2, status: "scheduled", scheduled_for: later });
  await expect(row).toContainText("Scheduled");
  await updatePost(app, id, { version: 3, status: "draft" });
  await expect(row).toContainText("Draft");
  expect(streams()).toBe(1);
});

test("two tabs hear it both, and a page opened in between is as new", async ({ signedInPage: page, app, watch }) => {
  const id = await createPost(app, "x", { text: fresh("Two tabs"), draft: true });
  const other = await page.context().newPage();
  watch(other);
  const streams = [page, other].map(countStreams);
  for (const tab of [page, other]) await tab.goto(`/posts/${id}`);
  for (const open of streams) await expect.poll(open).toBe(1);
  const text = fresh("Changed for both");
  await updatePost(app, id, { version: 1, text });
  for (const tab of [page, other]) await expect(tab.getByText(text).first()).toBeVisible();
  // The stream survives navigation within a tab.
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Posts" }).click();
  await expect(page).toHaveURL("/posts");
  const next = fresh("Changed on the way");
  await updatePost(app, id, { version: 2, text: next });
  await expect(page.getByRole("row", { name: new RegExp(next) })).toBeVisible();
  expect(streams.map((open) => open())).toEqual([1, 1]);
});

test("a hidden tab holds no stream; in view again it shows what was missed", async ({ signedInPage: page, app }) => {
  const id = await createPost(app, "x", { text: fresh("Hidden"), draft: true });
  const streams = countStreams(page);
  await page.goto("/posts");
  await expect.poll(streams).toBe(1);
  await setHidden(page, true);
  await expect.poll(streams).toBe(0);
  const text = fresh("Missed");
  await updatePost(app, id, { version: 1, text });
  await setHidden(page, false);
  await expect.poll(streams).toBe(1);
  await expect(page.getByRole("row", { name: new RegExp(text) })).toBeVisible();
});

test("a page that is left while its stream opens holds none: a member's twenty stay free", async ({
  signedInPage: page,
}) => {
  await page.goto("/profile");
  const statuses = await page.evaluate(async () => {
    const leave = async (afterMs: number) => {
      const tab = new AbortController();
      setTimeout(() => tab.abort(), afterMs);
      await fetch("/events", { signal: tab.signal }).catch(() => null);
    };
    // Some leave before the server hears of them, some while it asks for the session, some while it answers.
    for (let at = 0; at < 48; at += 1) await leave(at);
    for (let at = 0; at < 24; at += 1) await fetch("/events", { method: "HEAD" });
    // Chrome opens six connections to a host; the page holds one.
    const tabs = Array.from({ length: 4 }, () => new AbortController());
    const answers = await Promise.all(tabs.map(({ signal }) => fetch("/events", { signal })));
    for (const tab of tabs) tab.abort();
    return answers.map(({ status }) => status);
  });
  expect(statuses).toEqual([200, 200, 200, 200]);
});

test.describe("a stream that breaks", () => {
  test.use({ expectedErrors: [/Failed to load resource|ERR_|EventSource|Refused to execute/] });

  test("off in the middle of a line, or that is no stream at all, is opened again and nothing is missed", async ({
    signedInPage: page,
    app,
  }) => {
    const id = await createPost(app, "x", { text: fresh("Breaks"), draft: true });
    const type = "text/event-stream";
    const answers = [
      { contentType: type, body: ': open\n\nevent: change\ndata: {"type":"po' },
      { contentType: type, body: "event: change\ndata: not JSON\n\nevent: what\ndata: x\n\n\u0000\ufffd\n\n" },
      { contentType: "text/html", body: "<p>A proxy says hello.</p>" },
      { status: 503, contentType: "application/json", body: "{}" },
    ];
    let asked = 0;
    await page.route("**/events*", async (route) => {
      const answer = answers[asked];
      asked += 1;
      await (answer ? route.fulfill(answer) : route.continue());
    });
    await page.goto("/posts");
    await expect.poll(() => asked, { timeout: 20_000 }).toBeGreaterThan(answers.length);
    const text = fresh("Heard after all");
    await updatePost(app, id, { version: 1, text });
    await expect(page.getByRole("row", { name: new RegExp(text) })).toBeVisible();
  });

  test("because the server stops ends in order, and is there again with the server", async ({ browser, watch }) => {
    test.setTimeout(180_000);
    const [PORT, DATA_DIR, SETUP_KEY] = [
      String(await findFreePort()),
      createDataDir(),
      `pw_${randomUUID().replaceAll("-", "")}`,
    ];
    const settings = { PORT, DATA_DIR, SETUP_KEY };
    let app = await startApp(settings);
    try {
      const context = await browser.newContext({ baseURL: `http://localhost:${PORT}` });
      const page = await context.newPage();
      watch(page);
      const id = await createPost(app, "x", { text: fresh("Survives"), draft: true });
      await signIn(page, SETUP_KEY);
      const streams = countStreams(page);
      await page.goto("/posts");
      await expect.poll(streams).toBe(1);
      // After one live update the page has loaded all code for further ones.
      const before = fresh("Before it stops");
      await updatePost(app, id, { version: 1, text: before });
      await expect(page.getByRole("row", { name: new RegExp(before) })).toBeVisible();
      await app.stop();
      expect(app.process.exitCode, app.output().split("\n").slice(-5).join("\n")).toBe(0);
      app = await startApp(settings);
      const text = fresh("Back again");
      await updatePost(app, id, { version: 2, text });
      await expect(page.getByRole("row", { name: new RegExp(text) })).toBeVisible({ timeout: 45_000 });
      await context.close();
    } finally {
      await app.stop();
      rmSync(DATA_DIR, { recursive: true, force: true });
    }
  });
});

test.describe("signing out", () => {
  test.use({ expectedErrors: [/status of 401/] });

  test("in one tab ends what another hears and leads it to the door", async ({ browser, app, watch }) => {
    const context = await browser.newContext({ baseURL: app.origin });
    const [page, other] = [await context.newPage(), await context.newPage()];
    for (const tab of [page, other]) watch(tab);
    await signIn(page, app.key);
    const streams = countStreams(other);
    await other.goto("/posts");
    await expect.poll(streams).toBe(1);
    await page.goto("/profile");
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(other).toHaveURL(/\/sign-in/);
    await expect.poll(streams).toBe(0);
    await context.close();
  });
});
