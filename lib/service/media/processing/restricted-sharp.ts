import sharp from "sharp";
import { createConcurrencyLimiter } from "./concurrency-limiter.ts";

// All libvips loaders are blocked except the four: code for SVG, AVIF, PDF and TIFF never sees an upload.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp", "VipsForeignLoadNsgif"],
});
// Every image is decoded once; a cache of pixels would only use memory.
sharp.cache(false);
// More threads made no image faster (measured up to 49 MP), and the rest of the process needs the cores.
sharp.concurrency(1);

/** A decode of 50 MP takes up to 400 MB (WebP), so two run at a time; with 64 waiting, further ones are refused. */
export const decodeLimiter = createConcurrencyLimiter({ atOnce: 2, waitingMax: 64 });

/** The time limit of one decode. */
export const decodeTimeoutSeconds = 30;

/** Sharp, limited to our four types. */
export { sharp };
