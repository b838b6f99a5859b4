import { addDays, addMonths, type Day, daysBetween, getWeekday, isDay, startOfMonth, startOfWeek } from "../days.ts";
import type { DateOrder } from "../display-preferences.ts";
import { type ChosenWallTime, toChosenWallTime } from "../resolve-chosen-wall-time.ts";
import { hourMs, minuteMs } from "../time-units.ts";
import { toWallTime, type WallTime } from "../wall-time.ts";
import { type DayPart, parseClockTime, parseClockTimeInPart } from "./parse-clock-time.ts";

/** The time that a text means: now, or a wall time in a zone. */
export type NaturalDate = { type: "now" } | ({ type: "at" } & ChosenWallTime);

export type NaturalDateOptions = {
  now: Date;
  zone: string;
  /** The order of 3/12. Null if nobody knows it: what could be two days is refused. */
  dateOrder: DateOrder | null;
  /** True if a day without a year may be over: "24 nov" in a filter is the nearest one. */
  isPast?: boolean;
};

/** The time of a day without one, and of a part of the day without an hour. */
const defaultTime = "09:00";
const partTimes: Record<DayPart, string> = {
  morning: defaultTime,
  afternoon: "15:00",
  evening: "20:00",
  night: "22:00",
};

/** A day without a year that is over for at most so many days is this year's, and is refused by its reader as passed. */
const passedDaysMax = 60;

const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const nths = ["first", "second", "third", "fourth"];
const smallCounts = ["one", "two", "three", "four"];

/** Minutes that clocks in a named zone are ahead of UTC. A name that means two zones (CST, IST, BST) is not read. */
const zoneMinutes: Readonly<Record<string, number>> = {
  utc: 0,
  gmt: 0,
  z: 0,
  cet: 60,
  cest: 120,
  est: -300,
  edt: -240,
  cdt: -300,
  mdt: -360,
  pst: -480,
  pdt: -420,
};

const month = String.raw`(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?`;
const weekday = String.raw`(sun(?:day)?|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:s|nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?)\.?`;
const countWords = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const count = String.raw`(?:\d{1,4}|an?|${countWords.join("|")})`;
const unit = "(?:m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?|months?)";
const amounts = String.raw`((?:(?:and\s+)?${count}\s*${unit}(?:,?\s+|(?=\d)|$))+)`;
const clock = String.raw`(\d{1,2}(?:(?::|\.|,(?=\d))[0-5]\d(?::00)?|[0-5]\d)?(?:\s?h(?:[0-5]\d)?)?(?:\s?[ap](?:\.?m\.?)?)?(?:\s?o'?clock)?|${countWords.join("|")}|noon|midday|midnight)`;

/** The parts of a time that a text names. Each may be named once. */
type Said = {
  /** A full date, a date without a year, or days after today. */
  date?: { type: "full"; day: Day } | { type: "yearly"; month: number; date: number };
  weekday?: { day: number; which: "this" | "next" | "last" };
  /** True if the day keeps the time of day of now: "in 3 days". */
  keepsTime?: true;
  /** True if the words name a week only, so that a weekday may follow. */
  isWeek?: true;
  part?: DayPart;
  clock?: string;
  offsetMinutes?: number;
  elapsedMs?: number;
};

type Reader = { pattern: RegExp; read: (found: string[], context: ReaderContext) => Said | null };
type ReaderContext = { today: Day; dateOrder: DateOrder | null; isPast: boolean };

/** A pattern of the next words of a text. */
const words = (source: string) => new RegExp(`^(?:${source})(?=$|[\\s,])`, "u");

const toMonth = (name: string) => months.indexOf(name.slice(0, 3)) + 1;
const toWeekday = (name: string) => weekdays.indexOf(name.slice(0, 3));
const toCount = (text: string) => (/^an?$/u.test(text) ? 1 : countWords.indexOf(text) + 1 || Number(text));
const padTwo = (number: number) => String(number).padStart(2, "0");

/** Two digits are a year of this century; null for a year that nobody plans for. */
function toYear(text: string): number | null {
  const year = text.length === 2 ? 2000 + Number(text) : Number(text);
  return year >= 2000 && year < 2100 ? year : null;
}

/** A date of the calendar, with its year or of any year; null if there is none. */
function toDate(yearText: string | undefined, monthNumber: number, date: number): Said | null {
  if (yearText === undefined || yearText === "")
    return isDay(`2028-${padTwo(monthNumber)}-${padTwo(date)}`)
      ? { date: { type: "yearly", month: monthNumber, date } }
      : null;
  const year = toYear(yearText);
  const day = `${year}-${padTwo(monthNumber)}-${padTwo(date)}`;
  return year !== null && isDay(day) ? { date: { type: "full", day } } : null;
}

/** The order of a numeric date that its own numbers decide; `either` if both are possible, null if none is. */
export function getNumericDateOrder(text: string): DateOrder | "either" | null {
  const [, first, , second] = anyNumericDate.exec(text) ?? [];
  if (first === undefined) return null;
  const [a, b] = [Number(first), Number(second)];
  if (a === b) return a >= 1 && a <= 12 ? "either" : null;
  if (a > 12) return b <= 12 ? "day_first" : null;
  return b > 12 ? "month_first" : "either";
}

/**
 * Returns why a date in numbers can't be read in this order, with advice; null if its numbers are not the reason. Null
 * as `order` is a reader without a member.
 */
export function getNumericDateProblem(text: string, order: DateOrder | null): string | null {
  const own = getNumericDateOrder(text);
  if (own === null || own === order) return null;
  if (own === "either") return order === null ? "That can be two days. Write the month's name, such as 3 Dec." : null;
  if (order === null) return null;
  const month = anyNumericDate.exec(text)?.[order === "day_first" ? 3 : 1];
  const shown = order === "day_first" ? "day/month" : "month/day";
  return `There is no month ${month}: dates are read as ${shown}. Write the month's name, such as 14 Jan.`;
}

const numericDateSource = String.raw`(\d{1,2})([/-])(\d{1,2})(?:\2(\d{4}|\d{2}))?`;
const numericDate = words(numericDateSource);
const anyNumericDate = new RegExp(`(?<![^\\s,])${numericDateSource}(?=$|[\\s,])`, "u");

function readNumericDate([whole = "", first, separator, second, year]: string[], { dateOrder }: ReaderContext) {
  // "9-10" may be two hours.
  if (separator === "-" && year === undefined) return null;
  const own = getNumericDateOrder(whole);
  const order = first === second ? "day_first" : (dateOrder ?? (own === "either" ? null : own));
  if (order === null) return null;
  const [date, monthNumber] = order === "day_first" ? [first, second] : [second, first];
  return toDate(year, Number(monthNumber), Number(date));
}

function readAmounts(text: string, sign: 1 | -1, { today }: ReaderContext): Said | null {
  let elapsedMs = 0;
  let day = today;
  let isDays = false;
  for (const [, amount = "", name = ""] of text.matchAll(new RegExp(`(${count})\\s*(${unit})(?=$|[\\s,\\d])`, "gu"))) {
    const size = sign * toCount(amount);
    if (name.startsWith("h")) elapsedMs += size * hourMs;
    else if (name === "m" || name.startsWith("min")) elapsedMs += size * minuteMs;
    else {
      isDays = true;
      day = name.startsWith("month") ? addMonths(day, size) : addDays(day, name.startsWith("w") ? 7 * size : size);
    }
  }
  // Days are of the calendar, hours of the clock: a sum of both could be two instants.
  if (isDays && elapsedMs !== 0) return null;
  return isDays ? { date: { type: "full", day }, keepsTime: true } : { elapsedMs };
}

function readCountedDay([, which = "", dayName = "", monthName = "", year]: string[], { today }: ReaderContext): Said {
  const nth = which === "last" ? null : nths.indexOf(which) + 1 || Number(which[0]);
  const inYear = (of: number) => getNthWeekday(of, toMonth(monthName) - 1, toWeekday(dayName), nth);
  const thisYear = Number(today.slice(0, 4));
  const soonest = inYear(thisYear) < today ? inYear(thisYear + 1) : inYear(thisYear);
  return { date: { type: "full", day: year === undefined ? soonest : inYear(Number(year)) } };
}

/** Returns a month's first to fourth such weekday; the last one for null. */
function getNthWeekday(year: number, monthIndex: number, day: number, nth: number | null): Day {
  const first = `${year}-${padTwo(monthIndex + 1)}-01`;
  if (nth !== null) return addDays(first, ((day - getWeekday(first) + 7) % 7) + 7 * (nth - 1));
  const end = `${monthIndex === 11 ? year + 1 : year}-${padTwo(((monthIndex + 1) % 12) + 1)}-01`;
  return addDays(end, -(((getWeekday(end) - day + 6) % 7) + 1));
}

const dayWithMonth = String.raw`(\d{1,2})(?:st|nd|rd|th|\.)?[\s-]*(?:of\s+)?`;

/** Forms of days and times. The first that fits the next words reads them. */
const readers: Reader[] = [
  {
    pattern: words(`in half an hour`),
    read: () => ({ elapsedMs: 30 * minuteMs }),
  },
  { pattern: new RegExp(`^in\\s+${amounts}`, "u"), read: ([, text = ""], context) => readAmounts(text, 1, context) },
  {
    pattern: words(`${amounts}\\s*(from now|ago)`),
    read: ([, text = "", which], context) =>
      which === "ago" && !context.isPast ? null : readAmounts(text, which === "ago" ? -1 : 1, context),
  },
  {
    pattern: words(`${weekday}\\s+in\\s+(${smallCounts.join("|")}|\\d{1,2})\\s+weeks?`),
    read: ([, name = "", weeks = ""], { today }) => {
      const monday = addDays(startOfWeek(today, 1), 7 * (smallCounts.indexOf(weeks) + 1 || Number(weeks)));
      return { date: { type: "full", day: addDays(monday, (toWeekday(name) + 6) % 7) } };
    },
  },
  {
    pattern: words(
      `(?:the\\s+)?(${nths.join("|")}|[1-4](?:st|nd|rd|th)|last)\\s+${weekday}\\s+(?:of|in)\\s+${month}(?:\\s+(20\\d\\d))?`,
    ),
    read: readCountedDay,
  },
  {
    pattern: words(String.raw`(\d{4})([-/])(\d{1,2})\2(\d{1,2})`),
    read: ([, year, , monthNumber, date]) => toDate(year, Number(monthNumber), Number(date)),
  },
  {
    // Dots are in use only where the day comes first.
    pattern: words(String.raw`(\d{1,2})\.\s?(\d{1,2})\.(?:\s?(\d{4}|\d{2}))?`),
    read: ([, date, monthNumber, year]) => toDate(year, Number(monthNumber), Number(date)),
  },
  { pattern: numericDate, read: readNumericDate },
  {
    // "2026 dec 7": the year, and not 20:26.
    pattern: words(String.raw`20\d\d(?:\s*,\s*|\s+)(?:the\s+)?(?:${dayWithMonth})?${month}(?:\s.*)?`),
    read: () => null,
  },
  {
    // In "9 feb 12" both may be the day, where months come first.
    pattern: new RegExp(String.raw`^(\d{1,2})\s+${month}\s+(\d{1,2})$`, "u"),
    read: ([, first, name = "", last], { dateOrder }) => {
      const [before, after] = [Number(first), Number(last)];
      const isTwo = after >= 1 && before <= 23 && isDay(`2028-${padTwo(toMonth(name))}-${padTwo(after)}`);
      if (after > 23 || (isTwo && dateOrder !== "day_first")) return null;
      const day = toDate(undefined, toMonth(name), before);
      return day && { ...day, clock: String(last) };
    },
  },
  {
    pattern: words(String.raw`(?:the\s+)?${dayWithMonth}${month}(?:(?:\s*,\s*|\s+|-)(\d{4})|-(\d{2}))?`),
    read: ([, date, name = "", year, shortYear]) => toDate(year ?? shortYear, toMonth(name), Number(date)),
  },
  {
    pattern: words(String.raw`${month}[\s-]*(?:the\s+)?(\d{1,2})(?:st|nd|rd|th)?(?:(?:\s*,\s*|\s+|-)(\d{4}))?`),
    read: ([, name = "", date, year]) => toDate(year, toMonth(name), Number(date)),
  },
  { pattern: words("today"), read: (_, { today }) => ({ date: { type: "full", day: today } }) },
  {
    pattern: words("tomorrow|tmrw?"),
    read: (_, { today }) => ({ date: { type: "full", day: addDays(today, 1) } }),
  },
  {
    pattern: words("yesterday"),
    read: (_, { today, isPast }) => (isPast ? { date: { type: "full", day: addDays(today, -1) } } : null),
  },
  { pattern: words("tonight"), read: (_, { today }) => ({ date: { type: "full", day: today }, part: "night" }) },
  {
    pattern: words("this\\s+(morning|afternoon|evening|night)"),
    read: ([, part], { today }) => ({ date: { type: "full", day: today }, part: part as DayPart }),
  },
  {
    pattern: words("(?:in\\s+the\\s+|at\\s+)?(morning|afternoon|evening|night)"),
    read: ([, part]) => ({ part: part as DayPart }),
  },
  {
    pattern: words("next\\s+week"),
    read: (_, { today }) => ({ date: { type: "full", day: addDays(today, 7) }, isWeek: true }),
  },
  {
    pattern: words("next\\s+month"),
    read: (_, { today }) => ({ date: { type: "full", day: addMonths(today, 1) } }),
  },
  {
    pattern: words(`(?:(this|next|last)\\s+)?${weekday}`),
    read: ([, which, name = ""], { isPast }) =>
      which === "last" && !isPast
        ? null
        : { weekday: { day: toWeekday(name), which: (which ?? "this") as "this" | "next" | "last" } },
  },
  {
    pattern: words(`(?:(?:at|um)\\s+|@\\s?)?${clock}(?:\\s?(${Object.keys(zoneMinutes).join("|")}))?`),
    read: ([, time = "", zone]) => ({
      clock: time,
      ...(zone !== undefined && { offsetMinutes: zoneMinutes[zone] ?? 0 }),
    }),
  },
  {
    pattern: words(String.raw`(?:at\s+)?(\d{1,2}:[0-5]\d)(?::00)?\s?([+-])(\d{2}):?([0-5]\d)`),
    read: ([, time = "", sign, hours, minutes]) => ({
      clock: time,
      offsetMinutes: (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)),
    }),
  },
];

/** Reads all words; null if one is not understood or something is said twice. */
function readWords(text: string, context: ReaderContext): Said | null {
  const said: Said = {};
  let rest = text;
  while (rest !== "") {
    const next = readNext(rest, context);
    if (next === null || Object.keys(next.said).some((key) => Object.hasOwn(said, key))) return null;
    Object.assign(said, next.said);
    rest = next.rest;
  }
  return said;
}

function readNext(text: string, context: ReaderContext): { said: Said; rest: string } | null {
  for (const { pattern, read } of readers) {
    const found = pattern.exec(text);
    if (!found) continue;
    const said = read([...found], context);
    const rest = text
      .slice(found[0].length)
      .replace(/^(?:\s*,\s*|\s+)/u, "")
      .replace(/^on\s+(?=\S)/u, "");
    return said && { said, rest };
  }
  return null;
}

/**
 * Parses a time in natural language for a person in `zone`: "tomorrow 9", "fri 14:30", "in 2h", "24 dec 18:00". Returns
 * null unless every word is understood and all of them together mean one time: half of "day after tomorrow" would be
 * another day. A day alone means 09:00, "at 3" means 15:00, "tonight 8" 20:00. The result may have passed.
 */
export function parseNaturalDate(input: string, options: NaturalDateOptions): NaturalDate | null {
  const text = normalize(input);
  if (/^(?:now|asap|at once)$/u.test(text)) return { type: "now" };
  return readDate(text, { ...options, isDayOnly: false });
}

/** More than any words for a time: a text pasted by mistake costs no work. */
const charactersMax = 200;

const normalize = (input: string) =>
  input.length > charactersMax
    ? ""
    : input.normalize("NFKC").trim().toLowerCase().replaceAll(/\s+/gu, " ").replace(/^on /u, "");

type ReadDateOptions = NaturalDateOptions & { isDayOnly: boolean };

function readDate(text: string, options: ReadDateOptions): NaturalDate | null {
  const { now, zone, dateOrder, isPast = false } = options;
  const wallNow = toWallTime(now, zone);
  const said = text === "" ? null : readWords(text, { today: wallNow.date, dateOrder, isPast });
  if (said === null) return null;
  const { elapsedMs, ...others } = said;
  if (elapsedMs !== undefined) {
    if (Object.keys(others).length > 0) return null;
    return { type: "at", ...toChosenWallTime(new Date(now.getTime() + elapsedMs), zone) };
  }
  const time = findTime(said, wallNow);
  if (time === null) return null;
  if (said.offsetMinutes !== undefined) return findTimeAtOffset(said, time, said.offsetMinutes, options);
  const date = findDay(said, time, wallNow, options);
  return date === null ? null : { type: "at", date, time, zone };
}

/** Returns the HH:mm that is said or meant; null if it can't be said of such a day. */
function findTime({ clock: typed, part, keepsTime, date, weekday: day }: Said, wallNow: WallTime): string | null {
  if (typed === undefined) return part ? partTimes[part] : keepsTime ? wallNow.time : defaultTime;
  const plain = typed.replace(/(:\d\d):00/u, "$1").replace(/\s?o'?clock$/u, "");
  // Midnight of a day is its first or its last minute.
  if (plain === "midnight" && (part ?? date ?? day) !== undefined) return null;
  return part ? parseClockTimeInPart(plain, part) : parseClockTime(plain);
}

function findDay(said: Said, time: string, wallNow: WallTime, options: ReadDateOptions): Day | null {
  const { date, weekday: named, isWeek } = said;
  const today = wallNow.date;
  if (date === undefined) {
    if (named !== undefined) return findWeekday(named, time, wallNow, options);
    return `${today} ${time}` > `${today} ${wallNow.time}` || said.keepsTime ? today : addDays(today, 1);
  }
  const day = date.type === "full" ? date.day : findYear(date, today, options.isPast ?? false);
  if (named === undefined || day === null) return day;
  if (named.which !== "this") return null;
  if (isWeek) return addDays(startOfWeek(day, 1), (named.day + 6) % 7);
  // In a field for a day, the author changed the number and left the weekday.
  return getWeekday(day) === named.day || options.isDayOnly ? day : null;
}

/** Returns the day in the year that a person means who writes none; null if no year near has it. */
function findYear({ month: of, date }: { month: number; date: number }, today: Day, isPast: boolean): Day | null {
  const thisYear = Number(today.slice(0, 4));
  const days = [-4, -3, -2, -1, 0, 1, 2, 3, 4, 8]
    .map((more) => `${thisYear + more}-${padTwo(of)}-${padTwo(date)}`)
    .filter(isDay);
  const ahead = days.map((day) => ({ day, ahead: daysBetween(today, day) }));
  if (isPast) return ahead.toSorted((a, b) => Math.abs(a.ahead) - Math.abs(b.ahead))[0]?.day ?? null;
  return ahead.find((one) => one.ahead >= -passedDaysMax)?.day ?? null;
}

function findWeekday(
  { day: wanted, which }: NonNullable<Said["weekday"]>,
  time: string,
  wallNow: WallTime,
  { isPast = false, isDayOnly }: ReadDateOptions,
): Day {
  const today = wallNow.date;
  const ahead = (wanted - getWeekday(today) + 7) % 7;
  if (which === "next") return addDays(startOfWeek(today, 1), 7 + ((wanted + 6) % 7));
  if (which === "last") return addDays(today, ahead === 0 ? -7 : ahead - 7);
  if (isPast) return addDays(today, ahead > 3 ? ahead - 7 : ahead);
  return addDays(today, ahead === 0 && !isDayOnly && time <= wallNow.time ? 7 : ahead);
}

/** "5pm EST" is an instant, which is shown in the member's zone. */
function findTimeAtOffset(
  said: Said,
  time: string,
  offsetMinutes: number,
  options: ReadDateOptions,
): NaturalDate | null {
  const { now, zone } = options;
  const wallNow = toWallTime(now, zone);
  const toInstant = (day: Day) => new Date(Date.parse(`${day}T${time}Z`) - offsetMinutes * minuteMs);
  const isDaySaid = (said.date ?? said.weekday) !== undefined;
  const days = isDaySaid ? [findDay(said, time, wallNow, options)] : [-1, 0, 1].map((at) => addDays(wallNow.date, at));
  const at = days.flatMap((day) => (day === null ? [] : toInstant(day))).find((one) => isDaySaid || one > now);
  return at ? { type: "at", ...toChosenWallTime(at, zone) } : null;
}

export type TypedDayOptions = Required<NaturalDateOptions>;

/**
 * Parses a day as people type it: "24", "24 dec", "24.12.", "fri", "next week". Returns null for anything else. A number
 * alone is the next such day of a month, or the last one where the day may be over.
 */
export function parseTypedDay(input: string, options: TypedDayOptions): Day | null {
  const { now, zone, isPast } = options;
  const text = normalize(input);
  if (isDay(text)) return text;
  const today = toWallTime(now, zone).date;
  if (/^\d{1,2}\.?$/u.test(text)) return findDayOfMonth(Number.parseInt(text, 10), today, isPast);
  const date = readDate(text, { ...options, isDayOnly: true });
  return date === null ? null : date.type === "now" ? today : date.date;
}

function findDayOfMonth(dayOfMonth: number, today: Day, isPast: boolean): Day | null {
  // One of two consecutive months has 31 days.
  for (const ahead of [0, 1]) {
    const first = addMonths(startOfMonth(today), isPast ? -ahead : ahead);
    const day = `${first.slice(0, 8)}${padTwo(dayOfMonth)}`;
    if (isDay(day) && (isPast ? day <= today : day >= today)) return day;
  }
  return null;
}
