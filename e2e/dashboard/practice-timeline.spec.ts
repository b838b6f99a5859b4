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
