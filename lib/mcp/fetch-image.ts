import { limits } from "#lib/contract/limits.ts";
import type { GuardedFetch } from "#lib/service/egress/guarded-fetch.ts";
import type { FetchImage } from "./mcp-tool.ts";

/** Milliseconds for all steps together: an assistant waits for the answer. */
const timeoutMs = 20_000;
/** Public image addresses often lead to another host once or twice. */
const redirectsMax = 3;

/**
 * Creates the download of an image from an address that somebody typed. The guard checks each address, those of
 * redirects too. The type is not checked here: the upload detects it from the bytes.
 */
export function createFetchImage(guardedFetch: GuardedFetch): FetchImage {
  return async (first) => {
    const endMs = performance.now() + timeoutMs;
    let url = first;
    for (let step = 0; step <= redirectsMax; step += 1) {
      const leftMs = Math.ceil(endMs - performance.now());
      if (leftMs <= 0) return { why: `The image did not arrive within ${timeoutMs / 1000} s.` };
      const answer = await guardedFetch({ url, method: "GET", timeoutMs: leftMs, answerBytesMax: limits.imageBytes });
      if ("problem" in answer) return { why: answer.why };
      const location = answer.headers["location"];
      if (answer.status >= 300 && answer.status < 400 && location !== undefined) {
        if (!URL.canParse(location, url)) return { why: "The address leads to another one that is not valid." };
        url = new URL(location, url).href;
        continue;
      }
      if (answer.status !== 200) return { why: `The server answered with status ${answer.status}.` };
      if (answer.isCut) return { why: "It is larger than 10 MB." };
      return { bytes: answer.bytes };
    }
    return { why: `The address leads to another one more than ${redirectsMax} times.` };
  };
}
