import fc from "fast-check";

/**
 * Every run of `npm test` draws the same random data, so that its result depends on the code alone. `npm run test:deep`
 * draws other data and prints its seed, which `PROPERTY_SEED` repeats.
 */
fc.configureGlobal({ seed: Number(process.env["PROPERTY_SEED"] ?? 20_261_128) });
