/**
 * `npm run channels:probe -- CHANNEL --publicly [FILE] [--save FOLDER]`: posts a text, a reply and an image as a connected
 * account, looks the text up, and takes everything down. It prints what the platform answered, without secrets, and
 * writes it to FILE; answers of failed steps become files of `testing/answers` in FOLDER. Whoever may run programs on the
 * server may do it. With the embedded database, stop Postwright first.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { InvalidSettingError, parseEnv } from "#lib/env.ts";
import { toAnswerFiles } from "#lib/service/channels/probe/to-answer-files.ts";
import { createLog } from "#lib/service/core/log.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { DatabaseStartError } from "#lib/service/db/database-start-error.ts";
import { openService } from "./service.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);
const complain = (line: string) => process.stderr.write(`${line}\n`);
const times = { publishMs: 4 * 60_000, takeDownMs: 60_000 };

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    strict: false,
    options: { publicly: { type: "boolean" }, save: { type: "string" } },
  });
  const [channelId, file] = positionals;
  if (!channelId || values["publicly"] !== true) {
    throw new InvalidSettingError(
      "A probe posts publicly for a moment. Name the channel's ID and agree: npm run channels:probe -- ID --publicly [FILE] [--save FOLDER]",
    );
  }
  const folder = typeof values["save"] === "string" ? values["save"] : null;
  const env = parseEnv();
  const secret = env.SECRET ?? (await readFile(path.join(env.DATA_DIR, "secret"), "utf8")).trim();
  const origin = env.PUBLIC_URL ?? "http://localhost";
  const service = await openService(env, { origin, secret, log: createLog("silent") });
  try {
    const report = await service.probeChannel(channelId, times);
    say(
      JSON.stringify(
        report.steps.flatMap(({ exchanges }) => exchanges),
        null,
        2,
      ),
    );
    for (const { name, outcome, note } of report.steps) say(`${name}: ${outcome}${note === null ? "" : `. ${note}`}`);
    if (report.left.length > 0) say(`Still public, delete it there: ${report.left.join(", ")}`);
    if (folder !== null) await saveAnswers(folder, toAnswerFiles(report));
    if (file) await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
    return report.steps.some(({ name, succeeded }) => !succeeded && name !== "take_down") ? 1 : 0;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    complain(error.message);
    return 1;
  } finally {
    await service.stop();
  }
}

async function saveAnswers(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of files) await writeFile(path.join(folder, name), text);
  say(files.size === 0 ? "No step failed, so nothing was saved." : `Saved: ${[...files.keys()].join(", ")}`);
}

try {
  process.exitCode = await run();
} catch (error) {
  if (!(error instanceof InvalidSettingError || error instanceof DatabaseStartError)) throw error;
  complain(error.message);
  process.exitCode = 2;
}
