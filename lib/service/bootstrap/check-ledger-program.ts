/** `npm run check:ledger`: recounts every total of points from the ledger and says each difference; 1 when there is one. */
import { InvalidSettingError, parseEnv } from "#lib/env.ts";
import { DatabaseStartError } from "#lib/service/db/database-start-error.ts";
import { openClientForProgram } from "#lib/service/db/open-client-for-program.ts";
import { recountLedger, saveLedgerChecks } from "#lib/service/ledger/check-ledger.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);
const complain = (line: string) => process.stderr.write(`${line}\n`);

async function run(): Promise<number> {
  const env = parseEnv();
  const log = { info: () => undefined, warn: complain, error: complain };
  const { client, close } = await openClientForProgram({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR, log });
  try {
    const { rows } = await client.query("select to_regclass('public.claims') as claims");
    if (rows[0]?.claims === null) {
      complain("This database is empty. Start Postwright once, then run this again.");
      return 2;
    }
    const found = await recountLedger(client, null, new Date());
    await saveLedgerChecks(client, found);
    let differences = 0;
    for (const { organization, check } of found) {
      say(`${organization}: ${check.members} members, ${check.lines} lines, ${check.differences.length} differences`);
      for (const { member, kept, counted, days } of check.differences) {
        differences += 1;
        const what = kept === counted ? "" : ` has ${kept} points stored and ${counted} in the ledger;`;
        say(
          `  ${member.name} (${member.id})${what}${days ? " the points of single days do not match the ledger" : ""}`,
        );
      }
    }
    if (found.length === 0) say("There is no organization yet.");
    return differences === 0 ? 0 : 1;
  } finally {
    await close();
  }
}

try {
  process.exitCode = await run();
} catch (error) {
  if (!(error instanceof InvalidSettingError || error instanceof DatabaseStartError)) throw error;
  complain(error.message);
  process.exitCode = 2;
}
