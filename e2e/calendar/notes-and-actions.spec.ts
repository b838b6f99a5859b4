import { expectAccessible } from "../support/accessibility.ts";
import {
  callApi,
  createUniqueText,
  getCalendarChip,
  getDayCell,
  getFarDay,
  getPost,
  planPosts,
} from "../support/calendar-page.ts";
import { expect, test } from "../support/fixtures.ts";
import { needs } from "../support/needs.ts";
import { visit } from "../support/visit.ts";

test.use({ viewport: { width: 1440, height: 900 } });

test("a note is pinned to a day, edited and deleted", async ({ signedInPage: page }) => {
  needs("createNote");
  const day = getFarDay(11, "14");
  const text = createUniqueText("Fair");
  await page.goto(`/calendar?date=${day}`);
  await getDayCell(page, day).click({ button: "right", position: { x: 60, y: 70 } });
  await page.getByRole("menuitem", { name: "Pin a note" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Text").fill(text);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Pin note" }).click();
  const note = getDayCell(page, day).getByRole("button", { name: new RegExp(`^Note: ${text}`) });
  await note.click();
  await dialog.getByLabel("Text").fill(`${text} moved`);
  await dialog.getByLabel("Day").fill(getFarDay(11, "16"));
  await dialog.getByRole("button", { name: "Save" }).click();
  const moved = getDayCell(page, getFarDay(11, "16")).getByRole("button", { name: new RegExp(`^Note: ${text} moved`) });
  await moved.click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(moved).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(moved).toBeVisible();
});

test("a note pinned, edited and deleted in one calendar shows in another one by itself", async ({
  signedInPage: page,
  app,
  watch,
}) => {
  needs("createNote", "openEvents");
  const day = getFarDay(14, "14");
  const text = createUniqueText("Seen by both");
  const other = await page.context().newPage();
  watch(other);
  await other.setViewportSize({ width: 1440, height: 900 });
  // Waits for the stream: the page only refetches for changes before its opening.
  const heard = other.waitForResponse((response) => new URL(response.url()).pathname === "/events");
  await other.goto(`/calendar?date=${day}`);
  await heard;
  await page.goto(`/calendar?date=${day}`);
  const note = (words: string) => getDayCell(other, day).getByRole("button", { name: `Note: ${words}`, exact: true });
  const { id } = await callApi<{ id: string }>(app, "POST", "/notes", { day, text });
  // Without the event, the other calendar would read its notes again after 30 s. `bench live` shows the speed.
  await expect(note(text)).toBeVisible();
  await getDayCell(page, day)
    .getByRole("button", { name: `Note: ${text}`, exact: true })
    .click();
  await page.getByRole("dialog").getByLabel("Text").fill(`${text} again`);
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Note saved")).toBeVisible();
  await expect(note(`${text} again`)).toBeVisible();
  await callApi(app, "DELETE", `/notes/${id}`);
  for (const one of [page, other]) {
    await expect(getDayCell(one, day).getByRole("button", { name: new RegExp(`^Note: ${text}`) })).toHaveCount(0);
  }
});

test("the menu of a post moves it to drafts, duplicates, cancels and deletes it", async ({
  signedInPage: page,
  app,
}) => {
  needs("cancelPost", "restorePost");
  const day = getFarDay(12, "14");
  const text = createUniqueText("By the menu");
  const [post] = await planPosts(app, `${day}T09:00:00Z`, text, ["x", "bluesky"]);
  const status = async () => (await getPost(app, post?.id ?? "")).status;
  await page.goto(`/calendar?date=${day}`);
  const choose = async (name: string | RegExp) => {
    await getCalendarChip(page, text).click({ button: "right" });
    await page.getByRole("menuitem", { name }).click();
  };
  await choose("Cancel post");
  await expect(page.getByText("Canceled on 2 channels")).toBeVisible();
  await expect(getCalendarChip(page, text)).toHaveAccessibleName(/Canceled/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(getCalendarChip(page, text)).toHaveAccessibleName(/Scheduled/);
  await choose(/^Only on .*Bluesky/);
  await page.getByRole("dialog").getByRole("button", { name: "Cancel post" }).click();
  await expect(page.getByText("Canceled on Practice Bluesky")).toBeVisible();
  await expect(getCalendarChip(page, text)).toHaveAccessibleName(/1 scheduled, 1 canceled/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(getCalendarChip(page, text)).toHaveAccessibleName(/Scheduled, X and Bluesky/);
  await choose("Delete");
  await expect(getCalendarChip(page, text)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(getCalendarChip(page, text)).toBeVisible();
  await choose("Duplicate");
  const tray = page.getByRole("list", { name: "Unscheduled" });
  await expect(tray.getByText(text)).toBeVisible();
  await choose("Move to drafts");
  await expect(tray.getByText(text)).toHaveCount(2);
  await expect.poll(status).toBe("draft");
});

test("a free slot is shown faintly, and it and an empty day open the small composer for their time", async ({
  signedInPage: page,
  app,
}) => {
  needs("changeSettings");
  const day = getFarDay(13, "14");
  const weekday = new Date(`${day}T00:00Z`).getUTCDay() || 7;
  // A channel that no other calendar test plans for: their drafts would be published at this slot.
  const channels = await callApi<{ id: string; platform: string }[]>(app, "GET", "/channels");
  const linkedin = channels.find(({ platform }) => platform === "linkedin")?.id;
  await callApi(app, "PATCH", "/me/settings", { slots: [{ id: "own", weekday, time: "18:30", channels: [linkedin] }] });
  try {
    await page.goto(`/calendar?date=${day}`);
    await getDayCell(page, day)
      .getByRole("button", { name: /^18:30 free slot/ })
      .click();
    const composer = page.getByRole("dialog", { name: /^New post/ });
    await expect(composer.getByText(/18:30, Berlin/)).toBeVisible();
    await composer.getByRole("button", { name: "Open in composer" }).click();
    await expect(page).toHaveURL(/\/compose\?at=/);
    await expect(page.getByRole("button", { name: /^When: .* 18:30/ })).toBeVisible();
    await visit(page, `/calendar?date=${day}`);
    await getDayCell(page, getFarDay(13, "16")).click({ position: { x: 60, y: 80 } });
    await expect(composer.getByText(/09:00, Berlin/)).toBeVisible();
  } finally {
    await callApi(app, "PATCH", "/me/settings", { slots: [] });
  }
});

test("a private feed gets a link that is shown once, and is revoked", async ({ signedInPage: page }) => {
  needs("createFeed");
  await page.goto("/calendar");
  await page.getByRole("button", { name: "More options" }).click();
  await page.getByRole("menuitem", { name: "Subscribe in another calendar" }).click();
  const dialog = page.getByRole("dialog", { name: "Subscribe" });
  await dialog.getByRole("button", { name: /^Create/ }).click();
  await expect(dialog.getByLabel("Link")).toHaveValue(/\/calendar\.ics\?token=/);
  await expectAccessible(page);
  const url = await dialog.getByLabel("Link").inputValue();
  expect((await fetch(url)).status).toBe(200);
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expect(dialog.getByText("No link yet.")).toBeVisible();
  expect((await fetch(url)).status).toBeGreaterThanOrEqual(400);
});
