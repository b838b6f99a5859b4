import { expect } from "../support/fixtures.ts";
import { test } from "../support/remote-service-fixture.ts";
import { countPosts, createRemotePost, createUniqueText, getRemotePosts } from "../support/remote-service-steps.ts";

test.beforeEach(({ service }) => service.comeBack());

test("a draft is published, and the draft is deleted", async ({ signedInPage: page, service }) => {
  const text = createUniqueText("Draft no more");
  const id = await createRemotePost(service, { text, draft: true });
  await page.goto(`/posts/${id}`);
  await page.getByRole("link", { name: "Publish or schedule…" }).click();
  await expect(page.getByText(/This replaces the earlier version/)).toBeVisible();
  await expect(page.getByLabel("Text", { exact: true })).toHaveValue(text);
  // Another post from here would delete the draft too.
  await page.getByRole("button", { name: "More text tools" }).click();
  await expect(page.getByRole("menuitem", { name: "Keyboard shortcuts" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "New post" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Publish/ }).click();
  await expect(page.getByText("The earlier version was deleted.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Published on 1 channel" })).toBeVisible();
  expect(await countPosts(service, text)).toBe(1);
  // The next post replaces nothing.
  await page.getByRole("button", { name: "Write another" }).click();
  const another = createUniqueText("Another");
  await page.getByLabel("Text", { exact: true }).fill(another);
  await page
    .getByRole("navigation", { name: "Main" })
    .first()
    .getByRole("link", { name: /^Drafts/ })
    .click();
  const row = page.getByRole("list", { name: "Drafts" }).getByRole("listitem").filter({ hasText: another });
  await expect(row).toBeVisible();
  await expect(row).not.toContainText("replaces a post");
  await row.getByRole("link", { name: another }).click();
  await expect(page.getByLabel("Text", { exact: true })).toHaveValue(another);
  await expect(page.getByText(/This replaces the earlier version/)).toHaveCount(0);
  await page.getByRole("button", { name: /^Publish/ }).click();
  await expect(page.getByRole("heading", { name: "Published on 1 channel" })).toBeVisible();
  await expect(page.getByText("The earlier version was deleted.")).toHaveCount(0);
});

test("a scheduled post keeps its time when it is edited, and a deletion that fails is told", async ({
  signedInPage: page,
  service,
}) => {
  const text = createUniqueText("To be moved");
  const id = await createRemotePost(service, {
    text,
    scheduled_for: new Date(Date.now() + 5 * 86_400_000).toISOString(),
  });
  await page.goto(`/posts/${id}`);
  await page.getByRole("link", { name: "Edit or move…" }).click();
  await page.getByLabel("Text", { exact: true }).fill(`${text}, edited`);
  await service.behave({ deletes: false });
  await page.getByRole("button", { name: /^Schedule/ }).click();
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("The earlier version is still there.");
  await service.behave({ deletes: true });
  await alert.getByRole("button", { name: "Delete it" }).click();
  await expect(page.getByText("The earlier version was deleted.")).toBeVisible();
  expect([await countPosts(service, text), await countPosts(service, `${text}, edited`)]).toEqual([0, 1]);
});

test("an edit is carried out to its end when its tab closes after the new version was created", async ({
  signedInPage: page,
  service,
}) => {
  const text = createUniqueText("Closed early");
  const scheduled_for = new Date(Date.now() + 5 * 86_400_000).toISOString();
  const id = await createRemotePost(service, { text, scheduled_for });
  await page.goto(`/compose?again=${id}&replaces=1`);
  await page.getByLabel("Text", { exact: true }).fill(`${text}, edited`);
  // The tab closes while the earlier version is read and deleted.
  await service.behave({ late: { [`/posts/${id}`]: 1_000 } });
  const creates = () => service.asked().filter((line) => line.startsWith("POST /v1/posts ")).length;
  const before = creates();
  await page.getByRole("button", { name: /^Schedule/ }).click();
  await expect.poll(creates).toBe(before + 1);
  await page.close();
  await expect
    .poll(async () => [await countPosts(service, text), await countPosts(service, `${text}, edited`)])
    .toEqual([0, 1]);
});

test("an edited post keeps the points that were claimed for it", async ({ signedInPage: page, service }) => {
  const text = createUniqueText("Worth fifty");
  await page.goto("/compose");
  await page.getByRole("button", { name: /^(Choose channels|Channel)$/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "All" }).click();
  await page.getByRole("button", { name: "Use 2 channels" }).click();
  await page.getByLabel("Text", { exact: true }).fill(text);
  const points = page.getByRole("textbox", { name: /^Points/ }).locator("visible=true");
  await points.fill("50");
  await points.blur();
  await service.behave({ publishes: false });
  await page.getByRole("button", { name: "Publish on 2 channels" }).click();
  await expect.poll(() => countPosts(service, text)).toBe(2);
  const [first] = await getRemotePosts(service, text);
  await page.goto(`/compose?again=${first?.id}&replaces=1`);
  await expect(page.getByRole("textbox", { name: /^Points/ }).locator("visible=true")).toHaveValue("50");
  // A post made elsewhere claims what a create takes without being asked, and the page says that it is not known.
  const other = await createRemotePost(service, { text: createUniqueText("Elsewhere"), draft: true });
  await page.goto(`/compose?again=${other}&replaces=1`);
  await expect(page.getByRole("textbox", { name: /^Points/ }).locator("visible=true")).toHaveValue("20");
  await expect(page.getByText(/doesn't report images and points/)).toBeVisible();
});

test("a text longer than a known limit is marked and can be sent, joined as the service does it", async ({
  signedInPage: page,
  service,
}) => {
  const text = `${createUniqueText("Long")} ${"word ".repeat(80)}end`;
  await page.goto("/compose");
  await page.getByRole("button", { name: /^(Choose channels|Channel)$/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "All" }).click();
  await page.getByRole("button", { name: "Use 2 channels" }).click();
  await page.getByLabel("Text", { exact: true }).fill(text);
  await page.getByRole("button", { name: "Publish on 2 channels" }).click();
  await expect(page.getByRole("heading", { name: "Published on 2 channels" })).toBeVisible();
  expect(await countPosts(service, text)).toBe(2);
});
