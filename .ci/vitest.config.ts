import { defineConfig } from "vitest/config";

/**
 * The checks of the house: they read files, so they start no database. They share two processes, because each would load
 * and parse the same files. On a machine with other work a file takes ten times as long.
 */
export default defineConfig({
  test: {
    dir: import.meta.dirname,
    include: ["**/*.test.ts"],
    // The image's test needs the build; installed packages bring tests of their own.
    exclude: ["image/**", "**/node_modules/**"],
    isolate: false,
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
