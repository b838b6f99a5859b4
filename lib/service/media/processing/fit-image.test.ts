import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { type ImageRequirements, meetsImageRequirements } from "#lib/contract/platforms/image-requirements.ts";
import { animation, noise, redBlue } from "#lib/service/media/testing/test-images.ts";
import { fitImage, ImageFitError } from "./fit-image.ts";

const form = (over: Partial<ImageRequirements> = {}): ImageRequirements => ({
  types: ["image/jpeg", "image/png"],
  maxBytes: 1_000_000,
  maxEdge: 2000,
  maxPixels: null,
  ...over,
});
const jpegs = (over: Partial<ImageRequirements> = {}) => form({ types: ["image/jpeg"], ...over });
const pixelOf = async (bytes: Buffer, left: number, top: number) => [
  ...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
];

describe("an image that must be fitted", () => {
  test("it keeps its proportions and is reduced to the limits of edge, pixels and bytes, one after the other", async () => {
    const source = await noise(3000, 1500).jpeg({ quality: 95 }).toBuffer();
    const byEdge = await fitImage(source, jpegs({ maxEdge: 1000, maxBytes: 10_000_000 }));
    expect(byEdge).toMatchObject({ mime: "image/jpeg", width: 1000, height: 500 });
    const byPixels = await fitImage(source, jpegs({ maxPixels: 500_000, maxBytes: 10_000_000 }));
    expect(byPixels.width * byPixels.height).toBeLessThanOrEqual(500_000);
    expect(byPixels.width * byPixels.height).toBeGreaterThan(490_000);
    const byBytes = await fitImage(source, jpegs({ maxBytes: 200_000 }));
    expect(byBytes.bytes.length).toBeLessThanOrEqual(200_000);
    expect(byBytes.width / byBytes.height).toBeCloseTo(2, 1);
    const told = await sharp(byBytes.bytes).metadata();
    expect([told.format, told.width, told.height]).toEqual(["jpeg", byBytes.width, byBytes.height]);
  });

  test("it is never enlarged", async () => {
    const source = await redBlue(60, 40).webp().toBuffer();
    expect(await fitImage(source, jpegs())).toMatchObject({ width: 60, height: 40, mime: "image/jpeg" });
  });

  test.each([
    ["tall", 300, 400, 320, 400],
    ["wide", 800, 200, 800, 419],
    ["reduced", 3_000, 4_000, 1_152, 1_440],
  ])("a %s image outside the accepted shapes gets white edges and loses nothing", async (_, width, height, w, h) => {
    const ratioForm = jpegs({ maxEdge: 1_440, maxBytes: 8_000_000, ratio: { min: 0.8, max: 1.91 } });
    const source = await redBlue(width, height).jpeg().toBuffer();
    const fitted = await fitImage(source, ratioForm);
    expect([fitted.width, fitted.height]).toEqual([w, h]);
    expect(meetsImageRequirements({ ...fitted, sizeBytes: fitted.bytes.length }, ratioForm)).toBe(true);
    expect(Math.min(...(await pixelOf(fitted.bytes, 0, 0)))).toBeGreaterThan(240);
    const [red, , blue] = await pixelOf(fitted.bytes, Math.floor(w / 4), Math.floor(h / 2));
    expect(red).toBeGreaterThan(blue ?? 255);
  });

  test("it is rotated upright and has no camera metadata", async () => {
    // 6: the file's image lies on its side and must be rotated clockwise.
    const source = await redBlue(400, 200)
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD3: { GPSLatitudeRef: "N", GPSLatitude: "52/1 31/1 0/1" }, IFD0: { Copyright: "Ada" } })
      .jpeg()
      .toBuffer();
    expect((await sharp(source).metadata()).exif).toBeDefined();
    const { bytes, width, height } = await fitImage(source, jpegs({ maxEdge: 300 }));
    expect([width, height]).toEqual([150, 300]);
    const { exif, xmp, icc, orientation } = await sharp(bytes).metadata();
    expect([exif, xmp, icc, orientation ?? 1]).toEqual([undefined, undefined, undefined, 1]);
    expect(bytes.includes("Ada")).toBe(false);
    // The left half is at the top now.
    expect((await pixelOf(bytes, 75, 20))[0]).toBeGreaterThan(200);
    expect((await pixelOf(bytes, 75, 280))[2]).toBeGreaterThan(200);
  });

  test("a transparent image stays transparent where PNG is supported, and otherwise gets a white background", async () => {
    const source = await sharp({ create: { width: 50, height: 50, channels: 4, background: "#0000" } })
      .webp()
      .toBuffer();
    const kept = await fitImage(source, form());
    expect(kept.mime).toBe("image/png");
    expect((await sharp(kept.bytes).metadata()).hasAlpha).toBe(true);
    const flat = await fitImage(source, jpegs());
    expect(flat.mime).toBe("image/jpeg");
    expect(await pixelOf(flat.bytes, 25, 25)).toEqual([255, 255, 255]);
  });

  test("a PNG stays a PNG while that fits, and otherwise becomes a JPEG", async () => {
    const drawing = await redBlue(3000, 100).png().toBuffer();
    expect(await fitImage(drawing, form())).toMatchObject({ mime: "image/png", width: 2000 });
    const photograph = await noise(900, 900).png().toBuffer();
    expect(photograph.length).toBeGreaterThan(1_000_000);
    expect(await fitImage(photograph, form())).toMatchObject({ mime: "image/jpeg", width: 900 });
  });

  test("the same input gives the same bytes each time", async () => {
    const source = await noise(800, 600).jpeg().toBuffer();
    const [one, two] = [
      await fitImage(source, jpegs({ maxEdge: 500 })),
      await fitImage(source, jpegs({ maxEdge: 500 })),
    ];
    expect(one.bytes.equals(two.bytes)).toBe(true);
  });

  test("an animation and bytes that are no image are refused", async () => {
    const moving = await animation(20, 3).gif().toBuffer();
    await expect(fitImage(moving, form())).rejects.toThrow(ImageFitError);
    await expect(fitImage(await noise(300, 300).jpeg().toBuffer(), jpegs({ maxBytes: 100 }))).rejects.toThrow(
      ImageFitError,
    );
  });

  test("a damaged image is refused", async () => {
    const whole = await noise(500, 500).jpeg().toBuffer();
    await expect(fitImage(whole.subarray(0, whole.length / 2), jpegs())).rejects.toThrow();
  });
});

test("an image within all limits is returned unchanged", () => {
  const image = { mime: "image/png", sizeBytes: 1_000_000, width: 2000, height: 1000 };
  expect(meetsImageRequirements(image, form({ maxPixels: 2_000_000 }))).toBe(true);
  expect(meetsImageRequirements(image, jpegs())).toBe(false);
  expect(meetsImageRequirements(image, form({ maxBytes: 999_999 }))).toBe(false);
  expect(meetsImageRequirements(image, form({ maxEdge: 1999 }))).toBe(false);
  expect(meetsImageRequirements(image, form({ maxPixels: 1_999_999 }))).toBe(false);
});
