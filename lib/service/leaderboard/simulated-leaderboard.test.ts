import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getSimulatedLeaderboardRows } from "./simulated-leaderboard.ts";
import { type LeaderboardFixture, openLeaderboardFixture } from "./testing/leaderboard-fixture.ts";

let stage: LeaderboardFixture;

beforeAll(async () => {
  stage = await openLeaderboardFixture();
});
afterAll(() => stage.close());

type Member = { id: string; name: string; points: number; isGone: boolean };

const person = fc.record({
  name: fc.constantFrom("Ada", "Ben", "Cleo", "Dora", "Emil", "ada", "Émile", "Zoë"),
  // Few numbers and few names, so that many are equal; and some where ranks are counted in buckets.
  points: fc.oneof(fc.integer({ min: -3, max: 12 }), fc.integer({ min: 60, max: 140 }), fc.constant(4_000)),
  isGone: fc.boolean(),
  gain: fc.option(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 15 }), fc.integer({ min: 40, max: 4_000 })), {
    nil: null,
    freq: 2,
  }),
});

/** Everybody's place, by looking at everybody. */
function placeAll(members: readonly Member[], gained: ReadonlyMap<string, number>) {
  const there = members.filter(({ isGone }) => !isGone);
  const after = (member: Member) => member.points + (gained.get(member.id) ?? 0);
  return there
    .map((member) => ({
      member: { id: member.id, name: member.name },
      points: after(member),
      gained: gained.get(member.id) ?? 0,
      rank: 1 + there.filter((other) => after(other) > after(member)).length,
      rank_before: 1 + there.filter((other) => other.points > member.points).length,
    }))
    .sort(
      (one, other) =>
        other.points - one.points ||
        (one.member.name === other.member.name ? 0 : one.member.name < other.member.name ? -1 : 1) ||
        (one.member.id < other.member.id ? -1 : 1),
    );
}

test("the simulation is the excerpt of the full ranking around each member who gains points", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(person, { minLength: 1, maxLength: 40 }), async (people) => {
      const org = await stage.fresh("Shadow");
      const members: Member[] = [{ id: org.memberId, name: "Ada of Shadow", points: 0, isGone: false }];
      const gained = new Map<string, number>();
      for (const { name, points, isGone, gain } of people) {
        const id = stage.service.clock.newId();
        members.push({ id, name, points, isGone });
        if (gain !== null) gained.set(id, gain);
      }
      const [, ...joined] = members;
      await stage.sql(
        `insert into members (id, org_id, name, email, role, removed_at)
         select id, $1, name, 'm@example.org', 'member', case when gone then now() end
         from unnest($2::uuid[], $3::text[], $4::boolean[]) as one (id, name, gone)`,
        [org.orgId, joined.map(({ id }) => id), joined.map(({ name }) => name), joined.map(({ isGone }) => isGone)],
      );
      await stage.sql(
        "insert into member_totals (member_id, org_id, points) select id, $1, points from unnest($2::uuid[], $3::int[]) as one (id, points)",
        [org.orgId, joined.map(({ id }) => id), joined.map(({ points }) => points)],
      );
      const rows = await getSimulatedLeaderboardRows(stage.service.database.pool, org.orgId, gained);
      const all = placeAll(members, gained);
      const shown = new Set(rows.map((row) => row.member.id));
      expect(rows).toEqual(all.filter((row) => shown.has(row.member.id)));
      const others = (from: readonly (typeof all)[number][]) => from.filter((row) => !gained.has(row.member.id));
      for (const [place, row] of all.entries()) {
        if (!gained.has(row.member.id)) continue;
        const wanted = [row, ...others(all.slice(0, place)).slice(-2), ...others(all.slice(place + 1)).slice(0, 2)];
        for (const one of wanted) expect(shown).toContain(one.member.id);
      }
      expect(rows.length).toBeLessThanOrEqual(5 * gained.size);
    }),
    { numRuns: 60 },
  );
  // Sixty organizations are made: a quarter of a second each on two busy cores.
}, 120_000);

test("the excerpt has the same size for any organization, and its ranks count all members", async () => {
  const org = await stage.fresh("Large");
  await stage.sql(
    `insert into members (id, org_id, name, email, role)
     select gen_random_uuid(), $1, 'Member ' || n, 'm@example.org', 'member' from generate_series(1, 5000) as n`,
    [org.orgId],
  );
  await stage.sql(
    `insert into member_totals (member_id, org_id, points)
     select id, $1, row_number() over (order by id) from members where org_id = $1 and id <> $2`,
    [org.orgId, org.memberId],
  );
  const rows = await getSimulatedLeaderboardRows(
    stage.service.database.pool,
    org.orgId,
    new Map([[org.memberId, 2_500]]),
  );
  expect(rows.map(({ rank, gained }) => [rank, gained])).toEqual([
    [2_499, 0],
    [2_500, 0],
    [2_501, 2_500],
    [2_501, 0],
    [2_503, 0],
  ]);
  expect(rows.find(({ gained }) => gained > 0)).toMatchObject({ points: 2_500, rank_before: 5_001 });
});
