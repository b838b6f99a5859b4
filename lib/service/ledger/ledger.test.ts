import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { awardPointsWithoutClaim } from "#lib/service/claims/award-points-without-claim.ts";
import { decideClaims } from "#lib/service/claims/decide-claims.ts";
import { reverseDecision } from "#lib/service/claims/reverse-decision.ts";
import { formatRefusal, openReviewFixture, type ReviewFixture } from "#lib/service/claims/testing/review-fixture.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { withLongStatementClient } from "#lib/service/db/long-statement-client.ts";
import { createPool } from "#lib/service/db/open-database.ts";
import { inTransaction, type Tx } from "#lib/service/db/transaction.ts";
import { checkLedgersDaily, getLastLedgerCheck, recountLedger } from "./check-ledger.ts";

let stage: ReviewFixture;
beforeAll(async () => {
  stage = await openReviewFixture();
});
afterAll(() => stage.close());

const differences = async () =>
  (await recountLedger(stage.pool, null, new Date())).flatMap(({ check }) => check.differences);

test("the database refuses to change, delete or truncate ledger lines", async () => {
  const id = await stage.claim();
  const before = await stage.lines(id);
  for (const statement of [
    "update ledger set points = 1000",
    "update ledger set reason = 'x' where false",
    "delete from ledger",
    "truncate ledger",
  ]) {
    await expect(stage.pool.query(statement)).rejects.toThrow(
      /The ledger is append-only: (UPDATE|DELETE|TRUNCATE) is refused/,
    );
  }
  expect(await stage.lines(id)).toEqual(before);
});

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant("decide" as const),
      by: fc.nat(3),
      at: fc.array(fc.nat(39), { minLength: 1, maxLength: 12 }),
      reject: fc.boolean(),
      points: fc.option(fc.integer({ min: 0, max: 50 })),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("reverse" as const),
      by: fc.nat(3),
      which: fc.nat(),
      claim: fc.option(fc.nat(39)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("award" as const),
      by: fc.nat(3),
      to: fc.nat(3),
      points: fc.integer({ min: 1, max: 50 }),
    }),
  },
);

test("under concurrent decisions, reversals and awards totals equal a recount, and nobody reviews their own claim", async () => {
  const { service } = stage;
  const pool = createPool(service.database.connection, 16, service.context.log);
  const admins = [stage.admin, stage.other, await service.addMember("admin"), await service.addMember("admin")];
  const actorOf = (place: number): Actor => ({
    memberId: admins[place]?.memberId ?? "",
    orgId: service.org.orgId,
    role: "admin",
    scopes: new Set(),
    keyId: "",
    credential: { type: "session" },
  });
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        await stage.settings({ cap_day: 400, cap_submission: 60 });
        const ids = await stage.claims(40, { memberIds: admins.map((admin) => admin.memberId) });
        const decisions: string[] = [];
        const refused = (error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
        };
        // On the transaction's own connection: waiting for another connection would deadlock the test itself.
        const versions = async (client: Tx["client"]) => {
          const { rows } = await client.query("select post_id, version from claims where post_id = any($1)", [ids]);
          return new Map(rows.map((row) => [row.post_id, row.version]));
        };
        await Promise.all(
          steps.map(async (one, place) => {
            const actor = actorOf(one.by);
            const { clock } = service;
            await inTransaction(pool, async (tx) => {
              if (one.type === "award") {
                return void (await awardPointsWithoutClaim(
                  tx,
                  actor,
                  { member: admins[one.to]?.memberId ?? "", points: one.points, reason: "Thanks" },
                  { clock },
                ));
              }
              if (one.type === "reverse") {
                const id = decisions[one.which % Math.max(1, decisions.length)];
                const claims = one.claim === null ? undefined : [ids[one.claim] ?? ""];
                if (id !== undefined) await reverseDecision(tx, actor, { id, claims }, { clock });
                return;
              }
              const seen = await versions(tx.client);
              const asked = [...new Set(one.at)].map((at) => {
                const id = ids[at] ?? "";
                const version = seen.get(id) ?? 1;
                return one.reject
                  ? { id, version, action: "reject" as const, reason: "No." }
                  : { id, version, action: "approve" as const, ...(one.points !== null && { points: one.points }) };
              });
              // Half of the calls use the reverse order: a lock order that followed the caller's would deadlock.
              const answer = await decideClaims(tx, actor, place % 2 === 0 ? asked : asked.reverse(), { clock });
              if (answer.decision_id !== null) decisions.push(answer.decision_id);
            }).catch(refused);
          }),
        );
        expect(await differences()).toEqual([]);
        const { rows } = await pool.query(
          `select c.post_id, c.state, coalesce(c.awarded, 0) as awarded,
             count(*) filter (where l.kind in ('approval', 'adjustment', 'rejection'))
               - count(*) filter (where l.kind = 'reversal') as effective,
             sum(l.points) as points, bool_or(l.by_member_id = l.member_id and l.kind <> 'claim') as own
           from claims c join ledger l on l.post_id = c.post_id where c.post_id = any($1) group by c.post_id`,
          [ids],
        );
        expect(rows).toHaveLength(40);
        for (const row of rows) {
          expect(Number(row.effective)).toBe(row.state === "pending" ? 0 : 1);
          expect(Number(row.points)).toBe(row.awarded);
          expect(row.own).toBe(false);
        }
      }),
      { numRuns: 12 },
    );
  } finally {
    await pool.end();
  }
}, 120_000);

describe("the ledger check", () => {
  test("the check finds a total and a day changed outside the ledger, and administrators can read its result", async () => {
    const { memberId } = await stage.service.addMember("member");
    const [id = ""] = await stage.claims(1, { memberIds: [memberId] });
    await stage.decide(id, { version: 1, action: "approve" });
    expect(await differences()).toEqual([]);
    await stage.pool.query("update member_totals set points = points + 5 where member_id = $1", [memberId]);
    const { wire } = await stage.ask("POST", "/ledger/check", stage.admin.key);
    expect(wire.data.differences).toMatchObject([{ member: { id: memberId }, kept: 25, counted: 20, days: false }]);
    expect((await stage.ask("GET", "/ledger/check", stage.other.key)).wire.data).toEqual(wire.data);
    await stage.pool.query("update member_totals set points = 20 where member_id = $1", [memberId]);
    await stage.pool.query("update member_days set day = day - 1 where member_id = $1", [memberId]);
    expect(await differences()).toMatchObject([{ member: { id: memberId }, kept: 20, counted: 20, days: true }]);
    await stage.pool.query("update member_days set day = day + 1 where member_id = $1", [memberId]);
    expect(await differences()).toEqual([]);
  });

  test("the check may exceed the pool's statement limit and runs once at a time for each organization", async () => {
    const ask = () => stage.ask("POST", "/ledger/check", stage.admin.key);
    const client = await stage.pool.connect();
    const took = await withLongStatementClient(
      stage.pool,
      1_234,
      async (own) => (await own.query("show statement_timeout")).rows,
    );
    expect(took).toEqual([{ statement_timeout: "1234ms" }]);
    try {
      await client.query("select pg_advisory_lock(hashtextextended('ledger check ' || $1::text, 0))", [
        stage.service.org.orgId,
      ]);
      expect(formatRefusal(await ask())).toBe(
        "409 A ledger check is in progress. Its result appears here when it ends.",
      );
    } finally {
      await client.query("select pg_advisory_unlock_all()");
      client.release();
    }
    expect((await ask()).status).toBe(200);
  });

  test("the check runs once a day for every organization and logs every difference", async () => {
    const { service, pool } = stage;
    const org = await service.addOrganization("Daily");
    expect(await getLastLedgerCheck(pool, org.orgId)).toBeNull();
    const said: unknown[] = [];
    const log = { error: (facts: unknown) => said.push(facts) } as unknown as typeof service.context.log;
    const at = { pool, clock: service.clock, log };
    await checkLedgersDaily(at);
    const first = await getLastLedgerCheck(pool, org.orgId);
    expect(first).toMatchObject({ members: 1, lines: 0, differences: [] });
    await pool.query("update member_totals set points = 7 where org_id = $1", [org.orgId]);
    await checkLedgersDaily(at);
    expect(await getLastLedgerCheck(pool, org.orgId)).toEqual(first);
    service.clock.add(25 * 60 * 60_000);
    await checkLedgersDaily(at);
    expect(said).toMatchObject([{ orgId: org.orgId, members: [{ kept: 7, counted: 0 }] }]);
    await pool.query("update member_totals set points = 0 where org_id = $1", [org.orgId]);
  });
});

describe("the ledger list", () => {
  test("the list is filtered by member, actor, kind and time, newest first, and its CSV is the same", async () => {
    const { memberId } = await stage.service.addMember("member");
    const [one = "", two = ""] = await stage.claims(2, { memberIds: [memberId], text: `'=1+1 ' || n` });
    await stage.decide(one, { version: 1, action: "reject", reason: '=HYPERLINK("x")\nNo.' }, stage.other.key);
    await stage.decide(two, { version: 1, action: "approve" });
    const list = async (query: string) => (await stage.ask("GET", `/ledger?${query}`, stage.admin.key)).wire;
    const all = await list(`member=${memberId}`);
    expect(all.data.map((line: { kind: string }) => line.kind)).toEqual(["approval", "rejection", "claim", "claim"]);
    expect(all.pagination).toEqual({ limit: 20, offset: 0, total: 4 });
    expect((await list(`member=${memberId}&by=${stage.other.memberId}`)).data).toMatchObject([{ kind: "rejection" }]);
    expect((await list(`member=${memberId}&kind=approval&kind=rejection&limit=1&offset=1`)).data).toMatchObject([
      { kind: "rejection" },
    ]);
    expect((await list(`member=${memberId}&to=2020-01-01T00:00:00Z`)).data).toEqual([]);
    expect((await list("member=x")).data).toEqual([]);
    const csv = await stage.ask("GET", `/ledger/export?member=${memberId}`, stage.admin.key);
    expect(csv.headers.get("content-type")).toContain("text/csv");
    expect(csv.text.split("\r\n")).toHaveLength(6);
    expect(csv.text).toContain('"\'=HYPERLINK(""x"")\nNo."');
  });
});

test("a member's own points name the post, the reviewer and the reason, add up to the total, and show nobody else's", async () => {
  const id = await stage.claim({ text: "'Winter opening hours'" });
  await stage.decide(id, { version: 1, action: "approve", points: 15, reason: "As our rules say" });
  await stage.pool.query("update posts set deleted_at = now() where id = $1", [id]);
  const award = { member: stage.author.memberId, points: 60, reason: "Ran the stand" };
  await stage.ask("POST", "/awards", stage.admin.key, award);
  const read = async (path: string, key: string) => (await stage.ask("GET", path, key)).wire;
  const own = await read("/me/points?kind=adjustment,award&limit=2", stage.author.key);
  expect(own.data).toMatchObject([
    { kind: "award", points: 60, reason: "Ran the stand", post_id: null, post_text: null, channel_name: null },
    { kind: "adjustment", points: 15, post_id: id, post_text: "Winter opening hours", reason: "As our rules say" },
  ]);
  expect(own.data[1]).toMatchObject({ channel: "x", channel_name: "Practice X" });
  expect(own.data[1].by.name).not.toBe("");
  const all: { points: number; member: { id: string } }[] = [];
  for (let offset = 0; ; offset += 100) {
    const { data, pagination } = await read(`/me/points?limit=100&offset=${offset}`, stage.author.key);
    all.push(...data);
    if (all.length >= pagination.total) break;
  }
  expect(all.reduce((sum, { points }) => sum + points, 0)).toBe(await stage.total(stage.author.memberId));
  expect(new Set(all.map(({ member }) => member.id))).toEqual(new Set([stage.author.memberId]));
  const others = await read("/me/points?limit=100", stage.other.key);
  expect(others.data.every(({ member }: { member: { id: string } }) => member.id !== stage.author.memberId)).toBe(true);
});
