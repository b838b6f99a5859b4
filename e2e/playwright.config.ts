import { defineConfig } from "playwright/test";
import { findBrowser, getLaunchOptions } from "./support/browser-launch.ts";
import { storeCodeLate, usualOptions } from "./support/browser-profile.ts";

/** Pages live for seconds here: optimising their code costs more than running it (a tenth of the CPU time). */
const unoptimized = "--js-flags=--no-opt --no-maglev";
const launch = getLaunchOptions(findBrowser());

export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: "../test-results",
  globalSetup: "./global-setup.ts",
  // One server and one database serve most specs. More browsers than cores made tests wait for one another and fail.
  workers: 2,
  fullyParallel: false,
  // A retry beside the other tests would hide a bug; `npm test` repeats a few failed tests alone and says so.
  retries: 0,
  // Ends a test that hangs. What a test promises has a limit of its own.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  use: {
    browserName: "chromium",
    launchOptions: { ...launch, args: [...launch.args, unoptimized, storeCodeLate] },
    ...usualOptions,
    // A trace of every step costs a third of the time: request one with --trace retain-on-failure.
    trace: "off",
    screenshot: "only-on-failure",
  },
});
