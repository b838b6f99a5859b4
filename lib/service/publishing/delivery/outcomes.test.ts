import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OutgoingPart, PublishOutcome } from "#lib/service/channels/core/connector.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { requirePost } from "#lib/service/posts/read/require-post.ts";
import type { Publisher } from "#lib/service/publishing/publisher.ts";
import {
  openPublishingFixture,
  type PublishingFixture,
  waitUntil,
} from "#lib/service/publishing/testing/publishing-fixture.ts";
import { createScriptedConnector, outage } from "#lib/service/publishing/testing/scripted-connector.ts";
import { createPostWaits, sendAgain } from "#lib/service/publishing/testing/wait-for-post.ts";

let stage: PublishingFixture;
beforeAll(async () => {
  stage = await openPublishingFixture();
});
afterAll(() => stage.close());

const { statusIs, putOff, skipWait } = createPostWaits(() => stage);

/** Runs a worker over a scripted platform for one test; nothing else is due then. */
async function withPlatform<T>(
  script: Parameters<typeof createScriptedConnector>[0],
  work: (worker: Publisher, platform: ReturnType<typeof createScriptedConnector>) => Promise<T>,
  timing = {},
): Promise<T> {
  const platform = createScriptedConnector(script);
  const worker = stage.makeWorker({ connectorFor: platform.connectorFor, timing });
  await worker.start("all");
  try {
    return await work(worker, platform);
  } finally {
    await worker.stop();
    await stage.pool.query("update posts set due_at = null where due_at is not null");
    await stage.pool.query("update channels set wait_until = null");
  }
}

/** Returns the end of the wait of the channel on X. */
async function waitsUntil(): Promise<Date | null> {
  const { rows } = await stage.pool.query("select wait_until from channels where id = $1", [stage.channelOn("x").id]);
  return rows[0].wait_until;
}

/** Returns the items on the platform of the current test. */
let platformItems: () => { id: string; text: string }[] = () => [];

describe("with a scripted platform", () => {
  test("a rate limit is waited out completely and pauses the whole channel", async () => {
    await withPlatform(
      {
        answer: (_part, nth, _signal, accept) =>
          nth === 1 ? { type: "wait", until: new Date(Date.now() + 90_000) } : accept(),
      },
      async (worker, platform) => {
        const first = await stage.write(worker, { parts: ["Limited"] });
        await waitUntil("the post waits", async () => (await waitsUntil()) !== null);
        expect(((await waitsUntil())?.getTime() ?? 0) - Date.now()).toBeGreaterThan(80_000);
        const row = await stage.rowOf(first);
        expect(row).toMatchObject({ status: "publishing", attempts: 0, lease_until: null });
        const second = await stage.write(worker, { parts: ["Behind it"] });
        await statusIs(await stage.write(worker, { platform: "bluesky", parts: ["Elsewhere"] }), "publishing");
        expect(platform.requests.map((part) => part.text)).not.toContain("Behind it");
        expect((await stage.rowOf(second)).attempts).toBe(0);
      },
    );
  });

  test("a part published with a difference has a note for its author until it is removed", async () => {
    const note = "It shows only 1 of the 2 images. Look at the post there.";
    const answer = (part: OutgoingPart, accept: () => PublishOutcome): PublishOutcome => {
      const outcome = accept();
      return outcome.type === "published" && part.number === 1
        ? { ...outcome, sent: { ...outcome.sent, note } }
        : outcome;
    };
    const script = {
      answer: (part: OutgoingPart, _: number, __: AbortSignal, accept: () => PublishOutcome) => answer(part, accept),
    };
    await withPlatform(script, async (worker) => {
      const id = await stage.write(worker, { parts: ["a".repeat(200), "b".repeat(200)] });
      await statusIs(id, "published");
      const actor = {
        orgId: stage.org.orgId,
        memberId: stage.org.memberId,
        role: "member",
        scopes: new Set(),
      } as unknown as Actor;
      const read = async () => (await requirePost(stage.pool, actor, id, "https://here.invalid")).progress ?? [];
      expect((await read()).map((part) => part.note)).toEqual([note, undefined]);
      const { rows } = await stage.pool.query(
        "select detail ->> 'note' as note from post_events where post_id = $1 and kind = 'part_published' order by id",
        [id],
      );
      expect(rows.map((row) => row.note)).toEqual([note, null]);
      await stage.pool.query("update planned_parts set removed_at = now() where post_id = $1", [id]);
      expect((await read()).map((part) => part.note)).toEqual([undefined, undefined]);
    });
  });

  test("a platform outage ends after eight attempts with a failure message", async () => {
    await withPlatform({ answer: () => ({ type: "temporary", error: outage }) }, async (worker, platform) => {
      const id = await stage.write(worker, { parts: ["Down"] });
      for (let attempt = 1; attempt < 8; attempt += 1) {
        await waitUntil(`attempt ${attempt}`, async () => (await stage.rowOf(id)).attempts === attempt);
        await putOff(id);
        await stage.pool.query("update posts set due_at = now() where id = $1", [id]);
        await stage.pool.query("select pg_notify('post_due', 'all')");
      }
      await statusIs(id, "failed");
      expect(platform.requests).toHaveLength(8);
      expect(await stage.rowOf(id)).toMatchObject({ failure_cause: "gave_up", attempts: 8 });
    });
  });

  test("a part that may be published is never sent again on a platform without lookup", async () => {
    await withPlatform({ answer: () => ({ type: "unknown" }), look: null }, async (worker, platform) => {
      const id = await stage.write(worker, { parts: ["Unsure"] });
      await statusIs(id, "failed");
      expect(await stage.rowOf(id)).toMatchObject({ failure_cause: "unconfirmed", failure_part: 1 });
      expect(platform.requests).toHaveLength(1);
      const part = await stage.pool.query("select state from planned_parts where post_id = $1", [id]);
      expect(part.rows[0].state).toBe("unknown");
    });
  });

  test("a part that the member sends again is passed to the connector as a resend", async () => {
    await withPlatform({ answer: () => ({ type: "unknown" }), look: null }, async (worker, platform) => {
      const id = await stage.write(worker, { parts: ["A repeat"] });
      await statusIs(id, "failed");
      await sendAgain(stage, worker, id);
      await statusIs(id, "failed");
      expect(platform.requests.map((part) => part.resends)).toEqual([0, 1]);
    });
  });

  test("a part refused on the member's resend is never reported as unpublished", async () => {
    const refused = { type: "rejected", error: { reason: "forbidden", message: "Its text is blocked." } } as const;
    const answer = (_part: unknown, nth: number) => (nth === 1 ? ({ type: "unknown" } as const) : refused);
    await withPlatform({ answer, look: null }, async (worker) => {
      const id = await stage.write(worker, { parts: ["Blocked"] });
      await statusIs(id, "failed");
      await sendAgain(stage, worker, id);
      await waitUntil("the part is refused", async () => (await stage.rowOf(id)).failure_cause === "rejected");
      expect((await stage.rowOf(id)).error).toBe(
        "X rejected it: “Its text is blocked”. The first attempt to send it may have worked: check X first. Edit it, then send it again.",
      );
    });
  });

  test.each([
    ["invalid", true],
    ["media", true],
    ["forbidden", false],
  ] as const)("a part rejected as %s has its account's limits read again soon: %s", async (reason, isSoon) => {
    const { id: channelId } = stage.channelOn("x");
    await stage.pool.query(
      "update channels set checked_at = now() - interval '1 hour', check_after = now() + interval '1 day' where id = $1",
      [channelId],
    );
    await withPlatform({ answer: () => ({ type: "rejected", error: { reason, message: "No." } }) }, async (worker) => {
      const id = await stage.write(worker, { parts: ["Rejected"] });
      await statusIs(id, "failed");
    });
    const { rows } = await stage.pool.query("select check_after <= now() as is_soon from channels where id = $1", [
      channelId,
    ]);
    expect(rows[0].is_soon).toBe(isSoon);
    await stage.pool.query("update channels set checked_at = null, check_after = null where id = $1", [channelId]);
  });

  test("a part not found at first is looked up again before a resend, because platforms index late", async () => {
    await withPlatform(
      { answer: (_part, nth, _signal, accept) => (nth === 1 ? { type: "unknown" } : accept()) },
      async (worker, platform) => {
        const id = await stage.write(worker, { parts: ["Late index"] });
        await putOff(id);
        expect(((await stage.rowOf(id)).due_at?.getTime() ?? 0) - Date.now()).toBeGreaterThan(50_000);
        expect(platform.looks).toHaveLength(1);
        expect(platform.requests).toHaveLength(1);
      },
    );
  });

  test("a text that the platform always fails on is sent eight times over half an hour, then fails", async () => {
    await withPlatform({ answer: () => ({ type: "unknown" }) }, async (worker, platform) => {
      const id = await stage.write(worker, { parts: ["Breaks the platform"] });
      let waitedMs = 0;
      for (let round = 0; round < 40 && (await stage.rowOf(id)).status !== "failed"; round += 1) {
        await waitUntil("the post waits or has failed", async () => {
          const row = await stage.rowOf(id);
          return (
            row.status === "failed" || (row.lease_until === null && row.due_at !== null && row.due_at > new Date())
          );
        });
        const { due_at: dueAt } = await stage.rowOf(id);
        if (dueAt === null) continue;
        waitedMs += dueAt.getTime() - Date.now();
        await skipWait(id);
      }
      expect(await stage.rowOf(id)).toMatchObject({ status: "failed", failure_cause: "gave_up" });
      expect(platform.requests).toHaveLength(8);
      expect(waitedMs).toBeGreaterThan(30 * 60_000);
      expect(platform.journal).toEqual([]);
    });
  });

  test("a part that shows up late is found and not sent again", async () => {
    let isIndexed = false;
    await withPlatform(
      {
        answer: (_part, _nth, _signal, accept) => {
          accept();
          return { type: "unknown" };
        },
        look: () => (isIndexed ? "usual" : { type: "absent" }),
      },
      async (worker, platform) => {
        const id = await stage.write(worker, { parts: ["Shows late"] });
        await putOff(id);
        isIndexed = true;
        await skipWait(id);
        await stage.pool.query("select pg_notify('post_due', 'all')");
        await statusIs(id, "published");
        expect(platform.journal).toHaveLength(1);
        expect(platform.requests).toHaveLength(1);
      },
    );
  });

  test("of two posts with the same text, the second is not matched to the first's item, and both are published", async () => {
    let isLost = false;
    await withPlatform(
      {
        answer: (_part, _nth, _signal, accept) => {
          if (!isLost) return accept();
          isLost = false;
          return { type: "unknown" };
        },
        repeats: { deduplicated: false, absentAfterMs: 0, resends: 1 },
        look: (part) => {
          const item = platformItems().find(({ text, id }) => text === part.text && !part.others?.includes(id));
          if (!item) return { type: "absent" };
          return { type: "found", sent: { remoteId: item.id, url: null, at: new Date(), proof: "timeline" } };
        },
      },
      async (worker, platform) => {
        platformItems = () => platform.journal.map(({ key, text }) => ({ id: `remote-${key}`, text }));
        await statusIs(await stage.write(worker, { parts: ["Twice"] }), "published");
        isLost = true;
        const second = await stage.write(worker, { parts: ["Twice"] });
        await putOff(second);
        await stage.pool.query("update posts set due_at = now() where id = $1", [second]);
        await stage.pool.query("select pg_notify('post_due', 'all')");
        await statusIs(second, "published");
        expect(platform.journal).toHaveLength(2);
      },
    );
  });

  test("where only one resend is safe, a part that is not found after it waits for the member's decision", async () => {
    await withPlatform(
      {
        answer: () => ({ type: "unknown" }),
        repeats: { deduplicated: false, absentAfterMs: 0, resends: 1 },
      },
      async (worker, platform) => {
        const id = await stage.write(worker, { parts: ["Once more"] });
        await putOff(id);
        expect(platform.requests.map((part) => part.resends)).toEqual([0]);
        await stage.pool.query("update posts set due_at = now() where id = $1", [id]);
        await stage.pool.query("select pg_notify('post_due', 'all')");
        await statusIs(id, "failed");
        expect(await stage.rowOf(id)).toMatchObject({ failure_cause: "unconfirmed", failure_part: 1 });
        expect(platform.requests.map((part) => part.resends)).toEqual([0, 1]);
        expect(platform.looks).toHaveLength(2);
      },
    );
  });

  test("a call without an answer is cut off, counted as unknown, and looked up", async () => {
    await withPlatform(
      {
        answer: (_part, _nth, _signal, accept) => {
          accept();
          return new Promise(() => undefined);
        },
      },
      async (worker, platform) => {
        const id = await stage.write(worker, { parts: ["Black hole"] });
        await statusIs(id, "published");
        expect(platform.journal).toHaveLength(1);
        expect(platform.looks).toHaveLength(1);
      },
      { callMs: 200 },
    );
  });

  test("a connector that throws counts as no answer, and the part is looked up, not sent again", async () => {
    await withPlatform(
      {
        answer: (_part, _nth, _signal, accept) => {
          accept();
          throw new TypeError("a bug");
        },
      },
      async (worker, platform) => {
        await statusIs(await stage.write(worker, { parts: ["Bug"] }), "published");
        expect(platform.journal).toHaveLength(1);
      },
    );
  });

  test("an answer with the id of another of our items is not trusted", async () => {
    await withPlatform(
      {
        answer: (part, _nth, _signal, accept) => {
          const outcome = accept();
          if (part.number !== 2 || outcome.type !== "published") return outcome;
          return { type: "published", sent: { ...outcome.sent, remoteId: `remote-${part.key.replace(/2$/, "1")}` } };
        },
      },
      async (worker, platform) => {
        const id = await stage.write(worker, { parts: ["First of two", "Second of two"] });
        await putOff(id);
        await skipWait(id);
        await stage.pool.query("select pg_notify('post_due', 'all')");
        await statusIs(id, "published");
        expect(platform.journal).toHaveLength(2);
        const urls = await stage.pool.query("select remote_id from planned_parts where post_id = $1 order by number", [
          id,
        ]);
        expect(urls.rows.map((row) => row.remote_id)).toEqual([`remote-${id}.1`, `remote-${id}.2`]);
      },
    );
  });
});
