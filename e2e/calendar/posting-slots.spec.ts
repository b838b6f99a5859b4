import { openComposer, openScheduleDialog } from "../support/composer-page.ts";
import { callApi, expect, resetSettings, test } from "../support/isolated-app-fixture.ts";
import { needs } from "../support/needs.ts";

type Settings = { slots: { weekday: number; time: string; channels: string[] }[] };

const daily = (time: string) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ id: `s${weekday}`, weekday, time, channels: [] }));

test.beforeEach(({ app }) => resetSettings(app));

test("slots are added for several days by the keyboard alone, changed, removed and brought back", async ({
  signedInPage: page,
  app,
}) => {
  needs("changeSettings");
  await page.goto("/settings");
  const days = page.getByRole("list", { name: "Posting slots by weekday" });
  await page.getByRole("button", { name: "Add a time", exact: true }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "New posting slot" });
  await dialog.getByLabel("Time").fill("18:30");
  await dialog.getByRole("checkbox", { name: "Friday" }).press("Space");
  await dialog.getByLabel("Time").press("Enter");
  await expect(dialog).toBeHidden();
  await expect(days.getByRole("button", { name: /^18:30/ })).toHaveCount(4);
  await expect.poll(async () => (await callApi<Settings>(app, "GET", "/me/settings")).slots.length).toBe(4);

  await days
    .getByRole("button", { name: /^18:30/ })
    .first()
    .press("Enter");
  const edit = page.getByRole("dialog", { name: "Posting slot" });
  await edit.getByLabel("Time").fill("08:15");
  await edit.getByRole("checkbox", { name: /practice_x/ }).check();
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(days.getByRole("button", { name: "08:15 Practice X on X" })).toBeVisible();

  await days.getByRole("button", { name: "Remove Tuesday, 18:30" }).press("Enter");
  await expect(days.getByRole("button", { name: /^18:30/ })).toHaveCount(2);
  const removed = page.getByRole("listitem").filter({ hasText: "Saved: Tuesday, 18:30 removed" });
  await removed.getByRole("button", { name: /^Undo/ }).click();
  await expect(days.getByRole("button", { name: /^18:30/ })).toHaveCount(3);
  await expect.poll(async () => (await callApi<Settings>(app, "GET", "/me/settings")).slots.length).toBe(4);
});

test("a slot without a day, or one that is there already, is refused with a sentence", async ({
  signedInPage: page,
  app,
}) => {
  needs("changeSettings");
  await resetSettings(app, { slots: [{ id: "a", weekday: 1, time: "09:00", channels: [] }] });
  await page.goto("/settings");
  await page.getByRole("button", { name: "Add a time on Monday" }).click();
  const dialog = page.getByRole("dialog", { name: "New posting slot" });
  await dialog.getByRole("button", { name: "Add" }).click();
  await expect(dialog.getByLabel("Time")).toHaveAccessibleDescription(/Monday already has a slot at this time/);
  await dialog.getByRole("checkbox", { name: "Monday" }).uncheck();
  await dialog.getByRole("button", { name: "Add" }).click();
  await expect(dialog.getByText("Choose at least one day.")).toBeVisible();
});

test("the composer offers the next free slot with its time, and the one after once it has a post", async ({
  signedInPage: page,
  app,
}) => {
  needs("getNextSlot");
  await resetSettings(app, { slots: daily("10:15") });
  const first = (await callApi<{ at: string }>(app, "GET", "/slots/next?zone=Europe/Berlin")).at;
  await openComposer(page);
  await page.getByRole("button", { name: /^Choose channels|^Channel/ }).click();
  await page.getByRole("dialog").getByRole("checkbox", { name: "@practice_x" }).check();
  await page.getByRole("button", { name: /^Use/ }).click();
  await page.getByRole("textbox", { name: "Text" }).fill("For the slot");
  const dialog = await openScheduleDialog(page);
  await expect(dialog.locator(`time[datetime="${first}"]`)).toHaveText(/, 10:15$/);
  await dialog.getByRole("button", { name: "Use this slot" }).click();
  await expect(dialog.getByText(/, 10:15, Berlin$/)).toBeVisible();
  await dialog.getByRole("button", { name: "Next slot" }).click();
  await expect(dialog.getByText("Slot after that:")).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Schedule on 1 channel" }).click();
  await expect(page.getByRole("heading", { name: "Scheduled on 1 channel" })).toBeVisible();
  const [post] = await callApi<{ scheduled_for: string }[]>(app, "GET", "/posts?status=scheduled");
  expect(post?.scheduled_for).toBe(first);

  const second = (await callApi<{ at: string }>(app, "GET", "/slots/next?zone=Europe/Berlin")).at;
  expect(second > first).toBe(true);
  await page.goto("/");
  await expect(page.getByText(/^Next free slot:/).locator("time")).toHaveAttribute("datetime", second);
  await page.getByRole("link", { name: "Write for this slot" }).click();
  await expect(page.getByRole("button", { name: /^When: .*, 10:15/ })).toBeVisible();
});

test("the composer links to Settings when there is no slot for the channels", async ({ signedInPage: page }) => {
  needs("getNextSlot");
  await openComposer(page);
  await (await openScheduleDialog(page)).getByRole("link", { name: "Add one in Settings" }).click();
  await expect(page).toHaveURL(/\/settings#slots$/);
});

test("on a phone slots are added and nothing scrolls sideways", async ({ signedInPage: page, app }) => {
  needs("changeSettings");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/settings#slots");
  await page.getByRole("button", { name: "Add a time on Wednesday" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Add" }).click();
  await expect(page.getByRole("button", { name: "09:00 any channel" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await expect
    .poll(async () => (await callApi<Settings>(app, "GET", "/me/settings")).slots)
    .toMatchObject([{ weekday: 3 }]);
});
