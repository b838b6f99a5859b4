import { createHash, randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { refusal, usageError } from "../cli-error.ts";

/**
 * The file beside a plan that says what its import created. It is written before the first create and after each, so
 * that an import can be continued after a crash and undone later.
 */
export type ImportRecord = {
  type: "postwright-import";
  /** The service that the posts are on. */
  url: string;
  planHash: string;
  /** The beginning of every idempotency key of this import. */
  run: string;
  startedAt: string;
  status: "running" | "done" | "undone";
  /** The times that words in the plan meant when the import began, by line. */
  times: Record<string, string | null>;
  created: { line: number; ids: string[] }[];
  /** The line whose create got no answer from a service without idempotency keys, and when it was sent. */
  unclear?: { line: number; at: string } | undefined;
};

/** The service keeps idempotency keys for 24 h. */
const continuableMs = 23 * 3_600_000;

export const hashPlan = (text: string) => createHash("sha256").update(text).digest("hex");

export function createRecord(url: string, planHash: string): ImportRecord {
  const run = `import-${randomBytes(9).toString("hex")}`;
  return {
    type: "postwright-import",
    url,
    planHash,
    run,
    startedAt: new Date().toISOString(),
    status: "running",
    times: {},
    created: [],
  };
}

/** Written beside the old one and renamed, so that a crash leaves one of the two. */
export function writeRecord(file: string, record: ImportRecord): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** @throws CliError if the file is missing or none of ours */
export function readRecord(file: string): ImportRecord {
  try {
    const record = JSON.parse(readFileSync(file, "utf8")) as ImportRecord;
    if (record.type === "postwright-import" && Array.isArray(record.created)) return record;
  } catch {
    // The sentence below says it.
  }
  throw usageError(`${file} isn't an import record.`);
}

/**
 * Returns the record of an interrupted import of the same plan, to continue it; null for a new import.
 * @throws CliError if the plan was imported before, or too long ago to continue
 */
export function findInterrupted(file: string, url: string, planHash: string): ImportRecord | null {
  if (!existsSync(file)) return null;
  const record = readRecord(file);
  if (record.status === "undone") return null;
  if (record.status === "done") {
    throw refusal(
      `This file was imported at ${record.startedAt}. Undo that with: postwright import --undo ${file}. Or name another record with --record to import it again.`,
    );
  }
  if (record.planHash !== planHash || record.url !== url) {
    throw refusal(
      `An import of another version of this file was interrupted. Undo it first: postwright import --undo ${file}`,
    );
  }
  if (Date.now() - Date.parse(record.startedAt) > continuableMs) {
    throw refusal(`The interrupted import is too old to continue. Undo it first: postwright import --undo ${file}`);
  }
  return record;
}
