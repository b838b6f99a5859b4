import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
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

test("the API documentation describes every endpoint, without a key and from this origin alone", async ({
  page,
  app,
}) => {
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== app.origin) foreign.push(request.url());
  });
  await page.goto("/docs");
  const described = await (await fetch(`${app.origin}/v1/openapi.json`)).json();
  const operations = Object.values<Record<string, { summary: string; tags: string[] }>>(described.paths).flatMap(
    Object.values,
  );
  expect(operations.length).toBeGreaterThan(50);
  // One query for all: one for each took a slow machine a minute.
  const listed = await page.locator("[data-endpoint-index] li").allTextContents();
  expect(operations.filter(({ summary }) => !listed.some((line) => line.endsWith(summary)))).toEqual([]);
  await expectAccessible(page);

  const groups = [...new Set(operations.map(({ tags }) => tags[0] ?? ""))];
  for (const group of groups) {
    const answer = await page.request.get(`/docs/${group}`);
    const html = await answer.text();
    expect(html.length).toBeLessThan(150_000);
    for (const { summary, tags } of operations) if (tags[0] === group) expect(html).toContain(escapeHtml(summary));
  }
  expect((await page.request.get("/docs/nothing")).status()).toBe(404);

  await page.getByRole("searchbox", { name: "Search endpoints" }).fill("leaderboard");
  await expect(page.getByRole("status").filter({ hasText: /endpoint/ })).toHaveText(/^\d endpoints?$/);
  await page
    .getByRole("link", { name: /\/leaderboard/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Leaderboard" })).toBeVisible();
  await expect(page.getByText(`curl '${app.origin}/v1/leaderboard`).first()).toBeVisible();
  await page.getByText("Python").first().click();
  await expect(page.getByText("import requests").first()).toBeVisible();
  await page.goto("/docs/posts");
  await expect(page.getByText("import requests").first()).toBeVisible();
  await expectAccessible(page);
  expect(foreign).toEqual([]);
});

const escapeHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("'", "&#x27;").replaceAll('"', "&quot;");

test.describe("quickstart", () => {
  // The browser reports the refused read of a visitor.
  test.use({ expectedErrors: [/401 .*\/read\/channels/] });

  test("the quickstart publishes a post as it is printed, with the reader's own channel", async ({ page, app }) => {
    await page.goto("/docs");
    await page.getByRole("button", { name: "Fill in my channel" }).click();
    await expect(page.getByText("Sign in first, then press again.")).toBeVisible();
    await signIn(page, app.key);
    await page.goto("/docs");
    await page.getByRole("button", { name: "Fill in my channel" }).click();
    await expect(page.getByText(/^Filled in: /)).toBeVisible();
    const printed =
      (await page.getByRole("region", { name: "Quickstart commands" }).locator("pre").textContent()) ?? "";
    expect(printed).not.toContain("CHANNEL_ID");
    const commands = printed.replace(/pw_…/, app.key);
    const { stdout } = await promisify(execFile)("sh", ["-ec", commands]);
    const answers = stdout
      .split(/(?<=\})(?=\{"data")/)
      .map((answer): { data: { id: string; status: string }[] } => JSON.parse(answer));
    await waitForStatus(app, answers[1]?.data[0]?.id ?? "", "published");
  });
});
