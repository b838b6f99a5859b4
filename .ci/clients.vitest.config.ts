import path from "node:path";
import { defineConfig } from "vitest/config";

/** The description as linters and generators of others read it; see openapi/README.md. */
export default defineConfig({
  test: {
    root: path.resolve(import.meta.dirname, ".."),
    globalSetup: ["./lib/service/db/testing/test-cluster.ts"],
    include: [".ci/clients.check.ts"],
    testTimeout: 120_000,
  },
});
