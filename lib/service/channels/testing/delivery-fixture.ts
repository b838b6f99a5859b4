import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { ConformancePeer } from "#lib/service/channels/conformance/conformance-peer.ts";
import type { Connector } from "#lib/service/channels/core/connector.ts";
import type { AccountSecret, AppCredentials, Platform } from "#lib/service/channels/core/platform.ts";
import { getAccountSecret, saveAccountSecret } from "#lib/service/channels/credentials/account-secrets.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { createLog } from "#lib/service/core/log.ts";
import { createSealer } from "#lib/service/core/sealer.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { createMedia, storeUpload } from "#lib/service/media/create-media.ts";
import { createFitStoredImage } from "#lib/service/media/processing/fitted-images.ts";
import { receiveUploadToTempFile } from "#lib/service/media/receive-upload-to-temp-file.ts";
import { serveMedia } from "#lib/service/media/serve-media.ts";
import { openTestStore, redBlue, uploadOf } from "#lib/service/media/testing/test-images.ts";
import type { CrashPoint } from "#lib/service/publishing/delivery/delivery-context.ts";
import type { Publisher } from "#lib/service/publishing/publisher.ts";
import { openPublishingFixture, waitUntil } from "#lib/service/publishing/testing/publishing-fixture.ts";
import { minuteMs } from "#lib/time/time-units.ts";
import { createScriptedIoFactory } from "./scripted-platform.ts";

/** A peer of the conformance suite, with the data that the delivery needs to reach it. */
export type DeliveryPeer = ConformancePeer & {
  /** The account's current credentials; a fault may have changed them. */
  secret: () => AccountSecret;
  /** `host:port` as in OUTBOUND_ALLOW. */
  hosts: readonly string[];
  /** The application's credentials on the peer. */
  app?: AppCredentials | null;
  /** Base address of its API; the platform's own by default. */
  base?: string;
  /** The bodies of all requests that it received, as text, 64 KB of each. */
  heard: () => Promise<string[]>;
  /**
   * The amount billed since the peer was opened, in the unit that the product shows before sending; absent if posting
   * is free.
   */
  billed?: () => Promise<number>;
};

const sealer = createSealer("the secret that seals in tests, 32 and more");

export type DeliveryFixture = Awaited<ReturnType<typeof openDeliveryFixture>>;

/** Opens the real delivery with its database, outbound guard and stored secrets, for accounts of one platform. */
export async function openDeliveryFixture(its: Platform) {
  const { connector } = its;
  const { slug } = connector;
  const stage = await openPublishingFixture();
  const store = await openTestStore();
  const pictures = await servePictures(store);

  /** Connects the account; each test has a channel of its own. */
  async function connect(peer: DeliveryPeer): Promise<string> {
    const id = stage.clock.newId();
    const { remoteId, host, username, reportedLimits: told } = peer.account;
    // A peer with one account connects the same account in the next test.
    await stage.pool.query("update channels set removed_at = now() where platform = $1 and remote_id = $2", [
      ...[slug, remoteId],
    ]);
    await stage.pool.query(
      `insert into channels (id, org_id, platform, name, username, practice, remote_id, host, told)
       values ($1, $2, $3, 'Peer', $4, false, $5, $6, $7)`,
      [id, stage.org.orgId, slug, username, `${remoteId}`, host, JSON.stringify(told)],
    );
    await saveAccountSecret(stage.pool, sealer, id, peer.secret());
    return id;
  }

  /** Starts the worker; `before` is awaited when a part is about to be sent. */
  async function start(
    peer: DeliveryPeer,
    {
      crashAt,
      before,
      clockOffMs = 0,
      isInside = false,
    }: {
      crashAt?: (point: CrashPoint, part: number) => void;
      before?: (part: number) => Promise<void>;
      /** Error of this worker's clock. */
      clockOffMs?: number;
      /** True if no setting allows private addresses, where the peer runs. */
      isInside?: boolean;
    } = {},
  ): Promise<Publisher> {
    const log = createLog("silent");
    const platform = { ...its, base: its.base === null ? null : (peer.base ?? its.base) };
    const clock = { ...stage.clock, now: () => new Date(stage.clock.now().getTime() + clockOffMs) };
    const createIo = createScriptedIoFactory({
      ...stage,
      clock,
      sealer,
      log,
      media: store.media,
      platform,
      hosts: isInside ? [] : [...peer.hosts, pictures.hostPort],
      app: peer.app ?? null,
      origin: pictures.origin,
    });
    // A connector's wait for its platform takes next to no time here; the fakes are ready at once.
    const ioFor: typeof createIo = (options) => {
      const io = createIo(options);
      return { ...io, delay: (ms) => io.delay(Math.min(ms, 20)) };
    };
    const connectorFor = (channel: { platform: string; practice: boolean }) =>
      channel.practice ? stage.connectorFor(channel) : watched;
    const watched: Connector = {
      ...connector,
      async publishPart(part, account, io) {
        await before?.(part.number);
        return await connector.publishPart(part, account, io);
      },
    };
    const fitStored = createFitStoredImage({ pool: stage.pool, media: store.media });
    const worker = stage.makeWorker({ clock, connectorFor, ioFor, fitStored, ...(crashAt && { crashAt }) });
    await worker.start("all");
    return worker;
  }

  /** Uploads an image with its description, as a member does. */
  async function upload(bytes: Buffer, alt: string): Promise<string> {
    const context = { log: store.log, media: store.media };
    const received = await receiveUploadToTempFile(context, uploadOf(bytes));
    const stored = await storeUpload(context, received);
    await received.discard();
    const { orgId, memberId } = stage.org;
    const actor = { orgId, memberId } as Actor;
    const row = await inTransaction(stage.pool, (tx) => createMedia(tx, actor, stored, stage.clock));
    await stage.pool.query("update media set alt = $2 where id = $1", [row.id, alt]);
    return row.id;
  }

  /** Writes a post; one for a platform that publishes nothing without an image gets one. */
  async function write(...[by, post]: Parameters<typeof stage.write>): Promise<string> {
    if (post.media || !getPlatformRules(slug)?.images.required) return await stage.write(by, post);
    const media = await upload(await redBlue(64, 64).jpeg().toBuffer(), "Two colors");
    return await stage.write(by, { ...post, media: [[media]] });
  }

  /** Waits until the post ends, and advances the clock whenever it waits. */
  async function end(id: string) {
    for (let rounds = 0; rounds < 40; rounds += 1) {
      let row = await stage.rowOf(id);
      await waitUntil("the post rests or has ended", async () => {
        row = await stage.rowOf(id);
        if (row.status === "published" || row.status === "failed") return true;
        const { rows } = await stage.pool.query(
          `select p.due_at > now() or c.wait_until > now() as rests from posts p join channels c on c.id = p.channel_id
           where p.id = $1 and p.lease_until is null and c.lease_until is null`,
          [id],
        );
        return rows[0]?.rests === true;
      });
      if (row.status === "published" || row.status === "failed") return row;
      await stage.passTime(10 * minuteMs);
    }
    throw new Error("the post did not end");
  }

  /** Waits until the worker that leased the channel has released it. */
  async function leaseEnds(id: string): Promise<void> {
    await waitUntil("its channel was let go", async () => {
      const { rows } = await stage.pool.query(
        "select c.lease_until from posts p join channels c on c.id = p.channel_id where p.id = $1",
        [id],
      );
      return rows[0].lease_until === null;
    });
    if ((await stage.rowOf(id)).status === "publishing") await stage.passTime(10 * minuteMs);
  }

  return {
    pool: stage.pool,
    write,
    rowOf: stage.rowOf,
    connect,
    start,
    end,
    leaseEnds,
    upload,
    pictures,
    keysOf: (channelId: string) => getAccountSecret(stage.pool, sealer, channelId),
    /** Replaces the stored credentials without a wake-up. */
    keepKeys: (channelId: string, secret: AccountSecret) => saveAccountSecret(stage.pool, sealer, channelId, secret),
    /** Stores new credentials and wakes the channel, as a member's reconnect does. */
    async reconnect(by: Publisher, channelId: string, secret: AccountSecret): Promise<void> {
      await saveAccountSecret(stage.pool, sealer, channelId, secret);
      await stage.pool.query("update channels set state = 'connected' where id = $1", [channelId]);
      await inTransaction(stage.pool, (tx) => by.wakeAt(tx, { id: stage.clock.newId(), channelId }, new Date(0)));
    },
    async close() {
      await stage.close();
      await pictures.close();
      await store.drop();
    },
  };
}

type TestStore = Awaited<ReturnType<typeof openTestStore>>;

/** Serves the stored images, for platforms that fetch them. */
async function servePictures(store: TestStore) {
  const server = createServer(async (request, response) => {
    const path = request.url ?? "/";
    const answer = await serveMedia(store, path.replace("/media/", ""), new Request(`http://localhost${path}`));
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const hostPort = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const origin = `http://${hostPort}`;
  return {
    hostPort,
    origin,
    /** Returns each stored image as anybody can fetch it. */
    async all(): Promise<Buffer[]> {
      const given = (await store.stored()).map(async (name) => await fetch(`${origin}/media/${name}`));
      return await Promise.all(given.map(async (answer) => Buffer.from(await (await answer).arrayBuffer())));
    },
    close: () => new Promise<unknown>((resolve) => server.close(resolve)),
  };
}
