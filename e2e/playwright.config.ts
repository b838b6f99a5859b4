import { defineConfig } from "playwright/test";
import { findBrowser, getLaunchOptions } from "./support/browser-launch.ts";
import { storeCodeLate, usualOptions } from "./support/browser-profile.ts";

const launch = getLaunchOptions(findBrowser());
/** Pages live for seconds here: optimising their code costs more than running it (a tenth of the CPU time). */
const unoptimized = "--js-flags=--no-opt --no-maglev";

export default defineConfig({
  testDir: import.meta.dirname,
  projects: [{ name: "together", testMatch: "*.spec.ts" }],
  outputDir: "../test-results",
  globalSetup: "./global-setup.ts",
  // One server and one database serve most specs. Of three browsers one usually waits, for a minute to come or a server
  // to start: with two, both cores were idle a sixth of the time.
  workers: 4,
  fullyParallel: false,
  // A retry beside the other tests would hide a bug; `npm test` repeats a few failed tests alone and says so.
  retries: 0,
  timeout: 60_000,
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
