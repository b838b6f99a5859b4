import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openReviewFixture, type ReviewFixture } from "#lib/service/claims/testing/review-fixture.ts";
import { systemClock } from "#lib/service/core/clock.ts";
import { migrate } from "#lib/service/db/migrate.ts";
import { openDatabase } from "#lib/service/db/open-database.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { createOrganization } from "#lib/service/members/create-organization.ts";

let stage: ReviewFixture;
beforeAll(async () => {
  stage = await openReviewFixture();
});
afterAll(() => stage.close());

/** Runs `npm run check:ledger` in a process of its own. */
const run = (settings: Record<string, string> = { DATABASE_URL: stage.service.database.url }) =>
  new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    const env = { ...process.env, DATABASE_URL: "", NODE_OPTIONS: "", ...settings };
    execFile(process.execPath, ["lib/service/bootstrap/check-ledger-program.ts"], { env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
  });

test("the program exits 0 when sums match, 1 with the member's name when not, 2 with a sentence when it fails", async () => {
  const id = await stage.claim();
  await stage.decide(id, { version: 1, action: "approve" });
  expect(await run()).toEqual({ code: 0, out: "Analytical Engines: 3 members, 2 lines, 0 differences\n", err: "" });
  await stage.pool.query("update member_totals set points = 21 where member_id = $1", [stage.author.memberId]);
  const found = await run();
  expect(found.code).toBe(1);
  expect(found.out).toMatch(/^ {2}Member \w+ \([0-9a-f-]{36}\) has 21 points stored and 20 in the ledger;$/m);
  expect((await stage.ask("GET", "/ledger/check", stage.admin.key)).wire.data.differences).toHaveLength(1);
  const url = new URL(stage.service.database.url);
  url.pathname = "/postgres";
  expect(await run({ DATABASE_URL: String(url) })).toEqual({
    code: 2,
    out: "",
    err: "This database is empty. Start Postwright once, then run this again.\n",
  });
  const wrong = await run({ DATABASE_URL: "mysql://nowhere" });
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining("DATABASE_URL")]);
}, 60_000);

test("the program uses a running app's embedded database and leaves it running, or starts and stops its own", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "pw-check-"));
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  try {
    const app = await openDatabase({ databaseUrl: undefined, dataDir, log });
    try {
      await migrate(app.pool);
      await inTransaction(app.pool, (tx) =>
        createOrganization(tx, { organization: "Beside", name: "Ada", email: "ada@example.org" }, systemClock),
      );
      const found = { code: 0, out: "Beside: 1 members, 0 lines, 0 differences\n", err: "" };
      expect(await run({ DATA_DIR: dataDir })).toEqual(found);
      expect((await app.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    } finally {
      await app.close();
    }
    expect(await run({ DATA_DIR: dataDir })).toMatchObject({
      code: 0,
      out: "Beside: 1 members, 0 lines, 0 differences\n",
    });
    // The check's database has ended: an app can open it again.
    await (await openDatabase({ databaseUrl: undefined, dataDir, log })).close();
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 120_000);
