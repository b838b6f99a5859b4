import { expect, test } from "vitest";
import { applyTeamSlotsChange } from "./apply-team-slots-change.ts";

const slot = (id: string, time: string) => ({ id, weekday: 1, time, channels: [] });
const tokyo = (...slots: ReturnType<typeof slot>[]) => ({ slots, slots_zone: "Asia/Tokyo" });
const berlin = (...slots: ReturnType<typeof slot>[]) => ({ slots, slots_zone: "Europe/Berlin" });

test("a change of the team's slots never moves a time into another zone", () => {
  const [old, first, mine] = [slot("old", "09:00"), slot("first", "10:00"), slot("mine", "09:00")];
  const refused = (city: string) => ({
    error: { code: "conflict", message: `The team's slots are in ${city} time now.`, status: 409 },
  });
  // A colleague added the first slot in Tokyo while this page had none.
  expect(applyTeamSlotsChange(berlin(), berlin(mine), tokyo(first))).toEqual(refused("Tokyo"));
  // The undo of removing the last slot, after a new first one in Berlin.
  expect(applyTeamSlotsChange(berlin(first), tokyo(first, old), berlin(first))).toEqual(refused("Berlin"));
  // Without slots the zone is that of the times which come.
  expect(applyTeamSlotsChange(berlin(), tokyo(old), berlin())).toEqual({ ok: tokyo(old) });
  expect(applyTeamSlotsChange(tokyo(), tokyo(mine), tokyo(first))).toEqual({ ok: tokyo(first, mine) });
});
