import { expect, test } from "vitest";
import { supportedPlatforms } from "#lib/service/channels/platforms/registry.ts";
import { findStalePlatformRules, platformReadings } from "./platform-readings.ts";

const platform = (slug: string, endsAbout?: string) => ({
  connector: { slug },
  ...(endsAbout !== undefined && { version: { speaks: "1", endsAbout } }),
});
const reading = (slug: string, readOn: string) => ({ platform: slug, pages: "its pages", readOn });
const now = new Date("2027-01-01T00:00:00Z");

test("rules that nobody has read for 180 days are named with their pages", () => {
  const platforms = [platform("old"), platform("new")];
  const readings = [reading("old", "2026-07-04"), reading("new", "2026-07-05")];
  expect(findStalePlatformRules({ platforms, readings, now })).toEqual([
    "old: its rules were read on 2026-07-04. Read its pages again.",
  ]);
});

test("a version of an API that ends within 120 days is named, and so is a platform without a reading", () => {
  const platforms = [platform("soon", "2027-04-30"), platform("later", "June 2027"), platform("unread")];
  const readings = [reading("soon", "2027-01-01"), reading("later", "2027-01-01")];
  expect(findStalePlatformRules({ platforms, readings, now })).toEqual([
    "soon: version 1 of its API ends about 2027-04-30. Move to a newer one.",
    "unread: no day on which its rules were read.",
  ]);
});

test("each supported platform has a day on which its rules were read", () => {
  const unread = findStalePlatformRules({ platforms: supportedPlatforms, readings: platformReadings, now });
  expect(unread.filter((problem) => problem.includes("no day"))).toEqual([]);
});
