import type { Page } from "playwright/test";
import sharp from "sharp";
import { expectAccessible, expectAccessibleInBothThemes } from "../support/accessibility.ts";
import { createSubmission } from "../support/api-client.ts";
import { chooseChannels, openComposer, savedStatus } from "../support/composer-page.ts";
import { expect, networkErrors, test } from "../support/fixtures.ts";
import { nextJune } from "../support/future-dates.ts";
import { callApi } from "../support/isolated-app-fixture.ts";
import { needs } from "../support/needs.ts";
import { visit } from "../support/visit.ts";

const picture = (background = "#7a93b0") =>
  sharp({ create: { width: 320, height: 200, channels: 3, background } })
    .png()
    .toBuffer();
const file = async (name: string, background?: string) => ({
  name,
  mimeType: "image/png",
  buffer: await picture(background),
});
const strip = (page: Page) => page.getByRole("list", { name: "Parts" }).getByRole("list", { name: "Images" });
/** Returns the images in the strip, by name and in order. */
const order = (page: Page) =>
  strip(page)
    .getByRole("img")
    .evaluateAll((all) => all.map((one) => one.getAttribute("alt")));
const add = async (page: Page, ...names: string[]) => {
  await page.getByLabel("Image files").setInputFiles(await Promise.all(names.map((name) => file(name))));
  for (const at of names.keys())
    await expect(page.getByRole("button", { name: `Remove image ${at + 1}` })).toBeVisible();
};

test("the composer asks for alt text until each image has one, and publishes it", async ({ signedInPage: page }) => {
  test.slow();
  needs("describeMedia", "getPracticeTimeline");
  await openComposer(page);
  await chooseChannels(page, ["practice_x", "practice_bluesky"]);
  const mark = `Described ${Date.now()}`;
  await page.getByRole("textbox", { name: "Text" }).fill(mark);
  await add(page, "one.png", "two.png");
  await expect(page.getByText("Add alt text for people who can't see the images.")).toBeVisible();
  const [text, images] = [
    await page.getByRole("textbox", { name: "Text" }).boundingBox(),
    await strip(page).first().boundingBox(),
  ];
  // The images follow the text.
  expect((images?.y ?? 0) - (text?.y ?? 0) - (text?.height ?? 0)).toBeLessThan(24);
  await expectAccessibleInBothThemes(page);
  await page.getByRole("button", { name: "Skip" }).click();
  await expect(page.getByText("None of the 2 images has alt text.")).toBeVisible();
  await page.getByRole("button", { name: "Add alt text to image 2" }).click();
  const second = page.getByRole("textbox", { name: "Description of image 2" });
  await expect(second).toBeFocused();
  await second.fill("b".repeat(1001));
  await expect(page.getByText("1,001 of 1,000 on X: 1 too many")).toBeVisible();
  await expectAccessible(page);
  // The keys that publish outside the dialog only close it.
  await second.press("Control+Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Publish on 2 channels" }).click();
  await expect(page.getByText("The alt text of image 2 has 1001 characters; X allows 1000.")).toBeVisible();
  await page.getByRole("button", { name: /^Alt text of image 2/ }).click();
  await second.fill("A blue rectangle");
  await page.keyboard.press("Escape");
  await expect(page.getByText("Image 1 has no alt text.")).toBeVisible();
  await expect(
    page.getByRole("complementary", { name: "Preview" }).getByRole("img", { name: "A blue rectangle" }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Add alt text", exact: true }).click();
  await page.getByRole("textbox", { name: "Description of image 1" }).fill("A red one");
  await page.keyboard.press("Escape");
  // The request for descriptions disappears with the last missing one.
  await expect(page.getByRole("button", { name: /^Alt text of image 1/ })).toBeFocused();
  await page.getByRole("button", { name: "Publish on 2 channels" }).click();
  await expect(page.getByRole("heading", { name: "Published on 2 channels" })).toBeVisible({ timeout: 20_000 });
  await visit(page, "/practice/practice_x");
  await expect(
    page.getByRole("article").filter({ hasText: mark }).getByRole("img", { name: "A blue rectangle" }),
  ).toBeVisible();
  await visit(page, `/posts?q=${encodeURIComponent(mark)}`);
  await page
    .getByRole("link", { name: new RegExp(mark) })
    .first()
    .click();
  await expect(page.getByRole("img", { name: "A blue rectangle" })).toBeVisible();
});

test("a saved draft shows the alt text of its image", async ({ signedInPage: page }) => {
  needs("describeMedia", "saveDraft");
  await openComposer(page);
  await chooseChannels(page, ["practice_x"]);
  const mark = `Kept words ${Date.now()}`;
  await page.getByRole("textbox", { name: "Text" }).fill(mark);
  await add(page, "one.png");
  await page.getByRole("button", { name: "Add alt text", exact: true }).click();
  await page.getByRole("textbox", { name: "Description of image 1" }).fill("As written");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: /^Save/ }).click();
  await expect(page.getByText("Saved to Drafts", { exact: true })).toBeVisible({ timeout: 20_000 });
  await visit(page, "/drafts");
  await page
    .getByRole("link", { name: new RegExp(mark) })
    .first()
    .click();
  await expect(page.getByRole("button", { name: "Alt text of image 1: As written" })).toBeVisible();
});

test("an edit of scheduled posts saves a new text and a new alt text together", async ({ signedInPage: page, app }) => {
  needs("describeMedia", "changeSubmission");
  const text = `Described later ${Date.now()}`;
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(await picture())], { type: "image/png" }), "one.png");
  const headers = { authorization: `Bearer ${app.key}` };
  const uploaded = await fetch(`${app.origin}/v1/media`, { method: "POST", headers, body: form });
  const media = [(await uploaded.json()).data.id];
  const ids = await createSubmission(app, ["x", "bluesky"], { text, scheduled_for: nextJune, media });
  for (const [address, alt] of [
    [`/compose?post=${ids[0]}`, "For both"],
    [`/compose?post=${ids[1]}&one=1`, "For one, and so for both"],
  ] as const) {
    await page.goto(address);
    await page.getByRole("textbox", { name: "Text" }).press("ControlOrMeta+End");
    await page.keyboard.insertText("!");
    await page.getByRole("button", { name: /^(Add alt text to|Alt text of) image 1/ }).click();
    await page.getByRole("textbox", { name: "Description of image 1" }).fill(alt);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Update post" }).click();
    const read = async () => {
      const post = await callApi<{ posts: { text: string }[]; media: { alt: string }[] }>(
        app,
        "GET",
        `/posts/${ids[1]}`,
      );
      return [post.posts[0]?.text, post.media[0]?.alt];
    };
    await expect.poll(read, { timeout: 20_000 }).toEqual([`${text}${address.endsWith("one=1") ? "!!" : "!"}`, alt]);
  }
});

test("images are put in order by keys, by their buttons and by dragging", async ({ signedInPage: page }) => {
  await openComposer(page);
  await add(page, "one.png", "two.png", "three.png");
  await page.getByRole("button", { name: "Move image 1 right" }).focus();
  await page.keyboard.press("Alt+ArrowRight");
  await expect(page.getByRole("status").filter({ hasText: "Image is now 2 of 3" })).toBeAttached();
  await expect(page.getByRole("button", { name: "Move image 2 right" })).toBeFocused();
  await page.keyboard.press("Alt+ArrowRight");
  await expect.poll(() => order(page)).toEqual(["1: two.png", "2: three.png", "3: one.png"]);
  // At the end of the row the focused button is disabled: the other one gets the focus.
  await expect(page.getByRole("button", { name: "Move image 3 left" })).toBeFocused();
  await page.getByRole("button", { name: "Move image 3 left" }).click();
  await expect.poll(() => order(page)).toEqual(["1: two.png", "2: one.png", "3: three.png"]);
  const cards = strip(page).getByRole("listitem");
  const [from, to] = [await cards.nth(0).boundingBox(), await cards.nth(2).boundingBox()];
  if (!from || !to) throw new Error("no cards");
  await page.mouse.move(from.x + 30, from.y + 70);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 72, { steps: 4 });
  await page.mouse.move(to.x + 40, to.y + 60, { steps: 8 });
  await page.mouse.up();
  await expect.poll(() => order(page)).toEqual(["1: one.png", "2: three.png", "3: two.png"]);
});

test("a drop adds up to four valid images and names the other files", async ({ signedInPage: page }) => {
  await openComposer(page);
  const bytes = [...(await picture())];
  await page.getByRole("textbox", { name: "Text" }).evaluate((node, png) => {
    const data = new DataTransfer();
    for (let at = 1; at <= 20; at += 1)
      data.items.add(new File([new Uint8Array(png)], `${at}.png`, { type: "image/png" }));
    data.items.add(new File(["<!doctype html><p>no image"], "page.png", { type: "image/png" }));
    node.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, bytes);
  await expect(strip(page).getByRole("listitem")).toHaveCount(4);
  await expect(page.getByText("page.png is not a valid image.")).toBeVisible();
  await expect(page.getByText(/^Up to 4 images per part\. Not added: 5\.png, .*20\.png\.$/)).toBeVisible();
  await expectAccessible(page);
});

test("an image that is pasted is added, and words that come with a picture of them stay words", async ({
  signedInPage: page,
}) => {
  await openComposer(page);
  const bytes = [...(await picture())];
  const paste = (words: string) =>
    page.getByRole("textbox", { name: "Text" }).evaluate(
      (node, { png, text }) => {
        const data = new DataTransfer();
        if (text) data.setData("text/plain", text);
        data.items.add(new File([new Uint8Array(png)], "", { type: "image/png" }));
        return node.dispatchEvent(
          new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
        );
      },
      { png: bytes, text: words },
    );
  expect(await paste("Cells of a table")).toBe(true);
  expect(await paste("")).toBe(false);
  await expect(strip(page).getByRole("listitem")).toHaveCount(1);
});

test.describe("while the line is down", () => {
  test.use({ ownContext: true, expectedErrors: networkErrors });

  test("an upload whose answer was lost is sent again by itself, and makes one image", async ({
    signedInPage: page,
  }) => {
    needs("createPosts.submission_id");
    await openComposer(page);
    const keys: (string | undefined)[] = [];
    const ids: string[] = [];
    await page.route("**/upload", async (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      const answer = await route.fetch();
      ids.push((await answer.json()).ok.id);
      // The image arrives, but its answer is lost.
      return keys.length === 1 ? route.abort("connectionreset") : route.fulfill({ response: answer });
    });
    await page.getByLabel("Image files").setInputFiles(await file("one.png"));
    await expect(page.getByText("Can't reach the server. Retrying.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Remove image 1" })).toBeVisible();
    expect([keys.length, new Set(keys).size, new Set(ids).size]).toEqual([2, 1, 1]);
  });

  test("offline, an upload waits for the connection and the post for the upload, until the author stops it", async ({
    signedInPage: page,
  }) => {
    await openComposer(page);
    await chooseChannels(page, ["practice_x"]);
    await page.getByRole("textbox", { name: "Text" }).fill(`Through a tunnel ${Date.now()}`);
    await add(page, "one.png");
    await page.context().setOffline(true);
    await page.getByLabel("Image files").setInputFiles(await file("two.png"));
    await expect(page.getByText("Offline. Uploads when you're back.")).toBeVisible();
    await page.getByRole("button", { name: "Publish on 1 channel" }).click();
    await expect(page.getByText("You're offline. Nothing was sent.")).toBeVisible();
    // Back, with a slow upload.
    const line = Promise.withResolvers<void>();
    await page.route("**/upload", async (route) => {
      await line.promise;
      await route.continue();
    });
    await page.context().setOffline(false);
    await expect(page.getByText("Offline. Uploads when you're back.")).toBeHidden();
    await page.getByRole("button", { name: "Publish on 1 channel" }).click();
    await expect(page.getByRole("button", { name: "Waiting for 1 image" })).toBeVisible();
    await page.getByRole("button", { name: "Don't send" }).click();
    await page.getByRole("button", { name: "Publish on 1 channel" }).click();
    await expect(page.getByRole("button", { name: "Waiting for 1 image" })).toBeVisible();
    // A half-finished edit is not sent when the upload ends.
    await page.getByRole("textbox", { name: "Text" }).press("Backspace");
    await expect(page.getByText("You changed it while an image uploaded, so it was not sent.")).toBeVisible();
    await page.getByRole("button", { name: "Publish on 1 channel" }).click();
    await expect(page.getByRole("button", { name: "Waiting for 1 image" })).toBeVisible();
    line.resolve();
    await expect(page.getByRole("heading", { name: "Published on 1 channel" })).toBeVisible({ timeout: 20_000 });
  });

  test("images that were not uploaded when the page ended are uploaded by the next one, in their order", async ({
    signedInPage: page,
  }) => {
    needs("getPracticeTimeline");
    await openComposer(page);
    await chooseChannels(page, ["practice_x"]);
    const mark = `Outlasts its page ${Date.now()}`;
    await page.getByRole("textbox", { name: "Text" }).fill(mark);
    await page.route("**/upload", (route) => route.abort("connectionreset"));
    await page.getByLabel("Image files").setInputFiles([await file("one.png"), await file("two.png", "#b07a7a")]);
    const lost = page.getByText("Can't reach the server. Retrying.");
    await expect(lost).toHaveCount(2);
    // The service has the text; only this browser has the images.
    await expect(page.getByText(savedStatus)).toBeVisible();
    await page.reload();
    await expect(lost).toHaveCount(2);
    await page.unroute("**/upload");
    await page.reload();
    await expect(page.getByRole("button", { name: "Remove image 2" })).toBeVisible();
    expect(await order(page)).toEqual(["1: one.png", "2: two.png"]);
    await page.getByRole("button", { name: "Publish on 1 channel" }).click();
    await expect(page.getByRole("heading", { name: "Published on 1 channel" })).toBeVisible({ timeout: 20_000 });
    await page.goto("/practice/practice_x");
    await expect(page.getByRole("article").filter({ hasText: mark }).getByRole("img")).toHaveCount(2);
  });
});

test("the composer tells what platforms do with images, and a GIF plays by itself only without reduced motion", async ({
  signedInPage: page,
}) => {
  needs("uploadMedia.animated");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openComposer(page);
  await chooseChannels(page, ["practice_x", "practice_bluesky"]);
  const frames = Buffer.concat([0, 90, 180].map((grey) => Buffer.alloc(40 * 40 * 3, grey)));
  const raw = { width: 40, height: 120, channels: 3, pageHeight: 40 } as const;
  const buffer = await sharp(frames, { raw })
    .gif({ delay: [100, 100, 100] })
    .toBuffer();
  await page
    .getByLabel("Image files")
    .setInputFiles([{ name: "wave.gif", mimeType: "image/gif", buffer }, await file("two.png")]);
  const play = page.getByRole("button", { name: "GIF: play wave.gif" });
  await expect(play).toHaveAttribute("aria-pressed", "false");
  await play.click();
  await expect(play).toHaveAttribute("aria-pressed", "true");
  // The preview follows the same rule, and each image has its own play button.
  const preview = page.getByRole("complementary", { name: "Preview" });
  const playThere = preview.getByRole("button", { name: "GIF: play image 1" });
  await expect(playThere).toHaveAttribute("aria-pressed", "false");
  await expect(preview.getByRole("img", { name: "1 of 2" })).toHaveCSS("opacity", "0");
  await playThere.click();
  await expect(playThere).toHaveAttribute("aria-pressed", "true");
  await expect(preview.getByRole("img", { name: "1 of 2" })).toHaveCSS("opacity", "1");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.getByRole("tab", { name: /Practice Bluesky/ }).click();
  await expect(playThere).toHaveAttribute("aria-pressed", "true");
  const notes = page.getByRole("list", { name: "How platforms show the images" });
  await expect(notes.getByRole("listitem")).toHaveText([
    /^X allows an animated image only on its own/,
    /^Bluesky allows no animated images/,
    /^X and Bluesky crop images in the grid/,
  ]);
  await expectAccessibleInBothThemes(page);
});
