/** `npm run check:platforms`: tells which platforms' pages have to be read again, and which API versions end soon. */
import { supportedPlatforms } from "#lib/service/channels/platforms/registry.ts";
import { findStalePlatformRules, platformReadings } from "./platform-readings.ts";

const problems = findStalePlatformRules({
  platforms: supportedPlatforms,
  readings: platformReadings,
  now: new Date(),
});
process.stdout.write(problems.length === 0 ? "ok   platforms\n" : `${problems.join("\n")}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
