import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BulkAction } from "#lib/contract/types.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const minute = 60_000;
/** A post's state in the model; minutes since the start are precise enough. */
type Stand = { status: string; atMinute: number | null; isDeleted: boolean };
type Modelled = Stand & { version: number };
type Kept = {
  undo: string;
  posts: { index: number; before: Stand; was: number; version: number }[];
  isUndone: boolean;
};

/**
 * The statuses in which each action is possible. Written a second time here, because the service's own table is under
 * test.
 */
const from: Record<BulkAction, readonly string[]> = {
  delete: ["draft", "scheduled", "failed", "canceled", "published"],
  restore: [],
  cancel: ["scheduled"],
  retry: ["failed"],
  draft: ["scheduled", "failed", "canceled"],
  schedule: ["draft", "scheduled", "canceled"],
  publish: ["draft", "scheduled"],
};

type Command =
  | { type: "change"; action: BulkAction; posts: number[]; inMinutes: number }
  | { type: "undo"; nth: number }
  | { type: "pass"; minutes: number }
  /** Acts as a worker: all due posts are published, or fail. */
  | { type: "work"; fails: boolean };

const count = 4;
const indexes = fc.uniqueArray(fc.nat(count - 1), { minLength: 1, maxLength: count });
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant("change" as const),
      action: fc.constantFrom<BulkAction[]>(
        "delete",
        "restore",
        "cancel",
        "retry",
        "draft",
        "schedule",
        "schedule",
        "publish",
      ),
      posts: indexes,
      inMinutes: fc.integer({ min: 1, max: 30 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant("undo" as const), nth: fc.nat(2) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("pass" as const), minutes: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("work" as const), fails: fc.boolean() }) },
);

test("after any sequence of changes, undos and sends each post has the expected status and no stopped post is due", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 8, maxLength: 24 }), async (commands) => {
      const world = await begin();
      for (const one of commands) await step(world, one);
    }),
    { numRuns: 40 },
  );
}, 120_000);

type World = Awaited<ReturnType<typeof begin>>;

async function begin() {
  const made = await Promise.all(
    Array.from({ length: count }, () =>
      service.create({ channels: [service.org.channelIds[0]], text: "Modelled", draft: true }),
    ),
  );
  const ids = made.flatMap((posts) => posts.map(({ id }) => id));
  const posts = ids.map((): Modelled => ({ status: "draft", atMinute: null, isDeleted: false, version: 1 }));
  return { ids, posts, kept: [] as Kept[], zeroMs: service.clock.now().getTime(), nowMinute: 0 };
}

/**
 * Converts a minute of the model to an instant. The real clock also runs on, by less than half a minute; minutes of the
 * model are far apart.
 */
const instant = (world: World, atMinute: number) => new Date(world.zeroMs + atMinute * minute + minute / 2);

async function step(world: World, one: Command): Promise<void> {
  if (one.type === "pass") {
    service.clock.add(one.minutes * minute);
    world.nowMinute += one.minutes;
  } else if (one.type === "work") await work(world, one.fails);
  else if (one.type === "change") await change(world, one);
  else await undo(world, one.nth);
  await compare(world);
}

async function change(world: World, { action, posts, inMinutes }: Extract<Command, { type: "change" }>): Promise<void> {
  const at = world.nowMinute + inMinutes;
  const time = action === "schedule" ? { scheduled_for: instant(world, at).toISOString() } : {};
  const json = {
    action,
    posts: posts.map((index) => ({ id: world.ids[index], version: world.posts[index]?.version, ...time })),
    ...((action === "publish" || action === "retry") && { grace_seconds: 30 }),
  };
  const { wire } = await service.call("POST", "/v1/posts/changes", { key: service.org.key, json });
  const done = posts.filter((index) => isDone(world.posts[index] as Modelled, action));
  expect(wire.data.changed.map(({ id }: { id: string }) => id)).toEqual(done.map((index) => world.ids[index]));
  expect(wire.data.refused).toHaveLength(posts.length - done.length);
  const kept: Kept = { undo: wire.data.undo, posts: [], isUndone: false };
  for (const index of done) {
    const post = world.posts[index] as Modelled;
    const { version, ...before } = post;
    Object.assign(post, after(before, action, at, world.nowMinute), { version: version + 1 });
    kept.posts.push({ index, before, was: version, version: post.version });
  }
  if (done.length > 0) world.kept.push(kept);
}

function isDone(post: Modelled, action: BulkAction): boolean {
  if (action === "restore") return post.isDeleted;
  return !post.isDeleted && from[action].includes(post.status);
}

function after(stand: Stand, action: BulkAction, at: number, now: number): Stand {
  const states: Record<BulkAction, Stand> = {
    delete: { ...stand, isDeleted: true },
    restore: { ...timely(stand, now), isDeleted: false },
    cancel: { ...stand, status: "canceled" },
    retry: { ...stand, status: "publishing" },
    draft: { ...stand, status: "draft", atMinute: null },
    schedule: { ...stand, status: "scheduled", atMinute: at },
    // Half a minute of grace ends within this minute.
    publish: { ...stand, status: "scheduled", atMinute: now },
  };
  return states[action];
}

/** Turns a schedule in the past into no schedule. */
function timely(stand: Stand, now: number): Stand {
  const isLate = stand.status === "scheduled" && stand.atMinute !== null && stand.atMinute < now;
  return isLate ? { ...stand, status: "draft", atMinute: null } : stand;
}

async function undo(world: World, nth: number): Promise<void> {
  // The latest changes are the most likely to be undone.
  const kept = world.kept.at(-1 - nth);
  if (!kept) return;
  const answer = await service.call("POST", `/v1/posts/changes/${kept.undo}/undo`, { key: service.org.key });
  if (kept.isUndone) return expect(answer.status).toBe(409);
  const back = kept.posts.filter(({ index, version }) => world.posts[index]?.version === version);
  expect(answer.wire.data.changed.map(({ id }: { id: string }) => id)).toEqual(
    back.map(({ index }) => world.ids[index]),
  );
  expect(answer.wire.data.refused).toHaveLength(kept.posts.length - back.length);
  for (const { index, before, was, version } of back) {
    const stand = before.isDeleted ? before : timely(before, world.nowMinute);
    Object.assign(world.posts[index] as Modelled, stand, { version: version + 1 });
    passOn(world, index, was, version + 1);
  }
  kept.isUndone = back.length > 0;
}

/** Updates the versions in earlier changes, so that one of them can be undone next. */
function passOn(world: World, index: number, was: number, now: number): void {
  for (const { posts, isUndone } of world.kept) {
    const former = isUndone ? undefined : posts.find((one) => one.index === index && one.version === was);
    if (former) former.version = now;
  }
}

async function work(world: World, fails: boolean): Promise<void> {
  for (const [index, post] of world.posts.entries()) {
    const isDue =
      post.status === "publishing" || (post.status === "scheduled" && (post.atMinute ?? 0) < world.nowMinute);
    if (!isDue || post.isDeleted) continue;
    const status = fails ? "failed" : "published";
    await service.database.pool.query(
      `update posts set status = $2, due_at = null, version = version + 1, fence = fence + 1,
         failure_cause = case when $2 = 'failed' then 'rejected' end where id = $1 and due_at is not null`,
      [world.ids[index], status],
    );
    Object.assign(post, { status, version: post.version + 1 });
  }
}

async function compare(world: World): Promise<void> {
  const { rows } = await service.database.pool.query(
    "select status, scheduled_for, due_at, deleted_at, version from posts where id = any($1) order by array_position($1, id)",
    [world.ids],
  );
  const stored = rows.map((row) => ({
    status: row.status,
    atMinute: row.scheduled_for && Math.floor((row.scheduled_for.getTime() - world.zeroMs) / minute),
    isDeleted: row.deleted_at !== null,
    version: row.version,
  }));
  expect(stored).toEqual(world.posts);
  for (const row of rows) {
    const mayGoOut = row.deleted_at === null && (row.status === "scheduled" || row.status === "publishing");
    expect([row.status, row.due_at !== null]).toEqual([row.status, mayGoOut]);
    if (row.status === "scheduled" && mayGoOut) expect(row.due_at).toEqual(row.scheduled_for);
  }
}
