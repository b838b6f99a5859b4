import type { DateOrder } from "../../../../lib/time/display-preferences.ts";
import { getNumericDateOrder } from "../../../../lib/time/parse/parse-natural-date.ts";
import { usageError } from "../cli-error.ts";
import type { PlanRow } from "./read-plan.ts";

const names = { day_first: "day/month", month_first: "month/day" } as const;

/**
 * Decides once for all rows how dates in numbers are read, and says so: a number above 12 decides, otherwise `stated`,
 * otherwise the member's setting, which AM and PM must not contradict. Null if no row needs an order.
 * @param stated what the person said with --dates
 * @throws CliError if the rows contradict each other or what is said, or nothing decides
 */
export function findDateOrder(
  rows: readonly PlanRow[],
  setting: DateOrder | null,
  stated: DateOrder | null,
): { order: DateOrder; sentence: string } | null {
  const dated = rows.flatMap(({ line, time }) => {
    const order = getNumericDateOrder(time);
    return order === null ? [] : [{ line, time, order }];
  });
  if (dated.length === 0) return null;
  const dayFirst = dated.find(({ order }) => order === "day_first");
  const monthFirst = dated.find(({ order }) => order === "month_first");
  if (dayFirst && monthFirst) {
    const [a, b] = [dayFirst, monthFirst].map(({ line, time }) => `"${time}" (${line})`);
    throw usageError(`The dates contradict each other: ${a} has the day first, ${b} the month. Nothing was created.`);
  }
  const decided = dayFirst ?? monthFirst;
  if (decided && decided.order !== "either") {
    if (stated !== null && stated !== decided.order) {
      throw usageError(`"${decided.time}" (${decided.line}) can't be read as ${names[stated]}. Nothing was created.`);
    }
    return describe(decided.order, `because of "${decided.time}"`);
  }
  if (stated !== null) return describe(stated, "as you said");
  const halfDay = dated.find(({ time }) => /\d\s?[ap]\.?m\b/iu.test(time));
  const meant = halfDay ? "month_first" : setting;
  if (meant === null || (setting !== null && setting !== meant)) {
    const [first] = dated;
    throw usageError(
      `"${first?.time}" (${first?.line}) can be two days. Say which comes first: --dates day-first, or --dates month-first.`,
    );
  }
  return describe(meant, halfDay ? `because of "${halfDay.time}"` : "as in your settings");
}

const describe = (order: DateOrder, why: string) => ({
  order,
  sentence: `Dates are read as ${names[order]}, ${why}.`,
});
