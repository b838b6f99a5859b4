import sharp from "sharp";
import { createConcurrencyLimiter } from "./concurrency-limiter.ts";

// Everything libvips can read is closed but the four: SVG, AVIF, PDF and TIFF code never sees an upload.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp", "VipsForeignLoadNsgif"],
});
// Every picture is decoded once; a cache of pixels would only hold memory.
sharp.cache(false);
// More threads made no picture faster (measured up to 49 MP), and the rest of the process needs the cores.
sharp.concurrency(1);

/** A decode of 50 MP takes up to 400 MB (WebP), so two at a time; who comes after 64 are waiting is told to come back. */
export const decodeLimiter = createConcurrencyLimiter({ atOnce: 2, waitingMax: 64 });

/** No decode takes longer. */
export const decodeTimeoutSeconds = 30;

/** Open to nothing but our four types. */
export { sharp };
