import path from "node:path";
import { defineConfig } from "playwright/test";
import usual from "../../../e2e/playwright.config.ts";

/** The browser tests' own configuration, for tests that only load a page. */
export default defineConfig({
  ...usual,
  testDir: import.meta.dirname,
  projects: [{ name: "least", testMatch: "least-tests.spec.ts" }],
  globalSetup: path.join(import.meta.dirname, "../../../e2e/global-setup.ts"),
  // All of them are in one file.
  fullyParallel: true,
});
