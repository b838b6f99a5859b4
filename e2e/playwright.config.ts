import { defineConfig } from "playwright/test";
import { findBrowser, getLaunchOptions } from "./support/browser.ts";

const launch = getLaunchOptions(findBrowser());
/** Pages live for seconds here: making their code fast costs more than running it (a tenth of the processor's time). */
const unoptimized = "--js-flags=--no-opt --no-maglev";

export default defineConfig({
  testDir: import.meta.dirname,
  projects: [{ name: "together", testMatch: "*.spec.ts" }],
  outputDir: "../test-results",
  globalSetup: "./global-setup.ts",
  // One server and one database serve most specs. Of three browsers one waits, for a minute to come or a server to start:
  // with two of them two cores stood still a sixth of the time.
  workers: 3,
  fullyParallel: false,
  // A test that passes only when repeated hides a fault.
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  use: {
    browserName: "chromium",
    launchOptions: { ...launch, args: [...launch.args, unoptimized] },
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    // It would answer in place of the routes that tests lay. Those that are about it let it in.
    serviceWorkers: "block",
    viewport: { width: 1280, height: 800 },
    // A trace of every step costs a third of the time: ask for it with --trace retain-on-failure.
    trace: "off",
    screenshot: "only-on-failure",
  },
});
