/** What a picture may be at most: bytes of its file, pixels of its area, pixels of its longer side. */
export type ResizeLimits = { bytes: number; pixels: number; side: number };
type ResizedImage = { file: Blob; width: number; height: number };
export type ResizeRequest = { picture: Blob | ImageBitmap; limits: ResizeLimits };
/** `fitted` is null when nothing of it fits. `can't`: this browser has no decoder for it, or it is damaged. */
export type ResizeResponse = { is: "fitted"; fitted: ResizedImage | null } | { is: "can't" };

/** A surface of so many pixels: beside the page where there is one, else in it. */
type Canvas = OffscreenCanvas | HTMLCanvasElement;

/** The size of a picture scaled down, never up, until area and longer side are within the limits; its shape is kept. */
export function scaleToLimits(
  width: number,
  height: number,
  { pixels, side }: Omit<ResizeLimits, "bytes">,
  shrink = 1,
) {
  const scale = Math.min(1, Math.sqrt(pixels / (width * height)), side / Math.max(width, height)) * shrink;
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

/** How a picture is tried, the best first: as large as it may be, then with less detail, then smaller and smaller. */
export const resizeAttempts: readonly { shrink: number; quality: number }[] = [
  { shrink: 1, quality: 0.92 },
  { shrink: 1, quality: 0.82 },
  ...[0.75, 0.56, 0.42, 0.32, 0.24].map((shrink) => ({ shrink, quality: 0.85 })),
];

/**
 * Decodes a picture, turned as its EXIF says, and writes it anew within the limits: JPEG, or PNG where something is
 * transparent. Its metadata does not come along. Runs in a worker, and in a page whose browser has no `OffscreenCanvas`.
 */
export async function resizeImage({ picture, limits }: ResizeRequest): Promise<ResizeResponse> {
  try {
    return { is: "fitted", fitted: await resizeToLimits(picture, limits) };
  } catch {
    return { is: "can't" };
  }
}

/** @throws what the browser's decoder says of a picture that it can't read. */
async function resizeToLimits(picture: ImageBitmapSource, limits: ResizeLimits): Promise<ResizedImage | null> {
  const bitmap = await createImageBitmap(picture, { imageOrientation: "from-image" });
  try {
    const type = hasTransparency(bitmap) ? "image/png" : "image/jpeg";
    for (const { shrink, quality } of resizeAttempts) {
      // Another quality changes nothing of a PNG.
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

/** Looked for on a small copy: one that shows through somewhere does so there too. */
function hasTransparency(bitmap: ImageBitmap): boolean {
  const side = 128;
  const { data } = draw(bitmap, side, side).context.getImageData(0, 0, side, side);
  return data.some((value, at) => at % 4 === 3 && value < 250);
}
