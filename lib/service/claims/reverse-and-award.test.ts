import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recountLedger } from "#lib/service/ledger/check-ledger.ts";
import { formatRefusal, openReviewFixture, type ReviewFixture } from "./testing/review-fixture.ts";

let stage: ReviewFixture;
beforeAll(async () => {
  stage = await openReviewFixture();
});
afterAll(() => stage.close());

const differences = async () =>
  (await recountLedger(stage.pool, null, new Date())).flatMap(({ check }) => check.differences);

describe("a reversal", () => {
  test("a reversal takes the awarded points back once", async () => {
    const id = await stage.claim();
    const { wire } = await stage.decide(id, { version: 1, action: "approve" });
    const path = `/claims/decisions/${wire.data.decision_id}/reverse`;
    const total = await stage.total(stage.author.memberId);
    expect((await stage.ask("POST", path, stage.other.key, { reason: "By mistake." })).status).toBe(200);
    expect(await stage.total(stage.author.memberId)).toBe(total - 20);
    expect((await stage.lines(id)).map((line) => [line["kind"], line["points"]])).toEqual([
      ["claim", 0],
      ["approval", 20],
      ["reversal", -20],
    ]);
    expect(formatRefusal(await stage.ask("POST", path, stage.admin.key, {}))).toMatch(
      /^409 Member \w+ reversed this decision on .* UTC\. Nothing is left to reverse\.$/,
    );
  });

  test("an unknown decision and another organization's decision are not found", async () => {
    const foreign = await stage.service.addOrganization("Elsewhere");
    const id = await stage.claim();
    const { wire } = await stage.decide(id, { version: 1, action: "approve" });
    for (const [decision, key] of [
      [wire.data.decision_id, foreign.key],
      [stage.service.clock.newId(), stage.admin.key],
      ["x", stage.admin.key],
    ]) {
      expect(formatRefusal(await stage.ask("POST", `/claims/decisions/${decision}/reverse`, key, {}))).toBe(
        "404 The decision was not found.",
      );
    }
  });

  test("a reversal of one claim leaves the others of its decision, which can be reversed later, each once", async () => {
    const ids = await stage.claims(3);
    const [one = "", two = "", three = ""] = ids;
    const total = await stage.total(stage.author.memberId);
    const { wire } = await stage.ask("POST", "/claims/decisions", stage.admin.key, {
      decisions: ids.map((id) => ({ id, version: 1, action: "approve" })),
    });
    const reverse = (json: unknown) =>
      stage.ask("POST", `/claims/decisions/${wire.data.decision_id}/reverse`, stage.admin.key, json);
    const back = await reverse({ claims: [two] });
    expect(back.wire.data.decided.map((claim: { id: string }) => claim.id)).toEqual([two]);
    expect(await stage.total(stage.author.memberId)).toBe(total + 40);
    expect((await stage.get(one)).claim.state).toBe("approved");
    expect(formatRefusal(await reverse({ claims: [two] }))).toMatch(/^409 .* Nothing is left to reverse\.$/);
    expect(formatRefusal(await reverse({ claims: [await stage.claim()] }))).toBe(
      "404 A claim was not found in this decision.",
    );
    expect(formatRefusal(await reverse({ claims: [] }))).toBe("400 claims must have at least 1 element.");
    // What has been decided anew is no longer this decision's.
    await stage.decide(two, { version: 3, action: "approve", points: 5 });
    const rest = await reverse({});
    expect(rest.wire.data.decided.map((claim: { id: string }) => claim.id)).toEqual([one, three]);
    expect(await stage.total(stage.author.memberId)).toBe(total + 5);
    expect((await stage.lines(one)).map((line) => line["kind"])).toEqual(["claim", "approval", "reversal"]);
    expect(formatRefusal(await reverse({}))).toMatch(/^409 .* Nothing is left to reverse\.$/);
    expect(await differences()).toEqual([]);
  });

  test("a reversal after an appeal is refused", async () => {
    const id = await stage.claim();
    const { wire } = await stage.decide(id, { version: 1, action: "reject", reason: "No." });
    await stage.ask("POST", `/posts/${id}/claim/appeal`, stage.author.key, { text: "Look again." });
    expect(
      formatRefusal(await stage.ask("POST", `/claims/decisions/${wire.data.decision_id}/reverse`, stage.admin.key, {})),
    ).toBe(
      "409 The claim was appealed since, so this decision can't be reversed any more. Decide the claim as it is now.",
    );
  });
});

describe("an award", () => {
  test("an award counts at once, is in the ledger with its reason, and can be reversed", async () => {
    const { memberId } = await stage.service.addMember("member");
    const { status, wire } = await stage.ask("POST", "/awards", stage.admin.key, {
      member: memberId,
      points: 50,
      reason: "Spoke.",
    });
    expect([status, wire.data]).toMatchObject([201, { kind: "award", points: 50, reason: "Spoke.", post_id: null }]);
    expect(await stage.total(memberId)).toBe(50);
    await stage.ask("POST", `/claims/decisions/${wire.data.decision_id}/reverse`, stage.admin.key, {});
    expect(await stage.total(memberId)).toBe(0);
    expect(await differences()).toEqual([]);
  });

  test("an award requires another active member of the organization, a whole number and a reason", async () => {
    const foreign = await stage.service.addOrganization("Others");
    const gone = await stage.service.addMember("member");
    await stage.pool.query("update members set removed_at = now(), name = 'Gone' where id = $1", [gone.memberId]);
    const award = async (more: Record<string, unknown>) =>
      formatRefusal(
        await stage.ask("POST", "/awards", stage.admin.key, {
          member: stage.author.memberId,
          points: 5,
          reason: "Thanks",
          ...more,
        }),
      );
    expect(await award({ member: stage.admin.memberId })).toBe(
      "403 You can't award points to yourself. Another administrator can.",
    );
    expect(await award({ member: foreign.memberId })).toBe("404 The member was not found.");
    expect(await award({ member: "x" })).toBe("404 The member was not found.");
    expect(await award({ member: gone.memberId })).toBe(
      "409 Gone has left the organization, so no points can be awarded.",
    );
    expect(await award({ points: -1 })).toBe("400 points must be at least 1.");
    expect(await award({ points: 1.5 })).toBe("400 points must be a whole number.");
    expect(await award({ points: 1e9 })).toBe("400 points must be at most 1000.");
    expect(await award({ reason: "" })).toBe("400 reason must have at least 1 character.");
  });
});
