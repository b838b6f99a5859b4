import { accessPromises } from "./conformance-access.ts";
import { imagePromises } from "./conformance-images.ts";
import type { Promised } from "./conformance-peer.ts";
import { sendingPromises } from "./conformance-sending.ts";
import { unknownPromises } from "./conformance-unknown.ts";

/**
 * What every platform's connector keeps. What a platform can't do is a value of its connector (`can: false`,
 * `deduplicated`, `resends`) or of its rules, and each promise asserts what follows from it: there is no list of exceptions.
 */
export const promises: readonly Promised[] = [
  ...sendingPromises,
  ...unknownPromises,
  ...accessPromises,
  ...imagePromises,
];
