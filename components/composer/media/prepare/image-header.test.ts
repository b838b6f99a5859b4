import sharp from "sharp";
import { expect, test } from "vitest";
import { detectImageType, readImageSize } from "./image-header.ts";

const drawn = () => sharp({ create: { width: 301, height: 77, channels: 3, background: "#789" } });
const made = {
  "image/jpeg": () => drawn().jpeg(),
  "image/png": () => drawn().png(),
  "image/gif": () => drawn().gif(),
  "image/webp": () => drawn().webp(),
  "image/webp ": () => drawn().webp({ lossless: true }),
  "image/webp  ": () =>
    drawn()
      .ensureAlpha(0.5)
      .withExif({ IFD0: { Copyright: "c" } })
      .webp(),
};

test.each(Object.entries(made))("%s is recognized by its bytes, with its size", async (type, make) => {
  const bytes = new Uint8Array(await make().toBuffer());
  expect(detectImageType(bytes)).toBe(type.trim());
  expect(readImageSize(bytes)).toEqual({ width: 301, height: 77 });
});

test("a JPEG with metadata before its frame has the frame's size; a truncated header has none", async () => {
  const exif = { IFD0: { ImageDescription: "long ".repeat(5_000) } };
  const bytes = new Uint8Array(await drawn().withExif(exif).jpeg().toBuffer());
  expect(readImageSize(bytes)).toEqual({ width: 301, height: 77 });
  expect(readImageSize(bytes.subarray(0, 1_000))).toBeNull();
});

test("HEIC and AVIF are distinguished from files that are no image", async () => {
  const box = (brand: string) => new TextEncoder().encode(`\0\0\0\x18ftyp${brand}\0\0\0\0`);
  expect(detectImageType(box("heic"))).toBe("image/heic");
  expect(detectImageType(box("mif1"))).toBe("image/heic");
  expect(detectImageType(new Uint8Array(await drawn().avif().toBuffer()))).toBe("image/avif");
  for (const other of ["<!doctype html><html>", "<svg/>", "%PDF-1.7", "", "RIFF    WAVE"]) {
    expect(detectImageType(new TextEncoder().encode(other))).toBeNull();
  }
  expect(detectImageType(box("mp42"))).toBeNull();
});
