import { expectAccessible } from "../support/accessibility.ts";
import { chooseChannels, openComposer, openScheduleDialog } from "../support/composer-page.ts";
import { callApi, expect, resetSettings, test } from "../support/isolated-app-fixture.ts";
import { needs } from "../support/needs.ts";
import { joinByLink } from "../support/person-fixture.ts";
import { visit } from "../support/visit.ts";

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
  await page.getByRole("button", { name: "Add a slot", exact: true }).press("Enter");
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
  await expect(days.getByRole("button", { name: "Add a slot on Tuesday" })).toBeFocused();
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
  await page.getByRole("button", { name: "Add a slot on Monday" }).click();
  const dialog = page.getByRole("dialog", { name: "New posting slot" });
  await dialog.getByRole("button", { name: "Add" }).click();
  await expect(dialog.getByLabel("Time")).toHaveAccessibleDescription(
    /Monday already has a slot at this time for these channels/,
  );
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

test("a slot that an administrator gives the team is in a member's queue, calendar and settings", async ({
  signedInPage: page,
  app,
  openPage,
}) => {
  needs("changeOrganization");
  const setTeam = (settings: object) => callApi(app, "PATCH", "/organization", { settings });
  // A zone that stayed when an administrator removed all slots.
  await setTeam({ slots: [], slots_zone: "Asia/Tokyo" });
  try {
    await page.goto("/organization#slots");
    const section = page.getByRole("region", { name: "Team posting slots" });
    await expect(section).toContainText("Times in Berlin");
    await section.getByRole("button", { name: "Add a slot", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "New posting slot" });
    await dialog.getByLabel("Time").fill("06:45");
    await dialog.getByRole("button", { name: "Add" }).click();
    await expect(section.getByRole("button", { name: "Time zone of the team's slots: Berlin" })).toBeVisible();
    await expect(section.getByRole("button", { name: /^06:45 any channel/ })).toHaveCount(5);
    await expectAccessible(page);
    const { settings } = await callApi<{ settings: Settings & { slots_zone: string } }>(app, "GET", "/organization");
    expect([settings.slots.length, settings.slots_zone]).toEqual([5, "Europe/Berlin"]);

    // Another administrator adds a slot, which this page has not read.
    await setTeam({ slots: [...settings.slots, { id: "other", weekday: 6, time: "06:45", channels: [] }] });
    await section.getByRole("button", { name: "Remove Monday, 06:45" }).click();
    await expect(section.getByRole("button", { name: "Remove Saturday, 06:45" })).toBeVisible();
    await page
      .getByRole("listitem")
      .filter({ hasText: "06:45 removed" })
      .getByRole("button", { name: /^Undo/ })
      .click();
    await expect(section.getByRole("button", { name: /^06:45 any channel/ })).toHaveCount(6);
    await expect
      .poll(async () => (await callApi<{ settings: Settings }>(app, "GET", "/organization")).settings.slots.length)
      .toBe(6);
    // Another administrator moves the slots to another zone, in which the times of this page would be others.
    await setTeam({ slots_zone: "Asia/Tokyo" });
    await section.getByRole("button", { name: "Remove Monday, 06:45" }).click();
    const refusal = "The team's slots are in Tokyo time now. Nothing was changed. Check the current values";
    await expect(page.getByRole("alert").filter({ hasText: refusal })).toBeVisible();
    await expect(section.getByRole("button", { name: "Time zone of the team's slots: Tokyo" })).toBeVisible();
    await expect(section.getByRole("button", { name: /^06:45 any channel/ })).toHaveCount(6);
    await setTeam({ slots_zone: "Europe/Berlin" });

    const member = await openPage(await joinByLink(app, { name: "Hedy Lamarr", email: "hedy@example.org" }));
    await openComposer(member);
    await chooseChannels(member, ["practice_x"]);
    await member.getByRole("textbox", { name: "Text" }).fill("Into the team's queue");
    await member.getByRole("button", { name: "More ways to publish" }).click();
    await member.getByRole("menuitem", { name: /^Add to queue \(\w{3} 06:45\)/ }).click();
    await expect(member.getByRole("heading", { name: /^Scheduled/ })).toBeVisible();
    await visit(member, "/calendar?view=list");
    await expect(member.getByRole("button", { name: /^06:45 team slot/ }).first()).toBeVisible();
    await visit(member, "/settings");
    const team = member.getByRole("region", { name: "Team posting slots" });
    await expect(team.getByText("06:45")).toHaveCount(6);
    await expect(team.getByRole("button")).toHaveCount(0);
    await expectAccessible(member);
  } finally {
    await setTeam({ slots: [], slots_zone: "UTC" });
  }
});

test("on a phone slots are added and nothing scrolls sideways", async ({ signedInPage: page, app }) => {
  needs("changeSettings");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/settings#slots");
  await page.getByRole("button", { name: "Add a slot on Wednesday" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Add" }).click();
  await expect(page.getByRole("button", { name: "09:00 any channel" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await expect
    .poll(async () => (await callApi<Settings>(app, "GET", "/me/settings")).slots)
    .toMatchObject([{ weekday: 3 }]);
});
