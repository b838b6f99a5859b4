import { afterAll, beforeAll, expect, test } from "vitest";
import {
  accountSecretsColumn,
  getAccountSecret,
  saveAccountSecret,
} from "#lib/service/channels/credentials/account-secrets.ts";
import {
  appCredentialsColumn,
  createAppCredentialsStore,
} from "#lib/service/channels/credentials/app-credentials-store.ts";
import { createSecret } from "#lib/service/channels/testing/scripted-platform.ts";
import { systemClock } from "#lib/service/core/clock.ts";
import { createSealer } from "#lib/service/core/sealer.ts";
import { createOrganization } from "#lib/service/members/create-organization.ts";
import { getVapidKeys, sealedVapidKeys } from "#lib/service/outbox/vapid-keys.ts";
import { openWebhookSecret, sealedWebhookSecrets, sealWebhookSecret } from "#lib/service/webhooks/webhook-secret.ts";
import { resealSecrets } from "./reseal-secrets.ts";
import { openTestDatabase, type TestDatabase } from "./testing/test-database.ts";
import { inTransaction } from "./transaction.ts";

const [old, fresh] = ["a former secret of 32 characters ....", "the secret of today, 32 and more ...."];
const [before, between, after] = [createSealer(old), createSealer(fresh, [old]), createSealer(fresh)];
const places = [accountSecretsColumn, appCredentialsColumn, ...sealedWebhookSecrets, sealedVapidKeys];

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

test("values sealed under a former SECRET are resealed and open without it", async () => {
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
  await saveAccountSecret(pool, before, channelId, createSecret());
  await saveAccountSecret(pool, after, other, createSecret({ access: "sealed today" }));
  const app = { platform: "x", host: "", orgId: org.orgId };
  const keyring = (sealer: typeof before) => createAppCredentialsStore({ pool, sealer, clock, fixed: {} });
  await keyring(before).save(app, { clientId: "id", clientSecret: "secret" });
  await addWebhook(
    webhookId,
    sealWebhookSecret(before, webhookId, "whsec_new"),
    sealWebhookSecret(before, webhookId, "whsec_old"),
  );
  const lost = createSealer("nobody has this one any more ........");
  await addWebhook(strange, sealWebhookSecret(lost, strange, "whsec_lost"), null);
  const pushKeys = await getVapidKeys({ pool, sealer: before });

  expect(await getAccountSecret(pool, after, channelId)).toBeNull();
  expect(await resealSecrets(pool, between, places)).toEqual({ resealed: 5, closed: 1 });
  expect(await resealSecrets(pool, between, places)).toEqual({ resealed: 0, closed: 1 });

  expect((await getAccountSecret(pool, after, channelId))?.secret).toEqual(createSecret());
  expect((await getAccountSecret(pool, after, other))?.secret.access).toBe("sealed today");
  expect(await keyring(after).find(app)).toEqual({ clientId: "id", clientSecret: "secret" });
  const { rows } = await pool.query("select secret, former_secret from webhooks where id = $1", [webhookId]);
  expect(openWebhookSecret(after, webhookId, rows[0].secret)).toBe("whsec_new");
  expect(openWebhookSecret(after, webhookId, rows[0].former_secret)).toBe("whsec_old");
  expect(await getVapidKeys({ pool, sealer: after })).toEqual(pushKeys);
});
