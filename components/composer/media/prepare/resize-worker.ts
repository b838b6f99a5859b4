import { type ResizeRequest, resizeImage } from "./resize-image.ts";

/** The worker resizes one image, then the page terminates it, which frees its memory. */
addEventListener("message", async ({ data }: MessageEvent<ResizeRequest>) => postMessage(await resizeImage(data)));
