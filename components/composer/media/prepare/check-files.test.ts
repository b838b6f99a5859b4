import { expect, test } from "vitest";
import { checkFiles } from "./check-files.ts";

const start = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  gif: [..."GIF89a"].map((one) => one.charCodeAt(0)),
  heic: [..."\0\0\0\x18ftypheic"].map((one) => one.charCodeAt(0)),
  html: [..."<!doctype html>"].map((one) => one.charCodeAt(0)),
};
type Kind = keyof typeof start;

/** Creates a file of any size that holds only its first bytes. `reads` counts the reads. */
function file(name: string, kind: Kind = "png", size = 1000, pixels: [number, number] = [10, 10]) {
  const one = {
    name,
    size,
    reads: 0,
    slice: () => ({
      arrayBuffer: async () => {
        one.reads += 1;
        const bytes = new Uint8Array(64);
        bytes.set(start[kind]);
        if (kind === "png") new DataView(bytes.buffer).setUint32(16, pixels[0]);
        if (kind === "png") new DataView(bytes.buffer).setUint32(20, pixels[1]);
        return bytes.buffer;
      },
    }),
  };
  return one;
}
const sort = (files: ReturnType<typeof file>[], room = 4, folders: string[] = []) =>
  checkFiles(files, folders, () => room);
const names = (files: readonly { name: string }[]) => files.map((one) => one.name);

test("of 20 images at once the first 4 are added, and the message names each of the others", async () => {
  const many = Array.from({ length: 20 }, (_, at) => file(`${at + 1}.png`));
  const { taken, refused } = await sort(many);
  expect(names(taken)).toEqual(["1.png", "2.png", "3.png", "4.png"]);
  expect(refused).toEqual([`Up to 4 images per part. Not added: ${names(many.slice(4)).join(", ")}.`]);
});

test("a file that is no image is refused by its bytes, whatever its name, and takes no slot", async () => {
  const { taken, refused } = await sort([file("page.png", "html"), file("notes.txt", "html"), file("a", "png")], 1);
  expect(names(taken)).toEqual(["a"]);
  expect(refused).toEqual(["page.png is not a valid image.", "notes.txt is not a JPEG, PNG, WebP or GIF."]);
});

test("a file of 4 GB is refused without a read, and so is an empty file", async () => {
  const [huge, empty] = [file("film.png", "png", 4 * 1024 ** 3), file("empty.png", "png", 0)];
  const { refused } = await sort([huge, empty]);
  expect(refused).toEqual(["film.png is 4.0 GB; the limit is 10 MB.", "empty.png is empty."]);
  expect([huge.reads, empty.reads]).toEqual([0, 0]);
});

test("a folder is reported as a folder", async () => {
  expect((await sort([], 4, ["Holidays"])).refused).toEqual([
    "Holidays is a folder. Open it and add the images in it.",
  ]);
});

test("an image that is too large, has too many pixels, or is a HEIC can be resized; the message warns of a lost animation", async () => {
  const { taken, unfit, refused } = await sort([
    file("large.png", "png", 11 * 1024 * 1024),
    file("wide.png", "png", 1000, [10_000, 6_000]),
    file("IMG_1.HEIC", "heic"),
    file("long.gif", "gif", 11 * 1024 * 1024),
  ]);
  expect(taken).toEqual([]);
  expect(unfit.map((one) => one.why)).toEqual([
    "large.png is 11.0 MB; the limit is 10 MB.",
    "wide.png has 60 megapixels; the limit is 50.",
    "IMG_1.HEIC is a HEIC photo. HEIC isn't supported.",
    "long.gif is 11.0 MB; the limit is 10 MB. Shrinking it removes the animation.",
  ]);
  expect(unfit.map(({ isHeic, isMoving }) => [isHeic, isMoving])).toEqual([
    [false, false],
    [false, false],
    [true, false],
    [false, true],
  ]);
  expect(refused).toEqual([]);
});

test("a file slightly over the limit is not shown with the same size as the limit", async () => {
  const { unfit } = await sort([file("near.png", "png", 10 * 1024 * 1024 + 1)]);
  expect(unfit.map((one) => one.why)).toEqual(["near.png is a little too large; the limit is 10 MB."]);
});

test("a file that disappears during the check is reported", async () => {
  const gone = { name: "gone.png", size: 10, slice: () => ({ arrayBuffer: () => Promise.reject(new Error("gone")) }) };
  expect((await checkFiles([gone], [], () => 4)).refused).toEqual([
    "gone.png can't be read. It may have been moved or deleted.",
  ]);
});
