import { mkdirSync } from "node:fs";
import { expectAccessible } from "../support/accessibility.ts";
import { callApi, expect, test } from "../support/isolated-app-fixture.ts";

/** Folder for screenshots; without it none are taken. */
const pictures = process.env["E2E_PICTURES"];

test("an owner finds in the audit log who changed what, filters it by keyboard, pages through it and saves it", async ({
  signedInPage: page,
  app,
}) => {
  for (let number = 1; number <= 60; number += 1) {
    await callApi(app, "PATCH", "/organization", { name: `House ${number}` });
  }
  await page.goto("/organization");
  await page.getByRole("link", { name: "Audit log" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Audit log" })).toBeVisible();
  const rows = page.getByRole("table", { name: "Events" }).getByRole("row");
  await expect(rows).toHaveCount(51);
  await expect(rows.nth(1)).toContainText("Ada Admin");
  await expect(rows.nth(1)).toContainText("Change organization");
  await expect(rows.nth(1)).toContainText("name: House 60");
  await expectAccessible(page);

  await page.getByRole("link", { name: "Older" }).click();
  await expect(rows.filter({ hasText: "name: House 10" })).toBeVisible();
  await expect(rows.filter({ hasText: "House 60" })).toHaveCount(0);
  await page.getByRole("link", { name: "Newest" }).click();
  await expect(rows.nth(1)).toContainText("House 60");

  const type = page.getByLabel("Event", { exact: true });
  // A browser forgets the typed letters after a second; on a slow machine that may be between two of them.
  await expect(async () => {
    await type.focus();
    await page.keyboard.type("Export audit");
    await expect(page).toHaveURL(/type=audit_log\.export/, { timeout: 2_000 });
  }).toPass();
  await expect(page.getByText("No events match")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(rows).toHaveCount(51);

  const csv = await page.request.get((await page.getByRole("link", { name: "CSV" }).getAttribute("href")) ?? "");
  expect(csv.headers()["content-disposition"]).toMatch(/attachment; filename="audit-log-.*\.csv"/);
  const lines = (await csv.text()).trimEnd().split("\r\n");
  expect(lines[0]).toMatch(/^\ufeffid,at,type,outcome,/);
  expect(lines.length).toBeGreaterThan(60);
  // A long name without a space leaves room for the event.
  await callApi(app, "PATCH", "/me", { name: "n".repeat(100) });
  await page.reload();
  await expect(rows.nth(1)).toContainText("Export audit log");
  const event = await rows.nth(1).getByRole("cell").filter({ hasText: "Export audit log" }).boundingBox();
  expect(event?.width).toBeGreaterThan(300);

  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1440, 820, 390]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await expectAccessible(page);
      if (!pictures) continue;
      mkdirSync(pictures, { recursive: true });
      await page.screenshot({ path: `${pictures}/audit-log-${width}-${colorScheme}.png` });
    }
  }
});
