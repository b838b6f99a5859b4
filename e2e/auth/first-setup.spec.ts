import { expectAccessible } from "../support/accessibility.ts";
import { expect, test } from "../support/fixtures.ts";
import { ownerPassword, signInByPassword } from "../support/owner-sign-in.ts";
import { type E2eApp, startApp } from "../support/start-app.ts";

let own: E2eApp;

test.beforeAll(async () => {
  own = await startApp({ SETUP_ORG: "", SETUP_NAME: "", SETUP_EMAIL: "", SETUP_KEY: "" }, { isEmpty: true });
});
test.afterAll(async () => {
  await own.stop();
});

test("the setup link works once: it signs the owner in and shows the first key once", async ({ browser }) => {
  const printed = () => /http:\/\/\S+\/setup\?token=\S+/.exec(own.output())?.[0] ?? "";
  await expect.poll(printed).not.toBe("");
  const link = printed();
  const context = await browser.newContext({ baseURL: own.origin });
  const page = await context.newPage();
  await page.goto(link);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Create organization" }).click();
  await expect(page.getByLabel("Organization")).toHaveAccessibleDescription(/Enter a name for your organization/);
  await page.getByLabel("Organization").fill("Northwind");
  await page.getByLabel("Your name").fill("Ines Kolb");
  await page.getByLabel("E-mail").fill("ines@northwind.example");
  await page.getByRole("button", { name: "Create organization" }).click();

  // The page offers sign-in methods at once and explains the effect of skipping them.
  await expect(page.getByRole("heading", { name: "Choose how you sign in" })).toBeVisible();
  await expect(page.getByLabel("Password")).toBeFocused();
  await expect(page.getByText(/Postwright prints a link to set one at each start/)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Password").fill("northwind");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription(/at least 10 characters/);
  await expect(page.getByLabel("Password")).toBeFocused();
  await page.getByLabel("Password").fill(ownerPassword);
  await page.getByRole("button", { name: "Show characters" }).click();
  await expect(page.getByLabel("Password")).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Set password" }).click();

  await expect(page.getByRole("heading", { name: "You're all set" })).toBeVisible();
  const key = await page.getByText(/^pw_[A-Za-z0-9]{32,}$/).textContent();
  const answer = await fetch(`${own.origin}/v1/me`, { headers: { "x-api-key": key ?? "" } });
  expect(await answer.json()).toMatchObject({ data: { org: { name: "Northwind" }, membership: { role: "owner" } } });
  await expectAccessible(page);

  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: "Ines Kolb" })).toBeVisible();

  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link doesn't work" })).toBeVisible();
  await expect(page.getByLabel("Organization")).toHaveCount(0);
  await expectAccessible(page);
  expect(await page.content()).not.toContain(key);

  await page.context().clearCookies();
  await signInByPassword(page, "ines@northwind.example", ownerPassword);
  await context.close();
});
