import { expect, test } from "vitest";
import { describeTimeZone, searchTimeZones } from "./search-time-zones.ts";

const zones = ["Africa/Cairo", "America/New_York", "America/North_Dakota/New_Salem", "Asia/Calcutta", "Europe/Berlin"];

test("a zone is found by any words of its name, its place first", () => {
  expect(searchTimeZones(zones, "new")).toEqual(["America/New_York", "America/North_Dakota/New_Salem"]);
  expect(searchTimeZones(zones, "america york")).toEqual(["America/New_York"]);
  expect(searchTimeZones(zones, " BERLIN ")).toEqual(["Europe/Berlin"]);
  expect(searchTimeZones(zones, "a")[0]).toBe("Africa/Cairo");
  expect(searchTimeZones(zones, "")).toEqual(zones);
  expect(searchTimeZones(zones, "mars")).toEqual([]);
});

test("a zone that the runtime knows but does not list is found by its full name", () => {
  expect(searchTimeZones(zones, "Asia/Kolkata")).toEqual(["Asia/Kolkata"]);
  expect([searchTimeZones(zones, "kolkata"), searchTimeZones(zones, "calcutta")]).toEqual([
    ["Asia/Calcutta"],
    ["Asia/Calcutta"],
  ]);
  expect(searchTimeZones(zones, "UTC")).toEqual(["UTC"]);
  expect(searchTimeZones(zones, "+02:00")).toEqual([]);
});

test("a zone is shown as its place and region", () => {
  expect(describeTimeZone("America/Argentina/Buenos_Aires")).toEqual({
    zone: "America/Argentina/Buenos_Aires",
    place: "Buenos Aires",
    region: "America, Argentina",
  });
  expect(describeTimeZone("UTC")).toMatchObject({ place: "UTC", region: "" });
});
