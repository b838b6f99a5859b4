import { expectAccessible } from "../support/accessibility.ts";
import { createUniqueText, getCalendarChip, getFarDay } from "../support/calendar-page.ts";
import { expect } from "../support/fixtures.ts";
import { test } from "../support/remote-service-fixture.ts";
import { visit } from "../support/visit.ts";

async function write(service: { url: string; key: string }, body: Record<string, unknown>): Promise<void> {
  await fetch(`${service.url}/posts`, {
    method: "POST",
    headers: { authorization: `Bearer ${service.key}` },
    body: JSON.stringify({ channels: ["conn_pigeon"], ...body }),
  });
}

test("the calendar of a service with lists only shows all posts and says that a move replaces a post", async ({
  signedInPage: page,
  service,
}) => {
  const text = createUniqueText("Planned elsewhere");
  const day = getFarDay(2, "14");
  await write(service, { text, scheduled_for: `${day}T10:00:00Z` });
  for (let at = 0; at < 104; at += 1) await write(service, { text: `Older ${at}`, draft: true });
  await page.goto(`/calendar?date=${day}`);
  await expect(getCalendarChip(page, text)).toBeVisible();
  await expect(page.getByText(/a move opens the composer and replaces the post/).first()).toBeVisible();
  await expect(page.getByText(/Loading posts/)).toHaveCount(0);
  await expectAccessible(page);
  await getCalendarChip(page, text).click({ button: "right" });
  await expect(page.getByRole("menuitem")).toHaveText([/^Open/, /^Edit/, /^Reschedule…/, /^Duplicate/]);
  const asked = service.asked().filter((line) => line.startsWith("GET /v1/posts?"));
  expect(asked).toContain("GET /v1/posts?page_size=100&skip=100");
  for (const view of ["week", "day", "list"]) {
    await visit(page, `/calendar?view=${view}&date=${day}`);
    await expect(getCalendarChip(page, text)).toBeVisible();
  }
});
