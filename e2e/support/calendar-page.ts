import { randomUUID } from "node:crypto";
import type { Locator, Page } from "playwright/test";
import { type AppForScripts, getApiUrl } from "./app-under-test.ts";
import { expect } from "./fixtures.ts";

type Body = Record<string, unknown>;
export type ApiPost = {
  id: string;
  status: string;
  scheduled_for: string | null;
  version: number;
  submission_id: string;
};

/** Returns a text that no other test has. */
export const createUniqueText = (words: string) => `${words} ${randomUUID().slice(0, 8)}`;

/** Calls `/v1` as a script would. */
export async function callApi<T>(app: AppForScripts, method: string, path: string, body?: Body): Promise<T> {
  const answer = await fetch(`${getApiUrl(app)}${path}`, {
    method,
    headers: { authorization: `Bearer ${app.key}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(answer.status, `${method} ${path}`).toBeLessThan(300);
  return ((await answer.json()) as { data: T }).data;
}

/** Returns the day `monthsOn` months from now, in a month that no other calendar test uses: YYYY-MM-`day`. */
export function getFarDay(monthsOn: number, day: string): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsOn, Number(day))).toISOString().slice(0, 10);
}

/** Plans posts for a wall time in Berlin, where the tests' browser is; one per platform. */
export async function planPosts(
  app: AppForScripts,
  at: string | null,
  text: string,
  platforms: readonly string[] = ["x"],
): Promise<ApiPost[]> {
  const channels = await callApi<{ id: string; platform: string }[]>(app, "GET", "/channels");
  const ids = platforms.map((platform) => channels.find((one) => one.platform === platform)?.id ?? "");
  return callApi<ApiPost[]>(app, "POST", "/posts", {
    channels: ids,
    text,
    ...(at === null ? { draft: true } : { scheduled_for: at }),
  });
}

export const getPost = (app: AppForScripts, id: string) => callApi<ApiPost>(app, "GET", `/posts/${id}`);

/** Finds a day of the month or week by its date. */
export function getDayCell(page: Page, day: string): Locator {
  return page.locator(`[data-day="${day}"]:visible`);
}

/** Finds a chip by its text. */
export function getCalendarChip(page: Page | Locator, text: string): Locator {
  return page.getByRole("button", { name: text }).and(page.locator("[data-entry]"));
}

/** Finds the mark of the place where a dragged post would be dropped, with its time. */
export function getDropTarget(where: Page | Locator, time: string): Locator {
  return where.locator('span[aria-hidden="true"]').filter({ hasText: new RegExp(`^${time}$`) });
}

/** Returns true if the element itself, not one above it or a successor, is at a point. */
const isAt = (what: Locator, at: { x: number; y: number }) =>
  what.evaluate((node, { x, y }) => node.contains(document.elementFromPoint(x, y)), at);

/** Drags with the mouse, as a hand does: press, a short move, the target, a short move, release. */
export async function dragTo(page: Page, from: Locator, to: { x: number; y: number }): Promise<void> {
  let start = { x: 0, y: 0 };
  // Posts of other tests move the list: the press is repeated at the current position.
  await expect(async () => {
    const box = await from.boundingBox();
    if (!box) throw new Error("Nothing to drag.");
    start = { x: box.x + 12, y: box.y + 8 };
    await page.mouse.move(start.x, start.y);
    expect(await isAt(from, start)).toBe(true);
  }).toPass({ timeout: 10_000 });
  await page.mouse.down();
  await expect(async () => {
    await page.mouse.move(start.x + 8, start.y);
    await page.mouse.move(start.x + 10, start.y + 2);
    await expect(page.locator("[data-dragging]")).toHaveCount(1, { timeout: 200 });
  }).toPass({ timeout: 10_000 });
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.move(to.x + 2, to.y + 1);
  await page.mouse.up();
}

/** Returns the centre of an element after scrolling it into view. */
export async function getCenter(where: Locator): Promise<{ x: number; y: number }> {
  await where.scrollIntoViewIfNeeded();
  const box = await where.boundingBox();
  if (!box) throw new Error("It is not in view.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Taps as slowly as a hesitant finger does: longer than a drag needs to start, shorter than the browser's long press. */
export async function slowTap(page: Page, button: Locator): Promise<void> {
  const at = await getCenter(button);
  const session = await page.context().newCDPSession(page);
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), 300);
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await session.detach();
}

/**
 * Drags with a finger: holds until the drag starts, moves, releases. A target that exists only during the drag is
 * looked up then.
 */
export async function touchDrag(page: Page, from: Locator, to: Locator | (() => Locator)): Promise<void> {
  let [start, early] = [{ x: 0, y: 0 }, null as { x: number; y: number } | null];
  // A chip of a just scheduled draft is drawn anew between two reads: it is looked up again.
  await expect(async () => {
    start = await getCenter(from);
    early = typeof to === "function" ? null : await getCenter(to);
  }).toPass({ timeout: 10_000 });
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd" | "touchCancel", at: { x: number; y: number } | null) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
  // Posts of other tests move the list: the finger is set down again at the current position.
  await expect(async () => {
    start = await getCenter(from);
    await touch("touchStart", start);
    const isOn = await isAt(from, start);
    if (!isOn) await touch("touchCancel", null);
    expect(isOn).toBe(true);
  }).toPass({ timeout: 10_000 });
  await expect(async () => {
    // A finger always moves a little; within a few px it is a hold and not a swipe.
    await touch("touchMove", { x: start.x + 1, y: start.y });
    await expect(page.locator("[data-dragging]")).toHaveCount(1, { timeout: 200 });
  }).toPass({ timeout: 10_000 });
  const end = early ?? (await getCenter(typeof to === "function" ? to() : to));
  for (const share of [0.3, 0.6, 0.9, 1]) {
    await touch("touchMove", { x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share });
  }
  await touch("touchEnd", null);
  await session.detach();
}
