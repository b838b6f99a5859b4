import { setTimeout as pause } from "node:timers/promises";
import { pino } from "pino";
import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import { noNetworkIoFactory } from "#lib/service/channels/core/no-network-io.ts";
import { listPracticeTimeline } from "#lib/service/channels/platforms/practice/timeline.ts";
import { createConnectorLookup } from "#lib/service/channels/platforms/registry.ts";
import { systemClock } from "#lib/service/core/clock.ts";
import { createProcessConnection } from "#lib/service/db/listen/process-connection.ts";
import { openTestDatabase, type TestDatabase } from "#lib/service/db/testing/test-database.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { createOrganization } from "#lib/service/members/create-organization.ts";
import { createPublisher, type Publisher } from "#lib/service/publishing/publisher.ts";
import { planDelivery } from "#lib/text/delivery-plan.ts";

export const origin = "http://localhost:3000";
const silent = pino({ level: "silent" });

/** A database with one organization and its practice channels, with functions that write posts and read the results. */
export type PublishingFixture = Awaited<ReturnType<typeof openPublishingFixture>>;

export type TestPostRow = {
  id: string;
  status: string;
  due_at: Date | null;
  error: string | null;
  failure_cause: string | null;
  failure_part: number | null;
  attempts: number;
  fence: string;
  lease_until: Date | null;
};

export async function openPublishingFixture() {
  const database: TestDatabase = await openTestDatabase();
  const { pool, connection } = database;
  const clock = systemClock;
  const org = await inTransaction(pool, (tx) =>
    createOrganization(tx, { organization: "Stage", name: "Ada", email: "ada@example.org" }, clock),
  );
  const { rows } = await pool.query("select id, platform, username from channels order by created_at, platform");
  const channels: { id: string; platform: string; username: string }[] = rows;
  const running: Publisher[] = [];
  const connectorFor = createConnectorLookup({ pool, clock, origin, platformOf: () => null });

  /** Creates a worker that is not started; the fixture stops it. */
  function makeWorker(parts: Partial<Parameters<typeof createPublisher>[0]> = {}): Publisher {
    const dayMs = 24 * 60 * 60_000;
    const settings = { missedAfterMs: dayMs, reconnectWithinMs: dayMs };
    const made = createPublisher({
      pool,
      processConnection: createProcessConnection({ connection, log: silent }),
      clock,
      log: silent,
      connectorFor,
      ioFor: noNetworkIoFactory,
      fitStored: () => Promise.reject(new Error("a practice channel takes images as they are")),
      settings,
      // No post is retried while a test still reads its postponement: the shortest pause is a second.
      chance: () => 1,
      ...parts,
    });
    running.push(made);
    return made;
  }

  function channelOn(platform: string) {
    const found = channels.find((channel) => channel.platform === platform);
    if (!found) throw new Error(`no channel on ${platform}`);
    return found;
  }

  /**
   * Writes a post as the create command does: row and wake-up in one transaction. `inMs` counts from the database's
   * now; `media` in order.
   */
  async function write(
    by: Pick<Publisher, "wakeAt">,
    post: {
      platform?: string;
      channelId?: string;
      parts: string[];
      media?: readonly (readonly string[])[];
      inMs?: number;
      /** The transaction stays open for this long. */
      commitAfterMs?: number;
    },
  ): Promise<string> {
    const id = clock.newId();
    const platform = post.platform ?? "x";
    const channelId = post.channelId ?? channelOn(platform).id;
    const rules = getPlatformRules(platform);
    const images = (post.media ?? []).map((ids) => ({ count: ids.length, animated: false }));
    const plan = rules && planDelivery(post.parts, rules, images);
    const delivery = plan && "delivery" in plan ? plan.delivery : "thread";
    await inTransaction(pool, async (tx) => {
      const at = await tx.client.query(
        `insert into posts (id, org_id, member_id, submission_id, channel_id, platform, status, delivery, parts, points,
           scheduled_for, due_at)
         values ($1, $2, $3, $1, $4, $5, $6, $7, $8, 20, now() + $9 * interval '1 ms', now() + coalesce($9, 0) * interval '1 ms')
         returning due_at`,
        [
          ...[id, org.orgId, org.memberId, channelId, platform, post.inMs === undefined ? "publishing" : "scheduled"],
          ...[delivery, JSON.stringify(post.parts.map((text) => ({ text }))), post.inMs ?? null],
        ],
      );
      await tx.client.query(
        "insert into post_media (post_id, media_id, part, position) select $1, id, part, at - 1 from unnest($2::uuid[], $3::int[]) with ordinality as m (id, part, at)",
        [id, (post.media ?? []).flat(), (post.media ?? []).flatMap((images, index) => images.map(() => index + 1))],
      );
      await by.wakeAt(tx, { id, channelId }, at.rows[0].due_at);
      if (post.commitAfterMs) await pause(post.commitAfterMs);
    });
    return id;
  }

  /** Writes a post as a machine does whose clock says `dueAt` for now. */
  async function writeAt(
    by: Pick<Publisher, "wakeAt">,
    post: { id: string; parts: string[]; dueAt: Date },
  ): Promise<void> {
    const channelId = channelOn("x").id;
    await inTransaction(pool, async (tx) => {
      await tx.client.query(
        `insert into posts (id, org_id, member_id, submission_id, channel_id, platform, status, delivery, parts, points, due_at)
         values ($1, $2, $3, $1, $4, 'x', 'publishing', 'thread', $5, 20, $6)`,
        [post.id, org.orgId, org.memberId, channelId, JSON.stringify(post.parts.map((text) => ({ text }))), post.dueAt],
      );
      await by.wakeAt(tx, { id: post.id, channelId }, post.dueAt);
    });
  }

  /**
   * Ends all other client connections to this database, and waits until they are gone: a connection that is about to
   * end could still be used for the test's next query. (An autovacuum is no client, and PostgreSQL does not let us end
   * it.)
   */
  async function cutConnections(): Promise<void> {
    await pool.query(
      "select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()",
    );
  }

  async function rowOf(id: string): Promise<TestPostRow> {
    const found = await pool.query<TestPostRow>("select * from posts where id = $1", [id]);
    const row = found.rows[0];
    if (!row) throw new Error(`no post ${id}`);
    return row;
  }

  /** Returns the items of a practice channel, oldest first: the only evidence that tests trust. */
  async function timeline(
    platform = "x",
  ): Promise<{ text: string; key: string; reply_to: string | null; id: string }[]> {
    const found = await pool.query(
      "select id, text, key, reply_to from practice_items where account = $1 order by sequence",
      [channelOn(platform).username],
    );
    return found.rows;
  }

  async function events(id: string): Promise<{ kind: string; detail: Record<string, unknown> }[]> {
    const found = await pool.query("select kind, detail from post_events where post_id = $1 order by at, id", [id]);
    return found.rows;
  }

  /** Moves all stored times by `-ms`, which is the same as advancing the clock by `ms`. */
  async function passTime(ms: number): Promise<void> {
    const by = "- $1 * interval '1 ms'";
    const columns: Record<string, string[]> = {
      posts: ["due_at", "scheduled_for", "lease_until", "created_at", "look_from", "restored_at"],
      channels: ["lease_until", "wait_until"],
      app_waits: ["wait_until", "turns_until"],
      planned_parts: ["started_at", "absent_since"],
    };
    await inTransaction(pool, async (tx) => {
      for (const [table, names] of Object.entries(columns)) {
        const shifted = names.map((name) => `${name} = ${name} ${by}`).join(", ");
        await tx.client.query(`update ${table} set ${shifted}`, [ms]);
      }
      await tx.client.query("select pg_notify('post_due', 'all')");
    });
  }

  return {
    pool,
    connection,
    processConnection: database.processConnection,
    database,
    clock,
    org,
    channels,
    connectorFor,
    origin,
    makeWorker,
    channelOn,
    write,
    writeAt,
    rowOf,
    timeline,
    events,
    passTime,
    cutConnections,
    page: (username: string, asked = {}) =>
      listPracticeTimeline({ pool, settings: { origin } }, org.orgId, username, asked),
    async close() {
      await Promise.all(running.map((one) => one.stop()));
      await database.drop();
    },
  };
}

/** Polls until `isTrue`, and throws with `what` after the limit. */
export async function waitUntil(what: string, isTrue: () => Promise<boolean>, withinMs = 15_000): Promise<void> {
  const startedAt = performance.now();
  while (!(await isTrue())) {
    if (performance.now() - startedAt > withinMs) throw new Error(`waited ${withinMs} ms for: ${what}`);
    await pause(10);
  }
}
