import { addDays } from "#lib/time/days.ts";
import { formatFullDay } from "#lib/time/format-long.ts";
import { formatShortDay } from "#lib/time/format-short.ts";
import { expectAccessible, expectAccessibleInBothThemes } from "../support/accessibility.ts";
import { expect, test } from "../support/fixtures.ts";

const year = new Date().getFullYear();
const inField = (day: string) => `${formatShortDay(day)} ${day.slice(0, 4)}`;

test("a date is typed in words or chosen from a month by keyboard, and text that is no date is refused", async ({
  signedInPage: page,
}) => {
  await page.goto("/leaderboard?period=range");
  const [from, to] = [page.getByRole("textbox", { name: "From" }), page.getByRole("textbox", { name: /^To/ })];
  await from.fill("first monday of march 2026");
  await from.blur();
  await expect(from).toHaveValue("Mon 2 Mar 2026");
  // The author leaves the field between the end of parsing and the next render, as on a busy machine.
  await from.evaluate(async (field: HTMLInputElement) => {
    field.focus();
    document.execCommand("insertText", false, "second monday of march 2026");
    for (let turn = 0; turn < 100; turn++) await null;
    field.blur();
  });
  await expect(from).toHaveValue("Mon 9 Mar 2026");
  await from.fill("2026-03-02");
  await to.fill("someday");
  await to.press("Enter");
  await expect(to).toHaveAccessibleDescription(/Couldn't read that/);
  await expect(page).toHaveURL(/period=range$/);
  await to.fill(`4 mar ${year}`);
  await expect(page.getByRole("button", { name: "Show" })).toBeEnabled();
  await to.press("ArrowDown");
  const month = page.getByRole("table", { name: "Day" });
  await expect(month.getByRole("button", { name: formatFullDay(`${year}-03-04`) })).toBeFocused();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(month).toHaveCount(0);
  await expect(to).toBeFocused();
  const chosen = addDays(`${year}-03-04`, 8);
  await expect(to).toHaveValue(inField(chosen));
  await to.press("Enter");
  await expect(page).toHaveURL(new RegExp(`from=2026-03-02&to=${chosen}`));
});

test("a time is typed as people write it and shown in the member's clock", async ({ signedInPage: page }) => {
  await page.goto("/settings");
  await page.getByRole("button", { name: "Add a slot", exact: true }).click();
  const time = page.getByRole("dialog").getByRole("textbox", { name: "Time" });
  for (const [typed, shown] of [
    ["9.30", "09:30"],
    ["1830", "18:30"],
    ["9 pm", "21:00"],
    ["noon", "12:00"],
  ] as const) {
    await time.fill(typed);
    await time.blur();
    await expect(time).toHaveValue(shown);
  }
  await time.press("ArrowUp");
  await expect(time).toHaveValue("12:15");
  await time.fill("late");
  await time.blur();
  await expect(time).toHaveAccessibleDescription(/Enter a time such as 14:30\./);
  await expectAccessible(page);
});
