import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "../days.ts";
import type { DateOrder } from "../display-preferences.ts";
import { resolveChosenWallTime } from "../resolve-chosen-wall-time.ts";
import { resolveWallTime } from "../resolve-wall-time.ts";
import { parseNaturalDate, parseTypedDay } from "./parse-natural-date.ts";

/** Saturday 20:00 in Berlin. */
const now = new Date("2026-11-21T19:00:00Z");
const zone = "Europe/Berlin";
const said = (words: string, more: { dateOrder?: DateOrder | null; zone?: string; now?: Date } = {}) => {
  const when = parseNaturalDate(words, { now, zone, dateOrder: "day_first", ...more });
  return when?.type === "at" ? `${when.date} ${when.time}` : (when?.type ?? null);
};

test.each([
  ["tomorrow 9", "2026-11-22 09:00"],
  ["tomorrow at 9", "2026-11-22 09:00"],
  ["tomorrow at nine", "2026-11-22 09:00"],
  ["nine", "2026-11-22 09:00"],
  ["Tomorrow, 21", "2026-11-22 21:00"],
  ["tomorrow", "2026-11-22 09:00"],
  ["fri 14:30", "2026-11-27 14:30"],
  ["Fri 9", "2026-11-27 09:00"],
  ["friday", "2026-11-27 09:00"],
  ["monday 9am", "2026-11-23 09:00"],
  ["next monday 9am", "2026-11-23 09:00"],
  ["in 2h", "2026-11-21 22:00"],
  ["in 1h 30m", "2026-11-21 21:30"],
  ["in 10 minutes", "2026-11-21 20:10"],
  ["in 3 days", "2026-11-24 20:00"],
  ["24 dec 18:00", "2026-12-24 18:00"],
  ["24 dec", "2026-12-24 09:00"],
  ["2026-12-24 18:00", "2026-12-24 18:00"],
  ["9", "2026-11-22 09:00"],
  ["23", "2026-11-21 23:00"],
  ["14:30", "2026-11-22 14:30"],
  ["tonight", "2026-11-21 22:00"],
  ["noon", "2026-11-22 12:00"],
  ["friday at 3", "2026-11-27 15:00"],
  ["fri 3", "2026-11-27 15:00"],
  ["friday at three", "2026-11-27 15:00"],
  ["friday 03", "2026-11-27 03:00"],
  ["friday 3:00", "2026-11-27 03:00"],
  ["friday 3am", "2026-11-27 03:00"],
  ["3", "2026-11-22 15:00"],
  ["24 dec 5", "2026-12-24 17:00"],
  ["next week", "2026-11-28 09:00"],
  ["next month", "2026-12-21 09:00"],
  ["next week 14:30", "2026-11-28 14:30"],
  ["17h", "2026-11-22 17:00"],
  ["21h30", "2026-11-21 21:30"],
  ["tomorrow 17h", "2026-11-22 17:00"],
  ["in 17h", "2026-11-22 13:00"],
  ["25.12. 10:00", "2026-12-25 10:00"],
  ["25.12.", "2026-12-25 09:00"],
  ["25.12.2027 10:00", "2027-12-25 10:00"],
  ["9.30", "2026-11-22 09:30"],
  ["930", "2026-11-22 09:30"],
  ["tomorrow 930", "2026-11-22 09:30"],
  ["tomorrow 9.30pm", "2026-11-22 21:30"],
  ["this evening", "2026-11-21 20:00"],
  ["tomorrow evening", "2026-11-22 20:00"],
  ["monday afternoon", "2026-11-23 15:00"],
  ["tomorrow morning", "2026-11-22 09:00"],
  ["tomorrow noon", "2026-11-22 12:00"],
  ["first monday of december", "2026-12-07 09:00"],
  ["the 2nd tuesday of june 14:30", "2027-06-08 14:30"],
  ["last friday of november", "2026-11-27 09:00"],
  ["first monday of january 2028", "2028-01-03 09:00"],
  ["tuesday in two weeks", "2026-12-01 09:00"],
  ["fri in 3 weeks at 4", "2026-12-11 16:00"],
  ["now", "now"],
])("%s", (words, time) => {
  expect(said(words)).toBe(time);
});

test.each([
  "",
  "soon",
  "day after tomorrow 7:15",
  "tomorrow 9 but not before lunch",
  "tomorrow 25",
  "tomorrow at thirteen",
  "25",
  "25.13. 10:00",
  "9 to 10",
  "heute",
])("%j is rejected, not guessed", (words) => {
  expect(said(words)).toBeNull();
});

test("a day without a year is the nearest one where it may be over", () => {
  const read = (isPast: boolean) => parseNaturalDate("14 jul", { now, zone, dateOrder: "day_first", isPast });
  expect([read(true), read(false)]).toMatchObject([{ date: "2026-07-14" }, { date: "2027-07-14" }]);
});

test("another zone in the text changes the instant, which is shown in the member's zone", () => {
  expect(said("5pm EST")).toBe("2026-11-21 23:00");
});

test("“in n hours” is an instant, also in the night of a clock change", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 72 }), fc.integer({ min: 0, max: 72 * 60 }), (hours, minutesBefore) => {
      // Before, in and after the repeated hour of 25 October 2026.
      const from = new Date(Date.parse("2026-10-25T03:00:00Z") - minutesBefore * 60_000);
      const when = parseNaturalDate(`in ${hours} hours`, { now: from, zone, dateOrder: "day_first" });
      const at = new Date(from.getTime() + hours * 3_600_000);
      expect(when?.type === "at" && resolveChosenWallTime(when, from)).toEqual({ type: "at", at });
    }),
  );
});

test("“tomorrow at” is a wall time, in every zone and across every clock change", () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
  fc.assert(
    fc.property(zones, fc.integer({ min: 0, max: 365 * 24 }), (place, ahead) => {
      const from = new Date(now.getTime() + ahead * 3_600_000);
      const when = parseNaturalDate("tomorrow 12:15", { now: from, zone: place, dateOrder: "day_first" });
      if (when?.type !== "at") throw new Error("not understood");
      const means = resolveWallTime(when, place);
      expect(when.time).toBe("12:15");
      if (means.type !== "one") return;
      const hours = (means.at.getTime() - from.getTime()) / 3_600_000;
      expect(hours).toBeGreaterThan(12 - 1.5);
      expect(hours).toBeLessThan(37 + 1.5);
    }),
  );
});

const monthNames = [
  ...["January", "February", "March", "April", "May", "June", "July", "August", "September", "October"],
  ...["November", "December"],
];
const days2028 = Array.from({ length: 366 }, (_, at) => addDays("2028-01-01", at));
const orders = ["day_first", "month_first"] as const;

/** The ways to write a day with the name of its month, and whether one has a year. */
function writeDay(day: string): { text: string; hasYear: boolean }[] {
  const [year, month = 0, date = 0] = day.split("-").map(Number);
  const ordinal = `${date}${date > 3 && date < 21 ? "th" : (["th", "st", "nd", "rd"][date % 10] ?? "th")}`;
  const full = monthNames[month - 1] ?? "";
  const names = [...new Set([full, full.slice(0, 3), `${full.slice(0, 3)}.`, full.slice(0, 3).toLowerCase()])];
  return names.flatMap((name) =>
    [String(date), ordinal].flatMap((number) => [
      { text: `${name} ${number}`, hasYear: false },
      { text: `${number} ${name}`, hasYear: false },
      { text: `the ${number} of ${name}`, hasYear: false },
      { text: `${name} ${number} ${year}`, hasYear: true },
      { text: `${name} ${number}, ${year}`, hasYear: true },
      { text: `${number} ${name} ${year}`, hasYear: true },
      { text: `${number} ${name}, ${year}`, hasYear: true },
    ]),
  );
}

const timesOfDay = [
  ["", "09:00"],
  [" 18:00", "18:00"],
  [" 9:00", "09:00"],
  [" at 18:00", "18:00"],
  [", 7:45", "07:45"],
  [" 9pm", "21:00"],
  [" at 9 am", "09:00"],
  [" 9:30 pm", "21:30"],
  [" 8 in the evening", "20:00"],
] as const;

test.each(orders)(
  "every day written with its month's name is that day, with %s numbers, or refused, never another",
  (dateOrder) => {
    const wrong: string[] = [];
    let unread = 0;
    for (const day of days2028) {
      // Half a year before it: every day is ahead and none is nearer in another year.
      const before = new Date(Date.parse(`${addDays(day, -180)}T11:00:00Z`));
      for (const [which, { text }] of writeDay(day).entries()) {
        // Each way alone and with one of the times, which take turns.
        const turn = 1 + ((which + Number(day.slice(-2))) % (timesOfDay.length - 1));
        for (const [more, time] of [timesOfDay[0], timesOfDay[turn] ?? timesOfDay[0]]) {
          const read = said(`${text}${more}`, { dateOrder, now: before, zone: "UTC" });
          if (read === null) unread += 1;
          else if (read !== `${day} ${time}`) wrong.push(`${text}${more}: ${read}`);
        }
      }
    }
    expect(wrong.slice(0, 20)).toEqual([]);
    expect(unread).toBe(0);
  },
);

test("a day written before or after its time is the same day, whatever the date of today", () => {
  const today = fc.integer({ min: 0, max: 365 }).map((at) => days2028[at] ?? "");
  const day = fc.constantFrom(...days2028);
  const order = fc.constantFrom(...orders);
  fc.assert(
    fc.property(today, day, order, fc.nat({ max: 1000 }), fc.constantFrom("18:00", "7pm", "9:05 am"), (...given) => {
      const [from, target, dateOrder, which, time] = given;
      const ways = writeDay(target);
      const { text, hasYear } = ways[which % ways.length] ?? { text: "", hasYear: false };
      const at = new Date(`${from}T12:00:00Z`);
      for (const words of [`${text} ${time}`, `${time} ${text}`, `${time}, ${text}`]) {
        const read = said(words, { dateOrder, now: at, zone: "UTC" });
        if (read === null) continue;
        expect([words, read.slice(hasYear ? 0 : 5, 10)]).toEqual([words, target.slice(hasYear ? 0 : 5)]);
      }
    }),
    { seed: 7, numRuns: 3000 },
  );
});

test.each([
  ["feb 27", "2027-02-27 09:00"],
  ["tonight 8", "2026-11-21 20:00"],
  ["tonight at 8", "2026-11-21 20:00"],
  ["8 tonight", "2026-11-21 20:00"],
  ["tonight 11:30", "2026-11-21 23:30"],
  ["this evening 7", "2026-11-21 19:00"],
  ["tomorrow evening 8", "2026-11-22 20:00"],
  ["tomorrow evening at eight", "2026-11-22 20:00"],
  ["tomorrow at 8 in the evening", "2026-11-22 20:00"],
  ["tomorrow night 9", "2026-11-22 21:00"],
  ["friday afternoon 3", "2026-11-27 15:00"],
  ["friday afternoon 12:30", "2026-11-27 12:30"],
  ["friday morning 3", "2026-11-27 03:00"],
  ["friday morning 10", "2026-11-27 10:00"],
  ["evening 9 fri", "2026-11-27 21:00"],
  ["dec 24 at 18:00", "2026-12-24 18:00"],
  ["dec 31 9pm", "2026-12-31 21:00"],
  ["mar 15 9am", "2027-03-15 09:00"],
  ["dec 10 9:00", "2026-12-10 09:00"],
  ["9 tomorrow", "2026-11-22 09:00"],
  ["1/14/2027 9:30:00 AM", null],
  ["14/1/2027 9:30:00 AM", "2027-01-14 09:30"],
  ["24-Dec-2026 18:00", "2026-12-24 18:00"],
  ["29 feb", "2028-02-29 09:00"],
])("%s is %s", (words, time) => {
  expect(said(words)).toBe(time);
});

test.each([
  ...["tonight 3", "tonight 12", "this evening 2", "friday afternoon 9", "tomorrow morning 14:00", "tonight 8am"],
  ...["tomorrow morning 9pm", "tomorrow midnight", "fri 24 dec", "feb 30", "31 nov 9:00", "dec 24 2019 x", "feb 2027"],
  ...[
    "feb",
    "24 dec 26",
    "1/14",
    "13/13",
    "9:30:15",
    "this evening tomorrow",
    "at",
    "10.12 18:00",
    "in 2 days 3 hours",
  ],
  ...["2026 dec 7", "2027 jan 5 9:00", "2027, 5 jan", "2026 december", "2030 the 7th of december"],
  ...["five-ish", "morning evening", "fri fri", "24 dec 1830", "5pm IST"],
])("%j is refused, not read as another time", (words) => {
  expect(said(words)).toBeNull();
});

test("an hour before a day is not mixed up with the day's number", () => {
  expect([said("at 9 feb 12"), said("9 feb 12", { dateOrder: "month_first" }), said("9 feb 12")]).toEqual([
    "2027-02-12 09:00",
    null,
    "2027-02-09 12:00",
  ]);
});

test("a day that has just passed stays in its year, so that it is refused as passed", () => {
  expect([said("14 nov"), said("21 nov"), said("1/11 9:00"), said("1 aug")]).toEqual([
    "2026-11-14 09:00",
    "2026-11-21 09:00",
    "2026-11-01 09:00",
    "2027-08-01 09:00",
  ]);
});

test("numbers are read in the given order alone: what has no such month is refused", () => {
  const read = (words: string) => [
    said(words, { dateOrder: "day_first" }),
    said(words, { dateOrder: "month_first" }),
    said(words, { dateOrder: null }),
  ];
  expect(read("12/3/2027 9:00")).toEqual(["2027-03-12 09:00", "2027-12-03 09:00", null]);
  expect(read("1/14/2027 9:00")).toEqual([null, "2027-01-14 09:00", "2027-01-14 09:00"]);
  expect(read("14-1-2027 9:00")).toEqual(["2027-01-14 09:00", null, "2027-01-14 09:00"]);
  expect(read("3/3/2027 9:00")).toEqual(["2027-03-03 09:00", "2027-03-03 09:00", "2027-03-03 09:00"]);
});

/** Wednesday 25 November 2026, 12:00 in Berlin. */
const typedDayOptions = {
  now: new Date("2026-11-25T11:00:00Z"),
  zone: "Europe/Berlin",
  dateOrder: "day_first",
  isPast: false,
} as const;

test.each([
  ["2026-12-24", "2026-12-24"],
  ["24 dec", "2026-12-24"],
  ["24.12.", "2026-12-24"],
  ["24/12/2027", "2027-12-24"],
  ["Thu 24 Dec 2026", "2026-12-24"],
  // The author changed the day and left the weekday.
  ["Thu 26 Dec 2026", "2026-12-26"],
  ["today", "2026-11-25"],
  ["tomorrow", "2026-11-26"],
  ["fri", "2026-11-27"],
  ["first monday of december", "2026-12-07"],
  ["25", "2026-11-25"],
  ["24", "2026-12-24"],
  ["31", "2026-12-31"],
])("the typed day %s is %s", (typed, day) => {
  expect(parseTypedDay(typed, typedDayOptions)).toBe(day);
});

test.each(["", "soon", "32", "0", "2026-02-30", "fri fri"])("the typed day %j is refused", (typed) => {
  expect(parseTypedDay(typed, typedDayOptions)).toBeNull();
});

test("a day in a filter may be over", () => {
  const read = (typed: string) => parseTypedDay(typed, { ...typedDayOptions, isPast: true });
  expect([read("24"), read("26"), read("1 nov"), read("yesterday")]).toEqual([
    "2026-11-24",
    "2026-10-26",
    "2026-11-01",
    "2026-11-24",
  ]);
});
