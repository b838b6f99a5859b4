import { expectAccessible } from "../support/accessibility.ts";
import { openScheduleDialog } from "../support/composer-page.ts";
import { expect } from "../support/fixtures.ts";
import { test } from "../support/remote-service-fixture.ts";
import {
  createRemotePost,
  createUniqueText,
  expectDocumentedRequestsOnly,
  openComposerWithAllChannels,
} from "../support/remote-service-steps.ts";
import { visit } from "../support/visit.ts";

const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

test.beforeEach(({ service }) => service.comeBack());
test.afterAll(({ service }) => expectDocumentedRequestsOnly(service.asked()));

test("a thread with an image goes to both channels and is seen published with its links", async ({
  signedInPage: page,
  service,
}) => {
  const first = createUniqueText("A thread for strangers");
  // Other specs of this browser have already sent requests to that service.
  const before = service.asked().length;
  await openComposerWithAllChannels(page);
  await expect(page.getByText("Pigeon: no known limit; the service decides.")).toBeVisible();
  await page.getByLabel("Text", { exact: true }).fill(first);
  await page.getByRole("button", { name: "Add part" }).click();
  await page.getByLabel("Part 2 of 2").fill("And its second part");
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: "dove.png", mimeType: "image/png", buffer: picture });
  await expect(
    page.getByRole("list", { name: "Parts" }).getByRole("list", { name: "Images" }).getByRole("listitem"),
  ).toHaveCount(1);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Publish on 2 channels" }).click();
  await expect(page.getByRole("heading", { name: "Published on 2 channels" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Open on Pigeon/ })).toHaveAttribute(
    "href",
    /^https:\/\/pigeon\.invalid\//,
  );
  await expectAccessible(page);

  await page.goto("/posts");
  await expect(page.getByRole("row", { name: new RegExp(first) })).toHaveCount(2);
  for (const platform of ["X", "Pigeon"])
    await expect(page.getByRole("link", { name: `Open “${first}” on ${platform} in a new tab` })).toBeVisible();
  const sent = service
    .asked()
    .slice(before)
    .filter((line) => line.startsWith("POST /v1/posts"));
  expect(sent).toEqual(["POST /v1/posts channels,media,points,thread"]);
});

test("an address that brings words puts them behind those that were begun, for nothing here keeps drafts", async ({
  signedInPage: page,
}) => {
  const [begun, brought] = [createUniqueText("Begun before"), createUniqueText("Brought by an address")];
  await page.goto("/compose");
  await page.getByLabel("Text", { exact: true }).fill(begun);
  await expect(page.getByText("Saved in this browser")).toBeVisible();
  await page.goto(`/compose?text=${encodeURIComponent(brought)}`);
  const both = async () => {
    await expect(page.getByLabel("Part 1 of 2")).toHaveValue(begun);
    await expect(page.getByLabel("Part 2 of 2")).toHaveValue(brought);
    await expect(page.getByText("Saved in this browser")).toBeVisible();
  };
  await both();
  await page.reload();
  await both();
});

test.describe("with a clock that is set by hand", () => {
  test.use({ ownContext: true });

  test("what a script writes there is seen without reloading, though that service tells of nothing", async ({
    signedInPage: page,
    service,
  }) => {
    test.setTimeout(90_000);
    const streams: string[] = [];
    page.on("request", (request) => {
      if (new URL(request.url()).pathname === "/events") streams.push(request.url());
    });
    await page.clock.install();
    await page.goto("/posts");
    const text = createUniqueText("From elsewhere");
    await createRemotePost(service, { text, draft: true });
    await page.clock.runFor(30_000);
    await expect(page.getByRole("row", { name: new RegExp(text) })).toBeVisible({ timeout: 45_000 });
    expect(streams).toEqual([]);
  });
});

test("a scheduled post and a draft offer only the actions that the remote service supports", async ({
  signedInPage: page,
}) => {
  const later = createUniqueText("For tomorrow");
  await openComposerWithAllChannels(page);
  await page.getByLabel("Text", { exact: true }).fill(later);
  await (await openScheduleDialog(page)).getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Schedule on 2 channels" }).click();
  await expect(page.getByRole("heading", { name: "Scheduled on 2 channels" })).toBeVisible();
  await page.getByRole("button", { name: "Write another" }).click();
  const draft = createUniqueText("Not yet");
  await page.getByLabel("Text", { exact: true }).fill(draft);
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("Saved to Drafts in this browser")).toBeVisible();

  await page.goto("/posts?status=scheduled");
  await page.getByRole("link", { name: later, exact: true }).first().click();
  await expect(page.getByText(/^Publishes/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete" })).toBeVisible();
  for (const name of ["Edit", "Cancel", "Retry"])
    await expect(page.getByRole("main").getByText(name, { exact: true })).toHaveCount(0);
  const id = page.url().split("/").at(-1);
  await visit(page, `/compose?post=${id}`);
  await expect(page.getByText("This publishing service can't edit posts.")).toBeVisible();
});

test("the list is filtered, counted and paged by that service's own parameter names", async ({
  signedInPage: page,
  service,
}) => {
  const mark = createUniqueText("Row");
  for (let at = 0; at < 21; at += 1) await createRemotePost(service, { text: `${mark} ${at}`, draft: true });
  await createRemotePost(service, {
    text: createUniqueText("Elsewhere"),
    scheduled_for: new Date(Date.now() + 3_600_000).toISOString(),
  });
  await page.goto("/posts");
  await page.getByRole("link", { name: "Drafts 21" }).click();
  await expect(page.getByText("1 to 20 of 21")).toBeVisible();
  await page.getByRole("link", { name: "Older" }).click();
  await expect(page.getByText("21 to 21 of 21")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: `${mark} 0`, exact: true }).click();
  await expect(page.getByRole("heading", { name: `${mark} 0` })).toBeVisible();
  expect(service.asked()).toContain("GET /v1/posts?state=draft&page_size=20&skip=20");
});

test("deleting one post or many asks first and says that it is permanent", async ({ signedInPage: page, service }) => {
  const text = createUniqueText("Gone for good");
  const id = await createRemotePost(service, { text, draft: true });
  for (const name of ["One", "Two"]) await createRemotePost(service, { text: `${name} ${text}`, draft: true });
  await page.goto(`/posts/${id}`);
  await page.getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("This service can't bring a deleted post back.");
  await dialog.getByRole("button", { name: "Keep" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Delete 1 post" }).click();
  await expect(page).toHaveURL("/posts");
  await expect(page.getByRole("link", { name: text, exact: true })).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByRole("button", { name: "Delete 2" }).click();
  await expect(dialog).toContainText("Delete 2 posts permanently?");
  await dialog.getByRole("button", { name: "Delete 2 posts" }).click();
  await expect(page.getByRole("link", { name: new RegExp(text) })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
});

test("the leaderboard marks You; a role and scopes that nobody knows are shown as they are", async ({
  signedInPage: page,
}) => {
  await page.goto("/leaderboard");
  await expect(page.getByRole("main").getByText("You", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await visit(page, "/profile");
  for (const words of ["Robin Outside", "robin@outside.invalid", "Overlord", "everything:do"])
    await expect(page.getByRole("main").getByText(words, { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test.describe("what only our own service has", () => {
  test.use({ expectedErrors: [/404/] });

  test("is not there, or says why in a sentence", async ({ signedInPage: page, app }) => {
    await page.goto("/setup?token=anything");
    await expect(page.getByText("This link doesn't work")).toBeVisible();
    expect((await page.goto("/practice/practice_x"))?.status()).toBe(404);
    await page.goto("/docs");
    await expect(page.getByRole("main")).toContainText(/reference/i);
    await page.goto("/docs/api");
    await expect(page.getByText("This publishing service doesn't describe its API.")).toBeVisible();
    await expect(page.locator("[data-endpoint-index] li")).toHaveCount(8);
    await expect(page.getByRole("main")).not.toContainText("Idempotency-Key");
    await expectAccessible(page);
    expect(await (await page.request.get("/docs/api/posts.md")).text()).toContain("https://service.example/v1/posts");
    const answer = await fetch(`${app.origin}/v1/me`, { headers: { authorization: `Bearer ${app.key}` } });
    expect(answer.status).toBe(404);
  });
});

test("members, the organization, review and keys are absent or say why; channels and the leaderboard are what it tells", async ({
  signedInPage: page,
}) => {
  test.setTimeout(120_000);
  for (const [path, sentence] of [
    ["/members", "This service doesn't list members"],
    ["/organization", "This service doesn't share organization settings"],
    ["/review", "This service has no review"],
    ["/review/log", "This service has no log"],
  ] as const) {
    expect((await page.goto(path))?.status()).toBe(200);
    await expect(page.getByRole("heading", { name: sentence })).toBeVisible();
    await expectAccessible(page);
    expect(
      await page
        .getByRole("navigation")
        .getByRole("link", { name: /Members|Review/ })
        .count(),
    ).toBe(0);
  }

  await visit(page, "/channels");
  for (const name of ["Outside x", "Outside pigeon"]) {
    await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
  }
  await expect(page.getByRole("button", { name: /Connect|Edit|Disconnect/ })).toHaveCount(0);
  await expectAccessible(page);

  await visit(page, "/profile");
  await expect(page.getByRole("heading", { name: "Robin Outside" })).toBeVisible();
  for (const name of ["API keys", "Password and sessions", "Sign-in security"]) {
    await expect(page.getByRole("heading", { name })).toHaveCount(0);
  }
  await expect(page.getByRole("button", { name: /Rename|Leave|everywhere/ })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Sign out", exact: true })).toBeVisible();

  await page.goto("/leaderboard/wall?period=week");
  await expect(page.getByText("Robin Outside").first()).toBeVisible();
  await expect(page.getByText(/@outside\.invalid/)).toHaveCount(0);
  await expectAccessible(page);
});
