import pg from "pg";
import { systemClock } from "#lib/service/core/clock.ts";
import { openTestDatabase, type TestDatabase } from "#lib/service/db/testing/test-database.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { type CreatedOrganization, createOrganization } from "#lib/service/members/create-organization.ts";

/** A database with one organization, and what a bench wrote for it. */
export type SeededDatabase = { database: TestDatabase; org: CreatedOrganization };

/** @param write on a connection of its own: the pool ends statements that take long. */
export async function openSeededDatabase(
  write: (client: pg.Client, org: CreatedOrganization) => Promise<void>,
): Promise<SeededDatabase> {
  const database = await openTestDatabase();
  const org = await inTransaction(database.pool, (tx) =>
    createOrganization(tx, { organization: "Bench", name: "Bench", email: "b@example.org" }, systemClock),
  );
  const client = new pg.Client(database.connection);
  await client.connect();
  try {
    await write(client, org);
    await client.query("vacuum analyze");
  } finally {
    await client.end();
  }
  return { database, org };
}
