/**
 * `npm run restored [WHEN]`: after a backup was put back and before Postwright is started on it. What the backup doesn't
 * know to be published is looked for on its platform before anything is sent. Ends with 1 while Postwright runs there.
 */
import { InvalidSettingError, parseEnv } from "#lib/env.ts";
import { supportedPlatforms } from "#lib/service/channels/platforms/registry.ts";
import { DatabaseStartError } from "#lib/service/db/database-start-error.ts";
import { migrate } from "#lib/service/db/migrate.ts";
import { openDatabase } from "#lib/service/db/open-database.ts";
import { isAnyProcessConnected, markPostsRestored } from "#lib/service/publishing/restore/restored-posts.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);
const complain = (line: string) => process.stderr.write(`${line}\n`);

/** Null where none is given. */
function parseRestoreTime(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const at = new Date(text);
  // Without a zone a time means another instant on another machine.
  if (Number.isNaN(at.getTime()) || !/(?:Z|[+-]\d\d:\d\d)$/iu.test(text)) {
    throw new InvalidSettingError("WHEN must be the time of the backup with its zone, such as 2026-11-21T03:00:00Z.");
  }
  return at;
}

async function run(): Promise<number> {
  const backupAt = parseRestoreTime(process.argv[2]);
  const env = parseEnv();
  const log = { info: () => undefined, warn: complain, error: complain };
  const database = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR, log, poolMax: 2 });
  try {
    if (await isAnyProcessConnected(database.pool)) {
      complain(
        "Postwright is running on this database. Stop all its processes, including web processes, then run this again.",
      );
      return 1;
    }
    await migrate(database.pool);
    // Also those that tell of some accounts alone: of the others a member's order would not be carried out.
    const withoutLookup = supportedPlatforms
      .filter(({ connector: { findPart } }) => !findPart.can || findPart.only !== undefined)
      .map(({ connector }) => connector.slug);
    const { knownUntil, platforms } = await markPostsRestored(database.pool, {
      createdAt: backupAt,
      withoutLookup,
    });
    if (knownUntil === null || platforms.length === 0) {
      say("Nothing to look up: no connected account has an unpublished post.");
      return 0;
    }
    say(`Posts published since ${knownUntil.toISOString()} are looked up as soon as a worker runs.`);
    for (const { platform, planned, others } of platforms) {
      const isBlind = withoutLookup.includes(platform);
      const what = isBlind ? "planned, can't be looked up: their authors decide" : "planned, looked up at once";
      say(
        `  ${platform}: ${planned} ${what}${others > 0 ? `; ${others} not planned, looked up when they are sent` : ""}`,
      );
    }
    say("Start Postwright now.");
    return 0;
  } finally {
    await database.close();
  }
}

try {
  process.exitCode = await run();
} catch (error) {
  if (!(error instanceof InvalidSettingError || error instanceof DatabaseStartError)) throw error;
  complain(error.message);
  process.exitCode = 2;
}
