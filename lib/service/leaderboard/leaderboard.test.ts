import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { countStatements } from "#lib/service/db/testing/count-statements.ts";
import type { CreatedOrganization } from "#lib/service/members/create-organization.ts";
import { dayMs } from "#lib/time/time-units.ts";
import { subtractUtcDays } from "./leaderboard-selection.ts";
import { precomputePastRanks } from "./leaderboard-trends.ts";
import { type LeaderboardFixture, openLeaderboardFixture, summarizeEntries } from "./testing/leaderboard-fixture.ts";

let stage: LeaderboardFixture;
let org: CreatedOrganization;

beforeAll(async () => {
  stage = await openLeaderboardFixture();
});
afterAll(() => stage.close());
beforeEach(async () => {
  org = await stage.fresh();
});

describe("a leaderboard", () => {
  test("equal points share one rank, the next rank skips as many, and ties are sorted by name", async () => {
    for (const [name, points] of [
      ["Lena", 90],
      ["Mina", 60],
      ["Jo", 60],
      ["Rui", 10],
    ] as const) {
      await stage.credit(await stage.join(name), points, stage.today());
    }
    const all = [
      ["Lena", 90, 1],
      ["Jo", 60, 2],
      ["Mina", 60, 2],
      ["Rui", 10, 4],
      ["Ada of Boards", 0, 5],
    ];
    expect(summarizeEntries(await stage.board())).toEqual(all);
    expect(summarizeEntries(await stage.board("?limit=2&offset=2"))).toEqual(all.slice(2, 4));
    expect(summarizeEntries(await stage.board("?limit=2&offset=1"))).toEqual(all.slice(1, 3));
    expect(summarizeEntries(await stage.board("?limit=5&q=mI"))).toEqual([["Mina", 60, 2]]);
    expect(summarizeEntries(await stage.board("?limit=5&q=%25"))).toEqual([]);
  });

  test("removed members are absent, the ranks below move up, and a new name is shown", async () => {
    const [gone, stays] = [await stage.join("Gone"), await stage.join("Stays")];
    await stage.credit(gone, 100, stage.today());
    await stage.credit(stays, 50, stage.today());
    await stage.sql("update members set removed_at = now() where id = $1", [gone]);
    await stage.sql("update members set name = 'Renamed' where id = $1", [stays]);
    for (const query of ["?period=week", "?period=month", `?period=range&from=${stage.today()}&to=${stage.today()}`]) {
      expect(summarizeEntries(await stage.board(query))).toEqual([["Renamed", 50, 1]]);
    }
    expect(summarizeEntries(await stage.board("?limit=1"))).toEqual([["Renamed", 50, 1]]);
    expect(await stage.standing()).toMatchObject({
      rank: 2,
      members: 2,
      next: { rank: 1, points: 50, names: ["Renamed"] },
    });
    await stage.sql("update members set removed_at = null where id = $1", [gone]);
    expect(summarizeEntries(await stage.board("?limit=1"))).toEqual([["Gone", 100, 1]]);
  });

  test("a channel's leaderboard counts only its own points; points without a channel count in the total", async () => {
    const [one, two] = org.channelIds;
    const lena = await stage.join("Lena");
    await stage.credit(lena, 30, stage.today(), one);
    await stage.credit(lena, 20, stage.today(), two);
    await stage.credit(lena, 5, stage.today());
    for (const period of ["all", "month", "week", `range&from=${stage.today()}&to=${stage.today()}`]) {
      expect(summarizeEntries(await stage.board(`?period=${period}&channel=${one}`))).toEqual([["Lena", 30, 1]]);
      expect(summarizeEntries(await stage.board(`?period=${period}&limit=1`))).toEqual([["Lena", 55, 1]]);
    }
    const [entry] = await stage.board(`?channel=${two}&limit=3`);
    expect(entry).toMatchObject({ points: 20, level: 2, all_time_points: 55, trend: [0, 0, 0, 0, 0, 0, 0, 20] });
    expect(entry).not.toHaveProperty("movement");
  });

  test("a leaderboard shows nothing of another organization's channels or members", async () => {
    const other = await stage.service.addOrganization("Elsewhere");
    await stage.credit(await stage.join("Secret Member"), 500, stage.today(), org.channelIds[0]);
    for (const query of ["", "?limit=100", "?period=week", `?channel=${org.channelIds[0]}`, "?q=Secret", "/me"]) {
      const { status, text } = await stage.ask(query, other.key);
      expect([status, text.includes("Secret")]).toEqual([200, false]);
    }
    expect(await stage.board("?period=month")).toHaveLength(1);
  });

  test("members who share a name have their joining date, and nobody else does", async () => {
    const joined = async (id: string) =>
      (await stage.sql<{ at: Date }>("select created_at as at from members where id = $1", [id]))[0]?.at.toISOString();
    const [first, second] = [await stage.join("Mina", 30), await stage.join("Mina", 10)];
    await stage.sql("update members set removed_at = now() where id = $1", [await stage.join("Lena")]);
    await stage.join("Lena");
    for (const query of ["?limit=100", "?limit=1&q=mina"]) {
      for (const { membership_id: id, joined_at } of await stage.board(query)) {
        const at = id === first || id === second ? await joined(id) : undefined;
        expect([id, joined_at]).toEqual([id, at]);
      }
    }
  });

  test("levels use the organization's own starts, and the last level has no next", async () => {
    const lena = await stage.join("Lena");
    await stage.credit(lena, 120, stage.today());
    await stage.sql("update organizations set settings = '{\"level_starts\": [10, 100]}' where id = $1", [org.orgId]);
    const [first] = await stage.board();
    expect(first).toMatchObject({ name: "Lena", level: 3, level_at: 100 });
    expect(first).not.toHaveProperty("next_level_at");
    expect(await stage.standing()).toMatchObject({
      level: 1,
      next_level_at: 10,
      level_rule: expect.stringContaining("3 at 100"),
    });
  });

  test("an invalid range, days without a range and oversized pages are rejected and change nothing", async () => {
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
      expect([query, (await stage.ask(query)).status]).toEqual([query, 400]);
    }
    expect((await stage.ask("/me?period=range&from=2026-01-02&to=2026-01-01")).wire.error.message).toMatch(
      /ends before/,
    );
  });
});

describe("movement and trend", () => {
  test("movement is the ranks gained since a week ago; a member who joined since is new", async () => {
    const [lena, jo, rui] = [await stage.join("Lena"), await stage.join("Jo"), await stage.join("Rui")];
    const weekAgo = subtractUtcDays(stage.service.clock.now(), 7);
    await stage.credit(lena, 100, weekAgo);
    await stage.credit(jo, 50, weekAgo);
    await stage.credit(rui, 10, weekAgo);
    await stage.credit(rui, 60, subtractUtcDays(stage.service.clock.now(), 6));
    await stage.credit(await stage.join("Nia", 2), 60, stage.today());
    const moved = (await stage.board("?limit=10")).map(({ name, movement }) => [name, movement]);
    expect(moved).toEqual([
      ["Lena", 0],
      ["Rui", 1],
      ["Nia", null],
      ["Jo", -2],
      ["Ada of Boards", null],
    ]);
    // The same day asked again, with points that came since.
    await stage.credit(jo, 40, stage.today());
    expect((await stage.board("?limit=2"))[1]).toMatchObject({ name: "Jo", movement: 0 });
    expect((await stage.standing()).movement).toBeNull();
  });

  test("tomorrow's comparison is computed today for leaderboards in use, with the same movements", async () => {
    const [lena, jo] = [await stage.join("Lena"), await stage.join("Jo")];
    await stage.credit(lena, 100, subtractUtcDays(stage.service.clock.now(), 6));
    await stage.credit(jo, 50, subtractUtcDays(stage.service.clock.now(), 6));
    await stage.credit(jo, 60, stage.today());
    const known = () => stage.sql("select distinct day from past_ranks where org_id = $1", [org.orgId]);
    await precomputePastRanks(stage.service.database.pool, stage.service.clock.now());
    expect(await known()).toHaveLength(0);
    await stage.board("?limit=10");
    for (let times = 0; times < 2; times += 1)
      await precomputePastRanks(stage.service.database.pool, stage.service.clock.now());
    expect(await known()).toHaveLength(2);
    stage.service.clock.add(dayMs);
    const moved = (await stage.board("?limit=10")).map(({ name, movement }) => [name, movement]);
    expect(moved.slice(0, 2)).toEqual([
      ["Jo", 1],
      ["Lena", -1],
    ]);
    await precomputePastRanks(stage.service.database.pool, stage.service.clock.now());
    expect(await known()).toHaveLength(2);
  });

  test("a trend is the points of the eight weeks that end today, oldest first", async () => {
    const lena = await stage.join("Lena");
    const now = stage.service.clock.now();
    for (const [ago, points] of [
      [0, 1],
      [6, 2],
      [7, 4],
      [55, 8],
      [56, 16],
    ] as const) {
      await stage.credit(lena, points, subtractUtcDays(now, ago));
    }
    expect((await stage.board("?limit=1"))[0]?.trend).toEqual([8, 0, 0, 0, 0, 0, 4, 3]);
  });
});

describe("the member's rank", () => {
  test("the rank names the points to the next rank, who holds it, and the pending points", async () => {
    for (const name of ["Jo", "Mina", "Ada Z", "Bo"]) await stage.credit(await stage.join(name), 96, stage.today());
    await stage.credit(await stage.join("Rui"), 6, stage.today());
    await stage.credit(org.memberId, 64, stage.today());
    for (const [state, points] of [
      ["pending", 20],
      ["pending", 40],
      ["approved", 7],
    ] as const) {
      await stage.sql(
        `insert into claims (post_id, org_id, member_id, channel_id, platform, submission_id, points, state, published_at, evidence, words)
         values ($1, $2, $3, $4, 'x', $1, $5, $6, now(), '{}', '')`,
        [stage.service.clock.newId(), org.orgId, org.memberId, org.channelIds[0], points, state],
      );
    }
    expect(await stage.standing()).toMatchObject({
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
    expect(summarizeEntries((await stage.standing()).around)).toEqual([
      ["Jo", 96, 1],
      ["Mina", 96, 1],
      ["Ada of Boards", 64, 5],
      ["Rui", 6, 6],
    ]);
    expect(await stage.standing(`?channel=${org.channelIds[0]}`)).toMatchObject({
      rank: null,
      points: 0,
      members: 0,
      around: [],
    });
  });
});

describe("the posts with points beside the member's rank", () => {
  /** Returns the post as the answer names it: by its last text. */
  const insertPost = async (
    publishedAgo: number,
    claim: { state: string; awarded?: number },
    ...texts: [string, ...string[]]
  ) => {
    const id = stage.service.clock.newId();
    const at = new Date(stage.service.clock.now().getTime() - publishedAgo * dayMs);
    await stage.sql(
      `insert into posts (id, org_id, member_id, submission_id, channel_id, platform, status, delivery, parts, points, published_at)
       values ($1, $2, $3, $1, $4, 'x', 'published', 'thread', $5, 20, $6)`,
      [id, org.orgId, org.memberId, org.channelIds[0], JSON.stringify(texts.map((text) => ({ text }))), at],
    );
    await stage.sql(
      `insert into claims (post_id, org_id, member_id, channel_id, platform, submission_id, points, state, awarded, published_at, evidence, words)
       values ($1, $2, $3, $4, 'x', $1, 20, $5, $6, $7, '{}', '')`,
      [id, org.orgId, org.memberId, org.channelIds[0], claim.state, claim.awarded ?? null, at],
    );
    return { id, text: texts.at(-1), points: claim.awarded ?? 20, published_at: at.toISOString() };
  };

  test("they are the two that were published last, with the points that were approved", async () => {
    await insertPost(9, { state: "approved" }, "Third");
    const second = await insertPost(8, { state: "approved" }, "Second");
    const first = await insertPost(7, { state: "approved", awarded: 35 }, "First");
    await insertPost(6, { state: "pending" }, "Waits");
    await insertPost(5, { state: "rejected" }, "Rejected");
    const deleted = await insertPost(4, { state: "approved" }, "Deleted");
    await stage.sql("update posts set deleted_at = now() where id = $1", [deleted.id]);
    for (const query of ["", "?period=week"]) expect((await stage.standing(query)).credited).toEqual([first, second]);
  });

  test("a thread is named by its first part with text, a post without text by none", async () => {
    const thread = await insertPost(2, { state: "approved" }, "", " \n", "Third part");
    const image = await insertPost(1, { state: "approved" }, "");
    expect((await stage.standing("")).credited).toEqual([image, thread]);
  });

  test("nobody sees another member's, and without points there are none", async () => {
    await insertPost(1, { state: "approved" }, "Of Ada");
    const peer = await stage.service.addMember("member");
    expect((await stage.ask("/me", peer.key)).wire.data.credited).toEqual([]);
  });
});

test("the member's rank takes two statements, on each board and beside any number of members", async () => {
  for (const points of [90, 60, 60, 10]) await stage.credit(await stage.join("Lena"), points, stage.today());
  await stage.credit(org.memberId, 60, stage.today());
  const [channel] = org.channelIds;
  for (const query of ["", "?period=week", `?channel=${channel}`]) {
    // The first answer of a day stores the ranks of a week ago, and looks the key up.
    await stage.standing(query);
    const statements = countStatements();
    await stage.standing(query);
    statements.end();
    expect([query, statements.read()]).toEqual([query, 2]);
  }
});

test("without parameters the list has the documented form: every member, without trend or movement", async () => {
  await stage.credit(await stage.join("Lena"), 90, stage.today());
  stage.service.clock.add(dayMs);
  const entries = await stage.board();
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
