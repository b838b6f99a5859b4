import { expectAccessibleInBothThemes } from "../support/accessibility.ts";
import { callApi, createUniqueText, getCalendarChip, getFarDay, planPosts } from "../support/calendar-page.ts";
import { expect, test } from "../support/fixtures.ts";
import { needs } from "../support/needs.ts";

test.use({ viewport: { width: 1440, height: 900 } });

test("a submission with custom text for a channel is marked, and its dialog shows the text of each channel", async ({
  signedInPage: page,
  app,
}) => {
  needs("createPosts.submission_id");
  const [common, own] = [createUniqueText("For most of them"), createUniqueText("For LinkedIn alone")];
  const at = `${getFarDay(8, "11")}T10:00:00Z`;
  const [first] = await planPosts(app, at, common, ["x", "bluesky"]);
  const channels = await callApi<{ id: string; platform: string }[]>(app, "GET", "/channels");
  const linkedin = channels.find(({ platform }) => platform === "linkedin")?.id;
  const { submission_id } = first ?? {};
  await callApi(app, "POST", "/posts", { channels: [linkedin], text: own, scheduled_for: at, submission_id });
  await page.goto(`/calendar?date=${getFarDay(8, "11")}`);
  await expect(getCalendarChip(page, common)).toContainText("≠");
  await expect(getCalendarChip(page, common)).toHaveAccessibleName(/X, Bluesky and LinkedIn, custom text: /);
  await getCalendarChip(page, common).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Some channels have custom text.")).toBeVisible();
  const lines = dialog.getByRole("list", { name: "Channels" }).getByRole("listitem");
  const lineOf = (platform: string) => lines.filter({ has: page.getByRole("img", { name: platform, exact: true }) });
  await expect(lineOf("X")).toContainText(common);
  await expect(lineOf("Bluesky")).toContainText(common);
  await expect(lineOf("LinkedIn")).toContainText(own);
  await expect(lineOf("LinkedIn")).not.toContainText(common);
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole("button", { name: "Duplicate" }).click();
  await expect(page.getByText("Duplicated to drafts on 3 channels")).toBeVisible();
  await page.getByRole("list", { name: "Unscheduled" }).getByText(common).click();
  await expect(lineOf("X")).toContainText(common);
  await expect(lineOf("LinkedIn")).toContainText(own);
});
