import { accessCases } from "./access-cases.ts";
import type { ConformanceCase } from "./conformance-peer.ts";
import { imageCases } from "./image-cases.ts";
import { publishCases } from "./publish-cases.ts";
import { unclearOutcomeCases } from "./unclear-outcome-cases.ts";

/**
 * What every platform's connector keeps. What a platform can't do is a value of its connector (`can: false`,
 * `deduplicated`, `resends`) or of its rules, and each promise asserts what follows from it: there is no list of exceptions.
 */
export const conformanceCases: readonly ConformanceCase[] = [
  ...publishCases,
  ...unclearOutcomeCases,
  ...accessCases,
  ...imageCases,
];
