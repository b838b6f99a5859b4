import type { PeerFault } from "#lib/service/channels/conformance/conformance-peer.ts";
import type { PeerMode } from "./peer-process.ts";

/**
 * Returns a fake platform's mode for each fault that has one of its own.
 * @param post the route that publishes
 * @param upload the route that takes an image
 */
export const createFaultModes = (post: string, upload: string): Partial<Record<PeerFault, PeerMode>> => ({
  "no-answer-before": { mode: "reset-before", on: post },
  "no-answer-after": { mode: "reset-after", on: post },
  "server-error-before": { mode: "5xx-before", on: post },
  "server-error-after": { mode: "5xx-after", on: post },
  "half-an-answer-after": { mode: "body-cut", on: post },
  "no-json-after": { mode: "garbage", on: post },
  slow: { mode: "slow", ms: 1_500, on: post },
  temporary: { mode: "429", times: 2, on: post },
  "proxy-page": { mode: "proxy-page", on: post },
  "refused-content": { mode: "refused", on: post },
  "rate-limited": { mode: "429", seconds: 90, on: post },
  "rate-limited-without-time": { mode: "429", on: post },
  forbidden: { mode: "forbidden", on: post },
  "image-refused": { mode: "media-fail", on: upload },
  "late-lists": { mode: "lag", ms: 60_000 },
});
