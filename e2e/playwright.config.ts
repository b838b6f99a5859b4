import { defineConfig } from "playwright/test";
import { browserZone, findBrowser, getLaunchOptions } from "./support/browser-launch.ts";

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
  // A test that passes only on a retry hides a bug.
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  use: {
    browserName: "chromium",
    launchOptions: { ...launch, args: [...launch.args, unoptimized] },
    locale: "en-GB",
    timezoneId: browserZone,
    // The worker would answer in place of the tests' routes. Specs about the worker allow it.
    serviceWorkers: "block",
    viewport: { width: 1280, height: 800 },
    // A trace of every step costs a third of the time: request one with --trace retain-on-failure.
    trace: "off",
    screenshot: "only-on-failure",
  },
});
