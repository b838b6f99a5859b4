import { limits } from "#lib/contract/limits.ts";
import { type ResizeLimits, type ResizeRequest, type ResizeResponse, resizeImage } from "./resize-image.ts";

export type ResizeResult =
  | { type: "made"; file: File; width: number; height: number }
  | { type: "failed"; why: string }
  | { type: "stopped" };

/**
 * An area that every browser can draw, phones included (the largest canvas of Safari on iOS). It exceeds what any
 * platform shows.
 */
const maxCanvasPixels = 4096 * 4096;
const resizeLimits: ResizeLimits = {
  bytes: limits.imageBytes,
  pixels: Math.min(limits.imagePixels, maxCanvasPixels),
  side: 8192,
};

const heicMessage =
  "is a HEIC photo, which this browser can't read; Safari can. On a Mac open it in Preview and export it as JPEG; on an iPhone choose Settings, Camera, Formats, Most Compatible for photos to come.";

/**
 * Resizes an image in a worker; returns a sentence if that fails. HEIC support is detected by trying: Safari decodes
 * HEIC, other browsers do not, and there is no free decoder to bundle.
 * @param signal stops the work at once, even midway
 */
export async function resizeInWorker(picture: File, isHeic: boolean, signal: AbortSignal): Promise<ResizeResult> {
  let result = await runResize({ picture, limits: resizeLimits }, signal);
  // In some browsers pages have a decoder that workers lack.
  if (result?.type === "can't" && isHeic) {
    const bitmap = await decodeInPage(picture);
    if (bitmap) result = await runResize({ picture: bitmap, limits: resizeLimits }, signal);
  }
  if (result === null) return { type: "stopped" };
  if (result.type === "can't") {
    return {
      type: "failed",
      why: `${picture.name} ${isHeic ? heicMessage : "can't be read here; it may be damaged."}`,
    };
  }
  if (!result.fitted) return { type: "failed", why: `${picture.name} can't be shrunk enough here.` };
  const { file, width, height } = result.fitted;
  const name = `${picture.name.replace(/\.\w+$/, "")}.${file.type === "image/png" ? "png" : "jpg"}`;
  return { type: "made", file: new File([file], name, { type: file.type }), width, height };
}

/** Resizes in a worker, or in the page if workers can't draw or the worker can't be loaded; null after an abort. */
async function runResize(request: ResizeRequest, signal: AbortSignal): Promise<ResizeResponse | null> {
  if (signal.aborted) return null;
  const worked = typeof OffscreenCanvas === "undefined" ? "unavailable" : await runInWorker(request, signal);
  if (worked !== "unavailable") return worked;
  const result = await resizeImage(request);
  return signal.aborted ? null : result;
}

async function runInWorker(
  request: ResizeRequest,
  signal: AbortSignal,
): Promise<ResizeResponse | "unavailable" | null> {
  const worker = new Worker(new URL("./resize-worker.ts", import.meta.url), { type: "module" });
  const end = new AbortController();
  try {
    return await new Promise((resolve) => {
      const once = { signal: end.signal };
      worker.addEventListener("message", ({ data }: MessageEvent<ResizeResponse>) => resolve(data), once);
      worker.addEventListener("error", () => resolve("unavailable"), once);
      signal.addEventListener("abort", () => resolve(null), once);
      worker.postMessage(request, request.picture instanceof ImageBitmap ? [request.picture] : []);
    });
  } finally {
    end.abort();
    worker.terminate();
  }
}

async function decodeInPage(picture: Blob): Promise<ImageBitmap | null> {
  const source = URL.createObjectURL(picture);
  try {
    const image = Object.assign(new Image(), { src: source });
    await image.decode();
    return await createImageBitmap(image);
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(source);
  }
}
