import { afterAll, expect, test } from "vitest";
import { formatRefusal, openReviewFixture } from "./testing/review-fixture.ts";

const stage = await openReviewFixture();
afterAll(() => stage.close());

test("blind review hides the author of a pending claim everywhere until it is decided", async () => {
  const { memberId, key } = await stage.service.addMember("member");
  await stage.pool.query("update members set name = 'Somebody Secret' where id = $1", [memberId]);
  const id = await stage.claim({ memberIds: [memberId] });
  await stage.settings({ blind_review: true });
  await stage.ask("PATCH", `/posts/${id}/claim`, key, { points: 25 });
  const hidden = [
    await stage.ask("GET", "/claims?state=pending&order=newest&limit=100", stage.admin.key),
    await stage.ask("GET", `/claims/${id}`, stage.admin.key),
    await stage.ask("GET", `/claims?member=${memberId}`, stage.admin.key),
    await stage.ask("GET", "/ledger?limit=100", stage.admin.key),
    await stage.ask("GET", `/ledger?member=${memberId}`, stage.admin.key),
    await stage.ask("GET", `/ledger?by=${memberId}`, stage.admin.key),
    await stage.ask("GET", "/ledger/export", stage.admin.key),
    await stage.ask("GET", `/ledger/export?member=${memberId}`, stage.admin.key),
    await stage.decide(id, { version: 1, action: "approve" }),
  ];
  for (const { text } of hidden) {
    expect(text).not.toContain("Somebody Secret");
    expect(text).not.toContain(memberId);
  }
  expect(hidden[0]?.text).toContain(id);
  expect(hidden[2]?.wire.data).toEqual([]);
  expect(hidden[4]?.wire.data).toEqual([]);
  expect(hidden[1]?.wire.data).toMatchObject({ author: null, claim: { member: null } });
  expect(formatRefusal(await stage.ask("GET", `/posts/${id}/claim`, stage.admin.key))).toBe(
    "404 The post was not found.",
  );
  expect((await stage.ask("GET", `/posts/${id}/claim`, key)).wire.data.ledger[0].member.name).toBe("Somebody Secret");
  expect(formatRefusal(await stage.ask("POST", "/claims/simulation", stage.admin.key, { claims: [{ id }] }))).toBe(
    "409 Blind review is on, and this leaderboard would reveal who wrote each claim. Decide first, then look at the leaderboard. A decision can be undone.",
  );
  const { wire } = await stage.decide(id, { version: 2, action: "approve" });
  expect(wire.data.claim.member).toEqual({ id: memberId, name: "Somebody Secret" });
  expect((await stage.get(id)).author).toMatchObject({ approved: 1 });
});
