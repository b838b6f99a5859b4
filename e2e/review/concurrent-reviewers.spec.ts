import type { Browser, Page } from "playwright/test";
import { createPost, waitForStatus } from "../support/api-client.ts";
import { addSession, expect, test } from "../support/fixtures.ts";
import { joinAsPerson } from "../support/person-fixture.ts";
import { type E2eApp, startApp } from "../support/start-app.ts";

type Claim = { id: string; state: string; awarded: number | null; viewer: { name: string } | null };

/** A separate app: different rules apply to a single administrator, and most specs have one. */
let app: E2eApp;
test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  test.setTimeout(300_000);
  app = await startApp();
});
test.afterAll(() => app.stop());

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${app.origin}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${app.key}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect([method, path, answer.ok]).toEqual([method, path, true]);
  return ((await answer.json()) as { data: T }).data;
}

const readClaim = async (id: string) => (await ask<{ claim: Claim }>("GET", `/claims/${id}`)).claim;

/**
 * Publishes posts of the owner, each with a claim of 20.
 * @returns their ids, the oldest first
 */
async function publish(...texts: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const text of texts) {
    const id = await createPost(app, "x", { text, points: 20 });
    await waitForStatus(app, id, "published");
    ids.push(id);
  }
  return ids;
}

/** Adds another administrator, who joins by an invitation. */
async function joinAdmin(browser: Browser, watch: (page: Page) => void, name: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: app.origin, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  watch(page);
  const email = `${name.split(" ")[0]?.toLowerCase()}-${Date.now()}@example.org`;
  await joinAsPerson(page, app, { name, email, role: "admin" });
  return page;
}

const row = (page: Page, id: string) => page.locator(`[data-claim="${id}"]`);
const isCurrent = (page: Page, id: string) => expect(row(page, id).locator("[aria-current=true]")).toBeVisible();
const evidence = (page: Page) => page.getByRole("region", { name: "Evidence" });

test("two administrators at once: each sees what the other looks at, and who decides second is told what the first one did", async ({
  browser,
  watch,
}) => {
  test.setTimeout(180_000);
  const [first = "", second = ""] = await publish("What we learned about lamps", "A visit to the harbour");
  const joan = await joinAdmin(browser, watch, "Joan Clarke");
  const grace = await joinAdmin(browser, watch, "Grace Hopper");
  await joan.goto("/review");
  await isCurrent(joan, first);
  await expect.poll(async () => (await readClaim(first)).viewer?.name).toBe("Joan Clarke");

  await grace.goto("/review");
  await expect(evidence(grace)).toContainText("Joan Clarke is looking at this.");
  await expect(row(grace, first)).toContainText("Joan Clarke is looking at this");
  await grace.keyboard.press("j");
  await isCurrent(grace, second);
  // By itself: nothing was clicked or loaded here.
  await expect(row(joan, second)).toContainText("Grace Hopper is looking at this", { timeout: 15_000 });

  // Joan's page gets no updates from here on, as on a slow line.
  await joan.route("**/read/**", () => new Promise<void>(() => undefined));
  await grace.keyboard.press("k");
  await isCurrent(grace, first);
  await grace.keyboard.press("a");
  await expect.poll(async () => (await readClaim(first)).state).toBe("approved");
  await joan.keyboard.press("r");
  await joan.keyboard.press("1");
  await expect(joan.getByRole("region", { name: "Just now" })).toContainText(
    /Grace Hopper approved it for 20 points on \w{3} \d+ \w{3}, \d\d:\d\d\. Nothing was changed/,
  );
  // Nothing is left to undo.
  await expect(joan.getByText(/^Rejected 20 points/)).toHaveCount(0);
  await expect(row(joan, first)).toContainText("Approved 20");
  await isCurrent(joan, second);
  expect(await readClaim(first)).toMatchObject({ state: "approved", awarded: 20 });
  await joan.unrouteAll({ behavior: "ignoreErrors" });
  await joan.context().close();
  await grace.context().close();
});

test("blind review, switched on in the organization's settings, hides the author and what leads to them until the decision", async ({
  browser,
  watch,
}) => {
  test.setTimeout(180_000);
  const [id = ""] = await publish("A third story about our garden");
  const context = await browser.newContext({ baseURL: app.origin });
  const ada = await context.newPage();
  watch(ada);
  await addSession(ada, app);
  const reviewer = await joinAdmin(browser, watch, "Rosalind Franklin");
  await reviewer.goto("/review");
  await row(reviewer, id).getByRole("button").click();
  await expect(evidence(reviewer).getByRole("heading", { name: "Ada Admin" })).toBeVisible();
  await expect(evidence(reviewer)).toContainText(/Level \d+ · /);
  await expect(evidence(reviewer).getByRole("link", { name: /^Open on/ })).toBeVisible();

  await ada.goto("/organization");
  await ada.getByLabel("Blind review").click();
  await expect(ada.getByText("Saved: blind review is on")).toBeVisible();

  await reviewer.goto("/review");
  await row(reviewer, id).getByRole("button").click();
  await expect(evidence(reviewer).getByRole("heading", { name: "Author hidden" })).toBeVisible();
  await expect(evidence(reviewer)).toContainText("author and links are hidden until you decide");
  await expect(evidence(reviewer).getByRole("link")).toHaveCount(0);
  await expect(reviewer.getByRole("main")).not.toContainText("Ada Admin");
  await reviewer.keyboard.press("w");
  await expect(reviewer.getByRole("dialog").getByRole("alert")).toContainText("would reveal who wrote each claim");
  await reviewer.keyboard.press("Escape");
  await reviewer.keyboard.press("a");
  await expect.poll(async () => (await readClaim(id)).state).toBe("approved");
  await row(reviewer, id).getByRole("button").click();
  await expect(evidence(reviewer).getByRole("heading", { name: "Ada Admin" })).toBeVisible();
  await expect(evidence(reviewer).getByRole("link", { name: /^Open on/ })).toBeVisible();
  await ask("PATCH", "/organization", { settings: { blind_review: false } });
  await context.close();
  await reviewer.context().close();
});

test("a decision moves the leaderboard and the wall of others within seconds, without a reload; phones find the wall", async ({
  browser,
  watch,
}) => {
  test.setTimeout(180_000);
  const [id = ""] = await publish("A fourth story, about the tower");
  const points = async () =>
    (await ask<{ name: string; points: number }[]>("GET", "/leaderboard")).find(({ name }) => name === "Ada Admin")
      ?.points ?? 0;
  const before = await points();
  const board = await joinAdmin(browser, watch, "Emmy Noether");
  const wall = await board.context().newPage();
  watch(wall);
  await board.setViewportSize({ width: 390, height: 844 });
  await board.goto("/leaderboard");
  await expect(board.getByRole("link", { name: "Wall" })).toBeVisible();
  await board.setViewportSize({ width: 1440, height: 900 });
  await wall.goto("/leaderboard/wall");
  // On the podium if there are enough members for one, otherwise in the table.
  const ada = (page: Page) =>
    page
      .getByRole("row", { name: /Ada Admin/ })
      .or(page.getByRole("listitem").filter({ hasText: "Ada Admin" }))
      .first();
  for (const page of [board, wall]) await expect(ada(page)).toContainText(String(before));
  for (const page of [board, wall]) await page.evaluate(() => Reflect.set(window, "sameDocument", true));
  const reviewer = await joinAdmin(browser, watch, "Hedy Lamarr");
  await reviewer.goto("/review");
  await row(reviewer, id).getByRole("button").click();
  await reviewer.keyboard.press("a");
  await expect.poll(points).toBe(before + 20);
  for (const page of [board, wall]) await expect(ada(page)).toContainText(String(before + 20), { timeout: 10_000 });
  for (const page of [board, wall]) {
    expect(await page.evaluate(() => Reflect.get(window, "sameDocument"))).toBe(true);
  }
  await board.context().close();
  await reviewer.context().close();
});
