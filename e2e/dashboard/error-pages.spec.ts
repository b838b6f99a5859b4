import { expectAccessible } from "../support/accessibility.ts";
import { expect, networkErrors, test } from "../support/fixtures.ts";

// Code that a page needs only later, such as a dialog, is loaded later. Loading fails if the network is gone at that
// moment, or if a newer build has replaced the server.
test.use({ ownContext: true, expectedErrors: networkErrors });
const chunks = "**/_next/static/**/*.js";

test("a dialog that can't be loaded leaves its page as it is, says so, and opens on the next press", async ({
  signedInPage: page,
}) => {
  await page.goto("/settings#webhooks");
  const add = page.getByRole("button", { name: "Add a webhook" });
  await expect(add).toBeVisible();
  // Only the dialog's own code, found by its text: chunk files have no names of ours.
  await page.route(chunks, async (route) => {
    const answer = await route.fetch();
    return (await answer.text()).includes("Choose at least one event.")
      ? route.abort()
      : route.fulfill({ response: answer });
  });
  await add.click();
  await expect(
    page.getByText("This part couldn't be loaded. Nothing was changed. Check your network and try again."),
  ).toBeVisible();
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  await expectAccessible(page);
  // A route that is still being fetched would be fulfilled after its end.
  await page.unrouteAll({ behavior: "wait" });
  await add.click();
  await expect(page.getByRole("dialog").getByText("Events", { exact: true })).toBeVisible();
});

test("without a network a page stays when something is opened that it never had, and opens it when the network is back", async ({
  signedInPage: page,
}) => {
  await page.goto("/profile");
  await page.context().setOffline(true);
  await page.keyboard.press("Control+k");
  await expect(
    page.getByText("This part couldn't be loaded. Nothing was changed. Check your network and try again."),
  ).toBeVisible();
  await expect(page.getByRole("heading", { name: "Profile", level: 1 })).toBeVisible();
  await page.context().setOffline(false);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Search or run a command" })).toBeVisible();
});

test("code that only answers a press is loaded by the first one, and the page answers that press, too", async ({
  signedInPage: page,
}) => {
  await page.goto("/leaderboard");
  const loaded: Promise<string>[] = [];
  page.on("response", (answer) => {
    if (answer.request().resourceType() === "script") loaded.push(answer.text());
  });
  await page.keyboard.press("Control+z");
  await expect(page.getByText("Nothing to undo", { exact: true })).toBeVisible();
  expect((await Promise.all(loaded)).join("")).toContain("Nothing to undo");
});

test("a failure is said without a network, even when the code with its sentence can't be loaded", async ({
  signedInPage: page,
}) => {
  await page.goto("/review");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Blind" }).click();
  await expect(page.getByText("The server can't be reached. Try again in a moment.")).toBeVisible();
});

test("a browser that can load nothing more is shown a page that needs nothing, with a way to start again", async ({
  signedInPage: page,
}) => {
  await page.goto("/settings");
  await page.route(chunks, (route) => route.abort());
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Calendar" }).click();
  await expect(page.getByRole("heading", { name: "This page couldn't be shown", level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page.unroute(chunks);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("navigation").first()).toBeVisible();
});

test.describe("at an unknown address", () => {
  test.use({ expectedErrors: [/404/] });

  test("a page says so and links to Home", async ({ signedInPage: page }) => {
    await page.goto("/nowhere/at/all");
    await expect(page.getByRole("heading", { name: "Page not found", level: 1 })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Go home" }).click();
    await expect(page).toHaveURL("/");
  });
});
