import type { Platform } from "#lib/service/channels/core/platform.ts";
import { saveAccountSecret } from "#lib/service/channels/credentials/account-secrets.ts";
import {
  connectScriptedAccount,
  createScriptedIoFactory,
  createScriptedPlatform,
  createSecret,
  openScriptedServer,
} from "#lib/service/channels/testing/scripted-platform.ts";
import { createLog } from "#lib/service/core/log.ts";
import { createSealer } from "#lib/service/core/sealer.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { createFitStoredImage } from "#lib/service/media/processing/fitted-images.ts";
import { openTestStore } from "#lib/service/media/testing/test-images.ts";
import type { Publisher } from "#lib/service/publishing/publisher.ts";
import { openPublishingFixture, waitUntil } from "./publishing-fixture.ts";

export const hourMs = 60 * 60_000;
const sealer = createSealer("the secret that seals in tests, 32 and more");

export type ExternalPlatformFixture = Awaited<ReturnType<typeof openExternalPlatformFixture>>;

/** Opens the publishing fixture with a channel on an external platform that the test scripts. */
export async function openExternalPlatformFixture() {
  const stage = await openPublishingFixture();
  const server = await openScriptedServer();
  const store = await openTestStore();
  const channelId = await connect();

  /** Connects another account there and returns its channel. */
  async function connect(): Promise<string> {
    const id = stage.clock.newId();
    await connectScriptedAccount(stage, server, { id, orgId: stage.org.orgId });
    await stage.pool.query("update channels set remote_id = $1 where id = $1", [id]);
    const { access, refresh } = server.state;
    await saveAccountSecret(stage.pool, sealer, id, createSecret({ access, refresh }));
    return id;
  }

  async function start(platform: Platform = createScriptedPlatform()): Promise<Publisher> {
    const log = createLog("silent");
    const ioFor = createScriptedIoFactory({
      ...stage,
      sealer,
      log,
      media: store.media,
      platform,
      hosts: [server.host],
    });
    const connectorFor = (channel: { platform: string; practice: boolean }) =>
      channel.practice ? stage.connectorFor(channel) : platform.connector;
    const fitStored = createFitStoredImage({ ...stage, media: store.media });
    const worker = stage.makeWorker({ connectorFor, ioFor, fitStored });
    await worker.start("all");
    return worker;
  }

  /** Writes a post to the external channel, due at once. */
  const writeOut = (by: Publisher, ...parts: string[]) => stage.write(by, { channelId, platform: "x", parts });
  const statusIs = (id: string, status: string) =>
    waitUntil(`the post is ${status}`, async () => (await stage.rowOf(id)).status === status);
  const partsOf = async (id: string) =>
    (await stage.pool.query("select * from planned_parts where post_id = $1 order by number", [id])).rows;
  const stateOf = async (id = channelId) =>
    (await stage.pool.query("select state from channels where id = $1", [id])).rows[0].state;
  const posts = () => server.heard.filter(({ method, path }) => method === "POST" && path === "/items");
  const sends = () => posts().map(({ body }) => JSON.parse(body.toString("utf8")).text);

  /** Ends all access; no refresh helps. */
  function revoke() {
    server.endAccess();
    server.state.refresh = null;
  }

  /** Stores new credentials and wakes the channel, as a member's reconnect does. */
  async function reconnect(by: Publisher) {
    server.state.access = "access-9";
    await saveAccountSecret(stage.pool, sealer, channelId, createSecret({ access: "access-9" }));
    await stage.pool.query("update channels set state = 'connected' where id = $1", [channelId]);
    await inTransaction(stage.pool, (tx) => by.wakeAt(tx, { id: stage.clock.newId(), channelId }, new Date(0)));
  }

  return {
    ...stage,
    server,
    store,
    channelId,
    connect,
    start,
    writeOut,
    revoke,
    reconnect,
    statusIs,
    partsOf,
    stateOf,
    posts,
    sends,
    async close() {
      await stage.close();
      await server.close();
      await store.drop();
    },
  };
}
