import { expect, test } from "vitest";
import { getTeamSlotsZone } from "./team-slots-zone.ts";

test("the team's slots have their stored zone, and the first ones that of the administrator who adds them", () => {
  const slots = [{ id: "s1", weekday: 1, time: "09:00", channels: [] }];
  const admin = { zone: "Europe/Berlin", mayChange: true };
  const member = { zone: "Europe/Berlin", mayChange: false };
  const stored = { slots, slots_zone: "Asia/Tokyo" };
  expect([getTeamSlotsZone(stored, admin), getTeamSlotsZone(stored, member)]).toEqual(["Asia/Tokyo", "Asia/Tokyo"]);
  // All former slots were removed.
  const empty = { slots: [], slots_zone: "Asia/Tokyo" };
  expect([getTeamSlotsZone(empty, admin), getTeamSlotsZone(empty, member)]).toEqual(["Europe/Berlin", null]);
});
