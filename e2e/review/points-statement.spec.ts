import { expectAccessible } from "../support/accessibility.ts";
import { expect } from "../support/fixtures.ts";
import { callApi } from "../support/isolated-app-fixture.ts";
import { createPersonTest, person } from "../support/person-fixture.ts";
import { visit } from "../support/visit.ts";

const test = createPersonTest();

test("a member reads what each point is for, an award included, and the log names the post", async ({
  signedInPage: page,
  app,
}) => {
  const members = await callApi<{ id: string; name: string }[]>(app, "GET", "/members");
  const grace = members.find(({ name }) => name === person.name);
  await callApi(app, "POST", "/awards", { member: grace?.id, points: 60, reason: "Ran the stand in Oslo" });

  await page.goto("/inbox");
  await page.getByRole("link", { name: "View my points" }).click();
  await expect(page).toHaveURL("/points");
  const award = page.getByRole("row", { name: /Ran the stand in Oslo/ });
  await expect(award).toContainText("Awarded");
  await expect(award).toContainText("Ada Admin");
  await expect(award).toContainText("+60");
  await expect(page.getByText("60 approved")).toBeVisible();
  await expectAccessible(page);

  // Grace reviews the owner's claim: the log names the post by its words.
  const [channel] = await callApi<{ id: string }[]>(app, "GET", "/channels");
  await callApi(app, "POST", "/posts", { channels: [channel?.id], text: "Winter opening hours" });
  const listClaims = () => callApi<{ id: string }[]>(app, "GET", "/claims");
  await expect.poll(async () => (await listClaims()).length).toBe(1);
  for (const path of ["/leaderboard", "/review/log"]) await visit(page, path);
  await expect(page.getByRole("link", { name: "Winter opening hours" })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ["/points", "/review/log"]) {
    await visit(page, path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await expectAccessible(page);
  }
});
