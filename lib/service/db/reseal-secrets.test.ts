import { afterAll, beforeAll, expect, test } from "vitest";
import { keysOfApps, makeAppKeyring } from "#lib/service/channels/credentials/app-credentials-store.ts";
import { firstSecret } from "#lib/service/channels/testing/scripted-platform.ts";
import { accountKeys, readSecret, saveSecret } from "#lib/service/channels/credentials/account-secrets.ts";
import { systemClock } from "#lib/service/core/clock.ts";
import { createOrganization } from "#lib/service/members/create-organization.ts";
import { readPushKeys, sealedPushKeys } from "#lib/service/outbox/vapid-keys.ts";
import { makeSealer } from "#lib/service/core/sealer.ts";
import { openSecret, sealSecret, secretsOfWebhooks } from "#lib/service/webhooks/webhook-secret.ts";
import { sealAnew } from "./reseal-secrets.ts";
import { openTestDatabase, type TestDatabase } from "./testing/test-database.ts";
import { inTransaction } from "./transaction.ts";

const [old, fresh] = ["a former secret of 32 characters ....", "the secret of today, 32 and more ...."];
const [before, between, after] = [makeSealer(old), makeSealer(fresh, [old]), makeSealer(fresh)];
const places = [accountKeys, keysOfApps, ...secretsOfWebhooks, sealedPushKeys];

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

test("what a former SECRET has sealed is sealed anew, and opens without the former one", async () => {
  const { pool } = database;
  const clock = systemClock;
  const org = await inTransaction(pool, (tx) =>
    createOrganization(tx, { organization: "Sealed", name: "Ada", email: "ada@example.org" }, clock),
  );
  const [channelId = "", other = ""] = org.channelIds;
  const [webhookId, strange] = [clock.newId(), clock.newId()];
  const addWebhook = (id: string, sealed: string, former: string | null) =>
    pool.query(
      `insert into webhooks (id, org_id, url, secret, former_secret, events)
       values ($1, $2, 'https://example.org', $3, $4, '{}')`,
      [id, org.orgId, sealed, former],
    );
  await saveSecret(pool, before, channelId, firstSecret());
  await saveSecret(pool, after, other, firstSecret({ access: "sealed today" }));
  const app = { platform: "x", host: "", orgId: org.orgId };
  const keyring = (sealer: typeof before) => makeAppKeyring({ pool, sealer, clock, fixed: {} });
  await keyring(before).save(app, { clientId: "id", clientSecret: "secret" });
  await addWebhook(webhookId, sealSecret(before, webhookId, "whsec_new"), sealSecret(before, webhookId, "whsec_old"));
  const lost = makeSealer("nobody has this one any more ........");
  await addWebhook(strange, sealSecret(lost, strange, "whsec_lost"), null);
  const pushKeys = await readPushKeys({ pool, sealer: before });

  expect(await readSecret(pool, after, channelId)).toBeNull();
  expect(await sealAnew(pool, between, places)).toEqual({ anew: 5, closed: 1 });
  expect(await sealAnew(pool, between, places)).toEqual({ anew: 0, closed: 1 });

  expect((await readSecret(pool, after, channelId))?.secret).toEqual(firstSecret());
  expect((await readSecret(pool, after, other))?.secret.access).toBe("sealed today");
  expect(await keyring(after).find(app)).toEqual({ clientId: "id", clientSecret: "secret" });
  const { rows } = await pool.query("select secret, former_secret from webhooks where id = $1", [webhookId]);
  expect(openSecret(after, webhookId, rows[0].secret)).toBe("whsec_new");
  expect(openSecret(after, webhookId, rows[0].former_secret)).toBe("whsec_old");
  expect(await readPushKeys({ pool, sealer: after })).toEqual(pushKeys);
});
