import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { LeaderboardEntry } from "#lib/contract/types.ts";
import type { CreatedOrganization } from "#lib/service/members/create-organization.ts";
import { compactLeaderboards } from "./compact-leaderboards.ts";
import { allChannelsId, subtractUtcDays } from "./leaderboard-selection.ts";
import { removeUnusedRangeLeaderboards } from "./remove-unused-range-leaderboards.ts";
import {
  type LeaderboardFixture,
  noChannelUuid,
  openLeaderboardFixture,
  summarizeEntries,
} from "./testing/leaderboard-fixture.ts";

/** The number of an advisory lock that nothing else takes. */
const gate = 4_711;

let stage: LeaderboardFixture;
let org: CreatedOrganization;

beforeAll(async () => {
  stage = await openLeaderboardFixture();
});
afterAll(() => stage.close());
beforeEach(async () => {
  org = await stage.fresh("Ranges");
});

/** The last days up to today. */
const range = (days: number, channel = "") =>
  `?period=range&from=${subtractUtcDays(stage.service.clock.now(), days - 1)}&to=${stage.today()}${channel && `&channel=${channel}`}`;
const ranges = () =>
  stage.sql<{ id: string }>("select id from board_ranges where org_id = $1 and dropped_at is null", [org.orgId]);
const rowsOf = (id = "") => stage.sql("select 1 from board_points where period = 'range ' || $1::text", [id]);
/** Who waits at the gate. */
const atGate = () =>
  stage.sql("select 1 from pg_locks where locktype = 'advisory' and objid = $1 and classid = 0 and not granted", [
    gate,
  ]);
const forget = (minutes: number) =>
  stage.sql("update board_ranges set asked_at = now() - $2 * interval '1 minute' where org_id = $1", [
    org.orgId,
    minutes,
  ]);

test("a stored range is computed once and follows each later decision, rename and removal", async () => {
  const [channel = ""] = org.channelIds;
  const [lena, jo] = [await stage.join("Lena"), await stage.join("Jo")];
  await stage.credit(lena, 30, stage.today(), channel);
  for (const query of [range(30), range(30, channel)])
    expect(summarizeEntries(await stage.board(query))).toEqual([["Lena", 30, 1]]);
  await stage.credit(jo, 40, stage.today(), channel);
  await stage.credit(jo, 5, stage.today());
  await stage.credit(lena, -30, stage.today(), channel);
  await stage.credit(lena, 100, subtractUtcDays(stage.service.clock.now(), 30), channel);
  await stage.credit(org.memberId, 7, stage.today(), channel);
  await stage.sql("update members set name = 'Joan' where id = $1", [jo]);
  const after = [
    ["Joan", 45, 1],
    ["Ada of Ranges", 7, 2],
  ];
  expect(summarizeEntries(await stage.board(range(30)))).toEqual(after);
  expect(summarizeEntries(await stage.board(range(30, channel)))).toEqual([["Joan", 40, 1], after[1]]);
  expect(await stage.standing(range(30))).toMatchObject({
    rank: 2,
    points: 7,
    members: 2,
    next: { rank: 1, points: 38, members: 1, names: ["Joan"] },
  });
  await stage.sql("update members set removed_at = now() where id = $1", [jo]);
  expect(await stage.standing(range(30))).toMatchObject({ rank: 1, members: 1, next: null });
  expect(await ranges()).toHaveLength(2);
});

test("points awarded while a range is computed for the first time are included", async () => {
  const people = await Promise.all(Array.from({ length: 6 }, (_, at) => stage.join(`Member ${at}`)));
  await Promise.all([
    ...people.flatMap((id) => [10, 20, 30].map((points) => stage.credit(id, points, stage.today(), org.channelIds[0]))),
    ...[1, 2, 3, 1, 2, 3].flatMap((days) => [stage.board(range(days)), stage.standing(range(days))]),
    compactLeaderboards(stage.service.database.pool),
    ...people.map((id, at) => stage.sql("update members set name = $2 where id = $1", [id, `Person ${at}`])),
  ]);
  for (const days of [1, 2, 3]) {
    expect(summarizeEntries(await stage.board(range(days)))).toEqual(people.map((_, at) => [`Person ${at}`, 60, 1]));
  }
  expect(await ranges()).toHaveLength(3);
});

test("an unused range is deleted with all its data and computed again on request", async () => {
  const [lena, gone] = [await stage.join("Lena"), await stage.join("Gone")];
  for (const id of [lena, gone]) await stage.credit(id, 30, stage.today(), noChannelUuid);
  await stage.sql("update members set removed_at = now() where id = $1", [gone]);
  await stage.board(range(7));
  const [kept] = await ranges();
  expect(await rowsOf(kept?.id)).toHaveLength(2);
  await forget(9);
  await removeUnusedRangeLeaderboards(stage.service.database.pool);
  expect(await ranges()).toEqual([kept]);
  await forget(11);
  await removeUnusedRangeLeaderboards(stage.service.database.pool);
  expect([await ranges(), await rowsOf(kept?.id)]).toEqual([[], []]);
  for (const counts of ["board_counts", "board_count_deltas"]) {
    expect(await stage.sql(`select 1 from ${counts} where org_id = $1 and period like 'range %'`, [org.orgId])).toEqual(
      [],
    );
  }
  await stage.credit(lena, 5, stage.today(), noChannelUuid);
  expect(summarizeEntries(await stage.board(range(7)))).toEqual([["Lena", 35, 1]]);
});

test("at most 24 ranges are stored: the least recently used is replaced, and none that is in use", async () => {
  const lena = await stage.join("Lena");
  await stage.credit(lena, 30, stage.today());
  for (let days = 1; days <= 24; days += 1) await stage.board(range(days));
  // All of them just now: on a slow machine the first was asked for half a minute ago, and would make room.
  await forget(0);
  const { status, wire, headers } = await stage.ask(range(25));
  expect([status, headers.get("retry-after"), wire.error.message]).toEqual([
    429,
    "30",
    "Your organization has more than 24 date ranges open. Try again in half a minute.",
  ]);
  expect(summarizeEntries(await stage.board(range(3)))).toEqual([["Lena", 30, 1]]);
  const before = await ranges();
  await forget(1);
  await stage.board(range(3));
  expect(summarizeEntries(await stage.board(range(25)))).toEqual([["Lena", 30, 1]]);
  const after = await ranges();
  expect(after).toHaveLength(24);
  // It had been asked for again, so another one went.
  expect(after.map((one) => one.id)).toContain(before[2]?.id);
});

test("decisions continue while a range is computed for the first time, and their points count once", async () => {
  const lena = await stage.join("Lena");
  await stage.credit(lena, 30, stage.today(), noChannelUuid);
  // The sums are read in a snapshot, as nothing else is: whoever reads days in one waits at this gate.
  await stage.sql(`
    create function wait_at_gate() returns boolean language plpgsql as $$
    begin
      if current_setting('transaction_isolation') = 'repeatable read' then perform pg_advisory_xact_lock_shared(${gate}); end if;
      return true;
    end $$`);
  await stage.sql("alter table member_days enable row level security");
  await stage.sql("alter table member_days force row level security");
  await stage.sql("create policy gate on member_days using (wait_at_gate())");
  const keeper = await stage.service.database.pool.connect();
  try {
    await keeper.query("select pg_advisory_lock($1)", [gate]);
    const asked = [stage.board(range(5)), stage.standing(range(5))];
    await expect.poll(async () => (await atGate()).length, { timeout: 20_000 }).toBe(1);
    await stage.credit(lena, 12, stage.today(), noChannelUuid);
    await stage.sql("update members set name = 'Helena' where id = $1", [lena]);
    const jo = await stage.join("Jo");
    await stage.credit(jo, 7, stage.today(), noChannelUuid);
    expect(await atGate()).toHaveLength(1);
    await keeper.query("select pg_advisory_unlock($1)", [gate]);
    const [board = []] = await Promise.all(asked);
    expect(summarizeEntries(board as LeaderboardEntry[])).toEqual([
      ["Helena", 42, 1],
      ["Jo", 7, 2],
    ]);
    expect(await ranges()).toHaveLength(1);
  } finally {
    await keeper.query("select pg_advisory_unlock_all()");
    keeper.release();
    await stage.sql("drop policy gate on member_days");
    await stage.sql("alter table member_days disable row level security");
    await stage.sql("alter table member_days no force row level security");
    await stage.sql("drop function wait_at_gate()");
  }
});

test("a range whose process died during the computation is computed by the next request", async () => {
  const lena = await stage.join("Lena");
  await stage.credit(lena, 30, stage.today(), noChannelUuid);
  await stage.sql("insert into board_ranges (org_id, first, last, channel_id) values ($1, $2, $3, $4)", [
    org.orgId,
    subtractUtcDays(stage.service.clock.now(), 5),
    stage.today(),
    allChannelsId,
  ]);
  const [left] = await ranges();
  await stage.credit(lena, 3, stage.today(), noChannelUuid);
  expect(summarizeEntries(await stage.board(range(6)))).toEqual([["Lena", 33, 1]]);
  const after = await ranges();
  expect(after).toHaveLength(1);
  expect(after).not.toEqual([left]);
  await removeUnusedRangeLeaderboards(stage.service.database.pool);
  expect(await rowsOf(left?.id)).toEqual([]);
});
