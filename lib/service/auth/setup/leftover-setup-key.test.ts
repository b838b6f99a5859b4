import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { generateApiKey } from "#lib/service/api-keys/api-key-token.ts";
import { type AccountFixture, openAccountFixture } from "#lib/service/auth/testing/account-fixture.ts";
import { createLog } from "#lib/service/core/log.ts";
import { openTestDatabase } from "#lib/service/db/testing/test-database.ts";
import { createDb } from "#lib/service/db/transaction.ts";
import { createInstallationSetup } from "#lib/service/members/installation-setup.ts";
import { markSetupKey, warnOfLeftoverSetupKey } from "./leftover-setup-key.ts";

let at: AccountFixture;
beforeAll(async () => {
  at = await openAccountFixture();
});
afterAll(() => at.service.close());

test("each start warns about SETUP_KEY once its owner signs in without it, until the key is revoked", async () => {
  const { pool, drop } = await openTestDatabase();
  onTestFinished(drop);
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  const context = { ...at.service.context, pool, db: createDb(pool), log };
  const key = generateApiKey();
  const form = { organization: "Unattended", name: "Ada", email: "ada@unattended.example", key };
  expect(await createInstallationSetup(context).setUpUnattended(form)).toBe(true);
  const warned = async () => {
    lines.length = 0;
    await warnOfLeftoverSetupKey(context, null);
    return lines.length;
  };
  // The owner has only the key.
  expect(await warned()).toBe(0);
  await pool.query("update accounts set password_hash = '$argon2id$of-a-test'");
  expect(await warned()).toBe(1);
  expect(lines[0]).toContain("The API key of SETUP_KEY still works");
  expect(lines[0]).not.toContain(key);
  // Reproduces an installation from before setup keys were marked.
  await pool.query("update api_keys set from_setup = false");
  expect(await warned()).toBe(0);
  await markSetupKey(context, generateApiKey());
  expect(await warned()).toBe(0);
  await markSetupKey(context, key);
  expect(await warned()).toBe(1);
  await pool.query("update api_keys set revoked_at = now()");
  expect(await warned()).toBe(0);
});
