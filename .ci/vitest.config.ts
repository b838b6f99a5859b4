import { defineConfig } from "vitest/config";

/** The checks of the house: they read files, so they start no database. */
export default defineConfig({ test: { dir: import.meta.dirname, include: ["**/*.test.ts"], testTimeout: 30_000 } });
