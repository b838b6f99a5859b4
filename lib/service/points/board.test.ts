import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { LeaderboardEntry, Standing } from "#lib/contract/types";
import { openTestService, type TestService } from "#lib/service/http/testing";
import type { CreatedOrganization } from "#lib/service/members/create-organization";
import { bucketEnd, bucketOf } from "./board-bucket.ts";
import { dropPastBoards, foldBoards } from "./board-fold.ts";
import { daysBefore, startOfMonth, startOfWeek } from "./board-kept.ts";

let service: TestService;
let org: CreatedOrganization;
const dayMs = 86_400_000;

beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());
beforeEach(async () => {
  org = await service.addOrganization("Boards");
});

const sql = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await service.database.pool.query<T>(text, values)).rows;

/** A member who joined long ago, unless said. */
async function join(name: string, joinedDaysAgo = 400): Promise<string> {
  const id = service.clock.newId();
  await sql(
    `insert into members (id, org_id, name, email, role, created_at) values ($1, $2, $3, 'm@example.org', 'member', now() - $4 * interval '1 day')`,
    [id, org.orgId, name, joinedDaysAgo],
  );
  await sql("insert into member_totals (member_id, org_id) values ($1, $2)", [id, org.orgId]);
  return id;
}

const none = "00000000-0000-0000-0000-000000000000";
/** As the ledger's transaction keeps it: total and day together. */
async function credit(memberId: string, points: number, day: string, channelId = none): Promise<void> {
  await sql(
    `insert into member_days (org_id, member_id, day, channel_id, points) values ($1, $2, $3, $4, $5)
     on conflict (member_id, day, channel_id) do update set points = member_days.points + excluded.points`,
    [org.orgId, memberId, day, channelId, points],
  );
  await sql("update member_totals set points = points + $2 where member_id = $1", [memberId, points]);
}

const today = () => daysBefore(service.clock.now(), 0);
const ask = async (path: string, key = org.key) => service.call("GET", `/v1/leaderboard${path}`, { key });
const board = async (query = ""): Promise<LeaderboardEntry[]> => (await ask(query)).wire.data;
const standing = async (query = ""): Promise<Standing> => (await ask(`/me${query}`)).wire.data;
const short = (entries: readonly LeaderboardEntry[]) => entries.map(({ name, points, rank }) => [name, points, rank]);

describe("a board", () => {
  test("gives equal points one rank and skips as many; equal ones stand by name", async () => {
    for (const [name, points] of [
      ["Lena", 90],
      ["Mina", 60],
      ["Jo", 60],
      ["Rui", 10],
    ] as const) {
      await credit(await join(name), points, today());
    }
    const all = [
      ["Lena", 90, 1],
      ["Jo", 60, 2],
      ["Mina", 60, 2],
      ["Rui", 10, 4],
      ["Ada of Boards", 0, 5],
    ];
    expect(short(await board())).toEqual(all);
    expect(short(await board("?limit=2&offset=2"))).toEqual(all.slice(2, 4));
    expect(short(await board("?limit=2&offset=1"))).toEqual(all.slice(1, 3));
    expect(short(await board("?limit=5&q=mI"))).toEqual([["Mina", 60, 2]]);
    expect(short(await board("?limit=5&q=%25"))).toEqual([]);
  });

  test("has no removed member, closes the rank that one leaves, and follows a new name", async () => {
    const [gone, stays] = [await join("Gone"), await join("Stays")];
    await credit(gone, 100, today());
    await credit(stays, 50, today());
    await sql("update members set removed_at = now() where id = $1", [gone]);
    await sql("update members set name = 'Renamed' where id = $1", [stays]);
    for (const query of ["?period=week", "?period=month", `?period=range&from=${today()}&to=${today()}`]) {
      expect(short(await board(query))).toEqual([["Renamed", 50, 1]]);
    }
    expect(short(await board("?limit=1"))).toEqual([["Renamed", 50, 1]]);
    expect(await standing()).toMatchObject({ rank: 2, members: 2, next: { rank: 1, points: 50, names: ["Renamed"] } });
    await sql("update members set removed_at = null where id = $1", [gone]);
    expect(short(await board("?limit=1"))).toEqual([["Gone", 100, 1]]);
  });

  test("of a channel counts its own points alone; what was given without a channel counts for all together", async () => {
    const [one, two] = org.channelIds;
    const lena = await join("Lena");
    await credit(lena, 30, today(), one);
    await credit(lena, 20, today(), two);
    await credit(lena, 5, today());
    for (const period of ["all", "month", "week", `range&from=${today()}&to=${today()}`]) {
      expect(short(await board(`?period=${period}&channel=${one}`))).toEqual([["Lena", 30, 1]]);
      expect(short(await board(`?period=${period}&limit=1`))).toEqual([["Lena", 55, 1]]);
    }
    const [entry] = await board(`?channel=${two}&limit=3`);
    expect(entry).toMatchObject({ points: 20, level: 2, all_time_points: 55, trend: [0, 0, 0, 0, 0, 0, 0, 20] });
    expect(entry).not.toHaveProperty("movement");
  });

  test("shows nothing of another organization, neither by its channels nor by its members", async () => {
    const other = await service.addOrganization("Elsewhere");
    await credit(await join("Secret Member"), 500, today(), org.channelIds[0]);
    for (const query of ["", "?limit=100", "?period=week", `?channel=${org.channelIds[0]}`, "?q=Secret", "/me"]) {
      const { status, text } = await ask(query, other.key);
      expect([status, text.includes("Secret")]).toEqual([200, false]);
    }
    expect(await board("?period=month")).toHaveLength(1);
  });

  test("takes levels from the organization's own starts, and says that the last level has no next", async () => {
    const lena = await join("Lena");
    await credit(lena, 120, today());
    await sql("update organizations set settings = '{\"level_starts\": [10, 100]}' where id = $1", [org.orgId]);
    const [first] = await board();
    expect(first).toMatchObject({ name: "Lena", level: 3, level_at: 100 });
    expect(first).not.toHaveProperty("next_level_at");
    expect(await standing()).toMatchObject({
      level: 1,
      next_level_at: 10,
      level_rule: expect.stringContaining("3 at 100"),
    });
  });

  test("refuses a range that is none, days without a range, and pages that are too large, and changes nothing", async () => {
    for (const query of [
      "?period=range",
      "?period=range&from=2026-01-02",
      "?period=range&from=2026-01-02&to=2026-01-01",
      "?period=range&from=0000-01-01&to=2026-01-01",
      "?period=range&from=2026-02-30&to=2026-03-01",
      "?from=2026-01-01",
      "?period=year",
      "?limit=0",
      "?limit=1001",
      "?offset=-1",
      "?channel=x",
    ]) {
      expect([query, (await ask(query)).status]).toEqual([query, 400]);
    }
    expect((await ask("/me?period=range&from=2026-01-02&to=2026-01-01")).wire.error.message).toMatch(/ends before/);
  });
});

describe("movement and trend", () => {
  test("movement is the ranks gained since the day a week ago; who joined since is new", async () => {
    const [lena, jo, rui] = [await join("Lena"), await join("Jo"), await join("Rui")];
    const weekAgo = daysBefore(service.clock.now(), 7);
    await credit(lena, 100, weekAgo);
    await credit(jo, 50, weekAgo);
    await credit(rui, 10, weekAgo);
    await credit(rui, 60, daysBefore(service.clock.now(), 6));
    await credit(await join("Nia", 2), 60, today());
    const moved = (await board("?limit=10")).map(({ name, movement }) => [name, movement]);
    expect(moved).toEqual([
      ["Lena", 0],
      ["Rui", 1],
      ["Nia", null],
      ["Jo", -2],
      ["Ada of Boards", null],
    ]);
    // The same day asked again, with points that came since.
    await credit(jo, 40, today());
    expect((await board("?limit=2"))[1]).toMatchObject({ name: "Jo", movement: 0 });
    expect((await standing()).movement).toBeNull();
  });

  test("a trend holds the points of eight weeks that end today, the oldest first", async () => {
    const lena = await join("Lena");
    const now = service.clock.now();
    for (const [ago, points] of [
      [0, 1],
      [6, 2],
      [7, 4],
      [55, 8],
      [56, 16],
    ] as const) {
      await credit(lena, points, daysBefore(now, ago));
    }
    expect((await board("?limit=1"))[0]?.trend).toEqual([8, 0, 0, 0, 0, 0, 4, 3]);
  });
});

describe("standing", () => {
  test("says what is missing to the next rank, who stands there, and what waits for review", async () => {
    for (const name of ["Jo", "Mina", "Ada Z", "Bo"]) await credit(await join(name), 96, today());
    await credit(await join("Rui"), 6, today());
    await credit(org.memberId, 64, today());
    for (const [state, points] of [
      ["pending", 20],
      ["pending", 40],
      ["approved", 7],
    ] as const) {
      await sql(
        `insert into claims (post_id, org_id, member_id, channel_id, platform, submission_id, points, state, published_at, evidence, words)
         values ($1, $2, $3, $4, 'x', $1, $5, $6, now(), '{}', '')`,
        [service.clock.newId(), org.orgId, org.memberId, org.channelIds[0], points, state],
      );
    }
    expect(await standing()).toMatchObject({
      rank: 5,
      tied: false,
      points: 64,
      members: 6,
      level: 2,
      level_at: 50,
      next_level_at: 150,
      next: { rank: 1, points: 32, members: 4, names: ["Ada Z", "Bo", "Jo"] },
      ahead: { points: 58, name: "Rui" },
      pending: { claims: 2, points: 60 },
    });
    expect(short((await standing()).around)).toEqual([
      ["Jo", 96, 1],
      ["Mina", 96, 1],
      ["Ada of Boards", 64, 5],
      ["Rui", 6, 6],
    ]);
    expect(await standing(`?channel=${org.channelIds[0]}`)).toMatchObject({
      rank: null,
      points: 0,
      members: 0,
      around: [],
    });
  });
});

describe("kept boards", () => {
  test("a bucket holds the points up to its end, in the database as here", async () => {
    const numbers = fc.sample(fc.integer({ min: -10, max: 2_147_483_647 }), { numRuns: 300, seed: 5 });
    numbers.push(...Array.from({ length: 300 }, (_, at) => at), 2_147_483_647);
    const rows = await sql<{ bucket: number }>("select board_bucket(n) as bucket from unnest($1::int[]) as n", [
      numbers,
    ]);
    expect(rows.map((row) => row.bucket)).toEqual(numbers.map(bucketOf));
    for (const points of numbers) {
      expect(bucketOf(bucketEnd(points))).toBe(bucketOf(points) + 1);
      expect(bucketOf(bucketEnd(points) - 1)).toBe(bucketOf(points));
    }
  });

  test("boards of months and weeks that are over are dropped, and their counters with them", async () => {
    const lena = await join("Lena");
    const now = service.clock.now();
    await credit(lena, 10, daysBefore(now, 100), org.channelIds[0]);
    await credit(lena, 20, daysBefore(now, 0));
    const count = async () =>
      (await sql<{ n: number }>("select count(*)::int as n from board_points where org_id = $1", [org.orgId]))[0]?.n;
    const before = (await count()) ?? 0;
    await foldBoards(service.database.pool);
    expect(await dropPastBoards(service.database.pool, now)).toBeGreaterThanOrEqual(4);
    expect(await count()).toBe(before - 4);
    expect(short(await board("?period=month"))).toEqual([["Lena", 20, 1]]);
    expect(short(await board(`?channel=${org.channelIds[0]}`))).toEqual([["Lena", 10, 1]]);
  });

  test("every period and cut is what a recount gives, at the borders of UTC days, weeks and months, after any changes", async () => {
    const now = service.clock.now();
    const borders = [0, 1, 6, 7, 8, 30, 31, 62].map((ago) => daysBefore(now, ago));
    borders.push(startOfMonth(now), startOfWeek(now));
    const dayBefore = (day: string) => daysBefore(new Date(Date.parse(day)), 1);
    borders.push(dayBefore(startOfMonth(now)), dayBefore(startOfWeek(now)));
    const channels = [none, ...org.channelIds.slice(0, 2)];
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
      fc.asyncProperty(steps, async (taken) => {
        org = await service.addOrganization("Recount");
        const names = ["Zoe", "Amy", "Bob", "Amy", "Eve"];
        const people: { id: string; name: string; gone: boolean }[] = [];
        for (const name of names) people.push({ id: await join(name), name, gone: false });
        people.push({ id: org.memberId, name: "Ada of Recount", gone: false });
        const lines: { id: string; points: number; day: string; channel: string }[] = [];
        const real = new Map(channels.map((one, at) => [one, at === 0 ? none : (org.channelIds[at - 1] ?? "")]));
        for (const { who, points, day, channel, after } of taken) {
          const person = people[who];
          if (!person) continue;
          const at = real.get(channel) ?? none;
          await credit(person.id, points, day, at);
          lines.push({ id: person.id, points, day, channel: at });
          if (after === "fold") await foldBoards(service.database.pool);
          if (who < 5 && (after === "remove" || after === "return")) {
            person.gone = after === "remove";
            await sql("update members set removed_at = $2 where id = $1", [person.id, person.gone ? now : null]);
          }
        }
        const [from, to] = [borders[3] ?? "", borders[1] ?? ""];
        const cuts: [string, (day: string) => boolean][] = [
          ["all", () => true],
          ["month", (day) => day.slice(0, 7) === today().slice(0, 7)],
          ["week", (day) => startOfWeek(new Date(Date.parse(day))) === startOfWeek(now)],
          [`range&from=${from}&to=${to}`, (day) => day >= from && day <= to],
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
            const found = await board(query);
            expect(found.map(({ membership_id, points, rank }) => [membership_id, points, rank]).sort()).toEqual(
              sums
                .map(({ id, points }) => [id, points, 1 + sums.filter((other) => other.points > points).length])
                .sort(),
            );
            // Pages are cut from the same order.
            const pages = [...(await board(`${query}&limit=2`)), ...(await board(`${query}&limit=50&offset=2`))];
            expect(pages.map((one) => [one.membership_id, one.rank])).toEqual(
              found.map((one) => [one.membership_id, one.rank]),
            );
            const mine = found.find((one) => one.membership_id === org.memberId);
            const stand = await standing(query);
            expect([stand.rank, stand.points, stand.members]).toEqual([
              mine?.rank ?? null,
              mine?.points ?? 0,
              found.length,
            ]);
            const at = found.findIndex((one) => one.membership_id === org.memberId);
            expect(short(stand.around)).toEqual(mine ? short(found.slice(Math.max(0, at - 2), at + 3)) : []);
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

  test("points given at the same time by many are all counted, and no one waits for another in a circle", async () => {
    const people = await Promise.all(Array.from({ length: 12 }, (_, at) => join(`Member ${at}`)));
    await Promise.all([
      ...people.flatMap((id) => [1, 2, 3].map((points) => credit(id, points * 10, today(), org.channelIds[0]))),
      foldBoards(service.database.pool),
      foldBoards(service.database.pool),
    ]);
    expect(new Set((await board("?period=week")).map((one) => `${one.points} ${one.rank}`))).toEqual(new Set(["60 1"]));
    expect(await standing()).toMatchObject({ rank: 13, members: 13, next: { points: 60, members: 12 } });
  });
});

test("without parameters it is the document's list: every member, and no trend or movement", async () => {
  await credit(await join("Lena"), 90, today());
  service.clock.add(dayMs);
  const entries = await board();
  expect(entries).toEqual([
    {
      membership_id: expect.any(String),
      name: "Lena",
      level: 2,
      points: 90,
      rank: 1,
      level_at: 50,
      next_level_at: 150,
    },
    {
      membership_id: org.memberId,
      name: "Ada of Boards",
      level: 1,
      points: 0,
      rank: 2,
      level_at: 0,
      next_level_at: 50,
    },
  ]);
});
