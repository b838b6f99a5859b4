import type { CalendarRange } from "#lib/contract/types.ts";
import type { Day } from "#lib/time/days.ts";
import type { ZonedDayRange } from "#lib/time/zoned-day-range.ts";

/** Posts that go out, or went out, on each day of a range; a submission to three channels counts as three. */
export function countPostsByDay(
  entries: CalendarRange["entries"],
  range: Pick<ZonedDayRange, "dayOf">,
): ReadonlyMap<Day, number> {
  const counts = new Map<Day, number>();
  for (const { at, posts } of entries) {
    const day = range.dayOf(Date.parse(at));
    if (day !== null) counts.set(day, (counts.get(day) ?? 0) + posts.length);
  }
  return counts;
}
