import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { platformRules } from "#lib/contract/platforms";
import { inTransaction } from "#lib/service/db/tx";
import { makeLog } from "#lib/service/log";
import { openTestStore } from "#lib/service/media/testing";
import type { CrashPoint } from "#lib/service/publishing/deliver";
import type { Publishing } from "#lib/service/publishing/publishing";
import { openStage, type Stage, until } from "#lib/service/publishing/testing";
import { makeSealer } from "#lib/service/sealer";
import type { Fault, Peer } from "./conformance-peer.ts";
import type { Connector } from "./connector.ts";
import type { AppKeys, Platform, Secret } from "./platform.ts";
import { openOutside } from "./testing-scripted.ts";
import { readSecret, saveSecret } from "./vault.ts";

/** A peer as the suite of connectors has it, and what the engine needs to reach it by itself. */
export type DeliveryPeer = Peer & {
  /** What the account is signed in with now; a fault may have changed it. */
  secret: () => Secret;
  /** As OUTBOUND_ALLOW names them. */
  hosts: readonly string[];
  /** The application's own keys there. */
  app?: AppKeys | null;
  /** Where its API is; the platform's own unless told. */
  base?: string;
};

const minuteMs = 60_000;
const sealer = makeSealer("the secret that seals in tests, 32 and more");

/** Faults after which nobody can tell by the answer alone, and whether the item was stored. */
const unclear: readonly (readonly [Fault, boolean])[] = [
  ["no-answer-after", true],
  ["no-answer-before", false],
  ["server-error-after", true],
  ["server-error-before", false],
  ["half-an-answer-after", true],
  ["no-json-after", true],
];

/** Ends the work on a post where it stands, as the end of the process would. */
class Crash extends Error {}

/**
 * The second shared suite: the real engine, its database, its guarded way out and its vault, with this platform's connector
 * against its peer. `open` gives an account of its own for each test.
 */
export function describeDelivery(at: { platform: Platform; open: () => Promise<DeliveryPeer> }): void {
  const { connector } = at.platform;
  const { slug, repeats } = connector;
  const isThread = platformRules(slug)?.thread !== "never";
  /** Joined to one item they would be no thread. */
  const words = (number: number) => `Part ${number} of it: ${"word ".repeat(50)}${number}`;
  let stage: Stage;
  let store: Awaited<ReturnType<typeof openTestStore>>;
  beforeAll(async () => {
    stage = await openStage();
    store = await openTestStore();
  });
  afterAll(async () => {
    await stage.close();
    await store.drop();
  });

  /** The account, connected; each test has a channel of its own. */
  async function connect(peer: DeliveryPeer): Promise<string> {
    const id = stage.clock.newId();
    const { remoteId, host, username, told } = peer.account;
    // A peer with one account has it again in the next test.
    await stage.pool.query("update channels set removed_at = now() where platform = $1 and remote_id = $2", [
      ...[slug, remoteId],
    ]);
    await stage.pool.query(
      `insert into channels (id, org_id, platform, name, username, practice, remote_id, host, told)
       values ($1, $2, $3, 'Peer', $4, false, $5, $6, $7)`,
      [id, stage.org.orgId, slug, username, `${remoteId}`, host, JSON.stringify(told)],
    );
    await saveSecret(stage.pool, sealer, id, peer.secret());
    return id;
  }

  /** `before` is awaited when a part is about to be sent. */
  async function start(
    peer: DeliveryPeer,
    {
      crashAt,
      before,
    }: { crashAt?: (point: CrashPoint, part: number) => void; before?: (part: number) => Promise<void> } = {},
  ): Promise<Publishing> {
    const log = makeLog("silent");
    const platform = { ...at.platform, base: at.platform.base === null ? null : (peer.base ?? at.platform.base) };
    const ioFor = openOutside({
      ...stage,
      sealer,
      log,
      media: store.media,
      platform,
      hosts: [...peer.hosts],
      app: peer.app ?? null,
    });
    const connectorFor = (channel: { platform: string; practice: boolean }) =>
      channel.practice ? stage.connectorFor(channel) : watched;
    const watched: Connector = {
      ...connector,
      async publishPart(part, account, io) {
        await before?.(part.number);
        return await connector.publishPart(part, account, io);
      },
    };
    const worker = stage.makeWorker({ connectorFor, ioFor, ...(crashAt && { crashAt }) });
    await worker.start("all");
    return worker;
  }

  /** Waits until the post ends, moving time on whenever it rests. */
  async function end(id: string) {
    for (let rounds = 0; rounds < 40; rounds += 1) {
      let row = await stage.rowOf(id);
      await until("the post rests or has ended", async () => {
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

  const textsOf = async (peer: Peer) => (await peer.items()).map((item) => item.text);

  describe(`${slug}: the engine keeps its promises`, () => {
    test("five parts are published in order, each answering the one before, and their ids are stored", async () => {
      const peer = await at.open();
      const worker = await start(peer);
      const parts = isThread ? [1, 2, 3, 4, 5].map(words) : [words(1)];
      const id = await stage.write(worker, { channelId: await connect(peer), platform: slug, parts });
      expect(await end(id)).toMatchObject({ status: "published" });
      await worker.stop();
      expect(await textsOf(peer)).toEqual(parts);
      const { rows } = await stage.pool.query(
        "select remote_id, state from planned_parts where post_id = $1 order by number",
        [id],
      );
      const items = await peer.items();
      if (items.every(({ remoteId }) => remoteId !== null)) {
        expect(rows.map((row) => row.remote_id)).toEqual(items.map(({ remoteId }) => remoteId));
      }
      if (isThread)
        expect(items.map(({ replyTo }) => replyTo)).toEqual([
          null,
          ...items.slice(0, -1).map(({ remoteId }) => remoteId),
        ]);
    });

    test.for(unclear)(
      "after %s a post is there once, or is told to be unconfirmed and never sent again",
      async ([fault, stands]) => {
        const peer = await at.open();
        const caused = await peer.fault(fault);
        if (!caused.can) return expect(caused.why).not.toBe("");
        const worker = await start(peer);
        const text = caused.text ?? `After ${fault}`;
        const id = await stage.write(worker, { channelId: await connect(peer), platform: slug, parts: [text] });
        const { status, failure_cause } = await end(id);
        await worker.stop();
        if (status === "published") return expect(await textsOf(peer)).toEqual([text]);
        // Only where nobody can look, or where a repeat could double.
        expect(failure_cause).toBe("unconfirmed");
        expect(!connector.findPart.can || repeats.resends !== null).toBe(true);
        expect(await textsOf(peer)).toEqual(stands ? [text] : []);
      },
    );

    test.for(["prepared", "sending", "answered", "saved"] as const)(
      "a worker that ends at %s leaves a post that is there once, whole and in order, or unconfirmed",
      async (point) => {
        const peer = await at.open();
        const number = isThread ? 2 : 1;
        let crashes = 0;
        const crashAt = (passed: CrashPoint, part: number) => {
          if (passed !== point || part !== number || crashes > 0) return;
          crashes += 1;
          throw new Crash();
        };
        const worker = await start(peer, { crashAt });
        const parts = isThread ? [1, 2, 3].map(words) : [words(1)];
        const id = await stage.write(worker, { channelId: await connect(peer), platform: slug, parts });
        if (point === "prepared" && !connector.prepare.can) {
          await end(id);
          return await worker.stop();
        }
        await until("it crashed", async () => crashes > 0);
        await leaseEnds(id);
        const { status, failure_cause } = await end(id);
        await worker.stop();
        const texts = await textsOf(peer);
        expect(new Set(texts).size).toBe(texts.length);
        if (status === "published") return expect(texts).toEqual(parts);
        expect(failure_cause).toBe("unconfirmed");
        expect(!connector.findPart.can || repeats.resends !== null).toBe(true);
      },
    );

    /** The worker that had it says nothing any more. */
    async function leaseEnds(id: string): Promise<void> {
      await until("its channel was let go", async () => {
        const { rows } = await stage.pool.query(
          "select c.lease_until from posts p join channels c on c.id = p.channel_id where p.id = $1",
          [id],
        );
        return rows[0].lease_until === null;
      });
      if ((await stage.rowOf(id)).status === "publishing") await stage.passTime(10 * minuteMs);
    }

    test("two workers and one post: it is there once", async () => {
      const peer = await at.open();
      const [one, other] = [await start(peer), await start(peer)];
      const channelId = await connect(peer);
      const id = await stage.write(one, { channelId, platform: slug, parts: ["Two at it"] });
      expect(await end(id)).toMatchObject({ status: "published" });
      await Promise.all([one.stop(), other.stop()]);
      expect(await textsOf(peer)).toEqual(["Two at it"]);
    });

    test("a rate limit holds the channel until it ends, and nothing goes out before", async () => {
      const peer = await at.open();
      const caused = await peer.fault("rate-limited");
      if (!caused.can) return expect(caused.why).not.toBe("");
      const worker = await start(peer);
      const channelId = await connect(peer);
      const id = await stage.write(worker, { channelId, platform: slug, parts: [caused.text ?? "Later"] });
      await until("the channel waits", async () => {
        const { rows } = await stage.pool.query(
          "select wait_until from channels where id = $1 and lease_until is null",
          [channelId],
        );
        return rows[0]?.wait_until != null;
      });
      const { rows } = await stage.pool.query("select wait_until from channels where id = $1", [channelId]);
      expect(rows[0].wait_until.getTime()).toBeGreaterThanOrEqual((caused.until?.getTime() ?? 0) - 1_500);
      expect(await textsOf(peer)).toEqual([]);
      expect(await end(id)).toMatchObject({ status: "published" });
      await worker.stop();
      expect((await textsOf(peer)).length).toBe(1);
    });

    test("six posts by two workers with an access that has ended: one fresh one, and each is there once", async () => {
      const peer = await at.open();
      const caused = await peer.fault("token-expired");
      if (!caused.can) return expect(caused.why).not.toBe("");
      const [one, other] = [await start(peer), await start(peer)];
      const channelId = await connect(peer);
      const before = await readSecret(stage.pool, sealer, channelId);
      const texts = Array.from({ length: 6 }, (_, index) => `Of six, number ${index + 1}`);
      const ids = await Promise.all(
        texts.map((text) => stage.write(one, { channelId, platform: slug, parts: [text] })),
      );
      for (const id of ids) expect(await end(id)).toMatchObject({ status: "published" });
      await Promise.all([one.stop(), other.stop()]);
      const after = await readSecret(stage.pool, sealer, channelId);
      expect((after?.version ?? 0) - (before?.version ?? 0)).toBe(1);
      expect((await textsOf(peer)).toSorted()).toEqual(texts);
    });

    test("a second part that is refused leaves the first where it is, and says which one it was", async () => {
      if (!isThread) return;
      const peer = await at.open();
      let isCaused = true;
      const before = async (part: number) => {
        if (part === 2) isCaused = (await peer.fault("forbidden")).can;
      };
      const worker = await start(peer, { before });
      const parts = [1, 2, 3].map(words);
      const id = await stage.write(worker, { channelId: await connect(peer), platform: slug, parts });
      const ended = await end(id);
      await worker.stop();
      if (!isCaused) return expect(ended.status).toBe("published");
      expect(ended).toMatchObject({ status: "failed", failure_cause: "rejected", failure_part: 2 });
      expect(await textsOf(peer)).toEqual([words(1)]);
    });

    test("signed out in the middle of a thread it waits, and goes on with the next part when it is connected again", async () => {
      const peer = await at.open();
      const good = peer.secret();
      const channelId = await connect(peer);
      const number = isThread ? 2 : 1;
      let isOut = false;
      const before = async (part: number) => {
        if (part !== number || isOut) return;
        isOut = true;
        // Nothing of it counts: neither the access nor what would renew it.
        await saveSecret(stage.pool, sealer, channelId, { ...good, access: "none", refresh: good.refresh && "none" });
      };
      const worker = await start(peer, { before });
      const parts = isThread ? [1, 2, 3].map(words) : [words(1)];
      const id = await stage.write(worker, { channelId, platform: slug, parts });
      await until("the channel asks to be connected again", async () => {
        const { rows } = await stage.pool.query("select state, lease_until from channels where id = $1", [channelId]);
        return rows[0].state !== "connected" && rows[0].lease_until === null;
      });
      expect(await textsOf(peer)).toEqual(parts.slice(0, number - 1));
      await saveSecret(stage.pool, sealer, channelId, good);
      await stage.pool.query("update channels set state = 'connected' where id = $1", [channelId]);
      await inTransaction(stage.pool, (tx) => worker.wakeAt(tx, { id: stage.clock.newId(), channelId }, new Date(0)));
      expect(await end(id)).toMatchObject({ status: "published" });
      await worker.stop();
      expect(await textsOf(peer)).toEqual(parts);
    });
  });
}
