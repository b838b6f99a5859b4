import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { ConformancePeer, PeerFault } from "#lib/service/channels/conformance/conformance-peer.ts";
import type { Platform } from "#lib/service/channels/core/platform.ts";
import type { CrashPoint } from "#lib/service/publishing/delivery/delivery-context.ts";
import { waitUntil } from "#lib/service/publishing/testing/publishing-fixture.ts";
import { type DeliveryFixture, type DeliveryPeer, openDeliveryFixture } from "./delivery-fixture.ts";
import { describeDeliveryContent } from "./describe-delivery-content.ts";

/** Faults whose answer leaves the outcome unclear, and if the item was stored. */
const unclear: readonly (readonly [PeerFault, boolean])[] = [
  ["no-answer-after", true],
  ["no-answer-before", false],
  ["server-error-after", true],
  ["server-error-before", false],
  ["half-an-answer-after", true],
  ["no-json-after", true],
];

/** Ends the work on a post at this point, as the end of the process would. */
class Crash extends Error {}

/**
 * Runs the second shared suite: the real delivery with its database, outbound guard and stored secrets, and this
 * platform's connector against its peer. `open` returns an account of its own for each test.
 */
export function describeDelivery(options: { platform: Platform; open: () => Promise<DeliveryPeer> }): void {
  const { connector } = options.platform;
  const { slug } = connector;
  const isThread = getPlatformRules(slug)?.thread !== "never";
  /** Long texts: parts that fit into one item would be joined, without a thread. */
  const words = (number: number) => `Part ${number} of it: ${"word ".repeat(50)}${number}`;
  let stage: DeliveryFixture;
  beforeAll(async () => {
    stage = await openDeliveryFixture(options.platform);
  });
  afterAll(() => stage.close());

  const textsOf = async (peer: ConformancePeer) => (await peer.items()).map((item) => item.text);

  describe(`${slug}: delivery`, () => {
    describeDeliveryContent({ ...options, stage: () => stage });

    test("five parts are published in order as replies, and each id is stored before the next part is sent", async () => {
      const peer = await options.open();
      const storedBefore: number[] = [];
      const before = async () => {
        const { rows } = await stage.pool.query(
          "select count(*)::int as ids from planned_parts where post_id = (select max(post_id::text)::uuid from planned_parts) and remote_id is not null",
        );
        storedBefore.push(rows[0].ids);
      };
      const worker = await stage.start(peer, { before });
      const parts = isThread ? [1, 2, 3, 4, 5].map(words) : [words(1)];
      const id = await stage.write(worker, { channelId: await stage.connect(peer), platform: slug, parts });
      expect(await stage.end(id)).toMatchObject({ status: "published" });
      await worker.stop();
      expect(await textsOf(peer)).toEqual(parts);
      expect(storedBefore).toEqual(parts.map((_, index) => index));
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
      "after %s a post is published once, or is unconfirmed and never sent again",
      async ([fault, stands]) => {
        const peer = await options.open();
        const caused = await peer.fault(fault);
        if (!caused.can) return expect(caused.why).not.toBe("");
        const worker = await stage.start(peer);
        const text = caused.text ?? `After ${fault}`;
        const id = await stage.write(worker, { channelId: await stage.connect(peer), platform: slug, parts: [text] });
        const { status, failure_cause } = await stage.end(id);
        await worker.stop();
        if (status === "published") return expect(await textsOf(peer)).toEqual([text]);
        // Only on a platform without lookup, or one where a repeat could create a second item.
        expect(failure_cause).toBe("unconfirmed");
        expect(!connector.findPart.can || connector.getRepeats(peer.account).resends !== null).toBe(true);
        expect(await textsOf(peer)).toEqual(stands ? [text] : []);
      },
    );

    test.for([-600_000, 600_000])(
      "a part stored without an answer is found at once, even by a worker whose clock is off by %s ms",
      async (clockOffMs) => {
        const peer = await options.open();
        const caused = await peer.fault("no-answer-after");
        if (!caused.can) return expect(caused.why).not.toBe("");
        const worker = await stage.start(peer, { clockOffMs });
        const text = caused.text ?? "By a wrong clock";
        const channelId = await stage.connect(peer);
        const row = await stage.end(await stage.write(worker, { channelId, platform: slug, parts: [text] }));
        await worker.stop();
        expect(await textsOf(peer)).toEqual([text]);
        if (row.status === "published") expect(row.attempts).toBe(1);
      },
    );

    test.for(["prepared", "sending", "answered", "saved"] as const)(
      "after a worker crash at %s, a post is published once and in order, or is unconfirmed",
      async (point) => {
        const peer = await options.open();
        const number = isThread ? 2 : 1;
        let crashes = 0;
        const crashAt = (passed: CrashPoint, part: number) => {
          if (passed !== point || part !== number || crashes > 0) return;
          crashes += 1;
          throw new Crash();
        };
        const worker = await stage.start(peer, { crashAt });
        const parts = isThread ? [1, 2, 3].map(words) : [words(1)];
        const id = await stage.write(worker, { channelId: await stage.connect(peer), platform: slug, parts });
        if (point === "prepared" && !connector.prepare.can) {
          await stage.end(id);
          return await worker.stop();
        }
        await waitUntil("the worker crashed", async () => crashes > 0);
        await stage.leaseEnds(id);
        const { status, failure_cause } = await stage.end(id);
        await worker.stop();
        const texts = await textsOf(peer);
        expect(new Set(texts).size).toBe(texts.length);
        if (status === "published") return expect(texts).toEqual(parts);
        expect(failure_cause).toBe("unconfirmed");
        expect(!connector.findPart.can || connector.getRepeats(peer.account).resends !== null).toBe(true);
      },
    );

    test("two workers publish a post once", async () => {
      const peer = await options.open();
      const [one, other] = [await stage.start(peer), await stage.start(peer)];
      const channelId = await stage.connect(peer);
      const id = await stage.write(one, { channelId, platform: slug, parts: ["Two at it"] });
      expect(await stage.end(id)).toMatchObject({ status: "published" });
      await Promise.all([one.stop(), other.stop()]);
      expect(await textsOf(peer)).toEqual(["Two at it"]);
    });

    test("a rate limit pauses the channel until it ends, and nothing is published before", async () => {
      const peer = await options.open();
      const caused = await peer.fault("rate-limited");
      if (!caused.can) return expect(caused.why).not.toBe("");
      const worker = await stage.start(peer);
      const channelId = await stage.connect(peer);
      const id = await stage.write(worker, { channelId, platform: slug, parts: [caused.text ?? "Later"] });
      await waitUntil("the channel waits", async () => {
        const { rows } = await stage.pool.query(
          "select wait_until from channels where id = $1 and lease_until is null",
          [channelId],
        );
        return rows[0]?.wait_until != null;
      });
      const { rows } = await stage.pool.query("select wait_until from channels where id = $1", [channelId]);
      expect(rows[0].wait_until.getTime()).toBeGreaterThanOrEqual((caused.until?.getTime() ?? 0) - 1_500);
      expect(await textsOf(peer)).toEqual([]);
      expect(await stage.end(id)).toMatchObject({ status: "published" });
      await worker.stop();
      expect((await textsOf(peer)).length).toBe(1);
    });

    test("six posts on two workers with expired access cause one refresh, and each is published once", async () => {
      const peer = await options.open();
      const caused = await peer.fault("token-expired");
      if (!caused.can) return expect(caused.why).not.toBe("");
      const [one, other] = [await stage.start(peer), await stage.start(peer)];
      const channelId = await stage.connect(peer);
      const before = await stage.keysOf(channelId);
      const texts = Array.from({ length: 6 }, (_, index) => `Of six, number ${index + 1}`);
      const ids = await Promise.all(
        texts.map((text) => stage.write(one, { channelId, platform: slug, parts: [text] })),
      );
      for (const id of ids) expect(await stage.end(id)).toMatchObject({ status: "published" });
      await Promise.all([one.stop(), other.stop()]);
      const after = await stage.keysOf(channelId);
      expect((after?.version ?? 0) - (before?.version ?? 0)).toBe(1);
      expect((await textsOf(peer)).toSorted()).toEqual(texts);
    });

    test("a refused second part leaves the first published and names the failed part", async () => {
      if (!isThread) return;
      const peer = await options.open();
      let isCaused = true;
      const before = async (part: number) => {
        if (part === 2) isCaused = (await peer.fault("forbidden")).can;
      };
      const worker = await stage.start(peer, { before });
      const parts = [1, 2, 3].map(words);
      const id = await stage.write(worker, { channelId: await stage.connect(peer), platform: slug, parts });
      const ended = await stage.end(id);
      await worker.stop();
      if (!isCaused) return expect(ended.status).toBe("published");
      expect(ended).toMatchObject({ status: "failed", failure_cause: "rejected", failure_part: 2 });
      expect(await textsOf(peer)).toEqual([words(1)]);
    });

    test("a post signed out within a thread waits and continues with the next part after a reconnect", async () => {
      const peer = await options.open();
      const good = peer.secret();
      const channelId = await stage.connect(peer);
      const number = isThread ? 2 : 1;
      let isOut = false;
      const before = async (part: number) => {
        if (part !== number || isOut) return;
        isOut = true;
        // Neither the access token nor the refresh token is valid.
        await stage.keepKeys(channelId, { ...good, access: "none", refresh: good.refresh && "none" });
      };
      const worker = await stage.start(peer, { before });
      const parts = isThread ? [1, 2, 3].map(words) : [words(1)];
      const id = await stage.write(worker, { channelId, platform: slug, parts });
      await waitUntil("the channel needs a reconnect", async () => {
        const { rows } = await stage.pool.query("select state, lease_until from channels where id = $1", [channelId]);
        return rows[0].state !== "connected" && rows[0].lease_until === null;
      });
      expect(await textsOf(peer)).toEqual(parts.slice(0, number - 1));
      await stage.reconnect(worker, channelId, good);
      expect(await stage.end(id)).toMatchObject({ status: "published" });
      await worker.stop();
      expect(await textsOf(peer)).toEqual(parts);
    });
  });
}
