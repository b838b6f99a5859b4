import { expect, test } from "vitest";
import { describeZone, searchZones } from "./time-zones.ts";

const zones = ["Africa/Cairo", "America/New_York", "America/North_Dakota/New_Salem", "Asia/Calcutta", "Europe/Berlin"];

test("a zone is found by any words of its name, by its place first", () => {
  expect(searchZones(zones, "new")).toEqual(["America/New_York", "America/North_Dakota/New_Salem"]);
  expect(searchZones(zones, "america york")).toEqual(["America/New_York"]);
  expect(searchZones(zones, " BERLIN ")).toEqual(["Europe/Berlin"]);
  expect(searchZones(zones, "a")[0]).toBe("Africa/Cairo");
  expect(searchZones(zones, "")).toEqual(zones);
  expect(searchZones(zones, "mars")).toEqual([]);
});

test("a name that the runtime knows and does not list is found when it is written out", () => {
  expect(searchZones(zones, "Asia/Kolkata")).toEqual(["Asia/Kolkata"]);
  expect(searchZones(zones, "UTC")).toEqual(["UTC"]);
  expect(searchZones(zones, "+02:00")).toEqual([]);
});

test("a zone is read as its place and region", () => {
  expect(describeZone("America/Argentina/Buenos_Aires")).toEqual({
    zone: "America/Argentina/Buenos_Aires",
    place: "Buenos Aires",
    region: "America, Argentina",
  });
  expect(describeZone("UTC")).toMatchObject({ place: "UTC", region: "" });
});
