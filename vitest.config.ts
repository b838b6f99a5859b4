import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "lib/**/*.test.ts",
      "components/**/*.test.{ts,tsx}",
      "app/**/*.test.ts",
      ".ci/**/*.test.ts",
      "server*.test.ts",
    ],
    globalSetup: ["./lib/service/db/testing-cluster.ts"],
    setupFiles: ["./.ci/fail-on-console-error.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
