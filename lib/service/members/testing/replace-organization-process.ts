/**
 * A program for tests in a browser: gives a running installation an organization as its first start did, at a tenth of the
 * cost of another start: `node replace-organization-process.ts DATA_DIR ORGANIZATION NAME EMAIL KEY`. The former organization
 * stays, but gives up the names that an installation has once: of its practice accounts, its people and itself. Attempts to
 * sign in and requested e-mails, which are counted for the installation, are forgotten.
 */
import { systemClock } from "#lib/service/core/clock.ts";
import { openClientForProgram } from "#lib/service/db/open-client-for-program.ts";
import { createPool } from "#lib/service/db/open-database.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { createOrganizationAndAccount } from "#lib/service/members/installation-setup.ts";

const [, , dataDir = "", organization = "", name = "", email = "", key = ""] = process.argv;
const problem = (message: string) => void process.stderr.write(`${message}\n`);
const log = { info: () => undefined, warn: problem, error: problem };
const { client, close } = await openClientForProgram({ databaseUrl: undefined, dataDir, log });
const { host, port, user, database } = client;
const pool = createPool({ host, port, user, database }, 1, log);
await inTransaction(pool, async (tx) => {
  await tx.client.query(`
    update practice_items set account = channels.id::text from channels where practice and username = account;
    update channels set username = id::text where practice;
    update accounts set email = id || '@former.example';
    update organizations set slug = id::text;
    delete from sign_in_guesses`);
  await createOrganizationAndAccount(tx, { organization, name, email, key }, systemClock);
});
await pool.end();
await close();
