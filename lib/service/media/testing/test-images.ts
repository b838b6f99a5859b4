import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { createLog } from "#lib/service/core/log.ts";
import { openDiskStore } from "#lib/service/media/storage/disk-store.ts";
import { getFileNameMime } from "#lib/service/media/storage/file-name.ts";

/** Opens a disk store in a folder of its own, with functions that list its files. */
export async function openTestStore() {
  const folder = await mkdtemp(join(tmpdir(), "postwright-media-"));
  const media = await openDiskStore(folder);
  return {
    folder,
    media,
    log: createLog("silent"),
    /** Names of stored images; the other function lists temporary files of uploads. */
    stored: async () => (await readdir(folder)).filter((name) => getFileNameMime(name)),
    incoming: () => readdir(media.incomingFolder),
    drop: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Creates an image that does not compress: noise around the middle grey. */
export function noise(width: number, height: number): Sharp {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#fff",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  });
}

/** Creates an image whose left half is red and whose right half is blue. */
export function redBlue(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at += 1) pixels[at * 3 + (at % width < width / 2 ? 0 : 2)] = 255;
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** Creates an animation of `frames` frames, each in another grey. */
export function animation(size: number, frames: number): Sharp {
  const pixels = Buffer.concat(Array.from({ length: frames }, (_, n) => Buffer.alloc(size * size * 3, 20 + n * 20)));
  return sharp(pixels, { raw: { width: size, height: size * frames, channels: 3, pageHeight: size } });
}

/** Creates a PNG of one bit a pixel: `side` squared pixels in about `side`² / 8,000 bytes. */
export function pngBomb(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const row = 1 + Math.ceil(side / 8);
  return png([
    ["IHDR", header],
    ["IDAT", deflateSync(Buffer.alloc(row * side))],
    ["IEND", Buffer.alloc(0)],
  ]);
}

export function png(chunks: [string, Buffer][]): Buffer {
  const parts = chunks.map(([type, data]) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const named = Buffer.concat([Buffer.from(type), data]);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  });
  return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ...parts]);
}

/** Creates a GIF whose canvas is `side` squared and whose `frames` frames each draw one pixel: 23 bytes a frame. */
export function gifBomb(side: number, frames: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(side, 0);
  size.writeUInt16LE(side, 2);
  const frame = Buffer.from("21f904000a000000" + "2c00000000010001000002024401" + "00", "hex");
  return Buffer.concat([
    Buffer.from("GIF89a"),
    size,
    Buffer.from("800000ffffff000000", "hex"),
    ...Array.from({ length: frames }, () => frame),
    Buffer.from(";"),
  ]);
}

/** Creates a request with one file as a browser sends it. */
export function uploadOf(bytes: Buffer, { field = "file", name = "photo.jpg", type = "image/jpeg" } = {}): Request {
  const form = new FormData();
  form.set(field, new Blob([new Uint8Array(bytes)], { type }), name);
  return new Request("http://localhost/v1/media", { method: "POST", body: form });
}
