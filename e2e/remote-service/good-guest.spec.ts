import type { Page } from "playwright/test";
import { expect } from "../support/fixtures.ts";
import { test } from "../support/remote-service-fixture.ts";
import { createRemotePost, createUniqueText, openComposerWithAllChannels } from "../support/remote-service-steps.ts";

test.beforeEach(({ service }) => service.comeBack());

/** Lets the page's clock pass one minute, and waits after each second for the reads that it caused. */
async function passMinute(page: Page): Promise<void> {
  let pending = 0;
  const begin = () => {
    pending += 1;
  };
  const end = () => {
    pending -= 1;
  };
  page.on("request", begin).on("requestfinished", end).on("requestfailed", end);
  for (let second = 0; second < 60; second += 1) {
    await page.clock.runFor(1_000);
    await expect.poll(() => pending).toBeLessThanOrEqual(0);
  }
  page.off("request", begin).off("requestfinished", end).off("requestfailed", end);
}

test("an idle page costs the service at most six requests a minute", async ({ signedInPage: page, service }) => {
  await createRemotePost(service, { text: createUniqueText("Lies there"), draft: true });
  await page.clock.install();
  for (const path of ["/", "/posts", "/calendar"]) {
    await page.goto(path);
    await expect(page.getByText(/Lies there/).first()).toBeVisible();
    await page.waitForLoadState("networkidle");
    const before = service.asked().length;
    await passMinute(page);
    const cost = service.asked().length - before;
    test.info().annotations.push({ type: `requests in an idle minute on ${path}`, description: String(cost) });
    expect(cost, path).toBeLessThanOrEqual(6);
  }
});

test("one post on its way costs the service at most thirty requests a minute, and is seen published", async ({
  signedInPage: page,
  service,
}) => {
  test.setTimeout(120_000);
  await service.behave({ publishes: false });
  await page.clock.install();
  await openComposerWithAllChannels(page);
  await page.click();
  await page.getByLabel("Text", { exact: true }).fill(createUniqueText("On its way"));
  await page.getByRole("button", { name: "Publish on 2 channels" }).click();
  await expect(page.getByRole("heading", { name: "Publishing…" })).toBeVisible();
  for (const path of [null, "/", "/posts"]) {
    if (path !== null) await page.goto(path);
    await page.waitForLoadState("networkidle");
    const before = service.asked().length;
    await passMinute(page);
    // Two channels have a post each.
    const cost = (service.asked().length - before) / 2;
    test.info().annotations.push({ type: `requests in a minute per post on ${path}`, description: String(cost) });
    expect(cost, String(path)).toBeLessThanOrEqual(30);
    expect(cost, String(path)).toBeGreaterThan(2);
  }
});

test("a visitor without a session costs the service nothing, wherever the visitor goes", async ({ app, service }) => {
  const before = service.asked().length;
  for (const path of [
    "/",
    "/posts",
    "/compose",
    "/calendar",
    "/read/home",
    "/read/me",
    "/sign-in",
    "/leaderboard/wall",
  ])
    await (await fetch(`${app.origin}${path}`)).text();
  const stale = { cookie: "pw_session=Fe26.2**nonsense" };
  await (await fetch(`${app.origin}/posts`, { headers: stale })).text();
  expect(service.asked().slice(before)).toEqual([]);
});

test("a service that asks for a pause is left alone, whatever code it uses, and the page says how long", async ({
  signedInPage: page,
  service,
}) => {
  await service.behave({ retryAfter: 4 });
  await page.goto("/posts");
  await expect(page.getByText(/Try again in [1-4] s\./).first()).toBeVisible();
  const before = service.asked().length;
  for (const path of ["/", "/calendar", "/posts"]) await page.goto(path);
  expect(service.asked().length - before).toBe(0);
  await service.behave({ retryAfter: null });
  await expect(async () => {
    await page.goto("/posts");
    await expect(page.getByText(/Try again in/)).toHaveCount(0, { timeout: 500 });
  }).toPass({ timeout: 20_000 });
});

test("a slow leaderboard and slow counts hold no page, and a dropped read is tried again", async ({
  signedInPage: page,
  service,
}) => {
  const text = createUniqueText("Not held up");
  await createRemotePost(service, { text, draft: true });
  // A write lets the dashboard forget what it read.
  const other = await createRemotePost(service, { text: "To be deleted", draft: true });
  await page.goto(`/posts/${other}`);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete 1 post" }).click();
  await expect(page).toHaveURL("/posts");
  await service.behave({ late: { "/leaderboard": 8_000 }, cutOnce: ["/posts"] });
  const startedMs = Date.now();
  await page.goto("/posts", { waitUntil: "commit" });
  await expect(page.getByRole("link", { name: text, exact: true })).toBeVisible();
  expect(Date.now() - startedMs).toBeLessThan(6_000);
});
