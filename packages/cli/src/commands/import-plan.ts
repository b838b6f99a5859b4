import { readFileSync } from "node:fs";
import path from "node:path";
import { toComparableText } from "../../../../lib/text/comparable-text.ts";
import type { DateOrder } from "../../../../lib/time/display-preferences.ts";
import type { Postwright } from "../../../client/src/create-client.ts";
import { type CreatePostsInput, isPostwrightError } from "../../../client/src/resources.ts";

import { toThreadFields } from "../check-length.ts";
import { type ExitCode, exitCodes, refusal, usageError } from "../cli-error.ts";
import { type Command, type CommandContext, getText, getTexts } from "../command.ts";
import { requireSignIn } from "../config.ts";
import { decodeText } from "../decode-text.ts";
import { type CheckedRow, checkPlan, type PlanCheck } from "../plan/check-plan.ts";
import { findDateOrder } from "../plan/date-order.ts";
import {
  createRecord,
  findInterrupted,
  hashPlan,
  type ImportRecord,
  readRecord,
  writeRecord,
} from "../plan/import-record.ts";
import { isJsonPlan, readJsonPlan } from "../plan/read-json-plan.ts";
import { readPlan } from "../plan/read-plan.ts";
import { undoImport } from "../plan/undo-import.ts";
import { describeTime, readTimeSettings, type TimeSettings } from "../schedule-time.ts";
import { formatTable, shorten } from "../terminal.ts";
import { toTextFields } from "./post.ts";

export const importPlan: Command = {
  summary: "Import a plan of posts from CSV, Buffer or Postiz, after a preview",
  usage: "FILE | --undo RECORD",
  options: {
    channel: {
      type: "string",
      multiple: true,
      short: "c",
      value: "CHANNEL",
      help: "Channels for rows without one; repeatable.",
    },
    zone: {
      type: "string",
      value: "ZONE",
      help: "Time zone of times without an offset. Default: the one in your settings.",
    },
    dates: {
      type: "string",
      value: "ORDER",
      help: "Order of dates in numbers: day-first or month-first. Default: the file's own.",
    },
    encoding: {
      type: "string",
      value: "NAME",
      help: "Encoding of a file that isn't UTF-8, such as windows-1252.",
    },
    "dry-run": { type: "boolean", help: "Show the preview and create nothing." },
    yes: { type: "boolean", short: "y", help: "Import after the preview without asking." },
    "skip-bad": { type: "boolean", help: "Import the other rows if some are wrong." },
    record: { type: "string", value: "FILE", help: "Where the import is recorded. Default: FILE.import.json." },
    created: { type: "string", value: "LINE", help: "Continue: this line, whose answer was lost, was created." },
    again: { type: "string", value: "LINE", help: "Continue: send this line, whose answer was lost, again." },
    undo: { type: "string", value: "RECORD", help: "Delete the imported posts that are not published yet." },
  },
  examples: [
    "postwright import plan.csv --dry-run",
    "postwright import plan.csv --channel x --yes",
    "postwright import --undo plan.csv.import.json",
  ],
  async run(context) {
    const undo = getText(context.options, "undo");
    if (undo !== undefined) return runUndo(context, undo);
    const [file, ...more] = context.positionals;
    if (file === undefined || more.length > 0) throw usageError("Name one file: postwright import plan.csv.");
    return runImport(context, file);
  },
};

async function runImport(context: CommandContext, file: string): Promise<ExitCode> {
  const { terminal, options, env, connect } = context;
  const text = readFile(file, getText(options, "encoding"));
  const client = connect();
  const { url } = requireSignIn(env);
  const recordFile = getText(options, "record") ?? `${file}.import.json`;
  const before = findInterrupted(recordFile, url, hashPlan(text));
  const plan = isJsonPlan(text) ? readJsonPlan(text) : readPlan(text);
  const member = await readTimeSettings(client, getText(options, "zone"));
  const order = findDateOrder(plan, member.dateOrder, parseDateOrder(getText(options, "dates")));
  const settings = { ...member, dateOrder: order?.order ?? member.dateOrder };
  if (order) terminal.note(order.sentence);
  const check = await checkPlan(plan, {
    client,
    channels: await client.channels.list(),
    defaults: getTexts(options, "channel"),
    folder: path.dirname(file),
    settings,
    times: before?.times ?? {},
  });
  if (before?.unclear) {
    await resolveUnclear(context, client, { record: before, rows: check.rows });
    writeRecord(recordFile, before);
  }
  const done = new Set(before?.created.map(({ line }) => line));
  const rows = check.rows.filter(({ line }) => !done.has(line));
  const rowName = isJsonPlan(text) ? "Post" : "Line";
  showPreview(context, { ...check, rows, rowName }, settings);
  if (before) terminal.note(`Continuing an interrupted import: ${countRows(done.size)} already created.`);
  if (check.problems.length > 0 && options["skip-bad"] !== true) {
    const wrong = check.problems.length === 1 ? "1 row is" : `${check.problems.length} rows are`;
    throw refusal(`${wrong} wrong, so nothing was created. Fix the file, or use --skip-bad.`);
  }
  if (options["dry-run"] === true) return exitCodes.ok;
  if (rows.length === 0 && !before) throw refusal("There is nothing to import.");
  if (options["yes"] !== true) await confirm(context, rows.length);
  const record = before ?? createRecord(url, hashPlan(text));
  for (const { line, at } of rows) record.times[line] = at instanceof Date ? at.toISOString() : null;
  writeRecord(recordFile, record);
  await createRows(context, client, { rows, record, recordFile, rowName });
  record.status = "done";
  writeRecord(recordFile, record);
  if (context.isJson)
    terminal.write(JSON.stringify({ record: recordFile, created: record.created, skipped: check.problems }));
  else terminal.write(`${countRows(record.created.length)} imported. Undo: postwright import --undo ${recordFile}`);
  return exitCodes.ok;
}

function readFile(file: string, encoding: string | undefined): string {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch {
    throw usageError(`${file} can't be read.`);
  }
  return decodeText(bytes, file, encoding);
}

const countRows = (count: number) => (count === 1 ? "1 row" : `${count} rows`);

/** @throws CliError for another word */
function parseDateOrder(text: string | undefined): DateOrder | null {
  if (text === undefined) return null;
  if (text === "day-first") return "day_first";
  if (text === "month-first") return "month_first";
  throw usageError(`--dates is "${text}": write day-first or month-first.`);
}

/** The word for a row of the plan: JSON has no lines that a person counts. */
type RowName = "Line" | "Post";

function showPreview(
  { terminal, isJson }: CommandContext,
  { rows, problems, rowName }: PlanCheck & { rowName: RowName },
  settings: TimeSettings,
): void {
  const shown = rows.map(({ line, at, channels, parts, warnings }) => [
    String(line),
    at === null ? "draft" : at === "next-slot" ? "next slot" : describeTime(at, settings),
    channels.map(({ platform }) => platform).join(" "),
    shorten(parts[0] ?? "", 40),
    warnings.join(" "),
  ]);
  if (!isJson && rows.length > 0)
    terminal.note(formatTable([[rowName.toUpperCase(), "WHEN", "CHANNELS", "TEXT", ""], ...shown]));
  for (const { line, message } of problems) terminal.note(`${rowName} ${line}: ${message}`);
}

async function confirm({ terminal }: CommandContext, count: number): Promise<void> {
  if (!terminal.isInteractive) throw usageError("Nothing was created. Add --yes to import.");
  const answer = await terminal.ask(`Import ${countRows(count)}? [y/N] `);
  if (!/^y(es)?$/i.test(answer)) throw refusal("Nothing was created.");
}

type Creation = { rows: readonly CheckedRow[]; record: ImportRecord; recordFile: string; rowName: RowName };

/** Creates the rows in order. One that the service refuses ends the import, and what it created is deleted again. */
async function createRows(
  { terminal, options }: CommandContext,
  client: Postwright,
  { rows, record, recordFile, rowName }: Creation,
) {
  for (const row of rows) {
    const startedAt = new Date().toISOString();
    try {
      const ids = await createRow(client, row, `${record.run}-${row.line}`);
      record.created.push({ line: row.line, ids });
      writeRecord(recordFile, record);
    } catch (error) {
      if (!isPostwrightError(error)) throw error;
      if (error.mayHaveArrived || error.status === null || error.status >= 500 || error.status === 429) {
        const isUnclear = error.mayHaveArrived && !(await client.keepsIdempotencyKeys());
        if (isUnclear) {
          record.unclear = { line: row.line, at: startedAt };
          writeRecord(recordFile, record);
        }
        terminal.note(
          isUnclear
            ? `${rowName} ${row.line}: the import stopped here, and this row may have been created. Run the same command again within 23 h: it looks for the post first, and asks you if it finds none.`
            : `${rowName} ${row.line}: the import stopped here. Run the same command again within 23 h to continue; nothing is created twice.`,
        );
        throw error;
      }
      terminal.note(`${rowName} ${row.line}: ${error.message}`);
      if (options["skip-bad"] === true) continue;
      const undone = await undoImport(client, record);
      record.status = "undone";
      writeRecord(recordFile, record);
      throw refusal(
        `The service refused ${rowName.toLowerCase()} ${row.line}. ${undone.deleted.length === 1 ? "1 post of this import was" : `${undone.deleted.length} posts of this import were`} deleted again.`,
      );
    }
  }
}

/** Milliseconds that the clocks of this machine and the service may differ. */
const maxClockSkewMs = 60_000;

/**
 * Finds out whether a row whose answer was lost was created: among the service's latest posts, else by the person's word.
 * @throws CliError if neither says it
 */
async function resolveUnclear(
  { options }: CommandContext,
  client: Postwright,
  { record, rows }: { record: ImportRecord; rows: readonly CheckedRow[] },
): Promise<void> {
  const { line = 0, at = "" } = record.unclear ?? {};
  const row = rows.find((one) => one.line === line);
  const text = toComparableText(row?.parts ?? []);
  const latest = (await client.posts.list({ limit: 100 }).page()).data.filter(
    (post) =>
      Date.parse(post.created_at) >= Date.parse(at) - maxClockSkewMs &&
      toComparableText(post.posts.map((part) => part.text)) === text,
  );
  const ids: string[] = [];
  for (const { platform } of row?.channels ?? []) {
    const found = latest.find(({ id, channel }) => !ids.includes(id) && (channel === platform || channel === null));
    if (found) ids.push(found.id);
  }
  const isFound = row !== undefined && ids.length === row.channels.length;
  if (isFound || getText(options, "created") === String(line)) record.created.push({ line, ids });
  else if (getText(options, "again") !== String(line)) {
    throw refusal(
      `Row ${line} got no answer, and the service's latest 100 posts don't show it. Look there. Then continue with --created ${line} if it exists, or with --again ${line} to send it again.`,
    );
  }
  record.unclear = undefined;
}

async function createRow(client: Postwright, row: CheckedRow, key: string): Promise<string[]> {
  const media: string[] = [];
  for (const [at, { file, name }] of row.files.entries()) {
    media.push((await client.media.upload(file, { name, idempotencyKey: `${key}-${at}` })).id);
  }
  const input: CreatePostsInput = {
    channels: row.channels.map(({ id }) => id),
    ...toTextFields(row.parts),
    ...toThreadFields(row.channels, row.threads),
    ...(media.length > 0 && { media }),
    ...(row.addresses.length > 0 && { media_urls: row.addresses }),
    ...(row.at === null ? { draft: true } : { scheduled_for: row.at }),
    ...(row.points !== null && { points: row.points }),
  };
  return (await client.posts.create(input, { idempotencyKey: key })).map(({ id }) => id);
}

async function runUndo({ terminal, connect, env, isJson }: CommandContext, file: string): Promise<ExitCode> {
  const record = readRecord(file);
  const { url } = requireSignIn(env);
  if (record.url !== url) throw refusal(`This import is on ${record.url}; you are signed in to ${url}.`);
  const undone = await undoImport(connect(), record);
  record.status = "undone";
  writeRecord(file, record);
  if (isJson) terminal.write(JSON.stringify(undone));
  else {
    terminal.write(
      `${undone.deleted.length} ${undone.deleted.length === 1 ? "post" : "posts"} deleted, ${undone.gone.length} already gone.`,
    );
    for (const { id, why } of undone.kept) terminal.write(`${id} is kept: ${why}`);
  }
  return exitCodes.ok;
}
