import path from "node:path";
import type { ThreadChoice } from "../../../../lib/contract/types.ts";
import type { Postwright } from "../../../client/src/create-client.ts";
import type { Channel } from "../../../client/src/generated/contract-types.d.ts";
import { isPostwrightError } from "../../../client/src/resources.ts";
import { findLengthProblem, parseThreadChoice, toThreadFields } from "../check-length.ts";
import { chooseChannels } from "../choose-channels.ts";
import { CliError } from "../cli-error.ts";
import { findServiceProblem, readImage, toTextFields } from "../commands/post.ts";
import { parseTime, type TimeSettings } from "../schedule-time.ts";
import type { PlanRow } from "./read-plan.ts";

/** A row that can be created. `at`: its time; `next-slot`; null for a draft. */
export type CheckedRow = {
  line: number;
  parts: string[];
  channels: Channel[];
  at: Date | "next-slot" | null;
  files: { file: Blob; name: string }[];
  addresses: string[];
  threads: ThreadChoice | null;
  points: number | null;
  warnings: string[];
};
export type PlanCheck = { rows: CheckedRow[]; problems: { line: number; message: string }[] };

export type CheckPlanOptions = {
  client: Postwright;
  channels: readonly Channel[];
  /** For rows that name no channel. */
  defaults: readonly string[];
  folder: string;
  settings: TimeSettings;
  /** Times that an interrupted import has fixed already, by line. */
  times: Readonly<Record<string, string | null>>;
};

/** Checks every row, first here and then by the service, which creates nothing. */
export async function checkPlan(plan: readonly PlanRow[], options: CheckPlanOptions): Promise<PlanCheck> {
  const check: PlanCheck = { rows: [], problems: [] };
  for (const row of plan) {
    try {
      const checked = checkRow(row, options);
      checked.warnings.push(...(await checkByService(checked, options.client)));
      check.rows.push(checked);
    } catch (error) {
      const isOwn = error instanceof CliError || (isPostwrightError(error) && error.status === 400);
      if (!isOwn) throw error;
      check.problems.push({ line: row.line, message: error.message });
    }
  }
  return check;
}

const fail = (message: string) => new CliError(1, message);

function checkRow(row: PlanRow, { channels, defaults, folder, settings, times }: CheckPlanOptions): CheckedRow {
  if (row.problem !== null) throw fail(row.problem);
  if (row.parts.includes("")) throw fail("the text is empty");
  if (row.parts.some((part) => part.includes("\uFFFD")))
    throw fail("the text has a \uFFFD in place of a character that another program lost");
  if (row.images.length > 4) throw fail(`${row.images.length} images; the limit is 4`);
  if (row.points !== "" && !/^\d{1,4}$/.test(row.points)) throw fail(`points is "${row.points}": write a whole number`);
  const chosen = chooseChannels(row.channels.length > 0 ? row.channels : defaults, channels);
  const addresses = row.images.filter((image) => /^https:\/\//i.test(image));
  const files = row.images
    .filter((image) => !addresses.includes(image))
    .map((image) => readImage(path.resolve(folder, image)));
  const threads = parseThreadChoice(row.threads);
  if (threads === undefined) throw fail(`threads is "${row.threads}": write chain or join`);
  for (const channel of row.isDraft ? [] : chosen) {
    const problem = findLengthProblem(channel, row.parts, [row.images.length], threads);
    if (problem !== null) throw fail(problem);
  }
  return {
    line: row.line,
    parts: row.parts,
    channels: chosen,
    at: findTime(row, settings, times),
    files,
    addresses,
    threads,
    points: row.points === "" ? null : Number(row.points),
    warnings: [],
  };
}

function findTime(row: PlanRow, settings: TimeSettings, times: CheckPlanOptions["times"]): CheckedRow["at"] {
  if (row.isDraft) return null;
  if (row.time === "next-slot") return "next-slot";
  const fixed = times[row.line];
  if (fixed) return new Date(fixed);
  const at = parseTime(row.time, settings);
  if (at === null) throw fail("an import can't publish at once: give a later time");
  return at;
}

async function checkByService(row: CheckedRow, client: Postwright): Promise<string[]> {
  const { parts, channels, threads, files, addresses, at } = row;
  if (at === null) return [];
  const check = {
    channels: channels.map(({ id }) => id),
    ...toTextFields(parts),
    ...toThreadFields(channels, threads),
    scheduled_for: at === "next-slot" ? null : at,
  };
  try {
    const answer = await client.posts.check(check);
    const problem = findServiceProblem(answer, files.length + addresses.length > 0);
    if (problem !== null) throw fail(problem);
    return answer.warnings.map(({ message }) => message);
  } catch (error) {
    // A service of the documented endpoints alone has no check.
    if (isPostwrightError(error) && error.status === 404) return [];
    throw error;
  }
}
