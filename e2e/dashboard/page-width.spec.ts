import { randomUUID } from "node:crypto";
import { globSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright/test";
import { createPost, waitForStatus } from "../support/api-client.ts";
import { nextYear } from "../support/future-dates.ts";
import { callApi, createIsolatedAppTest, expect } from "../support/isolated-app-fixture.ts";
import { visit } from "../support/visit.ts";

// The spec uses its own organization and member names.
const test = createIsolatedAppTest();

type App = { origin: string; key: string };

/** Returns a word without a possible line break. */
const long = (letter: string, count: number) => `${letter.repeat(count - 9)}-${randomUUID().slice(0, 8)}`;

/**
 * Fills every page with texts and names of the maximum length, without a space.
 * @returns the pages to check
 */
async function fillWithLongWords(app: App): Promise<string[]> {
  await callApi(app, "PATCH", "/organization", { name: long("O", 100), settings: { self_review: true } });
  await callApi(app, "PATCH", "/me", { name: long("M", 100) });
  const [x] = (await callApi<{ id: string; platform: string }[]>(app, "GET", "/channels")).filter(
    ({ platform }) => platform === "x",
  );
  await callApi(app, "PATCH", `/channels/${x?.id}`, { name: long("C", 100) });
  await callApi(app, "POST", "/invitations", {
    role: "member",
    email: `${long("i", 60)}@${"e".repeat(60)}.example.org`,
  });
  await callApi(app, "POST", "/keys", { name: long("K", 100), scopes: ["posts:read"] });
  for (const kind of ["draft", "template"]) {
    await callApi(app, "PUT", `/drafts/${randomUUID()}`, {
      version: 0,
      kind,
      content: {
        parts: [long("D", 250)],
        own: {},
        images: [],
        channels: [],
        when: null,
        points: 20,
        post: null,
      },
    });
  }
  const published = await createPost(app, "x", { text: long("P", 250), points: 20 });
  const waiting = await createPost(app, "x", { text: long("W", 250), points: 20 });
  const failed = await createPost(app, "x", { text: `${long("F", 230)} #fail-rejected` });
  const unsure = await createPost(app, "bluesky", { text: `${long("U", 230)} #fail-unconfirmed` });
  await createPost(app, "x", { text: long("S", 250), scheduled_for: new Date(Date.now() + 3_600_000).toISOString() });
  await createPost(app, "x", { text: long("T", 250), draft: true });
  await createPost(app, "x", { text: long("Y", 250), scheduled_for: `${nextYear}-03-10T09:00:00Z` });
  await waitForStatus(app, published, "published");
  await waitForStatus(app, waiting, "published");
  await waitForStatus(app, failed, "failed");
  await waitForStatus(app, unsure, "failed");
  const [claim] = await callApi<{ id: string; version: number }[]>(app, "GET", "/claims?state=pending");
  await callApi(app, "POST", `/claims/${claim?.id}/decision`, {
    version: claim?.version,
    action: "approve",
    reason: long("R", 200),
  });
  return [
    ...["/", "/posts", "/posts?status=failed", `/posts/${published}`, `/posts/${failed}`, `/posts/${unsure}`],
    ...["/calendar", `/calendar?date=${nextYear}-03-10`, "/calendar?view=week", "/calendar?view=list"],
    ...["/inbox", "/review", "/review/log", "/points", "/leaderboard", "/members", "/channels"],
    ...["/drafts", "/drafts?show=templates"],
    ...["/profile", "/settings", "/organization", "/organization/log"],
    ...[`/compose?post=${failed}`, `/compose?again=${published}`],
  ];
}

/** Pages without the bar of places. */
const publicPages = [
  ...["/docs", "/docs/quickstart", "/docs/when-a-post-fails", "/docs/api", "/docs/api/posts", "/leaderboard/wall"],
  ...["/practice/practice_x", "/sign-in", "/reset", "/join"],
];

/** Pages that need a code or an answer of another program, and are made of the parts of those above. */
const unmeasuredPages = [
  ...["/setup", "/authorize", "/two-step", "/sign-in/code", "/channels/connected"],
  "/practice/[username]/[item]",
];

/** Returns the pages of the dashboard that no address leads to. */
function listUnmeasuredPages(addresses: readonly string[]): string[] {
  const paths = addresses.map((address) => address.split("?")[0]);
  return globSync("**/page.tsx", { cwd: path.resolve(import.meta.dirname, "../../app") })
    .map((file) => `/${path.dirname(file)}`.replace(/\/\([^)]*\)/g, "") || "/")
    .filter((page) => {
      const pattern = new RegExp(`^${page.replace(/\[[^\]]*\]/g, "[^/]+")}$`);
      return !unmeasuredPages.includes(page) && !paths.some((one) => pattern.test(one ?? ""));
    });
}

let filled: Promise<string[]> | null = null;
/** Fills the pages once for all tests of this app. */
function pagesOf(app: App): Promise<string[]> {
  filled ??= fillWithLongWords(app);
  return filled;
}

/** Returns words that are drawn outside their card or page, where nothing clips or scrolls them. */
const wordsOutside = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const kinds = "section, article, main, nav, td, th, dialog, [role=dialog], [role=menu]";
    // Most words share their ancestors: each is measured once.
    const measured = new Map<Element, { right: number; clips: boolean; isEdge: boolean; isFixed: boolean }>();
    const measure = (element: Element) => {
      const style = getComputedStyle(element);
      const measures = {
        right: element.getBoundingClientRect().right,
        clips: style.overflowX !== "visible",
        isEdge: element.matches(kinds),
        isFixed: style.position === "fixed",
      };
      measured.set(element, measures);
      return measures;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode;
      const parent = text.parentElement;
      if (!parent || !text.textContent?.trim() || parent.closest("script,style,.sr-only,[hidden]")) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      let right = Math.max(0, ...Array.from(range.getClientRects(), (box) => box.right));
      let edge = innerWidth;
      for (let around: Element | null = parent; around; around = around.parentElement) {
        const box = measured.get(around) ?? measure(around);
        if (box.clips) right = Math.min(right, box.right);
        if (box.isEdge) edge = Math.min(edge, box.right);
        if (box.isFixed) break;
      }
      if (right > edge + 1) found.push(`${text.textContent.trim().slice(0, 30)} by ${Math.round(right - edge)} px`);
    }
    return found;
  });

/** The size of a small phone, a phone, a tablet, a small laptop and a desktop. */
const sizes = [
  [1440, 900],
  [1180, 820],
  [820, 1180],
  [390, 844],
  [320, 640],
] as const;

/** Doubles all text, like the text size of a browser's settings. */
const doubleText = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });

const singleText = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = "";
  });

/** Loads public pages: the documentation is no page of the app. */
const open = (page: Page, address: string): Promise<unknown> =>
  publicPages.includes(address) ? page.goto(address) : visit(page, address);

/** Returns what is wider than the screen or drawn outside its card, for each size. */
async function overflowsOf(page: Page, name: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 0) wrong.push(`${name} at ${width}: ${wide} px too wide`);
    for (const words of await wordsOutside(page)) wrong.push(`${name} at ${width}: ${words}`);
  }
  return wrong;
}

test("no page is wider than its screen, and no words leave their card, however long a name is and however large the text", async ({
  signedInPage: page,
  app,
}) => {
  test.setTimeout(300_000);
  const addresses = [...(await pagesOf(app)), ...publicPages];
  expect(listUnmeasuredPages(addresses)).toEqual([]);
  const wrong: string[] = [];
  for (const address of addresses) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await singleText(page);
    await open(page, address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    // The service is asked about a repeated text later.
    if (address.includes("again=")) await expect(page.getByText(/^Same text on/)).toBeVisible();
    wrong.push(...(await overflowsOf(page, address)));
    await doubleText(page);
    wrong.push(...(await overflowsOf(page, `${address} with double text`)));
  }
  expect(wrong).toEqual([]);
});

/** The buttons of a page that open a dialog, a sheet or a menu. */
const openers: Readonly<Record<string, readonly (string | RegExp)[]>> = {
  "/posts": ["Filters"],
  "/calendar": [/^Filter/, "More options", /^Unscheduled/],
  "/members": ["Invite"],
  "/channels": ["Connect an account", /^Edit C/, /^Disconnect C/],
  "/settings": ["Add a slot", /This browser's/],
  "/organization": [/^Pause sending/],
  "/review/log": ["Award points"],
};

/** Opens each overlay of a page and closes it. @returns what is wider than its overlay or drawn outside it */
async function overlayOverflowsOf(page: Page, address: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const name of openers[address.split("?")[0] ?? ""] ?? []) {
    await page
      .getByRole("button", { name, exact: typeof name === "string" })
      .first()
      .click();
    const overlay = page.getByRole("dialog").or(page.getByRole("menu")).last();
    await expect(overlay).toBeVisible();
    const wide = await overlay.evaluate((element) => element.scrollWidth - element.clientWidth);
    if (wide > 0) wrong.push(`${name} on ${address}: ${wide} px too wide`);
    for (const words of await wordsOutside(page)) wrong.push(`${name} on ${address}: ${words}`);
    await page.keyboard.press("Escape");
    await expect(overlay).toBeHidden();
  }
  return wrong;
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test("the bar with the places stays at the lower edge of every page, and dialogs and menus hold long names", async ({
    signedInPage: page,
    app,
  }) => {
    test.setTimeout(300_000);
    const addresses = await pagesOf(app);
    const bars: string[] = [];
    const overlays: string[] = [];
    for (const address of addresses) {
      await visit(page, address);
      const bar = page.getByRole("navigation").filter({ has: page.getByRole("link", { name: "Compose" }) });
      await expect(bar).toBeVisible();
      const box = await bar.boundingBox();
      const seen = await page.evaluate(() => ({ width: visualViewport?.width, height: visualViewport?.height }));
      if (!box || Math.round(box.y + box.height) > 844 || Math.round(box.width) > 390 || seen.width !== 390)
        bars.push(`${address}: ${JSON.stringify({ box, seen })}`);
      overlays.push(...(await overlayOverflowsOf(page, address)));
    }
    expect({ bars, overlays }).toEqual({ bars: [], overlays: [] });
  });
});
