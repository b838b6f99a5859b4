import { defineConfig } from "playwright/test";
import { findBrowser, launchOf } from "./browser.ts";

export default defineConfig({
  testDir: import.meta.dirname,
  projects: [{ name: "together", testMatch: "*.spec.ts" }],
  outputDir: "../test-results",
  globalSetup: "./global-setup.ts",
  // One server and one database serve all specs; two browsers are what two cores carry beside them.
  workers: 2,
  fullyParallel: false,
  // A test that passes only when repeated hides a fault.
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  use: {
    browserName: "chromium",
    launchOptions: launchOf(findBrowser()),
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
