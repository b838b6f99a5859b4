import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ConnectorJson } from "#lib/service/channels/core/connector.ts";
import type { Platform } from "#lib/service/channels/core/platform.ts";
import { saveAccountSecret } from "#lib/service/channels/credentials/account-secrets.ts";
import { mastodon } from "#lib/service/channels/platforms/mastodon/platform.ts";
import { x } from "#lib/service/channels/platforms/x/platform.ts";
import { type PeerProcess, startPeerProcess } from "#lib/service/channels/testing/peer-process.ts";
import { createScriptedIoFactory } from "#lib/service/channels/testing/scripted-platform.ts";
import { createLog } from "#lib/service/core/log.ts";
import { createSealer } from "#lib/service/core/sealer.ts";
import { openTestStore } from "#lib/service/media/testing/test-images.ts";
import type { Publisher } from "./publisher.ts";
import { openPublishingFixture, type PublishingFixture, waitUntil } from "./testing/publishing-fixture.ts";

const sealer = createSealer("the secret that seals in tests, 32 and more");
const known: { slug: string; platform: Platform; create: string; list: string; told: ConnectorJson }[] = [
  {
    slug: "mastodon",
    platform: mastodon,
    create: "POST /api/v1/statuses",
    list: "GET /api/v1/accounts/:id/statuses",
    told: { software: "Mastodon" },
  },
  { slug: "x", platform: x, create: "POST /2/tweets", list: "GET /2/users/:id/tweets", told: {} },
];

describe.each(known)("delivery on $slug", ({ slug, platform, create, list, told }) => {
  const { absentAfterMs, resends } = platform.connector.getRepeats({ reportedLimits: told });
  let stage: PublishingFixture;
  let server: PeerProcess;
  let store: Awaited<ReturnType<typeof openTestStore>>;
  let worker: Publisher;
  let channelId: string;
  /** Number of requests from before the test. */
  let before = 0;

  beforeAll(async () => {
    server = await startPeerProcess(new URL(`../channels/platforms/${slug}/testing/peer.ts`, import.meta.url));
  });
  afterAll(() => server.stop());

  beforeEach(async () => {
    stage = await openPublishingFixture();
    store = await openTestStore();
    channelId = stage.clock.newId();
    await signIn();
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

  /** Connects an account to the channel, as the callback does. */
  async function signIn() {
    const given = await server.command<Record<string, string | undefined>>("token");
    await stage.pool.query(
      `insert into channels (id, org_id, platform, name, username, practice, remote_id, host, told)
       values ($1, $2, $3, 'Ada', 'ada', false, $4, $5, $6) on conflict (id) do nothing`,
      [channelId, stage.org.orgId, slug, given["userId"] ?? given["accountId"], server.url, told],
    );
    const access = given["access_token"] ?? given["token"] ?? "";
    const secret = { access, refresh: given["refresh_token"] ?? null, accessEndsAt: null, more: {} };
    await saveAccountSecret(stage.pool, sealer, channelId, secret);
  }

  /** Texts of equal length that form a thread on every platform. */
  const three = ["One", "Two", "Three"].map((word) => `${word} ${"word ".repeat(45)}`.trim());
  const write = (...parts: string[]) => stage.write(worker, { channelId, platform: slug, parts });
  const statusIs = (id: string, status: string) =>
    waitUntil(`the post is ${status}`, async () => (await stage.rowOf(id)).status === status);
  const putOff = (id: string) =>
    waitUntil("the post is postponed", async () => {
      const row = await stage.rowOf(id);
      return row.status === "publishing" && row.lease_until === null && (row.due_at?.getTime() ?? 0) > Date.now();
    });
  const sends = async () => (await server.log()).slice(before).filter(({ route }) => route === create);

  test("a thread is published in order, and the remote id of every part is stored", async () => {
    const id = await write(...three);
    await statusIs(id, "published");
    const items = await server.items();
    expect(items.map((item) => item.text)).toEqual(three);
    expect(items.map((item) => item.replyTo)).toEqual([null, items[0]?.remoteId, items[1]?.remoteId]);
    const { rows } = await stage.pool.query("select remote_id from planned_parts where post_id = $1 order by number", [
      id,
    ]);
    expect(rows.map((row) => row.remote_id)).toEqual(items.map((item) => item.remoteId));
  });

  test.each(["reset-after", "5xx-after", "body-cut", "garbage"])(
    "a second part that was stored without a clear answer (%s) is found, and nothing is sent twice",
    async (mode) => {
      await server.control({ mode, on: create, after: 1 });
      await statusIs(await write(...three), "published");
      expect((await server.items()).map((item) => item.text)).toEqual(three);
      expect(await sends()).toHaveLength(3);
    },
  );

  test("a part that the platform lists a minute late is found then, and not sent again", async () => {
    await server.control({ mode: "lag", ms: 50_000 });
    await server.control({ mode: "reset-after", on: create });
    const id = await write("Shown late");
    await putOff(id);
    const waitMs = ((await stage.rowOf(id)).due_at?.getTime() ?? 0) - Date.now();
    expect(waitMs).toBeGreaterThan(50_000);
    expect(waitMs).toBeLessThan(61_000);
    await server.control({ mode: "ok" });
    await stage.passTime(61_000);
    await statusIs(id, "published");
    expect(await server.items()).toHaveLength(1);
    expect(await sends()).toHaveLength(1);
  });

  test("a part that did not arrive is sent again once, only when it counts as absent", async () => {
    await server.control({ mode: "reset-before", on: create });
    const id = await write("Only once");
    await putOff(id);
    expect(((await stage.rowOf(id)).due_at?.getTime() ?? 0) - Date.now()).toBeGreaterThan(50_000);
    expect(await sends()).toHaveLength(1);
    await stage.passTime(absentAfterMs + 120_000);
    await statusIs(id, "published");
    expect((await server.items()).map((item) => item.text)).toEqual(["Only once"]);
    expect(await sends()).toHaveLength(2);
  });

  test("a request that the platform holds for ten minutes, and carries out after a lookup, is found and not repeated", async () => {
    await server.control({ mode: "held", on: create });
    await server.control({ mode: "5xx-before", on: list });
    const id = await write("Held for long");
    await putOff(id);
    await stage.passTime(600_000);
    await waitUntil("a lookup was answered", async () => {
      const { rows } = await stage.pool.query("select absent_since from planned_parts where post_id = $1", [id]);
      return rows[0]?.absent_since != null;
    });
    await putOff(id);
    expect(await server.items()).toEqual([]);
    await server.control({ mode: "release" });
    await stage.passTime(61_000);
    await statusIs(id, "published");
    expect([(await server.items()).length, (await sends()).length]).toEqual([1, 1]);
  });

  test("a part that never arrives is sent again as often as is safe, then the member decides", async () => {
    await server.control({ mode: "reset-before", on: create, times: "always" });
    const id = await write("Never there");
    await putOff(id);
    await stage.passTime(absentAfterMs + 120_000);
    await waitUntil("the part was sent again", async () => (await sends()).length === 2);
    await putOff(id);
    await stage.passTime(absentAfterMs + 120_000);
    if (resends === null)
      return await waitUntil("the part was sent once more", async () => (await sends()).length === 3);
    await statusIs(id, "failed");
    expect(await stage.rowOf(id)).toMatchObject({ failure_cause: "unconfirmed", failure_part: 1 });
    expect(await sends()).toHaveLength(1 + resends);
  });

  test("a refused second part leaves the first published, with a message and without a retry", async () => {
    await server.control({ mode: "forbidden", on: create, after: 1 });
    const id = await write(...three);
    await statusIs(id, "failed");
    expect(await stage.rowOf(id)).toMatchObject({ failure_cause: "rejected", failure_part: 2 });
    expect((await server.items()).map((item) => item.text)).toEqual(three.slice(0, 1));
    expect(await sends()).toHaveLength(2);
  });

  test("a rate limit is waited out until the named time", async () => {
    await server.control({ mode: "429", on: create, seconds: 600 });
    const id = await write("Slowly");
    const waitsUntil = async (): Promise<number> => {
      const { rows } = await stage.pool.query("select wait_until from channels where id = $1", [channelId]);
      return rows[0].wait_until?.getTime() ?? 0;
    };
    await waitUntil("the post waits", async () => (await waitsUntil()) > 0);
    expect((await waitsUntil()) - Date.now()).toBeGreaterThan(590_000);
    expect(await stage.rowOf(id)).toMatchObject({ status: "publishing", attempts: 0, lease_until: null });
    await stage.passTime(700_000);
    await statusIs(id, "published");
  });
});
