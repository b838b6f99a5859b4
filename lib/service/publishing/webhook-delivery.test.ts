import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { saveAccountSecret } from "#lib/service/channels/credentials/account-secrets.ts";
import { discord } from "#lib/service/channels/platforms/discord/platform.ts";
import { linkedin } from "#lib/service/channels/platforms/linkedin/platform.ts";
import { slack } from "#lib/service/channels/platforms/slack/platform.ts";
import { telegram } from "#lib/service/channels/platforms/telegram/platform.ts";
import { type PeerProcess, startPeerProcess } from "#lib/service/channels/testing/peer-process.ts";
import { createScriptedIoFactory } from "#lib/service/channels/testing/scripted-platform.ts";
import { createLog } from "#lib/service/core/log.ts";
import { createSealer } from "#lib/service/core/sealer.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { openTestStore } from "#lib/service/media/testing/test-images.ts";
import { resolveUnconfirmedParts } from "#lib/service/posts/state/resolve-unconfirmed-parts.ts";
import type { Publisher } from "./publisher.ts";
import { openPublishingFixture, type PublishingFixture, waitUntil } from "./testing/publishing-fixture.ts";

const sealer = createSealer("the secret that seals in tests, 32 and more");
const webhook = "1190000000000000001";
const known = [
  {
    slug: "telegram",
    platform: telegram,
    create: "POST /:bot/sendMessage",
    remoteId: "-1001234567890",
    access: "123456789:AAE-test_token_of_a_bot_that_is_made_up",
    told: { type: "channel" },
  },
  {
    slug: "discord",
    platform: discord,
    create: "POST /api/v10/webhooks/:id/:token",
    remoteId: "1180000000000000002",
    told: { webhookId: webhook, guildId: "1170000000000000003" },
    access: `${webhook}/W-token_of_a_webhook_that_is_made_up_for_tests_0123456789abcdefghij`,
  },
  {
    slug: "slack",
    platform: slack,
    create: "POST /services/:team/:hook/:secret",
    told: {},
    remoteId: "T0ACME000/B0HOOK000",
    access: "T0ACME000/B0HOOK000/madeUpSecretOfAWebhook01",
  },
  {
    slug: "linkedin",
    platform: linkedin,
    create: "POST /rest/posts",
    remoteId: "person:782bbtaQ",
    access: "AQXNmadeUpAccessTokenOfAMemberForTests0123456789",
    told: {},
  },
];

describe.each(known)("delivery on $slug, which has no lookup", ({ slug, platform, create, ...account }) => {
  let stage: PublishingFixture;
  let server: PeerProcess;
  let store: Awaited<ReturnType<typeof openTestStore>>;
  let worker: Publisher;
  let channelId: string;
  let before = 0;

  beforeAll(async () => {
    server = await startPeerProcess(new URL(`../channels/platforms/${slug}/testing/peer.ts`, import.meta.url));
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    stage = await openPublishingFixture();
    store = await openTestStore();
    channelId = stage.clock.newId();
    await stage.pool.query(
      `insert into channels (id, org_id, platform, name, username, practice, remote_id, host, told)
       values ($1, $2, $3, 'News', 'news', false, $4, $5, $6)`,
      [channelId, stage.org.orgId, slug, account.remoteId, server.url, JSON.stringify(account.told)],
    );
    const secret = { access: account.access, refresh: null, accessEndsAt: null, more: {} };
    await saveAccountSecret(stage.pool, sealer, channelId, secret);
    before = (await server.log()).length;
    const log = createLog("silent");
    const ioFor = createScriptedIoFactory({
      ...stage,
      sealer,
      log,
      media: store.media,
      platform,
      hosts: [server.hostPort],
    });
    worker = stage.makeWorker({ connectorFor: () => platform.connector, ioFor });
    await worker.start("all");
  });
  afterEach(async () => {
    await stage.close();
    await store.drop();
    await server.control({ mode: "ok" });
    await server.command("reset");
  });

  const write = (text: string) => stage.write(worker, { channelId, platform: slug, parts: [text] });
  const statusIs = (id: string, status: string) =>
    waitUntil(`the post is ${status}`, async () => (await stage.rowOf(id)).status === status);
  const sends = async () => (await server.log()).slice(before).filter(({ route }) => route === create);
  const texts = async () => (await server.items()).map((item) => item.text);

  test("a post is published once, with its id", async () => {
    const id = await write("Once");
    await statusIs(id, "published");
    expect(await texts()).toEqual(["Once"]);
    const { rows } = await stage.pool.query("select remote_id from planned_parts where post_id = $1", [id]);
    expect(rows[0].remote_id).toBe((await server.items())[0]?.remoteId);
  });

  test.each(["reset-before", "reset-after", "5xx-before", "5xx-after", "body-cut"])(
    "a send without a clear answer (%s) ends as unconfirmed and is never repeated automatically",
    async (mode) => {
      await server.control({ mode, on: create });
      const id = await write("Who knows");
      await statusIs(id, "failed");
      expect((await stage.rowOf(id)).failure_cause).toBe("unconfirmed");
      await stage.passTime(86_400_000);
      expect(await sends()).toHaveLength(1);
    },
  );

  test("a rate limit is waited out, and the post is published once afterwards", async () => {
    await server.control({ mode: "429", seconds: 30, on: create });
    const id = await write("Later");
    const waitsUntil = async (): Promise<number> =>
      (
        await stage.pool.query("select wait_until from channels where id = $1", [channelId])
      ).rows[0].wait_until?.getTime() ?? 0;
    await waitUntil("the post waits", async () => {
      return (await stage.rowOf(id)).lease_until === null && (await waitsUntil()) > Date.now() + 20_000;
    });
    expect(await texts()).toEqual([]);
    await stage.passTime((await waitsUntil()) - Date.now() + 1_000);
    await statusIs(id, "published");
    expect(await texts()).toEqual(["Later"]);
    expect(await sends()).toHaveLength(2);
  });

  async function sendAgain(id: string): Promise<void> {
    await inTransaction(stage.pool, async (tx) => {
      await resolveUnconfirmedParts(tx, [id], "send_again", new Date());
      const again = "status = 'publishing', failure_cause = null, error = null, attempts = 0, due_at = now()";
      const { rows } = await tx.client.query(`update posts set ${again} where id = $1 returning due_at`, [id]);
      await worker.wakeAt(tx, { id, channelId }, rows[0].due_at);
    });
  }

  test.each(["reset-before", "reset-after"])(
    "a member's resend after %s is published once, or twice where the outcome could not be known",
    async (mode) => {
      await server.control({ mode, on: create });
      const id = await write("Again");
      await statusIs(id, "failed");
      await sendAgain(id);
      await statusIs(id, "published");
      const isTold = mode === "reset-before" || slug === "linkedin";
      expect(await texts()).toEqual(isTold ? ["Again"] : ["Again", "Again"]);
      const { rows } = await stage.pool.query("select proof from planned_parts where post_id = $1", [id]);
      // LinkedIn names the item that the second request would have repeated.
      expect(rows[0].proof).toBe(slug === "linkedin" && mode === "reset-after" ? "duplicate" : "answer");
    },
  );

  test("a member's resend that is refused as a duplicate is never reported as unpublished", async () => {
    if (slug !== "linkedin") return;
    await server.control({ mode: "reset-after", on: create });
    const id = await write("Stands there");
    await statusIs(id, "failed");
    await server.control({ mode: "unnamed-duplicate", on: create });
    await sendAgain(id);
    await statusIs(id, "failed");
    const row = await stage.rowOf(id);
    expect(row.failure_cause).toBe("unconfirmed");
    expect(row.error).toBe(
      "LinkedIn rejected it as a duplicate, so the first attempt was probably published without an answer. Check LinkedIn, then confirm that it's there or send it again.",
    );
    await stage.passTime(86_400_000);
    expect(await sends()).toHaveLength(2);
    expect(await texts()).toEqual(["Stands there"]);
  });
});
