/** `npm run fuzz`: sends 10,000 requests made from the contract. FUZZ_SEED draws others, FUZZ_REQUESTS as many. */
import { run } from "../steps.ts";

const env = { FUZZ_REQUESTS: process.env["FUZZ_REQUESTS"] ?? "10000" };
const isFine = await run("vitest", ["run", "lib/service/http/contract-fuzz.test.ts"], { show: "now", env });
process.exitCode = isFine ? 0 : 1;
