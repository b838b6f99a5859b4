import type { Page } from "playwright/test";
import { expect, test } from "../support/fixtures.ts";
import { ownerPassword } from "../support/owner-sign-in.ts";
import { type E2eApp, startApp } from "../support/start-app.ts";

/** The limits from the setup link to the first published practice post. */
const most = { clicks: 6, typingSeconds: 60 };
/** A person's typing: 200 characters a minute. */
const secondsPerCharacter = 0.3;

let own: E2eApp;

test.beforeAll(async () => {
  own = await startApp({ SETUP_ORG: "", SETUP_NAME: "", SETUP_EMAIL: "", SETUP_KEY: "" }, { isEmpty: true });
});
test.afterAll(async () => {
  await own.stop();
});

/** Counts clicks and typed characters. Fields follow one another by Tab, as in every form. */
function measureNewcomer(page: Page) {
  const measured = { clicks: 0, characters: 0 };
  return {
    measured,
    async click(name: string) {
      measured.clicks += 1;
      await page.getByRole("button", { name }).or(page.getByRole("link", { name })).first().click();
    },
    async type(text: string) {
      measured.characters += text.length;
      await page.keyboard.type(text);
    },
  };
}

test("a newcomer needs at most six clicks and a minute of typing from the setup link to a published practice post", async ({
  openPage,
}) => {
  const printed = () => /http:\/\/\S+\/setup\?token=\S+/.exec(own.output())?.[0] ?? "";
  await expect.poll(printed).not.toBe("");
  const page = await openPage();
  await page.goto(printed());
  const { measured, click, type } = measureNewcomer(page);

  await expect(page.getByLabel("Organization")).toBeFocused();
  for (const text of ["Northwind", "Ines Kolb", "ines@northwind.example"]) {
    await type(text);
    await page.keyboard.press("Tab");
  }
  await click("Create organization");
  await expect(page.getByLabel("Password")).toBeFocused();
  await type(ownerPassword);
  await click("Set password");
  await click("Start writing");
  await expect(page.getByRole("textbox", { name: "Text" })).toBeFocused();
  await type("Hello from Northwind");
  await click("Publish on 3 channels");
  await expect(page.getByRole("heading", { name: /^Published/ })).toBeVisible({ timeout: 30_000 });

  expect(measured.clicks).toBeLessThanOrEqual(most.clicks);
  expect(measured.characters * secondsPerCharacter).toBeLessThan(most.typingSeconds);
});
