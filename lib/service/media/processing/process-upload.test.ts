import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ImageType } from "#lib/contract/platforms/image-requirements.ts";
import {
  animation,
  gifBomb,
  noise,
  openTestStore,
  png,
  pngBomb,
  redBlue,
} from "#lib/service/media/testing/test-images.ts";
import { processUpload } from "./process-upload.ts";

let store: Awaited<ReturnType<typeof openTestStore>>;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.drop());

let files = 0;
/** Processes an upload. `name` is the client's file name; only the bytes count. */
async function processed(bytes: Buffer, name = "upload.jpg") {
  files += 1;
  const path = join(store.folder, `${files}-${name}`);
  await writeFile(path, bytes);
  return processUpload(path);
}
const refusedAs = (message: RegExp) =>
  expect.objectContaining({ code: "invalid_request", message: expect.stringMatching(message) });
const notAnImage = refusedAs(/not a JPEG, PNG, WebP or GIF/);
const damaged = refusedAs(/damaged or cut off/);

async function pixelAt(bytes: Buffer, left: number, top: number): Promise<number[]> {
  const { data } = await sharp(bytes)
    .removeAlpha()
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
}

function withoutChunk(bytes: Buffer, type: string): Buffer {
  const at = bytes.indexOf(type) - 4;
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 12 + bytes.readUInt32BE(at))]);
}

const formats = ["jpeg", "png", "webp", "gif"] as const;

test.each(formats)("a %s keeps its type, size and appearance, whatever its file name", async (format) => {
  const picture = await processed(await redBlue(60, 40)[format]().toBuffer(), "misnamed.svg");
  expect(picture).toMatchObject({
    mime: `image/${format}` satisfies string as ImageType,
    width: 60,
    height: 40,
    frames: 1,
  });
  expect((await sharp(picture.bytes).metadata()).format).toBe(format);
  const [left, right] = [await pixelAt(picture.bytes, 5, 20), await pixelAt(picture.bytes, 55, 20)];
  for (const [channel, value] of [255, 0, 0].entries())
    expect(Math.abs((left[channel] ?? -99) - value)).toBeLessThan(12);
  for (const [channel, value] of [0, 0, 255].entries())
    expect(Math.abs((right[channel] ?? -99) - value)).toBeLessThan(12);
});

test("transparency is preserved", async () => {
  const clear = sharp({ create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } });
  for (const format of ["png", "webp", "gif"] as const) {
    const picture = await processed(await clear.clone()[format]().toBuffer());
    expect((await sharp(picture.bytes).stats()).isOpaque).toBe(false);
  }
});

test("the location and all other metadata are removed", async () => {
  const exif = {
    IFD0: { Copyright: "seeded-owner", Make: "seeded-camera" },
    IFD3: {
      GPSLatitudeRef: "N",
      GPSLatitude: "51/1 30/1 3230/100",
      GPSLongitudeRef: "W",
      GPSLongitude: "0/1 7/1 4366/100",
    },
  };
  for (const format of ["jpeg", "png", "webp"] as const) {
    const bytes = await redBlue(60, 40)[format]().withExif(exif).withXmp("<x>seeded-xmp</x>").toBuffer();
    expect((await sharp(bytes).metadata()).exif).toBeDefined();
    expect(bytes.includes("seeded-camera")).toBe(true);
    const picture = await processed(bytes);
    const after = await sharp(picture.bytes).metadata();
    expect([after.exif, after.xmp, after.iptc, after.icc, after.comments]).toEqual(Array(5).fill(undefined));
    expect(picture.bytes.includes("seeded")).toBe(false);
  }
});

test("data hidden in comments or after the image is removed", async () => {
  const script = Buffer.from("<script>alert('seeded')</script>");
  const whole = await redBlue(8, 8).png().toBuffer();
  const inside = Buffer.concat([
    whole.subarray(0, 33),
    png([["tEXt", Buffer.concat([Buffer.from("Comment\0"), script])]]).subarray(8),
    whole.subarray(33),
  ]);
  for (const bytes of [
    inside,
    Buffer.concat([whole, script]),
    Buffer.concat([await redBlue(8, 8).gif().toBuffer(), script]),
    Buffer.concat([await redBlue(8, 8).jpeg().toBuffer(), script]),
  ]) {
    expect(bytes.includes("seeded")).toBe(true);
    const picture = await processed(bytes);
    expect(picture.bytes.includes("seeded")).toBe(false);
  }
});

test("the orientation is applied to the pixels", async () => {
  // 6: the camera was turned and the image must be rotated by a quarter to the right, so that the left side is at the
  // top.
  const bytes = await redBlue(60, 40).jpeg({ quality: 100 }).withMetadata({ orientation: 6 }).toBuffer();
  const picture = await processed(bytes);
  expect(picture).toMatchObject({ width: 40, height: 60 });
  expect((await sharp(picture.bytes).metadata()).orientation).toBeUndefined();
  expect((await pixelAt(picture.bytes, 20, 5))[0]).toBeGreaterThan(240);
  expect((await pixelAt(picture.bytes, 20, 55))[2]).toBeGreaterThan(240);
});

test("colors of a wide or print profile look the same without the profile", async () => {
  const wide = await redBlue(20, 20).withIccProfile("p3").png().toBuffer();
  // The file's stored numbers mean another red: without the profile they look paler.
  expect((await pixelAt(withoutChunk(wide, "iCCP"), 2, 2))[0]).toBeLessThan(245);
  expect((await pixelAt((await processed(wide)).bytes, 2, 2))[0]).toBeGreaterThan(250);
  const print = await redBlue(20, 20).toColourspace("cmyk").jpeg({ quality: 100 }).toBuffer();
  expect((await sharp(print).metadata()).space).toBe("cmyk");
  const picture = await processed(print);
  expect((await sharp(picture.bytes).metadata()).space).toBe("srgb");
  expect((await pixelAt(picture.bytes, 2, 2))[0]).toBeGreaterThan(180);
});

test.each(["gif", "webp"] as const)("an animated %s stays animated, frame by frame", async (format) => {
  const delay = [50, 100, 150, 200];
  const bytes = await animation(30, 4)[format]({ delay, loop: 3 }).toBuffer();
  const picture = await processed(bytes);
  expect(picture).toMatchObject({ width: 30, height: 30, frames: 4 });
  expect(await sharp(picture.bytes, { animated: true }).metadata()).toMatchObject({
    pages: 4,
    delay,
    loop: 3,
    pageHeight: 30,
  });
});

test.each([
  ["an SVG", '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="5" height="5"/></svg>'],
  ["an SVG with an XML line", '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
  ["HTML", "<!doctype html><script>alert(1)</script>"],
  ["a PDF", "%PDF-1.7\n1 0 obj\n"],
  ["text", "hello"],
  ["one byte", "\x89"],
])("%s named .png is refused", async (_what, content) => {
  await expect(processed(Buffer.from(content), "picture.png")).rejects.toEqual(notAnImage);
});

test("image types other than the four supported ones are refused", async () => {
  await expect(processed(await noise(20, 20).tiff().toBuffer(), "a.png")).rejects.toEqual(notAnImage);
  await expect(processed(await noise(64, 64).avif().toBuffer(), "a.png")).rejects.toEqual(notAnImage);
  const animated = png([
    ["IHDR", Buffer.from("00000001000000010800000000", "hex")],
    ["acTL", Buffer.from("0000000200000000", "hex")],
    ["IDAT", Buffer.alloc(4)],
  ]);
  await expect(processed(animated, "a.png")).rejects.toEqual(refusedAs(/Animated PNG/));
});

test("the decoders of other types are disabled for every caller", async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>');
  for (const bytes of [svg, await noise(20, 20).tiff().toBuffer(), await noise(64, 64).avif().toBuffer()]) {
    await expect(sharp(bytes).metadata()).rejects.toThrow("unsupported image format");
  }
});

test("HTML behind a PNG signature is refused", async () => {
  const bytes = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.from("<script>alert(1)</script>")]);
  await expect(processed(bytes, "a.png")).rejects.toMatchObject({ code: "invalid_request" });
});

test.each(formats)("a %s truncated at any point is refused", async (format) => {
  const bytes = await noise(300, 200)[format]().toBuffer();
  for (const share of [0.05, 0.3, 0.5, 0.8, 0.95, 0.99]) {
    await expect(processed(bytes.subarray(0, Math.floor(bytes.length * share)))).rejects.toEqual(damaged);
  }
});

test("a PNG with a wrong byte in its pixels is refused", async () => {
  const bytes = await noise(300, 200).png().toBuffer();
  const middle = Math.floor(bytes.length / 2);
  bytes.fill(0x55, middle, middle + 8);
  await expect(processed(bytes)).rejects.toEqual(damaged);
});

test("a decompression bomb is refused by its header, without the memory of its pixels", async () => {
  const bomb = pngBomb(16_000);
  expect(bomb.length).toBeLessThan(100_000);
  const before = process.resourceUsage().maxRSS;
  await expect(processed(bomb)).rejects.toEqual(refusedAs(/more than 50 megapixels/));
  // KiB; decoded, the image would be 256 MB.
  expect(process.resourceUsage().maxRSS - before).toBeLessThan(64 * 1024);
});

test("50 megapixels are counted over all frames", async () => {
  await expect(processed(gifBomb(1000, 118))).rejects.toEqual(refusedAs(/more than 50 megapixels over all its frames/));
  expect(await processed(gifBomb(1000, 3))).toMatchObject({ frames: 3, width: 1000, height: 1000 });
  expect(await processed(pngBomb(7071))).toMatchObject({ width: 7071 });
  await expect(processed(pngBomb(7072))).rejects.toEqual(refusedAs(/more than 50 megapixels/));
});

test("a small file with very many tiny frames is refused", async () => {
  await expect(processed(gifBomb(1, 100_000))).rejects.toEqual(refusedAs(/more than 1000 frames/));
});
