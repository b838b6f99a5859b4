/**
 * `npm run channels:probe -- CHANNEL --publicly [FILE]`: posts a text, a reply and an image as a connected account, looks
 * the text up, and takes everything down. It prints what the platform answered, without secrets, and writes it to FILE.
 * Whoever may run programs on the server may do it. With the embedded database, stop Postwright first.
 */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { InvalidSettingError, parseEnv } from "#lib/env.ts";
import { createLog } from "#lib/service/core/log.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { DatabaseStartError } from "#lib/service/db/database-start-error.ts";
import { openService } from "./service.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);
const complain = (line: string) => process.stderr.write(`${line}\n`);
const times = { publishMs: 4 * 60_000, takeDownMs: 60_000 };

async function run(): Promise<number> {
  const [channelId, consent, file] = process.argv.slice(2);
  if (!channelId || consent !== "--publicly") {
    throw new InvalidSettingError(
      "A probe posts publicly for a moment. Name the channel's ID and agree: npm run channels:probe -- ID --publicly [FILE]",
    );
  }
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

try {
  process.exitCode = await run();
} catch (error) {
  if (!(error instanceof InvalidSettingError || error instanceof DatabaseStartError)) throw error;
  complain(error.message);
  process.exitCode = 2;
}
