import type { Page } from "playwright/test";
import { expect } from "../support/fixtures.ts";
import { test } from "../support/remote-service-fixture.ts";
import { createRemotePost, createUniqueText } from "../support/remote-service-steps.ts";

test.use({ ownContext: true });

test.beforeEach(({ service }) => service.comeBack());

/** Loads a page as a fast machine does: what the server read five seconds before, a page reads again. */
async function loadFresh(page: Page, path: string): Promise<void> {
  await page.clock.setFixedTime(Date.now());
  await page.goto(path);
}

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

test("a page asks the service for each thing once", async ({ signedInPage: page, service }) => {
  const id = await createRemotePost(service, { text: createUniqueText("Lies there"), draft: true });
  for (const path of ["/", "/posts", `/posts/${id}`, "/calendar", "/compose", "/inbox", "/leaderboard", "/profile"]) {
    const before = service.asked().length;
    await loadFresh(page, path);
    await page.waitForLoadState("networkidle");
    const asked = service.asked().slice(before);
    test.info().annotations.push({ type: `requests for ${path}`, description: String(asked.length) });
    expect(
      asked.filter((line, at) => asked.indexOf(line) !== at),
      path,
    ).toEqual([]);
    expect(asked.length, path).toBeLessThanOrEqual(6);
  }
});

test("one post on its way costs the service at most thirty requests a minute, and is seen published", async ({
  signedInPage: page,
  service,
}) => {
  test.setTimeout(120_000);
  await service.behave({ publishes: false });
  const text = createUniqueText("On its way");
  const id = await createRemotePost(service, { text });
  await page.clock.install();
  for (const path of ["/", "/posts", `/posts/${id}`]) {
    await page.goto(path);
    await expect(page.getByText(text).first()).toBeVisible();
    const before = service.asked().length;
    await passMinute(page);
    const cost = service.asked().length - before;
    test.info().annotations.push({ type: `requests in a minute on ${path}`, description: String(cost) });
    expect(cost, path).toBeLessThanOrEqual(30);
    expect(cost, path).toBeGreaterThan(2);
  }
  await service.behave({ publishes: true });
  await passMinute(page);
  await expect(page.getByRole("main").getByText("Published", { exact: true }).first()).toBeVisible();
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
  // A busy machine needs more than four seconds for three pages.
  await service.behave({ retryAfter: 12 });
  await loadFresh(page, "/posts");
  await expect(page.getByText(/Try again in ([1-9]|1[0-2]) s\./).first()).toBeVisible();
  const before = service.asked().length;
  for (const path of ["/", "/calendar", "/posts"]) await loadFresh(page, path);
  expect(service.asked().length - before).toBe(0);
  await service.behave({ retryAfter: null });
  await expect(async () => {
    await page.goto("/posts");
    await expect(page.getByText(/Try again in/)).toHaveCount(0, { timeout: 500 });
  }).toPass({ timeout: 30_000, intervals: [2_000] });
});

test("a slow leaderboard and slow counts hold no page, and a dropped read is tried again", { tag: "@deep" }, async ({
  signedInPage: page,
  service,
  app,
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
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const startedMs = Date.now();
  const answer = await fetch(`${app.origin}/posts`, { headers: { cookie } });
  let html = "";
  for await (const bytes of answer.body ?? []) {
    html += new TextDecoder().decode(bytes);
    if (html.includes(text)) break;
  }
  expect(html).toContain(text);
  expect(Date.now() - startedMs).toBeLessThan(3_000);
});

test("while a slow service prepares a page, the clicked link is marked as busy", async ({
  signedInPage: page,
  service,
}) => {
  await page.goto("/leaderboard");
  await page.waitForLoadState("networkidle");
  await service.behave({ late: { "/posts": 2_000 } });
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Posts" });
  await link.click();
  await expect(link).toHaveAttribute("aria-busy", "true");
  await expect(page).toHaveURL("/posts");
  await expect(link).not.toHaveAttribute("aria-busy");
  await service.behave({ late: {} });
});
