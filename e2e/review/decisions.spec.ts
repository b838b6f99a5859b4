import type { Page } from "playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import { createPost, waitForStatus } from "../support/api-client.ts";
import { callApi, expect, test } from "../support/isolated-app-fixture.ts";
import { joinAsPerson, person } from "../support/person-fixture.ts";
import { visit } from "../support/visit.ts";

type App = { origin: string; key: string };
type Claim = {
  id: string;
  version: number;
  state: string;
  points: number;
  awarded: number | null;
  reason: string | null;
};

/** Sets the rules so that the only administrator may decide their own claims. */
async function prepare(app: App, settings: Record<string, unknown> = {}): Promise<void> {
  // The specs of a browser share this organization, and another one has changed its rules.
  const rules = { cap_submission: null, cap_day: null, cap_week: null, blind_review: false };
  await callApi(app, "PATCH", "/organization", { settings: { ...rules, self_review: true, ...settings } });
  const waiting = await callApi<Claim[]>(app, "GET", "/claims?state=pending&limit=100");
  if (waiting.length === 0) return;
  const decisions = waiting.map(({ id, version }) => ({ id, version, action: "reject", reason: "Of another test." }));
  await callApi(app, "POST", "/claims/decisions", { decisions });
}

/**
 * Publishes posts, each with a claim.
 * @returns their ids, the oldest first
 */
async function publish(
  app: App,
  count: number,
  text = (number: number) => `Note ${number} about ${number * 7919} things`,
) {
  const ids: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    ids.push(await createPost(app, "x", { text: text(number), points: 20 }));
  }
  for (const id of ids) await waitForStatus(app, id, "published");
  const listed = await callApi<Claim[]>(app, "GET", "/claims?state=pending&limit=100");
  return listed.map(({ id }) => id);
}

const readClaim = async (app: App, id: string) => (await callApi<{ claim: Claim }>(app, "GET", `/claims/${id}`)).claim;
const rows = (page: Page) => page.getByRole("list", { name: "Claims" }).getByRole("listitem");
const current = (page: Page) => page.locator("[data-claim]:has([aria-current=true])");

/** Opens the review on its first claim. A key repeated because of a slow page would skip that claim. */
async function open(page: Page, address = "/review"): Promise<void> {
  await page.goto(address);
  const ids = await rows(page).evaluateAll((all) => all.map((row) => row.getAttribute("data-claim")));
  if (ids.length < 2) return;
  await page.keyboard.press("j");
  await expect(current(page)).toHaveAttribute("data-claim", ids[1] ?? "");
  await page.keyboard.press("k");
  await expect(current(page)).toHaveAttribute("data-claim", ids[0] ?? "");
}

test.describe.configure({ mode: "serial" });

test("without claims the review says that nothing waits, in light and dark, on a phone too", async ({
  signedInPage: page,
  app,
}) => {
  await prepare(app);
  await page.goto("/review");
  await expect(page.getByRole("heading", { name: "All caught up" })).toBeVisible();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
});

test("thirty claims are decided from the keyboard at the speed of a person, exactly as pressed", async ({
  signedInPage: page,
  app,
}) => {
  test.setTimeout(180_000);
  await prepare(app);
  const ids = await publish(app, 30);
  expect(ids).toHaveLength(30);
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page);
  const wanted = new Map<string, string>();
  // 120 to 200 ms between two keys, as a practised hand needs.
  const press = async (...keys: string[]) => {
    for (const [at, key] of keys.entries()) {
      await page.keyboard.press(key);
      await page.waitForTimeout(120 + ((at * 37 + wanted.size * 53) % 80));
    }
  };
  for (const [at, id] of ids.entries()) {
    if (at % 5 === 3) {
      wanted.set(id, "approved 5");
      await press("e", "5", "Enter");
    } else if (at % 5 === 4) {
      wanted.set(id, "rejected");
      await press("r", "1");
    } else {
      wanted.set(id, "approved 20");
      await press("a");
    }
  }
  // A post of another spec may add a claim meanwhile.
  const readWaiting = async () => await callApi<Claim[]>(app, "GET", "/claims?state=pending&limit=100");
  const isWanted = ({ id }: Claim) => wanted.has(id);
  await expect.poll(async () => (await readWaiting()).filter(isWanted), { timeout: 60_000 }).toEqual([]);
  await expect(page.getByText(`${(await readWaiting()).length} waiting`)).toBeVisible();
  for (const [id, expected] of wanted) {
    const { state, awarded, reason } = await readClaim(app, id);
    expect([id, awarded === null ? state : `${state} ${awarded}`]).toEqual([id, expected]);
    if (state === "rejected") expect(reason).toBe("The post is not about our work.");
  }
});

test("a decision is taken back by U, and by Ctrl Z; the ledger keeps both steps", async ({
  signedInPage: page,
  app,
}) => {
  await prepare(app);
  const [first = "", second = ""] = await publish(app, 2);
  await open(page);
  await page.keyboard.press("a");
  await expect.poll(async () => (await readClaim(app, first)).state).toBe("approved");
  await page.keyboard.press("u");
  await expect.poll(async () => (await readClaim(app, first)).state).toBe("pending");
  await expect(current(page)).toHaveAttribute("data-claim", first);
  await page.keyboard.press("a");
  await expect(current(page)).toHaveAttribute("data-claim", second);
  await expect.poll(async () => (await readClaim(app, first)).state).toBe("approved");
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await readClaim(app, first)).state).toBe("pending");
  await page.goto("/review/log?kind=reversal");
  await expect(page.getByRole("table", { name: "Entries" })).toContainText("Reversed");
});

test("chosen claims are tried on the leaderboard first, then approved together and taken back together", async ({
  signedInPage: page,
  app,
}) => {
  await prepare(app);
  const ids = await publish(app, 3);
  await open(page);
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Shift+X");
  await expect(page.getByRole("region", { name: "Selected claims" })).toContainText("3 selected · 60 points");
  await expectAccessible(page);
  await page.keyboard.press("w");
  const dialog = page.getByRole("dialog", { name: "Preview: approve 3 claims" });
  await expect(dialog.getByRole("list", { name: "Leaderboard preview" })).toContainText("Ada Admin");
  await expect(dialog).toContainText("+60");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press("Shift+A");
  await expect.poll(async () => (await readClaim(app, ids[2] ?? "")).state).toBe("approved");
  await page.keyboard.press("u");
  for (const id of ids) await expect.poll(async () => (await readClaim(app, id)).state).toBe("pending");
});

test("what was decided elsewhere in the meantime is refused in one sentence, and the review moves on", async ({
  signedInPage: page,
  app,
}) => {
  await prepare(app);
  const [first = "", second = ""] = await publish(app, 2);
  // The page gets no updates, as on a slow line.
  await page.route("**/events*", () => new Promise<void>(() => undefined));
  await open(page);
  const { version } = await readClaim(app, first);
  await callApi(app, "POST", `/claims/${first}/decision`, { version, action: "approve", points: 7 });
  await page.keyboard.press("a");
  await expect(page.getByRole("region", { name: "Just now" })).toContainText(/approved/i);
  await expect(current(page)).toHaveAttribute("data-claim", second);
  await expect(rows(page).first()).toContainText("Approved 7");
  expect((await readClaim(app, first)).awarded).toBe(7);
});

test("nobody decides their own where the rules do not allow it, and the page says why", async ({
  signedInPage: page,
  app,
}) => {
  await prepare(app);
  await publish(app, 1);
  await callApi(app, "PATCH", "/organization", { settings: { self_review: false } });
  await page.goto("/review");
  const decision = page.getByRole("region", { name: "Decision" });
  await expect(decision.getByRole("button", { name: /Approve 20/ })).toBeDisabled();
  const { may_not_why: why } = (await callApi<{ may_not_why: string }[]>(app, "GET", "/claims?state=pending"))[0] ?? {};
  await expect(decision).toContainText(why ?? "nothing");
});

test("list, evidence, log and the claim of a post pass axe, light and dark, wide and narrow", async ({
  signedInPage: page,
  app,
}) => {
  test.setTimeout(120_000);
  await prepare(app);
  const [first = ""] = await publish(app, 2, () => "The same words about three sensors and a lamp that turns amber");
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page);
  await page.keyboard.press("j");
  await expect(page.getByText(/% similar to a claim from/).first()).toBeVisible();
  await page.getByRole("button", { name: "Compare" }).first().click();
  await expect(page.getByRole("region", { name: "Earlier" })).toContainText("three sensors");
  await page.keyboard.press("Escape");
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      for (const address of ["/review", "/review#evidence", "/review/log", `/posts/${first}`]) {
        await page.goto(address);
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
          0,
        );
      }
    }
  }
  // Still as narrow as a phone: a double press of the way back leaves the claim alone, not the page.
  await page.goto("/review");
  await page.getByRole("list", { name: "Claims" }).getByRole("button").first().click();
  await expect(page).toHaveURL(/#evidence$/);
  await page.getByRole("button", { name: "All claims" }).dblclick();
  await expect(page).toHaveURL(/\/review#?$/);
  await expect(page.getByRole("list", { name: "Claims" })).toBeVisible();
  // Opened by its address, the evidence has another page before it.
  await page.goto("/review/log");
  await page.goto("/review#evidence");
  await page.getByRole("button", { name: "All claims" }).click();
  await expect(page.getByRole("list", { name: "Claims" })).toBeVisible();
  await expect(page).toHaveURL(/\/review$/);
  // Both ways between list and evidence leave pages that Back finds again.
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Review" })).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole("list", { name: "Claims" })).toBeVisible();
  await page.getByRole("list", { name: "Claims" }).getByRole("button").first().click();
  await expect(page).toHaveURL(/#evidence$/);
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await expect(page.getByRole("button", { name: "All claims" })).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole("button", { name: "All claims" })).toBeVisible();
});

test("the log is recounted, awards points once, and comes as CSV; a member is shown none of it", async ({
  signedInPage: page,
  browser,
  watch,
  app,
}) => {
  await prepare(app);
  const context = await browser.newContext({ baseURL: app.origin });
  const other = await context.newPage();
  watch(other);
  await joinAsPerson(other, app, person);
  await other.goto("/");
  await expect(other.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Review/ })).toHaveCount(0);
  await visit(other, "/review");
  await expect(other.getByRole("heading", { name: "Only reviewers can see claims" })).toBeVisible();
  await expect(rows(other)).toHaveCount(0);
  await context.close();
  await page.goto("/review/log");
  await page.getByRole("button", { name: "Check now" }).click();
  await expect(page.getByRole("region", { name: "Recount" })).toContainText("All totals agree with the ledger.");
  await page.getByRole("button", { name: "Award points" }).click();
  await page.getByRole("dialog").getByLabel("Member").selectOption({ label: "Grace Hopper" });
  await page.getByRole("dialog").getByLabel("Points").fill("12");
  await page.getByRole("dialog").getByLabel("Reason").fill("The talk in Halden");
  await page.getByRole("dialog").getByRole("button", { name: "Award 12" }).click();
  await expect(page.getByRole("table", { name: "Entries" })).toContainText("The talk in Halden");
  const csv = await page.request.get("/ledger?kind=award");
  expect(csv.headers()["content-type"]).toContain("text/csv");
  // Excel reads UTF-8 only if the file begins with a byte order mark.
  const text = await csv.text();
  expect(text.startsWith("\ufeff")).toBe(true);
  expect(text).toContain("The talk in Halden");
});

test("an author appeals a rejection once, from the page of the post", async ({ signedInPage: page, app }) => {
  await prepare(app);
  const [id = ""] = await publish(app, 1);
  const { version } = await readClaim(app, id);
  await callApi(app, "POST", `/claims/${id}/decision`, { version, action: "reject", reason: "Too short." });
  await page.goto(`/posts/${id}`);
  await expect(page.getByRole("main").getByText("“Too short.”")).toBeVisible();
  await page.getByRole("button", { name: "Appeal" }).click();
  await page.getByLabel("Your appeal").fill("It is about our own work.");
  await page.getByRole("button", { name: "Appeal", exact: true }).click();
  await expect(page.getByText("Your appeal is waiting for review.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Appeal" })).toHaveCount(0);
  expect((await readClaim(app, id)).state).toBe("pending");
});

test("a second filter is added to the one asked for before, also while the page of that one is on its way", async ({
  signedInPage: page,
}) => {
  await page.goto("/review");
  const line = Promise.withResolvers<void>();
  await page.route(/\/review\?/, async (route) => {
    await line.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Filters" }).click();
  const panel = page.getByRole("dialog", { name: "Filters" });
  await panel.getByLabel("Published").selectOption("7");
  await panel.getByLabel("Channel").selectOption({ index: 1 });
  await expect(panel.getByLabel("Published")).toHaveValue("7");
  line.resolve();
  await expect(page).toHaveURL(/\?channel=[^&]+&age=7$/);
  // The panel and the focus in it outlast the answer.
  await expect(page.getByRole("button", { name: "Filters 2" })).toHaveAttribute("aria-expanded", "true");
  await panel.getByLabel("Points from").fill("5");
  await panel.getByLabel("Points from").press("Enter");
  await expect(page).toHaveURL(/[?&]min=5/);
  await panel.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(/\/review$/);
  await expect(panel.getByLabel("Points from")).toHaveValue("");
  await page.keyboard.press("Escape");
  const show = page.getByRole("search", { name: "Filters" }).getByLabel("Show");
  await show.focus();
  await show.selectOption("approved");
  await expect(page).toHaveURL(/\?show=approved$/);
  await expect(page.getByRole("main")).not.toContainText("waiting");
  await expect(show).toBeFocused();
});

test("a press on Blind says what it does for all reviewers, and Undo takes it back", async ({
  signedInPage: page,
  app,
}) => {
  await prepare(app);
  await publish(app, 1);
  const isBlind = async () =>
    (await callApi<{ settings: Record<string, unknown> }>(app, "GET", "/organization")).settings["blind_review"];
  await page.goto("/review");
  await page.getByRole("button", { name: "Blind", exact: true }).click();
  await expect(page.getByText("Authors are hidden from all reviewers until decided")).toBeVisible();
  await expect.poll(isBlind).toBe(true);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(isBlind).toBe(false);
  // After a decision too, the key undoes what the toast in view is about.
  const [claim = ""] = await publish(app, 1);
  await open(page);
  await page.keyboard.press("a");
  await expect.poll(async () => (await readClaim(app, claim)).state).toBe("approved");
  await page.getByRole("button", { name: "Blind", exact: true }).click();
  await expect.poll(isBlind).toBe(true);
  await expect(page.getByText("Authors are hidden from all reviewers until decided")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect.poll(isBlind).toBe(false);
  expect((await readClaim(app, claim)).state).toBe("approved");
  await expect(page.getByRole("button", { name: "Blind", exact: true })).toBeVisible();
  // Another reviewer's change shows with the next page of the server.
  await callApi(app, "PATCH", "/organization", { settings: { blind_review: true } });
  await page.getByRole("search", { name: "Filters" }).getByLabel("Show").selectOption("approved");
  await expect(page).toHaveURL(/\?show=approved$/);
  await expect(page.getByRole("button", { name: "Blind: on" })).toBeVisible();
  await callApi(app, "PATCH", "/organization", { settings: { blind_review: false } });
});
