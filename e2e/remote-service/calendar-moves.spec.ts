import { expectAccessible } from "../support/accessibility.ts";
import {
  createUniqueText,
  dragTo,
  getCalendarChip,
  getCenter,
  getDayCell,
  getFarDay,
} from "../support/calendar-page.ts";
import { expect } from "../support/fixtures.ts";
import { test } from "../support/remote-service-fixture.ts";
import { countPosts, createRemotePost, getRemotePosts } from "../support/remote-service-steps.ts";
import { visit } from "../support/visit.ts";

test.use({ viewport: { width: 1440, height: 900 } });
test.beforeEach(({ service }) => service.comeBack());

const [from, to] = [getFarDay(2, "12"), getFarDay(2, "18")];

test("a post dragged to another day is created there, and the earlier one is deleted", async ({
  signedInPage: page,
  service,
}) => {
  const text = createUniqueText("Dragged elsewhere");
  const id = await createRemotePost(service, { text, scheduled_for: `${from}T10:00:00Z` });
  await page.goto(`/calendar?date=${from}`);
  await expect(getCalendarChip(page, text)).toBeVisible();
  await expect(page.getByText(/a move opens the composer and replaces the post/)).toBeVisible();
  await dragTo(page, getCalendarChip(page, text), await getCenter(getDayCell(page, to)));
  await expect(page).toHaveURL(`/compose?again=${id}&replaces=1`);
  await expect(page.getByText(/This replaces the earlier version/)).toBeVisible();
  await expectAccessible(page);
  // Nothing was changed yet.
  expect((await getRemotePosts(service, text)).map((post) => post.id)).toEqual([id]);
  await page.getByRole("button", { name: /^Schedule on 1 channel/ }).click();
  await expect(page.getByText("The earlier version was deleted.")).toBeVisible();
  const [moved, ...others] = await getRemotePosts(service, text);
  expect(others).toEqual([]);
  expect(moved?.scheduled_for?.slice(0, 10)).toBe(to);
  await visit(page, `/calendar?date=${to}`);
  await expect(getCalendarChip(getDayCell(page, to), text)).toBeVisible();
  await expect(getDayCell(page, from).getByText(text)).toHaveCount(0);
});

test("a deletion that fails after a move is told, and offered again", async ({ signedInPage: page, service }) => {
  const text = createUniqueText("Half moved");
  await createRemotePost(service, { text, scheduled_for: `${from}T10:00:00Z` });
  await page.goto(`/calendar?date=${from}`);
  await getCalendarChip(page, text).focus();
  for (const key of ["Space", "ArrowRight", "Enter"]) await page.keyboard.press(key);
  await expect(page).toHaveURL(/replaces=1/);
  await service.behave({ deletes: false });
  await page.getByRole("button", { name: /^Schedule on 1 channel/ }).click();
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("The earlier version is still there.");
  await expect(alert).toContainText("If it is scheduled, it is published as well.");
  expect(await countPosts(service, text)).toBe(2);
  await service.behave({ deletes: true });
  await alert.getByRole("button", { name: "Delete it" }).click();
  await expect(page.getByText("The earlier version was deleted.")).toBeVisible();
  expect(await countPosts(service, text)).toBe(1);
});

test("a post that is published before the move is sent is not sent again", async ({ signedInPage: page, service }) => {
  await service.behave({ publishes: false });
  const text = createUniqueText("Already out");
  // Due now: the service publishes it when it is allowed to.
  const id = await createRemotePost(service, { text });
  await page.goto(`/compose?again=${id}&replaces=1&at=${to}T10:00:00Z`);
  await expect(page.getByLabel("Text", { exact: true })).toHaveValue(text);
  await service.behave({ publishes: true });
  await page.getByRole("button", { name: /^Schedule on 1 channel/ }).click();
  await expect(page.getByRole("alert").filter({ hasText: "The earlier version is published already." })).toBeVisible();
  expect((await getRemotePosts(service, text)).map(({ status }) => status)).toEqual(["published"]);
});

test("a form moves a post, and a draft from the tray is scheduled the same way", async ({
  signedInPage: page,
  service,
}) => {
  const text = createUniqueText("By the form");
  await createRemotePost(service, { text, scheduled_for: `${from}T10:00:00Z` });
  const draft = createUniqueText("From the tray");
  await createRemotePost(service, { text: draft, draft: true });
  await page.goto(`/calendar?date=${from}`);
  await getCalendarChip(page, text).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reschedule…" }).click();
  const form = page.getByRole("dialog", { name: /^Reschedule/ });
  await form.getByLabel("Date").fill(to);
  await form.getByLabel("Time").fill("16:45");
  await form.getByRole("button", { name: "Reschedule" }).click();
  await expect(page.getByRole("button", { name: /^When: .* 16:45/ })).toBeVisible();
  await page.goto(`/calendar?date=${from}`);
  const tray = page.getByRole("list", { name: "Unscheduled" });
  await dragTo(page, tray.getByRole("listitem").filter({ hasText: draft }), await getCenter(getDayCell(page, to)));
  await expect(page.getByLabel("Text", { exact: true })).toHaveValue(draft);
  await page.getByRole("button", { name: /^Schedule on 1 channel/ }).click();
  await expect(page.getByText("The earlier version was deleted.")).toBeVisible();
  expect((await getRemotePosts(service, draft)).map(({ status }) => status)).toEqual(["scheduled"]);
});
