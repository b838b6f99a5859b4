import { expectAccessibleInBothThemes } from "../support/accessibility.ts";
import { expect } from "../support/fixtures.ts";
import { callApi, createIsolatedAppTest } from "../support/isolated-app-fixture.ts";
import { needs } from "../support/needs.ts";
import { joinByLink } from "../support/person-fixture.ts";

// These tests count drafts, and other specs of a shared app leave some.
const test = createIsolatedAppTest();
const blank = { own: {}, images: [], channels: [], when: null, points: 20, post: null };
const write = (app: { origin: string; key: string }, ...parts: string[]) =>
  callApi(app, "PUT", `/drafts/${crypto.randomUUID()}`, { version: 0, content: { ...blank, parts } });

test("drafts are found again, duplicated, deleted with undo, made templates and written from", async ({
  app,
  signedInPage: page,
}) => {
  needs("saveDraft");
  await write(app, "The older of two");
  await write(app, "The newer of two", "with a second part");
  await page.goto("/drafts");
  const list = page.getByRole("list", { name: "Drafts" });
  const row = (name: string) => list.getByRole("listitem").filter({ hasText: name });
  await expect(list.getByRole("listitem").first()).toContainText("The newer of two");
  await expect(row("The newer of two")).toContainText("2 parts");
  await expectAccessibleInBothThemes(page);

  await page.getByRole("button", { name: "Delete: The older of two" }).click();
  await expect(row("The older of two")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row("The older of two")).toHaveCount(1);
  await page.getByRole("button", { name: "Duplicate: The older of two" }).click();
  await expect(row("The older of two")).toHaveCount(2);

  const search = page.getByRole("searchbox", { name: "Search drafts" });
  await search.pressSequentially("second part");
  await expect(page).toHaveURL(/q=second\+part$/);
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await expect(page.getByRole("status").getByText("1 draft", { exact: true })).toBeAttached();
  await expect(search).toBeFocused();
  await page.goBack();
  await expect(search).toHaveValue("");
  await expect(list.getByRole("listitem")).toHaveCount(3);
  await page.goForward();
  await expect(search).toHaveValue("second part");
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await page.goBack();
  await expect(search).toHaveValue("");
  // A cleared search leaves no step to go back.
  await search.fill("second part");
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await search.clear();
  await expect(list.getByRole("listitem")).toHaveCount(3);
  await expect(search).toBeFocused();
  await page.goForward();
  await expect(page).toHaveURL(/q=second\+part$/);
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await page.getByRole("link", { name: "The newer of two" }).click();
  await expect(page.getByRole("textbox", { name: "Text of part 1" }).or(page.getByRole("textbox").first())).toHaveValue(
    "The newer of two",
  );
  await page
    .getByRole("banner")
    .getByRole("link", { name: /^Drafts/ })
    .click();
  await page.getByRole("button", { name: "Save as template: The newer of two" }).click();
  await expect(page.getByText("Saved as a template")).toBeVisible();
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByRole("link", { name: "Templates" }).press("Enter");
  await expect(page.getByRole("list", { name: "Templates" })).toContainText("Only you");
  await expect(page.getByRole("link", { name: "Templates" })).toBeFocused();
  await expect(page.getByRole("searchbox", { name: "Search templates" })).toHaveValue("");
  await expect(page.getByRole("region", { name: "Selected drafts" })).toHaveCount(0);
  await page.getByRole("button", { name: "Use template: The newer of two" }).click();
  await page.waitForURL(/\/compose\?draft=/);
  await expect(page.getByRole("textbox").first()).toHaveValue("The newer of two");
});

test("a shared template shows a colleague whose it is, who uses it and can't change it", async ({
  app,
  signedInPage: page,
  openPage,
}) => {
  needs("saveDraft");
  const content = { ...blank, parts: ["#Northwind #Release"], channels: [crypto.randomUUID()] };
  await callApi(app, "PUT", `/drafts/${crypto.randomUUID()}`, { version: 0, kind: "template", content });
  await page.goto("/drafts?show=templates");
  await page.getByRole("button", { name: "Share with organization: #Northwind" }).click();
  await expect(page.getByText("Everyone in your organization sees this template now.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Templates" })).toContainText("Shared with your organization");
  await expectAccessibleInBothThemes(page);

  const colleague = await openPage(await joinByLink(app, { name: "Lise Meitner", email: "lise@example.org" }));
  await colleague.goto("/drafts?show=templates");
  const row = colleague.getByRole("list", { name: "Templates" }).getByRole("listitem");
  await expect(row).toContainText("Shared by Ada Admin");
  await expect(row.getByRole("button", { name: /^(Delete|Rename|Stop sharing)/ })).toHaveCount(0);
  await expect(colleague.getByRole("checkbox", { name: /^Select/ })).toHaveCount(0);
  // A channel that a colleague may not use isn't removed.
  await expect(row).not.toContainText("removed channel");
  await row.getByRole("button", { name: /^Use template/ }).click();
  await colleague.waitForURL(/\/compose\?draft=/);
  await expect(colleague.getByRole("textbox", { name: "Text" })).toHaveValue("#Northwind #Release");
});

test("on a phone nothing scrolls sideways, and each page of the list has an address", async ({
  app,
  signedInPage: page,
}) => {
  needs("saveDraft");
  for (let at = 0; at < 32; at += 1) await write(app, `Draft number ${at} ${"with many words ".repeat(8)}`);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/drafts");
  await expect(page.getByRole("list", { name: "Drafts" }).getByRole("listitem")).toHaveCount(30);
  await page.getByRole("link", { name: "Older" }).click();
  await expect(page).toHaveURL("/drafts?page=2");
  await expect(page.getByRole("list", { name: "Drafts" }).getByRole("listitem").nth(1)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
