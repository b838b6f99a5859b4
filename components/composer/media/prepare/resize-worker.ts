import { type ResizeRequest, resizeImage } from "./resize-image.ts";

/** One picture, and then it is ended by who began it: what it took of memory goes with it. */
addEventListener("message", async ({ data }: MessageEvent<ResizeRequest>) => postMessage(await resizeImage(data)));
