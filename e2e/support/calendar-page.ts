import { randomUUID } from "node:crypto";
import type { Locator, Page } from "playwright/test";
import { expect } from "./fixtures.ts";

type App = { origin: string; key: string };
type Body = Record<string, unknown>;
export type ApiPost = {
  id: string;
  status: string;
  scheduled_for: string | null;
  version: number;
  submission_id: string;
};

/** Words that no other test has. */
export const createUniqueText = (words: string) => `${words} ${randomUUID().slice(0, 8)}`;

/** Asks `/v1` as a script would. */
export async function callApi<T>(app: App, method: string, path: string, body?: Body): Promise<T> {
  const answer = await fetch(`${app.origin}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${app.key}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(answer.status, `${method} ${path}`).toBeLessThan(300);
  return ((await answer.json()) as { data: T }).data;
}

/** The day so many months on, in the middle of a month that no other test of the calendar uses: YYYY-MM-`day`. */
export function getFarDay(monthsOn: number, day: string): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsOn, Number(day))).toISOString().slice(0, 10);
}

/** Posts planned for a wall time in Berlin, where the tests' browser is; one a platform. */
export async function planPosts(
  app: App,
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

export const getPost = (app: App, id: string) => callApi<ApiPost>(app, "GET", `/posts/${id}`);

/** A day of the month or week by its date. */
export function getDayCell(page: Page, day: string): Locator {
  return page.locator(`[data-day="${day}"]:visible`);
}

/** A chip by words of its text. */
export function getCalendarChip(page: Page | Locator, text: string): Locator {
  return page.getByRole("button", { name: text }).and(page.locator("[data-entry]"));
}

/** Whether something, and not what lies over it or has taken its place, is met at a point. */
const isAt = (what: Locator, at: { x: number; y: number }) =>
  what.evaluate((node, { x, y }) => node.contains(document.elementFromPoint(x, y)), at);

/** Drags with the mouse, as a hand does: press, a little, there, a little more, let go. */
export async function dragTo(page: Page, from: Locator, to: { x: number; y: number }): Promise<void> {
  let start = { x: 0, y: 0 };
  // What others plan meanwhile moves a list: it is pressed where what is meant stands by then.
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

/** The middle of something in view. */
export async function getCenter(where: Locator): Promise<{ x: number; y: number }> {
  await where.scrollIntoViewIfNeeded();
  const box = await where.boundingBox();
  if (!box) throw new Error("It is not in view.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags with a finger: held until it grabs, moved, let go. What comes with the drag alone is looked for then. */
export async function touchDrag(page: Page, from: Locator, to: Locator | (() => Locator)): Promise<void> {
  let start = await getCenter(from);
  const early = typeof to === "function" ? null : await getCenter(to);
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd" | "touchCancel", at: { x: number; y: number } | null) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
  // What others plan meanwhile moves a list: the finger is set down again, on what it was meant for.
  await expect(async () => {
    start = await getCenter(from);
    await touch("touchStart", start);
    const isOn = await isAt(from, start);
    if (!isOn) await touch("touchCancel", null);
    expect(isOn).toBe(true);
  }).toPass({ timeout: 10_000 });
  await expect(async () => {
    // A finger is never quite still; within a few px it is held and not swiped.
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
