import { randomFillSync } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright/test";
import sharp from "sharp";
import { expectAccessibleInBothThemes } from "../support/accessibility.ts";
import { chooseChannels, openComposer } from "../support/composer-page.ts";
import { expect, test } from "../support/fixtures.ts";
import { needs } from "../support/needs.ts";

const limitBytes = 10 * 1024 * 1024;
const folder = mkdtempSync(path.join(tmpdir(), "postwright-fit-"));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Chooses a PNG of noise, which can't be compressed, so its size follows from its pixels. The file is on disk, where
 * the browser reads it.
 */
async function chooseNoise(page: Page, name: string, width: number, height: number): Promise<number> {
  const raw = randomFillSync(Buffer.alloc(width * height * 3));
  const file = path.join(folder, name);
  const { size } = await sharp(raw, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toFile(file);
  await page.getByLabel("Image files").setInputFiles(file);
  return size;
}
const choose = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.getByLabel("Image files").setInputFiles({ name, mimeType, buffer });

/** Images that the page itself decoded or drew. */
type Seen = { held: string[] };

test("a PNG over 10 MB is shrunk in a worker, its new size is shown before it is added, and the service gets that file", async ({
  signedInPage: page,
}) => {
  needs("uploadMedia.width");
  // Records the work that would block typing: decoding and drawing in the page itself.
  await page.addInitScript(() => {
    const held: string[] = [];
    Object.assign(window, { held });
    const decode = window.createImageBitmap;
    window.createImageBitmap = ((...all: Parameters<typeof decode>) => {
      held.push("createImageBitmap");
      return decode(...all);
    }) as typeof decode;
    const context = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...all: unknown[]) {
      held.push("getContext");
      return Reflect.apply(context, this, all);
    } as typeof context;
    const Offscreen = window.OffscreenCanvas;
    window.OffscreenCanvas = new Proxy(Offscreen, {
      construct(of, all) {
        held.push("OffscreenCanvas");
        return Reflect.construct(of, all);
      },
    });
  });
  await openComposer(page);
  expect(await chooseNoise(page, "harbour.png", 2_400, 1_600)).toBeGreaterThan(limitBytes);
  await expect(page.getByText("harbour.png is 11.0 MB; the limit is 10 MB.")).toBeVisible();
  await expectAccessibleInBothThemes(page);
  // The accessibility check draws too.
  await page.evaluate(() => {
    (window as unknown as Seen).held.splice(0);
  });
  const begun = page.waitForEvent("worker");
  await page.getByRole("button", { name: "Shrink to fit" }).click();
  const worker = await begun;
  const told = page.getByText(/^harbour\.jpg would be a JPEG of [\d.]+ MB, 2400 × 1600 pixels\.$/);
  await expect(told).toBeVisible({ timeout: 30_000 });
  // The worker ends and frees its memory.
  await expect.poll(() => page.workers().includes(worker)).toBe(false);
  expect(await page.evaluate(() => (window as unknown as Seen).held)).toEqual([]);
  await expect(page.getByRole("list", { name: "Images" })).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
  const answered = page.waitForResponse((answer) => answer.url().endsWith("/upload"));
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("button", { name: "Remove image 1" })).toBeVisible({ timeout: 20_000 });
  await expect(told).toBeHidden();
  const { ok: media } = await (await answered).json();
  expect(media).toMatchObject({ mime: "image/jpeg", width: 2400, height: 1600 });
  const stored = await (await page.request.get(media.url)).body();
  expect(stored.length).toBeLessThanOrEqual(limitBytes);
  const { width, height, format } = await sharp(stored).metadata();
  expect({ width, height, format }).toEqual({ width: 2400, height: 1600, format: "jpeg" });
});

test("a browser without OffscreenCanvas shrinks an image in the page", async ({ signedInPage: page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, "OffscreenCanvas"));
  await openComposer(page);
  await chooseNoise(page, "harbour.png", 2_400, 1_600);
  await page.getByRole("button", { name: "Shrink to fit" }).click();
  await expect(page.getByText(/^harbour\.jpg would be a JPEG of [\d.]+ MB, 2400 × 1600 pixels\.$/)).toBeVisible({
    timeout: 30_000,
  });
  expect(page.workers()).toEqual([]);
});

test("shrinking an image can be canceled, and the image removed", async ({ signedInPage: page }) => {
  await openComposer(page);
  await chooseNoise(page, "harbour.png", 4_000, 4_000);
  const begun = page.waitForEvent("worker");
  await page.getByRole("button", { name: "Shrink to fit" }).click();
  const worker = await begun;
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => page.workers().includes(worker)).toBe(false);
  await expect(page.getByText("harbour.png is 45.9 MB; the limit is 10 MB.")).toBeVisible();
  // The post is not published without its picture unless the person agrees.
  await page.getByRole("textbox", { name: "Text" }).fill("Look at this harbour");
  await chooseChannels(page, ["practice_x"]);
  await page.getByRole("button", { name: "Publish on 1 channel" }).click();
  const obstacle = page.getByRole("alert").filter({ hasText: "harbour.png is not added yet." });
  await expect(obstacle).toBeVisible();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(obstacle).toHaveCount(0);
  await expect(page.getByText("harbour.png")).toHaveCount(0);
});

test("a GIF over 10 MB warns of losing its animation and becomes a still image only on request", async ({
  signedInPage: page,
}) => {
  await openComposer(page);
  const raw = { width: 90, height: 270, channels: 3, pageHeight: 90 } as const;
  const moving = await sharp(randomFillSync(Buffer.alloc(90 * 270 * 3)), { raw })
    .gif()
    .toBuffer();
  // No decoder reads the bytes after the end of the image, but they count.
  const frames = Buffer.concat([moving, Buffer.alloc(limitBytes + 1024 ** 2)]);
  expect(frames.length).toBeGreaterThan(limitBytes);
  await choose(page, "wave.gif", "image/gif", frames);
  await expect(
    page.getByText(/^wave\.gif is .* MB; the limit is 10 MB\. Shrinking it removes the animation\.$/),
  ).toBeVisible();
  await page.getByRole("button", { name: "Convert to a still image" }).click();
  await expect(page.getByText(/^wave\.jpg would be a JPEG of .*, 90 × 90 pixels\.$/)).toBeVisible({
    timeout: 30_000,
  });
});

/** Builds a HEIF file of the kind that photos use. */
const heif = (brand: string, rest: Buffer = Buffer.alloc(64)) =>
  Buffer.concat([Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1${brand}`, "latin1"), rest]);

test("a HEIC photo that the browser can't read gets instructions for a JPEG, and the text stays", async ({
  signedInPage: page,
}) => {
  await openComposer(page);
  await page.getByRole("textbox", { name: "Text" }).fill("From the harbour");
  await choose(page, "IMG_0001.HEIC", "image/heic", heif("heic"));
  await expect(page.getByText("IMG_0001.HEIC is a HEIC photo. HEIC isn't supported.")).toBeVisible();
  await page.getByRole("button", { name: "Convert to JPEG" }).click();
  await expect(
    page.getByText(/^IMG_0001\.HEIC is a HEIC photo, which this browser can't read; Safari can\. On a Mac .* JPEG/),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Convert to JPEG" })).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue("From the harbour");
});

test("a HEIC file that the browser can read is converted to JPEG", async ({ signedInPage: page }) => {
  await openComposer(page);
  // Both codings use this container, and its first brand does not name the coding; the browser knows this one.
  const picture = await sharp({ create: { width: 320, height: 200, channels: 3, background: "#7a93b0" } })
    .avif()
    .toBuffer();
  picture.write("mif1", 8, "latin1");
  await choose(page, "IMG_0002.HEIC", "image/heic", picture);
  await expect(page.getByText("IMG_0002.HEIC is a HEIC photo. HEIC isn't supported.")).toBeVisible();
  await page.getByRole("button", { name: "Convert to JPEG" }).click();
  await expect(page.getByText(/^IMG_0002\.jpg would be a JPEG of \d+ KB, 320 × 200 pixels\.$/)).toBeVisible();
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("button", { name: "Remove image 1" })).toBeVisible();
});
