import { usageError } from "../cli-error.ts";
import { type CsvRow, parseCsv } from "./parse-csv.ts";

/** A row as it is written, before channels and times are looked up. */
export type PlanRow = {
  line: number;
  parts: string[];
  channels: string[];
  /** A time in words or ISO 8601; empty for a draft. */
  time: string;
  isDraft: boolean;
  images: string[];
  /** What becomes of several parts: `chain`, `join`, or empty for the rule of each platform. */
  threads: string;
  points: string;
  /** Why the row can't be imported. */
  problem: string | null;
};

/** The names of each column in Postwright's plans, Buffer's template and other tools, lower case with underscores. */
const columnNames = {
  text: ["text", "content", "message", "post", "caption"],
  channels: ["channels", "channel", "platforms", "platform", "account", "accounts"],
  time: [
    "scheduled_for",
    "time",
    "posting_time",
    "scheduled_at",
    "schedule_at",
    "scheduled_time",
    "schedule_date",
    "publish_date",
    "date",
  ],
  images: ["images", "image", "image_url", "image_urls", "media_url", "media_urls"],
  threads: ["threads"],
  points: ["points"],
  draft: ["draft"],
} as const;
type Column = keyof typeof columnNames;

/** Beside a column of dates, these have the clock times of those dates. */
const clockColumns = ["time", "posting_time", "scheduled_time"];
const dateColumn = /^(?:(?:scheduled?|post|posting|publish|publishing)_)?(?:date|day)$/;

/** @throws CliError if the file is no CSV with a text column */
export function readPlan(text: string): PlanRow[] {
  const [head, ...rows] = parseCsv(text);
  const names = (head?.cells ?? []).map((name) =>
    name
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, "_"),
  );
  if (["submission_id", "published_urls", "username"].every((name) => names.includes(name))) {
    return rows.map((row) => readExportedRow(row, names));
  }
  const places = Object.fromEntries(
    Object.entries(columnNames).map(([column, all]) => [
      column,
      all.map((name) => names.indexOf(name)).find((at) => at >= 0),
    ]),
  ) as Record<Column, number | undefined>;
  if (places.text === undefined)
    throw usageError(`There is no column "text". The first line has: ${names.join(", ")}.`);
  const hasClock = clockColumns.includes(names[places.time ?? -1] ?? "");
  const datePlace = hasClock ? names.findIndex((name) => dateColumn.test(name)) : -1;
  return rows.map(({ line, cells }) => {
    const cell = (column: Column) => (cells[places[column] ?? -1] ?? "").trim();
    const draft = cell("draft").toLowerCase();
    const date = (cells[datePlace] ?? "").trim();
    const time = `${date} ${cell("time")}`.trim();
    const hasNoDate = datePlace !== -1 && date === "" && time !== "";
    const isDraftKnown = ["", "true", "yes", "1", "false", "no", "0"].includes(draft);
    return {
      line,
      parts: splitParts(cell("text")),
      channels: splitList(cell("channels")),
      time,
      isDraft: ["true", "yes", "1"].includes(draft) || time === "",
      images: splitList(cell("images")),
      threads: cell("threads").toLowerCase(),
      points: cell("points"),
      problem: !isDraftKnown
        ? `draft is "${draft}": write true or false`
        : hasNoDate
          ? "it has a time and no date"
          : null,
    };
  });
}

const splitParts = (text: string) => text.split(/^---[ \t]*\r?$/m).map((part) => part.replace(/\r\n/g, "\n").trim());
const splitList = (text: string) =>
  text
    .split(/[;|,\n]/)
    .map((one) => one.trim())
    .filter(Boolean);

/** A row of Postwright's own export: one post of one channel. */
function readExportedRow({ line, cells }: CsvRow, names: readonly string[]): PlanRow {
  const cell = (name: string) => unescapeFormulas(cells[names.indexOf(name)] ?? "");
  const status = cell("status");
  const count = Number(cell("parts"));
  const text = cell("text");
  const parts = count > 1 ? text.split("\n\n") : [text];
  const problem =
    status !== "draft" && status !== "scheduled"
      ? `it is ${status} already: only drafts and scheduled posts are imported`
      : Number(cell("images")) > 0
        ? "an export has no images"
        : parts.length !== count
          ? "an export doesn't separate its parts"
          : null;
  return {
    line,
    parts,
    channels: [`${cell("platform")}:${cell("username").replace(/^@/, "")}`],
    time: status === "draft" ? "" : cell("scheduled_for"),
    isDraft: status === "draft",
    images: [],
    threads: cell("threads"),
    points: cell("points"),
    problem,
  };
}

const leading = `[ "']*[=+\\-@＝＋－＠]`;
const inner = "[;\\t\\r\\n\\v\\f\\u0085\\u2028\\u2029]";

/** Removes the `'` that the export adds against formulas, at the places the API's description names. */
export function unescapeFormulas(text: string): string {
  const start = new RegExp(`^'(?=${leading}|'*[\\t\\r])`, "u");
  return text.replace(new RegExp(`(${inner})'(?=${leading})`, "gu"), "$1").replace(start, "");
}
