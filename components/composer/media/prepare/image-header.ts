import type { ImageType } from "#lib/contract/platforms/image-requirements.ts";

/** The type that the first bytes of a file show; null if neither browsers nor the service can read it. */
export type DetectedImageType = ImageType | "image/heic" | "image/avif" | null;

/** Bytes read of a file: enough for the type, and for the size of nearly every JPEG. */
export const imageHeaderBytes = 256 * 1024;

const text = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte);

/** Detects the type by the first bytes and ignores the file's name. The service checks all bytes and decides. */
export function detectImageType(bytes: Uint8Array): DetectedImageType {
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return "image/jpeg";
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "image/png";
  if (/^GIF8[79]a$/.test(text(bytes, 0, 6))) return "image/gif";
  if (text(bytes, 0, 4) === "RIFF" && text(bytes, 8, 12) === "WEBP") return "image/webp";
  if (text(bytes, 4, 8) !== "ftyp") return null;
  const brand = text(bytes, 8, 12);
  if (/^avi[fs]$/.test(brand)) return "image/avif";
  return /^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand) ? "image/heic" : null;
}

/**
 * Reads width and height from the file's header without applying EXIF rotation; null if the size is not within these
 * bytes.
 */
export function readImageSize(bytes: Uint8Array): { width: number; height: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    switch (detectImageType(bytes)) {
      case "image/png":
        return { width: view.getUint32(16), height: view.getUint32(20) };
      case "image/gif":
        return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
      case "image/webp":
        return readWebpSize(view, text(bytes, 12, 16));
      case "image/jpeg":
        return readJpegSize(view);
      default:
        return null;
    }
  } catch {
    // The bytes end before the size.
    return null;
  }
}

function readWebpSize(view: DataView, kind: string) {
  if (kind === "VP8X") {
    const at = (offset: number) => view.getUint16(offset, true) + view.getUint8(offset + 2) * 0x10000 + 1;
    return { width: at(24), height: at(27) };
  }
  if (kind === "VP8L") {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  if (kind !== "VP8 ") return null;
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

/** Walks from marker to marker to the frame header, because other segments may contain thumbnails. */
function readJpegSize(view: DataView) {
  let at = 2;
  for (;;) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
}
