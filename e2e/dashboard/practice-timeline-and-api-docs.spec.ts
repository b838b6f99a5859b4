import { randomUUID } from "node:crypto";
import { expectAccessible } from "../support/accessibility.ts";
import { createPost, waitForStatus } from "../support/api-client.ts";
import { expect, signIn, test } from "../support/fixtures.ts";

test("a practice timeline asks to sign in, and then shows what stands there, parts in order", async ({ page, app }) => {
  const mark = randomUUID().slice(0, 8);
  const id = await createPost(app, "x", { thread: [`First ${mark}`, `Second ${mark}`] });
  await waitForStatus(app, id, "published");
  await page.goto("/practice/practice_x");
  await expect(page).toHaveURL(/\/sign-in\?.*practice_x/);
  await expect(page.getByText(mark)).toHaveCount(0);
  await signIn(page, app.key);
  await page.goto("/practice/practice_x");
  await expect(page.getByText(new RegExp(`^(First|Second) ${mark}$`))).toHaveText([`First ${mark}`, `Second ${mark}`]);
  await page.getByText("Try out failures").click();
  await expect(page.getByText("#fail-unknown")).toBeVisible();
  await expectAccessible(page);
});

test("the API reference describes every endpoint, without a key and from this origin alone", async ({ page, app }) => {
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== app.origin) foreign.push(request.url());
  });
  await page.goto("/docs");
  const described = await (await fetch(`${app.origin}/v1/openapi.json`)).json();
  const operations = Object.values<Record<string, { summary: string }>>(described.paths).flatMap(Object.values);
  const summaries = operations.map(({ summary }) => summary);
  expect(summaries.length).toBeGreaterThan(50);
  // One query for all headings: one for each took a slow machine a minute.
  const headings = await page.getByRole("heading").allTextContents();
  expect(headings.filter((one) => summaries.includes(one)).sort()).toEqual([...summaries].sort());
  await expect(page.getByText(`curl '${app.origin}/v1/me'`)).toBeVisible();
  await expectAccessible(page);
  expect(foreign).toEqual([]);
});
