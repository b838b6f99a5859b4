/** What a picture may be at most: bytes of its file, pixels of its area, pixels of its longer side. */
export type FitLimits = { bytes: number; pixels: number; side: number };
export type Fitted = { file: Blob; width: number; height: number };

/** The size of a picture scaled down, never up, until area and longer side are within the limits; its shape is kept. */
export function fitSize(width: number, height: number, { pixels, side }: Omit<FitLimits, "bytes">, shrink = 1) {
  const scale = Math.min(1, Math.sqrt(pixels / (width * height)), side / Math.max(width, height)) * shrink;
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

/** How a picture is tried, the best first: as large as it may be, then with less detail, then smaller and smaller. */
export const tries: readonly { shrink: number; quality: number }[] = [
  { shrink: 1, quality: 0.92 },
  { shrink: 1, quality: 0.82 },
  ...[0.75, 0.56, 0.42, 0.32, 0.24].map((shrink) => ({ shrink, quality: 0.85 })),
];

/**
 * Decodes a picture, turned as its EXIF says, and writes it anew within the limits: JPEG, or PNG where something is
 * transparent. Its metadata does not come along.
 * @returns null when nothing of it fits. @throws what the browser's decoder says of a picture that it can't read.
 */
export async function fitImage(picture: Blob, limits: FitLimits): Promise<Fitted | null> {
  const bitmap = await createImageBitmap(picture, { imageOrientation: "from-image" });
  try {
    const type = isTransparent(bitmap) ? "image/png" : "image/jpeg";
    for (const { shrink, quality } of tries) {
      // Another quality changes nothing of a PNG.
      if (type === "image/png" && quality === 0.82) continue;
      const { width, height } = fitSize(bitmap.width, bitmap.height, limits, shrink);
      const file = await draw(bitmap, width, height).convertToBlob({ type, quality });
      if (file.size <= limits.bytes) return { file, width, height };
    }
    return null;
  } finally {
    bitmap.close();
  }
}

function draw(bitmap: ImageBitmap, width: number, height: number): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser can't draw the picture.");
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas;
}

/** Looked for on a small copy: one that shows through somewhere does so there too. */
function isTransparent(bitmap: ImageBitmap): boolean {
  const side = 128;
  const { data } = draw(bitmap, side, side).getContext("2d")?.getImageData(0, 0, side, side) ?? { data: [] };
  return data.some((value, at) => at % 4 === 3 && value < 250);
}
