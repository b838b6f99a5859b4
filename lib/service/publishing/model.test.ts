import fc from "fast-check";
import { expect, test } from "vitest";
import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { OutgoingPart, PublishOutcome } from "#lib/service/channels/core/connector.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { planDelivery } from "#lib/text/delivery-plan.ts";
import type { Publisher } from "./publisher.ts";
import { openPublishingFixture, type PublishingFixture, waitUntil } from "./testing/publishing-fixture.ts";
import { outage } from "./testing/scripted-connector.ts";
import { createStallingPlatform } from "./testing/stalling-platform.ts";

/** The expected result of a post from the operations on it; the practice timeline shows the real one. */
type Model = {
  id: string;
  platform: string;
  parts: string[];
  fate: "goes out" | "stays" | "stops at a part";
  ends: number;
};

/** LinkedIn's place is taken by a platform that stands still at times, and stores every request that arrives. */
const platforms = ["x", "bluesky", "linkedin"] as const;
const parts = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.constant("") },
    { weight: 1, arbitrary: fc.constant("#fail-temporary") },
    { weight: 1, arbitrary: fc.constant("#fail-unknown") },
    { weight: 1, arbitrary: fc.constant("#fail-rejected") },
  ),
  { minLength: 1, maxLength: 4 },
);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("create" as const),
      platform: fc.constantFrom(...platforms),
      parts,
      later: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom("delete" as const, "edit" as const, "move" as const),
      pick: fc.nat(20),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("crash" as const),
      at: fc.constantFrom("taken" as const, "sending" as const, "answered" as const, "saved" as const),
      after: fc.nat(6),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("clock" as const), seconds: fc.integer({ min: -3_600, max: 3_600 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("cut connections" as const) }) },
  // A post that the standing platform holds, and the lookups that it does not answer.
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("stand still" as const), calls: fc.integer({ min: 1, max: 2 }), parts }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Accidents of one run. Each may cost an attempt, and a post has eight: with more the post would fail, correctly. */
const mishapsMax = 4;

/** How often the platform stands still in one run: each time costs up to four attempts of a post. */
const standstillsMax = 1;

/** Answers a part of the stalling platform as its text demands, like the practice channel. */
function answerDemand(part: OutgoingPart, nth: number, accept: () => PublishOutcome): PublishOutcome {
  if (part.text.includes("#fail-rejected")) return { type: "rejected", error: { reason: "invalid", message: "No." } };
  if (part.text.includes("#fail-temporary") && nth === 1) return { type: "temporary", error: outage };
  const outcome = accept();
  return part.text.includes("#fail-unknown") ? { type: "unknown" } : outcome;
}

/** Thrown at a crash point: nothing after the point is written. `crash.test.ts` kills real processes. */
class Dead extends Error {}

class World {
  readonly stage: PublishingFixture;
  readonly models: Model[] = [];
  #serial = 0;
  #mishaps = 0;
  #standstills = 0;
  readonly #stalling = createStallingPlatform({
    answer: (part, nth, _signal, accept) => answerDemand(part, nth, accept),
  });
  #worker: Publisher | null = null;
  readonly #web: Publisher;

  constructor(stage: PublishingFixture, web: Publisher) {
    this.stage = stage;
    this.#web = web;
  }

  async restart(crash?: { at: string; after: number }): Promise<void> {
    await this.#worker?.stop();
    let passed = 0;
    this.#worker = this.stage.makeWorker({
      connectorFor: (channel) =>
        channel.platform === "linkedin" ? this.#stalling.connector : this.stage.connectorFor(channel),
      timing: { sweepMs: 100, leasedPauseMs: 50, errorPauseMs: 100 },
      ...(crash && {
        crashAt: (point) => {
          if (point !== crash.at) return;
          passed += 1;
          if (passed <= crash.after) return;
          // No worker runs until the next restart.
          void this.#worker?.stop();
          throw new Dead(point);
        },
      }),
    });
    await this.#worker.start("worker");
  }

  async do(action: Step): Promise<void> {
    if (action.do === "crash" || action.do === "cut connections") {
      this.#mishaps += 1;
      if (this.#mishaps > mishapsMax) return;
    }
    switch (action.do) {
      case "create":
        return await this.#create(action.platform, action.parts, action.later);
      case "crash":
        return await this.restart(action);
      case "clock":
        return await this.stage.passTime(action.seconds * 1000);
      case "cut connections":
        return await this.stage.cutConnections();
      case "stand still":
        return await this.#standStill(action.calls, action.parts);
      default:
        return await this.#change(action.do, action.pick);
    }
  }

  async #standStill(calls: number, demands: string[]): Promise<void> {
    this.#standstills += 1;
    if (this.#standstills > standstillsMax) return;
    this.#stalling.stall(calls);
    await this.#create("linkedin", demands, false);
  }

  async #create(platform: string, demands: string[], later: boolean): Promise<void> {
    this.#serial += 1;
    const once = demands.map((demand, index) =>
      demand === "#fail-temporary" && demands.indexOf(demand) < index ? "" : demand,
    );
    const texts = once.map((demand, index) => `Model ${this.#serial}.${index + 1} ${demand}`.trim());
    const id = await this.#write({ platform, parts: texts, ...(later && { inMs: 3_600_000 }) });
    const rules = getPlatformRules(platform);
    const plan = rules && planDelivery(texts, rules);
    const wire = plan && "texts" in plan ? plan.texts : [];
    const rejected = wire.findIndex((text) => text.includes("#fail-rejected"));
    const fate = rejected === -1 ? "goes out" : "stops at a part";
    this.models.push({ id, platform, parts: wire, fate, ends: rejected === -1 ? wire.length : rejected });
  }

  /**
   * Writes a post, and repeats once if the connection was cut, as a client repeats a 503: the first attempt was rolled
   * back.
   */
  async #write(post: Parameters<PublishingFixture["write"]>[1]): Promise<string> {
    return await this.stage.write(this.#web, post).catch(() => this.stage.write(this.#web, post));
  }

  /** Changes a post as the commands do: only if it is still scheduled, under its row's lock. */
  async #change(what: "delete" | "edit" | "move", pick: number): Promise<void> {
    const model = this.models[pick % Math.max(this.models.length, 1)];
    if (!model) return;
    await inTransaction(this.stage.pool, async (tx) => {
      const { rows } = await tx.client.query(
        "select status from posts where id = $1 and deleted_at is null for update",
        [model.id],
      );
      if (rows[0]?.status !== "scheduled") return;
      if (what === "delete") {
        await tx.client.query("update posts set deleted_at = now() where id = $1", [model.id]);
        model.fate = "stays";
        model.ends = 0;
      } else if (what === "edit") {
        const text = `Edited ${model.id.slice(-12)}`;
        await tx.client.query("update posts set parts = $2, version = version + 1 where id = $1", [
          ...[model.id, JSON.stringify([{ text }])],
        ]);
        Object.assign(model, { parts: [text], fate: "goes out", ends: 1 });
      } else {
        const moved = await tx.client.query(
          "update posts set due_at = now() + interval '10 minutes' where id = $1 returning due_at, channel_id",
          [model.id],
        );
        const row = moved.rows[0];
        await this.#web.wakeAt(tx, { id: model.id, channelId: row.channel_id }, row.due_at);
      }
    });
  }

  /** Makes everything due, with a live worker, until no work is left. */
  async settle(): Promise<void> {
    await this.restart();
    this.#stalling.goOn();
    await waitUntil(
      "every model post has ended",
      async () => {
        const { rows } = await this.stage.pool.query(
          "select count(*) filter (where due_at > now())::int as later, count(*)::int as open from posts where due_at is not null and deleted_at is null",
        );
        if (rows[0].open > 0 && rows[0].later === rows[0].open) await this.stage.passTime(4_000_000);
        return rows[0].open === 0;
      },
      30_000,
    );
    await this.#worker?.stop();
  }

  /** Compares the model with the timeline: each part once, in order, as a thread; no post that should be absent. */
  async check(): Promise<void> {
    for (const platform of platforms) {
      const items = platform === "linkedin" ? this.#stalling.items() : await this.stage.timeline(platform);
      const mine = this.models.filter((model) => model.platform === platform);
      const expected = mine.flatMap((model) => model.parts.slice(0, model.ends));
      expect(items.map((item) => item.text).toSorted()).toEqual(expected.toSorted());
      for (const model of mine) {
        const found = items.filter((item) => model.parts.includes(item.text));
        expect(found.map((item) => item.text)).toEqual(model.parts.slice(0, model.ends));
        expect(found.map((item) => item.reply_to)).toEqual(found.map((_, index) => found[index - 1]?.id ?? null));
      }
    }
    const ends = { "goes out": "published", "stops at a part": "failed", stays: "scheduled" } as const;
    for (const model of this.models) expect((await this.stage.rowOf(model.id)).status).toBe(ends[model.fate]);
  }

  async close(): Promise<void> {
    await this.#worker?.stop();
  }
}

test("any mix of edits, deletions, crashes, cuts, clock changes and a platform's standstill publishes each part once and in order", {
  timeout: 300_000,
}, async () => {
  const stage = await openPublishingFixture();
  const web = stage.makeWorker();
  await web.start("web");
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        await stage.pool.query("truncate posts, practice_items, practice_faults cascade");
        await stage.pool.query("update channels set lease_until = null, wait_until = null");
        const world = new World(stage, web);
        try {
          await world.restart();
          for (const one of steps) await world.do(one);
          await world.settle();
          await world.check();
        } finally {
          await world.close();
        }
      }),
      { numRuns: 25, endOnFailure: true },
    );
  } finally {
    await stage.close();
  }
});
