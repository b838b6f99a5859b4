import { accessCases } from "./access-cases.ts";
import type { ConformanceCase } from "./conformance-peer.ts";
import { imageCases } from "./image-cases.ts";
import { publishCases } from "./publish-cases.ts";
import { unclearOutcomeCases } from "./unclear-outcome-cases.ts";

/**
 * The promises that the connector of every platform keeps. A value of the connector (`can: false`, `deduplicated`,
 * `resends`) or of its rules says what its platform can't do, and each case asserts what follows from that value: there
 * is no list of exceptions.
 */
export const conformanceCases: readonly ConformanceCase[] = [
  ...publishCases,
  ...unclearOutcomeCases,
  ...accessCases,
  ...imageCases,
];
