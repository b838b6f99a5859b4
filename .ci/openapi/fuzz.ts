/** `npm run fuzz`: sends 10,000 requests made from the contract. FUZZ_SEED draws others, FUZZ_REQUESTS as many. */
import { fuzz } from "../steps.ts";

process.exitCode = (await fuzz()).failed === 0 ? 0 : 1;
