import { accessPromises } from "./access-cases.ts";
import { imagePromises } from "./image-cases.ts";
import type { Promised } from "./conformance-peer.ts";
import { sendingPromises } from "./publish-cases.ts";
import { unknownPromises } from "./unclear-outcome-cases.ts";

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
