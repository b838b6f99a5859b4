import { createPost, updatePost, waitForStatus } from "../support/api-client.ts";
import { isServiceOutside } from "../support/app-under-test.ts";
import { chooseChannels, openComposer, pauseReads } from "../support/composer-page.ts";
import { expect, test } from "../support/fixtures.ts";
import { waitForHydration } from "../support/hydration.ts";
import { needs } from "../support/needs.ts";

// An intentionally aborted upload and an ended session: background reads are refused then.
test.use({ expectedErrors: [/net::ERR_FAILED|status of 401/] });

const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

test("a post that was changed elsewhere keeps both: the author chooses whose words go on", async ({
  app,
  signedInPage: page,
  browser,
  session,
  watch,
}) => {
  needs("changeSubmission.add");
  const id = await createPost(app, "x", { text: "The first words", draft: true });
  await page.goto(`/compose?post=${id}`);
  const text = page.getByRole("textbox", { name: "Text" });
  await text.fill("Words of the first computer");
  const context = await browser.newContext({ baseURL: app.origin, storageState: session });
  const other = await context.newPage();
  watch(other);
  await other.goto(`/compose?post=${id}`);
  await other.getByRole("textbox", { name: "Text" }).fill("Words of the second computer");
  await other.getByRole("button", { name: "Save draft" }).click();
  await expect(other.getByRole("heading", { name: "Saved as a draft for 1 channel" })).toBeVisible();
  await context.close();

  await page.getByRole("button", { name: "Save draft" }).click();
  const refusal = page.getByRole("alert").filter({ hasText: "Meanwhile this text was edited on X." });
  await expect(refusal).toBeVisible();
  await expect(text).toHaveValue("Words of the first computer");
  await page.getByRole("button", { name: "Keep mine" }).click();
  await expect(refusal).toHaveCount(0);
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByRole("heading", { name: "Saved as a draft for 1 channel" })).toBeVisible();
  await page.goto(`/compose?post=${id}`);
  await expect(text).toHaveValue("Words of the first computer");
});

test("the text of an edit becomes a new post when the edited post was published meanwhile", async ({
  app,
  signedInPage: page,
}) => {
  needs("changeSubmission.add");
  const id = await createPost(app, "x", { text: "The old words", draft: true });
  await page.goto(`/compose?post=${id}`);
  const text = page.getByRole("textbox", { name: "Text" });
  const better = `Better words ${Date.now()}`;
  await text.fill(better);
  await expect(page.getByText("Changes not applied")).toBeVisible();
  await updatePost(app, id, { version: 1, status: "publishing" });
  await waitForStatus(app, id, "published");
  await page.getByRole("button", { name: "Publish now" }).click();
  const told = page.getByRole("alert").filter({ hasText: /was published on X\..* in your drafts/ });
  await expect(told).toBeVisible();
  await page.getByRole("link", { name: "See drafts" }).click();
  await page.getByRole("link", { name: better }).click();
  await expect(page.getByRole("heading", { name: "You can't edit this post here" })).toBeVisible();
  await page.getByRole("button", { name: "Continue as a new post" }).click();
  await expect(page.getByRole("button", { name: "Publish on 1 channel" })).toBeVisible();
  await expect(text).toHaveValue(better);
});

test("a session that ends while writing leads through sign-in back to the words", async ({
  app,
  signedInPage: page,
}) => {
  await openComposer(page);
  await chooseChannels(page, ["practice_x"]);
  const words = `Kept through sign-in ${Date.now()}`;
  await page.getByRole("textbox", { name: "Text" }).fill(words);
  await page.context().clearCookies();
  // Autosave may notice first, and the button may be gone before the click.
  await page
    .getByRole("button", { name: "Publish on 1 channel" })
    .click({ timeout: 3_000 })
    .catch(() => undefined);
  await page.waitForURL(/\/sign-in\?next=%2Fcompose/);
  // A dashboard for another service signs in by key alone.
  if (!isServiceOutside) await page.getByRole("link", { name: "Use an API key" }).click();
  await page.getByLabel(/api key/i).fill(app.key);
  await page.getByRole("button", { name: /^sign in/i }).click();
  await page.waitForURL(/\/compose/);
  await waitForHydration(page);
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue(words);
  await page.getByRole("button", { name: "Publish on 1 channel" }).click();
  await expect(page.getByRole("heading", { name: "Published on 1 channel" })).toBeVisible({ timeout: 20_000 });
});

test("a failed upload is tried again, a canceled one is removed, and publishing waits for the last", async ({
  signedInPage: page,
}) => {
  await openComposer(page);
  await chooseChannels(page, ["practice_x"]);
  await page.getByRole("textbox", { name: "Text" }).fill(`With an image ${Date.now()}`);
  let way: "fail" | "hold" | "pass" = "fail";
  const held: (() => void)[] = [];
  await page.route("**/upload", async (route) => {
    if (way === "fail") return route.abort("failed");
    if (way === "hold") await new Promise<void>((resolve) => held.push(resolve));
    // A canceled upload has no page left to answer.
    await route.continue().catch(() => undefined);
  });
  const add = (name: string) =>
    page.getByLabel("Image files").setInputFiles({ name, mimeType: "image/png", buffer: picture });
  await add("one.png");
  await expect(page.getByText("Can't reach the server. Retrying.").first()).toBeVisible();
  way = "pass";
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("button", { name: "Remove image 1" })).toBeVisible();
  way = "hold";
  await add("two.png");
  await expect.poll(() => held.length).toBe(1);
  await page.getByRole("button", { name: "Cancel upload of two.png" }).click();
  await expect(page.getByRole("list", { name: "Images" }).first().getByRole("listitem")).toHaveCount(1);
  held[0]?.();
  await add("three.png");
  await page.getByRole("button", { name: "Publish on 1 channel" }).click();
  await expect(page.getByRole("button", { name: "Waiting for 1 image" })).toBeVisible();
  // The button's label changes before the upload begins, because the page reads a file first.
  await expect.poll(() => held.length).toBe(2);
  held[1]?.();
  await expect(page.getByRole("heading", { name: "Published on 1 channel" })).toBeVisible({ timeout: 20_000 });
});

test("what its platform answers late is shown live until it is out", async ({ signedInPage: page }) => {
  test.setTimeout(120_000);
  await openComposer(page);
  await chooseChannels(page, ["practice_x"]);
  await page.getByRole("textbox", { name: "Text" }).fill(`In its own time ${Date.now()} #slow`);
  const goOn = await pauseReads(page);
  await page.getByRole("button", { name: "Publish on 1 channel" }).click();
  await expect(page.getByRole("heading", { name: "Publishing…" })).toBeFocused();
  goOn();
  await expect(page.getByRole("heading", { name: "Published on 1 channel" })).toBeVisible({ timeout: 30_000 });
  await page.getByRole("button", { name: "Write another" }).click();
  await expect(page.getByRole("textbox", { name: "Text" })).toBeFocused();
});
