import { getResultRow } from "../support/composer-page.ts";
import { expect } from "../support/fixtures.ts";
import { test } from "../support/remote-service-fixture.ts";
import { createRemotePost, createUniqueText } from "../support/remote-service-steps.ts";
import { visit } from "../support/visit.ts";

test.use({ variant: "two-accounts" });

test("the results name each of two accounts of one platform, whatever the order of the answers", async ({
  signedInPage: page,
  service,
}) => {
  const text = createUniqueText("To both accounts #fail-on-conn_x_2");
  await page.goto("/compose");
  await page.getByRole("button", { name: "Choose channels" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "All" }).click();
  await page.getByRole("button", { name: "Use 3 channels" }).click();
  await page.getByLabel("Text", { exact: true }).fill(text);
  const before = service.asked().length;
  await page.getByRole("button", { name: "Publish on 3 channels" }).click();
  const [first, second] = [getResultRow(page, /Outside x(?!_2)/), getResultRow(page, /Outside x_2/)];
  await expect(first.getByText("Published")).toBeVisible();
  await expect(second.getByText("Failed")).toBeVisible();
  await expect(second).toContainText("The platform said no.");
  await expect(getResultRow(page, /Outside pigeon/).getByText("Published")).toBeVisible();
  const sent = service.asked().slice(before);
  expect(sent.filter((line) => line.startsWith("POST /v1/posts "))).toHaveLength(2);

  // The document states the platform alone, and this browser knows the account of what it sent.
  const row = (label: string) =>
    page.getByRole("row", { name: text }).filter({ has: page.getByRole("img", { name: label, exact: true }) });
  await page.goto("/posts");
  for (const label of ["X, Outside x", "X, Outside x_2", "Pigeon"]) await expect(row(label)).toHaveCount(1);
  await row("X, Outside x_2").getByRole("link", { name: text, exact: true }).click();
  await expect(page.getByRole("heading", { name: "Outside x_2", exact: true })).toBeVisible();
  await visit(page, "/inbox");
  await expect(page.getByRole("listitem").filter({ hasText: text })).toContainText("Failed on X, Outside x_2.");
});

test("an account is named only where this browser sent the post", async ({ signedInPage: page, service }) => {
  const text = createUniqueText("Sent by a script");
  await createRemotePost(service, { channels: ["conn_x"], text, draft: true });
  await page.goto("/posts");
  await expect(page.getByRole("row", { name: text }).getByRole("img", { name: "X", exact: true })).toBeVisible();
});

test("when the second account's answer is lost, its post is found, and nothing is sent twice", async ({
  signedInPage: page,
  service,
}) => {
  const text = createUniqueText("Half an answer");
  await page.goto("/compose");
  await page.getByRole("button", { name: /^(Choose channels|Channel)$/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "None", exact: true }).click();
  for (const name of [/@outside_x(?!_2)/, /@outside_x_2/]) await dialog.getByRole("checkbox", { name }).check();
  await page.getByRole("button", { name: "Use 2 channels" }).click();
  await page.getByLabel("Text", { exact: true }).fill(text);
  // The first create passes; the answer of the second is cut after the post exists.
  let creates = 0;
  await page.route("**/compose**", async (route) => {
    if (route.request().postData()?.includes("repeatKey")) creates += 1;
    if (creates === 2) await service.behave({ create: "cut" });
    await route.continue();
  });
  await page.getByRole("button", { name: "Publish on 2 channels" }).click();
  await expect(page.getByRole("heading", { name: "Published on 2 channels" })).toBeVisible({ timeout: 20_000 });
  for (const name of [/Outside x(?!_2)/, /Outside x_2/]) await expect(getResultRow(page, name)).toHaveCount(1);
  const headers = { authorization: `Bearer ${service.key}` };
  const { data } = (await (await fetch(`${service.url}/posts?page_size=100`, { headers })).json()) as {
    data: { posts: { text: string }[] }[];
  };
  expect(data.filter(({ posts }) => posts[0]?.text === text)).toHaveLength(2);
});
