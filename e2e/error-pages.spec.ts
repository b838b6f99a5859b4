import { expectAccessible } from "./axe.ts";
import { expect, test } from "./test.ts";

// What a page needs only later, such as a dialog, is loaded later. It can't be when the network is gone in that moment, or
// when the server has been replaced by a newer build: then the page throws.
test.use({ expectedErrors: [/net::ERR_FAILED|chunk/i] });
const chunks = "**/_next/static/**/*.js";

test("a page that fails leaves the way to the other pages, and comes back when it is tried again", async ({
  signedInPage: page,
}) => {
  await page.goto("/settings#webhooks");
  const add = page.getByRole("button", { name: "Add a webhook" });
  await expect(add).toBeVisible();
  // The dialog's own code alone, by its words: files have no names of ours.
  await page.route(chunks, async (route) => {
    const answer = await route.fetch();
    return (await answer.text()).includes("Tell it when") ? route.abort() : route.fulfill({ response: answer });
  });
  await add.click();
  await expect(page.getByRole("heading", { name: "This page could not be shown", level: 1 })).toBeVisible();
  await expect(page.getByText("What was saved or sent before is safe.")).toBeVisible();
  await expect(page.getByRole("navigation").first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Webhooks" }).scrollIntoViewIfNeeded();
  await expect(add).toBeVisible();
});

test("a browser that can load nothing more is shown a page that needs nothing, with a way to start again", async ({
  signedInPage: page,
}) => {
  await page.goto("/settings#webhooks");
  const add = page.getByRole("button", { name: "Add a webhook" });
  await expect(add).toBeVisible();
  await page.route(chunks, (route) => route.abort());
  await add.click();
  await expect(page.getByRole("heading", { name: "This page could not be shown", level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page.unroute(chunks);
  await page.getByRole("link", { name: "Start again" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("navigation").first()).toBeVisible();
});

test.describe("at an address that is none", () => {
  test.use({ expectedErrors: [/404/] });

  test("a page says so and leads to the desk", async ({ signedInPage: page }) => {
    await page.goto("/nowhere/at/all");
    await expect(page.getByRole("heading", { name: "There is nothing at this address", level: 1 })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Go to your desk" }).click();
    await expect(page).toHaveURL("/");
  });
});
