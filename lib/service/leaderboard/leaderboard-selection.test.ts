import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CreatedOrganization } from "#lib/service/members/create-organization.ts";
import { compactLeaderboards, removePastLeaderboards } from "./compact-leaderboards.ts";
import { getStartOfMonth, getStartOfWeek, subtractUtcDays } from "./leaderboard-selection.ts";
import { getHistogramBucket, getHistogramBucketEnd, toBucketEndSql } from "./points-histogram.ts";
import {
  type LeaderboardFixture,
  noChannelUuid,
  openLeaderboardFixture,
  summarizeEntries,
} from "./testing/leaderboard-fixture.ts";

let stage: LeaderboardFixture;
let org: CreatedOrganization;

beforeAll(async () => {
  stage = await openLeaderboardFixture();
});
afterAll(() => stage.close());
beforeEach(async () => {
  org = await stage.fresh();
});

describe("stored leaderboards", () => {
  test("the bucket of a number of points is the same in SQL and in TypeScript", async () => {
    const numbers = fc.sample(fc.integer({ min: -10, max: 2_147_483_647 }), { numRuns: 300, seed: 5 });
    numbers.push(...Array.from({ length: 300 }, (_, at) => at), 2_147_483_647);
    const rows = await stage.sql<{ bucket: number }>("select board_bucket(n) as bucket from unnest($1::int[]) as n", [
      numbers,
    ]);
    expect(rows.map((row) => row.bucket)).toEqual(numbers.map(getHistogramBucket));
    const ends = await stage.sql<{ end: string }>(
      `select ${toBucketEndSql("n")}::text as end from unnest($1::int[]) as n`,
      [numbers],
    );
    expect(ends.map(({ end }) => Number(end))).toEqual(numbers.map(getHistogramBucketEnd));
    for (const points of numbers) {
      expect(getHistogramBucket(getHistogramBucketEnd(points))).toBe(getHistogramBucket(points) + 1);
      expect(getHistogramBucket(getHistogramBucketEnd(points) - 1)).toBe(getHistogramBucket(points));
    }
  });

  test("leaderboards of past months and weeks are deleted with their counters", async () => {
    const lena = await stage.join("Lena");
    const now = stage.service.clock.now();
    await stage.credit(lena, 10, subtractUtcDays(now, 100), org.channelIds[0]);
    await stage.credit(lena, 20, subtractUtcDays(now, 0));
    const count = async () =>
      (await stage.sql<{ n: number }>("select count(*)::int as n from board_points where org_id = $1", [org.orgId]))[0]
        ?.n;
    const before = (await count()) ?? 0;
    await compactLeaderboards(stage.service.database.pool);
    expect(await removePastLeaderboards(stage.service.database.pool, now)).toBeGreaterThanOrEqual(4);
    expect(await count()).toBe(before - 4);
    expect(summarizeEntries(await stage.board("?period=month"))).toEqual([["Lena", 20, 1]]);
    expect(summarizeEntries(await stage.board(`?channel=${org.channelIds[0]}`))).toEqual([["Lena", 10, 1]]);
  });

  test("every period and filter equals a recount, at UTC day, week and month borders, after any changes", async () => {
    const now = stage.service.clock.now();
    const borders = [0, 1, 6, 7, 8, 30, 31, 62].map((ago) => subtractUtcDays(now, ago));
    borders.push(getStartOfMonth(now), getStartOfWeek(now));
    const dayBefore = (day: string) => subtractUtcDays(new Date(Date.parse(day)), 1);
    borders.push(dayBefore(getStartOfMonth(now)), dayBefore(getStartOfWeek(now)));
    const channels = [noChannelUuid, ...org.channelIds.slice(0, 2)];
    const steps = fc.array(
      fc.record({
        who: fc.nat(5),
        points: fc.integer({ min: -40, max: 200 }),
        day: fc.constantFrom(...borders),
        channel: fc.constantFrom(...channels),
        after: fc.constantFrom("", "", "fold", "remove", "return"),
      }),
      { maxLength: 25 },
    );
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (taken, isAskedBefore) => {
        org = await stage.fresh("Recount");
        const [from, to] = [borders[3] ?? "", borders[1] ?? ""];
        const range = `range&from=${from}&to=${to}`;
        // One that is kept from before follows what comes; else it is added up at the end.
        if (isAskedBefore) await stage.board(`?period=${range}`);
        const names = ["Zoe", "Amy", "Bob", "Amy", "Eve"];
        const people: { id: string; name: string; gone: boolean }[] = [];
        for (const name of names) people.push({ id: await stage.join(name), name, gone: false });
        people.push({ id: org.memberId, name: "Ada of Recount", gone: false });
        const lines: { id: string; points: number; day: string; channel: string }[] = [];
        const real = new Map(
          channels.map((one, at) => [one, at === 0 ? noChannelUuid : (org.channelIds[at - 1] ?? "")]),
        );
        for (const { who, points, day, channel, after } of taken) {
          const person = people[who];
          if (!person) continue;
          const at = real.get(channel) ?? noChannelUuid;
          await stage.credit(person.id, points, day, at);
          lines.push({ id: person.id, points, day, channel: at });
          if (after === "fold") await compactLeaderboards(stage.service.database.pool);
          if (who < 5 && (after === "remove" || after === "return")) {
            person.gone = after === "remove";
            await stage.sql("update members set removed_at = $2 where id = $1", [person.id, person.gone ? now : null]);
          }
        }
        const cuts: [string, (day: string) => boolean][] = [
          ["all", () => true],
          ["month", (day) => day.slice(0, 7) === stage.today().slice(0, 7)],
          ["week", (day) => getStartOfWeek(new Date(Date.parse(day))) === getStartOfWeek(now)],
          [range, (day) => day >= from && day <= to],
        ];
        for (const [period, isIn] of cuts) {
          for (const channel of [null, ...org.channelIds.slice(0, 2)]) {
            const sums = people
              .filter((person) => !person.gone)
              .map(({ id, name }) => {
                const own = lines.filter(
                  (line) => line.id === id && isIn(line.day) && (!channel || line.channel === channel),
                );
                return { id, name, points: own.reduce((sum, line) => sum + line.points, 0) };
              })
              .filter(({ points }) => (period === "all" && !channel) || points > 0);
            const query = `?period=${period}${channel ? `&channel=${channel}` : ""}`;
            const found = await stage.board(query);
            expect(found.map(({ membership_id, points, rank }) => [membership_id, points, rank]).sort()).toEqual(
              sums
                .map(({ id, points }) => [id, points, 1 + sums.filter((other) => other.points > points).length])
                .sort(),
            );
            // Pages are cut from the same order.
            const pages = [
              ...(await stage.board(`${query}&limit=2`)),
              ...(await stage.board(`${query}&limit=50&offset=2`)),
            ];
            expect(pages.map((one) => [one.membership_id, one.rank])).toEqual(
              found.map((one) => [one.membership_id, one.rank]),
            );
            const mine = found.find((one) => one.membership_id === org.memberId);
            const stand = await stage.standing(query);
            expect([stand.rank, stand.points, stand.members]).toEqual([
              mine?.rank ?? null,
              mine?.points ?? 0,
              found.length,
            ]);
            const at = found.findIndex((one) => one.membership_id === org.memberId);
            expect(summarizeEntries(stand.around)).toEqual(
              mine ? summarizeEntries(found.slice(Math.max(0, at - 2), at + 3)) : [],
            );
            const above = mine ? found.filter((one) => one.points > mine.points) : [];
            expect(stand.next?.points ?? null).toEqual(
              mine && above.length > 0 ? (above.at(-1)?.points ?? 0) - mine.points : null,
            );
            expect(stand.next?.members ?? 0).toBe(above.filter((one) => one.points === above.at(-1)?.points).length);
          }
        }
      }),
      { numRuns: 12 },
    );
  }, 120_000);

  test("the whole leaderboard, written by the database, equals its pages for any names, points and levels", async () => {
    const [channel = ""] = org.channelIds;
    const people = fc.array(
      fc.record({
        name: fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }),
        points: fc.integer({ min: -50, max: 1_500 }),
      }),
      { minLength: 1, maxLength: 5 },
    );
    const starts = fc.option(fc.array(fc.integer({ min: 1, max: 1_600 }), { maxLength: 5 }));
    await fc.assert(
      fc.asyncProperty(people, starts, async (found, levels) => {
        org = await stage.fresh("Written");
        await stage.sql("update organizations set settings = $2 where id = $1", [org.orgId, { level_starts: levels }]);
        for (const { name, points } of found) {
          const id = await stage.join(name.replaceAll("\0", " "));
          if (points !== 0) await stage.credit(id, points, stage.today(), org.channelIds[0]);
          await stage.credit(id, 10, stage.today());
        }
        for (const cut of ["period=all", "period=month", `channel=${org.channelIds[0]}`]) {
          expect(await stage.board(`?${cut}`)).toEqual(await stage.board(`?${cut}&limit=1000`));
        }
      }),
      { numRuns: 20 },
    );
    expect(await stage.board(`?channel=${channel}`)).toEqual([]);
  }, 120_000);

  test("concurrent awards are all counted, without a deadlock", async () => {
    const people = await Promise.all(Array.from({ length: 12 }, (_, at) => stage.join(`Member ${at}`)));
    await Promise.all([
      ...people.flatMap((id) =>
        [1, 2, 3].map((points) => stage.credit(id, points * 10, stage.today(), org.channelIds[0])),
      ),
      compactLeaderboards(stage.service.database.pool),
      compactLeaderboards(stage.service.database.pool),
    ]);
    expect(new Set((await stage.board("?period=week")).map((one) => `${one.points} ${one.rank}`))).toEqual(
      new Set(["60 1"]),
    );
    expect(await stage.standing()).toMatchObject({ rank: 13, members: 13, next: { points: 60, members: 12 } });
  });
});
