import { afterAll, expect, test } from "vitest";
import { openReviewFixture } from "./testing/review-fixture.ts";

const stage = await openReviewFixture();
afterAll(() => stage.close());

test("a simulation equals the leaderboard after real approvals, with ranks and caps, and writes nothing", async () => {
  const org = await stage.service.addOrganization("What if");
  const { pool, service } = stage;
  const channelId = org.channelIds[0] ?? "";
  const members: string[] = [];
  for (const [place, points] of [120, 100, 100, 0].entries()) {
    const id = service.clock.newId();
    await pool.query(
      "insert into members (id, org_id, name, email, role) values ($1, $2, $3, 'm@example.org', 'member')",
      [id, org.orgId, `Member ${place}`],
    );
    await pool.query("insert into member_totals (member_id, org_id) values ($1, $2)", [id, org.orgId]);
    if (points > 0) await stage.ask("POST", "/awards", org.key, { member: id, points, reason: "Before" });
    members.push(id);
  }
  await pool.query(`update organizations set settings = '{"cap_day": 30}' where id = $1`, [org.orgId]);
  const claims = await stage.claims(8, { orgId: org.orgId, memberIds: members, channelId, points: 17 });
  const asked = {
    claims: [...claims.map((id, place) => (place === 3 ? { id, points: 29 } : { id })), { id: service.clock.newId() }],
  };
  const before = await stage.ask("GET", "/leaderboard", org.key);
  const { wire } = await stage.ask("POST", "/claims/simulation", org.key, asked);
  expect((await stage.ask("GET", "/leaderboard", org.key)).wire).toEqual(before.wire);
  expect(wire.data.capped).toBe(3 * 4 + 16);
  type Row = { member: { id: string; name: string }; points: number; rank: number; rank_before: number };
  const shadow: Row[] = wire.data.rows;
  expect(shadow.map((row) => row.rank_before).sort()).toEqual([1, 2, 2, 4, 4]);
  const decisions = asked.claims.map((claim) => ({ ...claim, version: 1, action: "approve" }));
  await stage.ask("POST", "/claims/decisions", org.key, { decisions });
  const after: { membership_id: string; points: number }[] = (await stage.ask("GET", "/leaderboard", org.key)).wire
    .data;
  expect(after.map(({ membership_id, points }) => [membership_id, points])).toEqual(
    shadow.map((row) => [row.member.id, row.points]),
  );
  for (const { membership_id, points } of after) {
    const rank = 1 + after.filter((other) => other.points > points).length;
    expect(shadow.find((row) => row.member.id === membership_id)?.rank).toBe(rank);
  }
});
