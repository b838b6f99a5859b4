/** Limits of a resized image: bytes of the file, pixels of the area, pixels of the longer side. */
export type ResizeLimits = { bytes: number; pixels: number; side: number };
type ResizedImage = { file: Blob; width: number; height: number };
export type ResizeRequest = { picture: Blob | ImageBitmap; limits: ResizeLimits };
/**
 * `fitted` is null if no attempt fits. `can't` means that the browser can't decode the image: it has no decoder, or the
 * file is damaged.
 */
export type ResizeResponse = { type: "fitted"; fitted: ResizedImage | null } | { type: "can't" };

/** `OffscreenCanvas` in browsers that have it, otherwise an element of the page. */
type Canvas = OffscreenCanvas | HTMLCanvasElement;

/** Scales a size down, never up, until area and longer side are within the limits. The aspect ratio stays. */
export function scaleToLimits(
  width: number,
  height: number,
  { pixels, side }: Omit<ResizeLimits, "bytes">,
  shrink = 1,
) {
  const scale = Math.min(1, Math.sqrt(pixels / (width * height)), side / Math.max(width, height)) * shrink;
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

/** The attempts to fit an image, best first: full size, then lower quality, then smaller and smaller. */
export const resizeAttempts: readonly { shrink: number; quality: number }[] = [
  { shrink: 1, quality: 0.92 },
  { shrink: 1, quality: 0.82 },
  ...[0.75, 0.56, 0.42, 0.32, 0.24].map((shrink) => ({ shrink, quality: 0.85 })),
];

/**
 * Decodes an image, applies its EXIF rotation, and encodes it within the limits: as PNG if any pixel is transparent,
 * otherwise as JPEG. Metadata is dropped. Runs in a worker, or in the page of a browser without `OffscreenCanvas`.
 */
export async function resizeImage({ picture, limits }: ResizeRequest): Promise<ResizeResponse> {
  try {
    return { type: "fitted", fitted: await resizeToLimits(picture, limits) };
  } catch {
    return { type: "can't" };
  }
}

/** @throws the decoder's error for an unreadable image */
async function resizeToLimits(picture: ImageBitmapSource, limits: ResizeLimits): Promise<ResizedImage | null> {
  const bitmap = await createImageBitmap(picture, { imageOrientation: "from-image" });
  try {
    const type = hasTransparency(bitmap) ? "image/png" : "image/jpeg";
    for (const { shrink, quality } of resizeAttempts) {
      // Quality has no effect on a PNG.
      if (type === "image/png" && quality === 0.82) continue;
      const { width, height } = scaleToLimits(bitmap.width, bitmap.height, limits, shrink);
      const file = await encodeCanvas(draw(bitmap, width, height).canvas, type, quality);
      if (file.size <= limits.bytes) return { file, width, height };
    }
    return null;
  } finally {
    bitmap.close();
  }
}

function createCanvas(width: number, height: number): Canvas {
  if (typeof OffscreenCanvas !== "undefined") return new OffscreenCanvas(width, height);
  return Object.assign(document.createElement("canvas"), { width, height });
}

function draw(bitmap: ImageBitmap, width: number, height: number) {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d") as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null;
  if (!context) throw new Error("This browser can't draw the picture.");
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, width, height);
  return { canvas, context };
}

async function encodeCanvas(canvas: Canvas, type: string, quality: number): Promise<Blob> {
  if ("convertToBlob" in canvas) return canvas.convertToBlob({ type, quality });
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
  if (!file) throw new Error("This browser can't write the picture.");
  return file;
}

/** Checks a small copy, which has transparent pixels wherever the image does. */
function hasTransparency(bitmap: ImageBitmap): boolean {
  const side = 128;
  const { data } = draw(bitmap, side, side).context.getImageData(0, 0, side, side);
  return data.some((value, at) => at % 4 === 3 && value < 250);
}
