import { randomUUID } from "node:crypto";
import { expectAccessible } from "./axe.ts";
import { untilStatus, writePost } from "./script.ts";
import { expect, test } from "./test.ts";

test("a practice timeline shows to anybody what stands there, parts in order", async ({ page, app }) => {
  const mark = randomUUID().slice(0, 8);
  const id = await writePost(app, "x", { thread: [`First ${mark}`, `Second ${mark}`] });
  await untilStatus(app, id, "published");
  await page.goto("/practice/practice_x");
  await expect(page.getByText(new RegExp(`^(First|Second) ${mark}$`))).toHaveText([`First ${mark}`, `Second ${mark}`]);
  await page.getByText("Practise what can go wrong").click();
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
  for (const path of Object.keys(described.paths)) {
    for (const { summary } of Object.values(described.paths[path] as Record<string, { summary: string }>)) {
      await expect(page.getByRole("heading", { name: summary, exact: true })).toHaveCount(1);
    }
  }
  await expect(page.getByText(`curl '${app.origin}/v1/me'`)).toBeVisible();
  await expectAccessible(page);
  expect(foreign).toEqual([]);
});
