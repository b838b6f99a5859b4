import { afterEach, beforeEach, expect, test } from "vitest";
import { formatDelayMessage } from "#lib/contract/messages/delay-message.ts";
import { loadPosts } from "#lib/service/posts/read/load-posts.ts";
import {
  type ExternalPlatformFixture,
  hourMs,
  openExternalPlatformFixture,
} from "#lib/service/publishing/testing/external-platform-fixture.ts";
import { waitUntil } from "#lib/service/publishing/testing/publishing-fixture.ts";
import { createScriptedConnector } from "#lib/service/publishing/testing/scripted-connector.ts";

let stage: ExternalPlatformFixture;
beforeEach(async () => {
  stage = await openExternalPlatformFixture();
});
afterEach(() => stage.close());

const windowMs = 10 * 60_000;
const postsEach = 100;
/** The first account has a limit of its own; all accounts share the application's. */
const ofFirst = 10;
const ofApp = 90;

/**
 * Creates a platform that counts requests: the test ends a window, and requests beyond a limit have to wait for the
 * next window.
 */
function makeCountingPlatform(channels: readonly string[]) {
  const windows: { taken: Map<string, number>; refused: number }[] = [];
  const pass = () => windows.push({ taken: new Map(channels.map((id) => [id, 0])), refused: 0 });
  pass();
  const platform = createScriptedConnector({
    answer(part, _nth, _signal, accept) {
      const window = windows.at(-1);
      if (!window) throw new Error("no window");
      const channelId = part.text.split(" ")[0] ?? "";
      const own = window.taken.get(channelId) ?? 0;
      const all = [...window.taken.values()].reduce((sum, count) => sum + count, 0);
      const of = all >= ofApp ? "app" : channelId === channels[0] && own >= ofFirst ? "account" : null;
      if (of) {
        window.refused += 1;
        return { type: "wait", until: new Date(Date.now() + windowMs), of };
      }
      window.taken.set(channelId, own + 1);
      return accept();
    },
  });
  return { ...platform, windows, pass };
}

/** Writes posts that are due within one hour, as a bulk import does. */
async function writeBulk(fixture: ExternalPlatformFixture, channelId: string): Promise<void> {
  await fixture.pool.query(
    `insert into posts (id, org_id, member_id, submission_id, channel_id, platform, status, delivery, parts, points,
       scheduled_for, due_at, created_at)
     select id, $2, $3, id, $1::uuid, 'x', 'scheduled', 'thread', jsonb_build_array(jsonb_build_object('text', $1::text || ' ' || n)), 0,
       due, due, due
     from (select gen_random_uuid() as id, n, now() - interval '1 hour' + n * interval '1 ms' as due
       from generate_series(1, $4::int) as n) made`,
    [channelId, fixture.org.orgId, fixture.org.memberId, postsEach],
  );
}

test("500 posts on rate-limited accounts are published in order and in turns, and no limit is hit twice", async () => {
  const channels = [stage.channelId];
  while (channels.length < 5) channels.push(await stage.connect());
  const { windows, pass, journal, connectorFor } = makeCountingPlatform(channels);
  for (const channelId of channels) await writeBulk(stage, channelId);
  const workers = [stage.makeWorker({ connectorFor }), stage.makeWorker({ connectorFor })];
  await Promise.all(workers.map((worker) => worker.start("all")));

  const left = async () =>
    (await stage.pool.query("select count(*)::int as n from posts where status <> 'published'")).rows[0].n as number;
  /** Tells if delivery pauses: each account with posts left waits, and no worker has it. */
  const stands = async () =>
    (
      await stage.pool.query(
        `select not exists (select 1 from channels c where not c.practice and (c.lease_until is not null
             or (exists (select 1 from posts p where p.channel_id = c.id and p.status <> 'published')
               and coalesce(c.wait_until, now()) <= now()
               and not exists (select 1 from app_waits a where a.host = c.host and a.wait_until > now())))) as stands`,
      )
    ).rows[0].stands as boolean;
  for (let isTold = false; ; ) {
    await waitUntil("the worker waits or is done", async () => (await stands()) || (await left()) === 0);
    if ((await left()) === 0) break;
    if (!isTold) await isToldOf(channels);
    isTold = true;
    pass();
    await stage.passTime(windowMs + 1_000);
  }

  const items = journal.map(({ text }) => text);
  for (const channelId of channels) {
    const numbers = items.filter((text) => text.startsWith(channelId)).map((text) => Number(text.split(" ")[1]));
    expect(numbers).toEqual(Array.from({ length: postsEach }, (_, at) => at + 1));
  }
  // In the first window each account's call may have been in progress; later only one call meets each limit: the
  // application's, the first account's.
  expect(windows[0]?.refused).toBeLessThanOrEqual(channels.length + 1);
  for (const { refused } of windows.slice(1)) expect(refused).toBeLessThanOrEqual(2);
  expect(windows.length).toBeLessThanOrEqual(postsEach / ofFirst + 1);
  // No account is starved: while they take turns, accounts that share only the application's limit get equal numbers,
  // give or take one.
  const shared = channels.slice(1);
  for (const { taken } of windows.slice(1, 4)) {
    const counts = shared.map((id) => taken.get(id) ?? 0);
    expect(Math.max(...counts) - Math.min(...counts), counts.join(" ")).toBeLessThanOrEqual(1);
    expect(taken.get(channels[0] ?? "")).toBe(ofFirst);
  }
}, 60_000);

/** Checks that the next post of each account says how long its platform waits. */
async function isToldOf(channels: readonly string[]): Promise<void> {
  const { rows } = await stage.pool.query(
    "select distinct on (channel_id) id from posts where status <> 'published' order by channel_id, due_at",
  );
  const posts = await loadPosts(
    stage.pool,
    rows.map(({ id }) => id),
    stage.origin,
  );
  expect(posts).toHaveLength(channels.length);
  for (const { delay: late } of posts) {
    const words = formatDelayMessage(late, { platform: "X", now: new Date(), time: (instant) => `<${instant}>` });
    expect(words).toMatch(/^Waiting for X until <.*> \(it asked us to slow down\)$/);
    expect(Math.abs(Date.parse(late?.until ?? "") - Date.now() - windowMs)).toBeLessThan(windowMs / 2);
  }
}

test("an application without credit is tried by one post an hour, and all its posts wait for a day", async () => {
  const other = await stage.connect();
  stage.server.state.before = ({ method }) => (method === "POST" ? { status: 402 } : null);
  const worker = await stage.start();
  const ids = [
    await stage.writeOut(worker, "First"),
    await stage.writeOut(worker, "Second"),
    await stage.write(worker, { channelId: other, platform: "x", parts: ["Of another"] }),
  ];
  const words = async () =>
    (await loadPosts(stage.pool, ids, stage.origin)).map(({ delay: late }) =>
      formatDelayMessage(late, { platform: "X", now: new Date(), time: () => "10:42" }),
    );
  const told =
    "Waiting for X: Postwright's credits or monthly cap there are used up; your administrator can raise them; retrying at 10:42";
  await waitUntil("all posts wait", async () => (await words()).every((sentence) => sentence === told));
  const asked = stage.posts().length;
  expect(asked).toBeLessThanOrEqual(2);
  await stage.passTime(hourMs + 1_000);
  await waitUntil("the application was tried again", async () => stage.posts().length > asked);
  await waitUntil("all posts wait again", async () => (await words()).every((sentence) => sentence === told));
  expect(stage.posts()).toHaveLength(asked + 1);
  await stage.passTime(24 * hourMs);
  for (const id of ids) await stage.statusIs(id, "failed");
  expect(await stage.rowOf(ids[0] ?? "")).toMatchObject({
    failure_cause: "gave_up",
    error:
      "X accepted nothing for 25 hours: the credits are used up. Nothing was published. Send it again when that is fixed.",
  });
  expect(stage.posts()).toHaveLength(asked + 1);
});
