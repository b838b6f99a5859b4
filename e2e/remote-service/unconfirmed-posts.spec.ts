import { expect, networkErrors } from "../support/fixtures.ts";
import { test } from "../support/remote-service-fixture.ts";
import { countPosts, createUniqueText, openComposerWithAllChannels } from "../support/remote-service-steps.ts";

// The longest file of its kind: workers that are done with theirs take its tests.
test.describe.configure({ mode: "parallel" });

// This service supports no idempotency keys: a request sent twice takes effect twice.
test.beforeEach(({ service }) => service.comeBack());

const answers = [
  "500",
  "500 own code",
  "502 page",
  "503",
  "504",
  "cut",
  "half",
  "html",
  "unreadable",
  "no posts",
] as const;
for (const answer of answers) {
  test(`a create that is stored and answered with "${answer}" is found, and nothing is sent twice`, async ({
    signedInPage: page,
    service,
  }) => {
    const text = createUniqueText(`Stored, then ${answer}`);
    await openComposerWithAllChannels(page);
    await page.getByLabel("Text", { exact: true }).fill(text);
    await service.behave({ create: answer });
    await page.getByRole("button", { name: "Publish on 2 channels" }).click();
    await expect(page.getByText("It arrived", { exact: true })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Published on 2 channels" })).toBeVisible();
    expect(await countPosts(service, text)).toBe(2);
  });
}

test("a tab that is reloaded while a slow service creates the posts finds them, and sends nothing twice", async ({
  signedInPage: page,
  service,
}) => {
  const text = createUniqueText("Reloaded while sending");
  await openComposerWithAllChannels(page);
  await page.getByLabel("Text", { exact: true }).fill(text);
  // Longer than a reload on a busy machine, so that the page opens before the posts are there.
  await service.behave({ create: "slow", slowMs: 6_000 });
  const creates = () => service.asked().filter((line) => line.startsWith("POST /v1/posts")).length;
  const before = creates();
  await page.getByRole("button", { name: "Publish on 2 channels" }).click();
  await expect.poll(creates).toBe(before + 1);
  await page.reload();
  await expect(page.getByText("It may have arrived.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Published on 2 channels" })).toBeVisible({ timeout: 20_000 });
  expect(await countPosts(service, text)).toBe(2);
});

test.describe("when the browser loses the dashboard's answer", () => {
  test.use({ expectedErrors: networkErrors });

  test("the posts are found all the same", async ({ signedInPage: page, service }) => {
    const text = createUniqueText("Answer lost on the way");
    await openComposerWithAllChannels(page);
    await page.getByLabel("Text", { exact: true }).fill(text);
    await page.route("**/compose*", async (route) => {
      if (route.request().method() !== "POST" || !route.request().postData()?.includes(text)) return route.fallback();
      await route.fetch();
      await route.abort();
    });
    await page.getByRole("button", { name: "Publish on 2 channels" }).click();
    await expect(page.getByRole("heading", { name: "Published on 2 channels" })).toBeVisible();
    expect(await countPosts(service, text)).toBe(2);
  });
});

test("the author decides about a post that isn't found, also after a reload, and it is published once", async ({
  signedInPage: page,
  service,
}) => {
  const text = createUniqueText("Not to be found");
  await openComposerWithAllChannels(page);
  await page.getByLabel("Text", { exact: true }).fill(text);
  await service.behave({ create: "503" });
  // The latest posts keep their state from before the click.
  await page.route("**/read/latest-posts", (route) => route.fulfill({ json: { ok: [] } }));
  await page.getByRole("button", { name: "Publish on 2 channels" }).click();
  const question = page.getByRole("main").getByRole("alert");
  await expect(question).toContainText("It may have arrived.");
  await expect(question).not.toContainText(/is safe|won't publish it twice/i);
  // The button itself sends nothing until the person answers the question.
  await page.getByRole("button", { name: "Publish on 2 channels" }).click();
  await page.reload();
  await expect(question).toContainText("It may have arrived.", { timeout: 20_000 });
  expect(await countPosts(service, text)).toBe(2);
  await question.getByRole("button", { name: "It's there" }).click();
  await expect(page.getByRole("heading", { name: "Sent", level: 2 })).toBeVisible();
  await page.goto("/compose");
  await expect(page.getByLabel("Text", { exact: true })).toHaveValue("");
  await expect(page.getByText("It may have arrived.")).toHaveCount(0);
  expect(await countPosts(service, text)).toBe(2);
});

test("a post that the service calls scheduled, without a time, is watched until it failed", async ({
  signedInPage: page,
}) => {
  await openComposerWithAllChannels(page);
  await page.getByLabel("Text", { exact: true }).fill(createUniqueText("Refused there [fail]"));
  await page.getByRole("button", { name: "Publish on 2 channels" }).click();
  await expect(page.getByRole("heading", { name: "Failed on 2 channels" })).toBeVisible();
  await expect(page.getByText("The platform said no.").first()).toBeVisible();
});

test("a second tab with the same draft sends nothing again, and shows what the first one sent", async ({
  signedInPage: page,
  service,
  watch,
}) => {
  const text = createUniqueText("In two tabs");
  await openComposerWithAllChannels(page);
  await page.getByLabel("Text", { exact: true }).fill(text);
  await expect(page.getByText("Saved in this browser")).toBeVisible();
  const other = await page.context().newPage();
  watch(other);
  await other.goto("/compose");
  await expect(other.getByLabel("Text", { exact: true })).toHaveValue(text);
  await service.behave({ create: "slow" });
  const creates = () => service.asked().filter((line) => line.startsWith("POST /v1/posts")).length;
  const before = creates();
  await page.getByRole("button", { name: "Publish on 2 channels" }).click();
  await expect.poll(creates).toBe(before + 1);
  await other.getByRole("button", { name: "Publish on 2 channels" }).click();
  await expect(other.getByText("It may have arrived.")).toBeVisible();
  for (const tab of [page, other])
    await expect(tab.getByRole("heading", { name: "Published on 2 channels" })).toBeVisible({ timeout: 20_000 });
  expect(creates()).toBe(before + 1);
  expect(await countPosts(service, text)).toBe(2);
  await other.close();
});

test("a lost post is not taken for an equal one that was published a moment before", async ({
  signedInPage: page,
  service,
}) => {
  const text = createUniqueText("Said twice on purpose");
  await openComposerWithAllChannels(page);
  for (const isLost of [false, true]) {
    await page.getByLabel("Text", { exact: true }).fill(text);
    if (isLost) await service.behave({ create: "503", stores: false });
    await page.getByRole("button", { name: "Publish on 2 channels" }).click();
    if (isLost) break;
    await expect(page.getByRole("heading", { name: "Published on 2 channels" })).toBeVisible();
    await page.getByRole("button", { name: "Write another" }).click();
  }
  const question = page.getByRole("main").getByRole("alert");
  await expect(question).toContainText("It is not among the latest posts.");
  await expect(question).toContainText("this publishing service may create it twice");
  await question.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByRole("heading", { name: "Published on 2 channels" })).toBeVisible();
  expect(await countPosts(service, text)).toBe(4);
});
