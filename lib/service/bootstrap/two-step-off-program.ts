/**
 * `npm run two-step:off -- EMAIL`: removes authenticator app, recovery codes and passkeys of somebody who lost them, such as
 * the only owner. Whoever may run programs on the server may do it. With the embedded database, stop Postwright first.
 */
import { InvalidSettingError, parseEnv } from "#lib/env.ts";
import { turnOffTwoStepFromCommandLine } from "#lib/service/auth/two-step/turn-off-two-step-from-command-line.ts";
import { DatabaseStartError } from "#lib/service/db/database-start-error.ts";
import { migrate } from "#lib/service/db/migrate.ts";
import { openDatabase } from "#lib/service/db/open-database.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);
const complain = (line: string) => process.stderr.write(`${line}\n`);

const outcomes = {
  done: "Two-step verification is off and the passkeys are removed: the password alone signs in now. Set it up again under Profile, Sign-in security.",
  off: "Two-step verification was already off. Nothing was changed.",
  unknown: "No account has this e-mail address. Nothing was changed.",
} as const;

async function run(): Promise<number> {
  const email = process.argv[2];
  if (!email) throw new InvalidSettingError("Name the account: npm run two-step:off -- ada@example.org");
  const env = parseEnv();
  const log = { info: () => undefined, warn: complain, error: complain };
  const database = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR, log, poolMax: 2 });
  try {
    await migrate(database.pool);
    const outcome = await turnOffTwoStepFromCommandLine(database.pool, email);
    say(outcomes[outcome]);
    return outcome === "unknown" ? 1 : 0;
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
