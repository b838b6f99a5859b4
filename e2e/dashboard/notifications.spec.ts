import type { Page } from "playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import { findFullBrowser, getLaunchOptions } from "../support/browser-launch.ts";
import { expect } from "../support/fixtures.ts";
import { test } from "../support/mail-fixture.ts";

// The headless browser can't show notifications.
test.use({ launchOptions: getLaunchOptions(findFullBrowser()), serviceWorkers: "allow" });

const section = (page: Page) => page.getByRole("region", { name: "Notifications" });

test("ways of notice are chosen one by one and kept; a test e-mail says what came of it", async ({
  signedInPage: page,
  mail,
}) => {
  await page.goto("/settings#notices");
  const failed = section(page).getByRole("checkbox", { name: "A post failed: E-mail" });
  await expect(failed).toBeChecked();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  await failed.uncheck();
  await expect(page.getByText("Saved: A post failed, e-mail off")).toBeVisible();
  await page.reload();
  await expect(failed).not.toBeChecked();
  await failed.check();
  await expect(page.getByText("Saved: A post failed, e-mail on")).toBeVisible();

  await section(page).getByRole("button", { name: "Send a test e-mail" }).click();
  await expect(section(page).getByText("Sent to the mail server.")).toBeVisible({ timeout: 20_000 });
  await expect.poll(() => mail.letters.length).toBe(1);
  expect(mail.letters[0]).toContain("Subject: Test e-mail from Postwright");
  expect(mail.letters[0]).toContain("ada@example.org");
});

test("a browser that was told never to show notices says so and how to change that", async ({ signedInPage: page }) => {
  await page.addInitScript(() => Object.defineProperty(Notification, "permission", { get: () => "denied" }));
  await page.goto("/settings#notices");
  await expect(section(page)).toContainText("Notifications are blocked in this browser.");
  await expect(section(page).getByRole("button", { name: /in this browser/ })).toHaveCount(0);
});

test("a push service that can't be reached leaves the browser as it was, and says so", async ({
  signedInPage: page,
}) => {
  // The browser's own push service is unavailable in a test; its refusal is the case that needs the message.
  await page.context().grantPermissions(["notifications"]);
  await page.addInitScript(() => {
    PushManager.prototype.subscribe = () => Promise.reject(new DOMException("Registration failed", "AbortError"));
  });
  await page.goto("/settings#notices");
  await section(page).getByRole("button", { name: "Enable in this browser" }).click();
  await expect(section(page).getByRole("alert")).toContainText("couldn't reach its push service");
  await expect(section(page).getByRole("button", { name: "Enable in this browser" })).toBeVisible();
});

test("what is pushed is shown by the browser, and a word that can't be read too", async ({
  signedInPage: page,
  app,
}) => {
  await page.context().grantPermissions(["notifications"], { origin: app.origin });
  await page.goto("/settings");
  const client = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    client.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [one] = registrations;
      if (one) resolve(one.registrationId);
    });
  });
  await client.send("ServiceWorker.enable");
  await page.evaluate(async () => {
    await navigator.serviceWorker.register("/worker.js", { scope: "/" });
    await navigator.serviceWorker.ready;
  });
  const registrationId = await registered;
  const push = (data: string) =>
    client.send("ServiceWorker.deliverPushMessage", { origin: app.origin, registrationId, data });
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const notes = await registration.getNotifications();
      return notes.map((note) => [note.title, note.body, note.tag, note.data.path]);
    });
  // A busy browser sometimes loses a message; one with the same cause replaces the previous one.
  const pushed = (data: string) =>
    expect.poll(async () => {
      await push(data);
      return await shown();
    });
  await pushed(
    JSON.stringify({ title: "X rejected a post", body: "Nothing was published.", tag: "k", path: "/posts/1" }),
  ).toEqual([["X rejected a post", "Nothing was published.", "k", "/posts/1"]]);
  const second = ["X rejected 2 posts", "Nothing was published.", "k", "/inbox"];
  await pushed(
    JSON.stringify({ title: "X rejected 2 posts", body: "Nothing was published.", tag: "k", path: "/inbox" }),
  ).toEqual([second]);
  await pushed("not JSON").toHaveLength(2);
  expect(await shown()).toContainEqual(["Postwright", "Something needs your attention.", "postwright", "/inbox"]);
});
