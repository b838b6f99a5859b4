import { type App, startApp } from "./app.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./test.ts";

let own: App;

test.beforeAll(async () => {
  own = await startApp({ SETUP_ORG: "", SETUP_NAME: "", SETUP_EMAIL: "", SETUP_KEY: "" }, { isEmpty: true });
});
test.afterAll(async () => {
  await own.stop();
});

test("a newcomer sets up once, is shown the first key once, and is signed in; the link then works no more", async ({
  browser,
}) => {
  const printed = () => /http:\/\/\S+\/setup\?token=\S+/.exec(own.output())?.[0] ?? "";
  await expect.poll(printed).not.toBe("");
  const link = printed();
  const context = await browser.newContext({ baseURL: own.origin });
  const page = await context.newPage();
  await page.goto(link);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Create and start writing" }).click();
  await expect(page.getByLabel("Organization")).toHaveAccessibleDescription(/Give the organization a name/);
  await page.getByLabel("Organization").fill("Northwind");
  await page.getByLabel("Your name").fill("Ines Kolb");
  await page.getByLabel("E-mail").fill("ines@northwind.example");
  await page.getByRole("button", { name: "Create and start writing" }).click();

  await expect(page.getByRole("heading", { name: "You are set up" })).toBeVisible();
  const key = await page.getByText(/^pw_[A-Za-z0-9]{32,}$/).textContent();
  const answer = await fetch(`${own.origin}/v1/me`, { headers: { "x-api-key": key ?? "" } });
  expect(await answer.json()).toMatchObject({ data: { org: { name: "Northwind" }, membership: { role: "owner" } } });
  await expectAccessible(page);

  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: "Ines Kolb" })).toBeVisible();

  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link does not work" })).toBeVisible();
  await expect(page.getByLabel("Organization")).toHaveCount(0);
  await expectAccessible(page);
  expect(await page.content()).not.toContain(key);
  await context.close();
});
