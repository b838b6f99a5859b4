/**
 * Creates the database of a data folder, with our tables and no rows: `node migrate-process.ts DATA_DIR`. An app that
 * starts on a copy of it still has its first start, apart from the creation of the database.
 */
import { migrate } from "#lib/service/db/migrate.ts";
import { openDatabase } from "#lib/service/db/open-database.ts";

const [, , dataDir = ""] = process.argv;
const problem = (message: string) => void process.stderr.write(`${message}\n`);
const log = { info: () => undefined, warn: problem, error: problem };
const database = await openDatabase({ databaseUrl: undefined, dataDir, log });
await migrate(database.pool);
await database.close();
