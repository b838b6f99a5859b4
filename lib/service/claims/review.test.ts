import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Scope } from "#lib/contract/scopes.ts";
import { formatRefusal, openReviewFixture, type ReviewFixture } from "./testing/review-fixture.ts";

let stage: ReviewFixture;
beforeAll(async () => {
  stage = await openReviewFixture();
});
afterAll(() => stage.close());
afterEach(() => stage.settings({}));

const approve = { version: 1, action: "approve" };

describe("a decision", () => {
  test("an approval adds the points to the author's total, day and ledger at once", async () => {
    const id = await stage.claim();
    const before = await stage.total(stage.author.memberId);
    const { status, wire } = await stage.decide(id, approve);
    expect([status, wire.data.claim]).toMatchObject([200, { state: "approved", awarded: 20, version: 2 }]);
    expect(wire.data.claim.decided_by.id).toBe(stage.admin.memberId);
    expect(await stage.total(stage.author.memberId)).toBe(before + 20);
    expect(await stage.lines(id)).toMatchObject([
      { kind: "claim", points: 0, amount: 20 },
      { kind: "approval", points: 20, amount: 20, by_member_id: stage.admin.memberId },
    ]);
    const post = await stage.ask("GET", `/posts/${id}`, stage.author.key);
    expect(post.wire.data.claim).toEqual({ points: 20, status: "approved", awarded: 20 });
    const listed = await stage.ask("GET", "/posts?status=published&limit=100", stage.author.key);
    expect(listed.wire.data.find((one: { id: string }) => one.id === id).claim.status).toBe("approved");
  });

  test("an approval with another amount is an adjustment, up or down to 0", async () => {
    for (const points of [0, 35]) {
      const id = await stage.claim();
      const { wire } = await stage.decide(id, { ...approve, points, reason: "As our rules say." });
      expect(wire.data.claim).toMatchObject({ state: "approved", points: 20, awarded: points });
      expect((await stage.lines(id))[1]).toMatchObject({ kind: "adjustment", points, amount: points });
    }
  });

  test("a rejection awards nothing and shows its reason to the author", async () => {
    const id = await stage.claim();
    await stage.decide(id, { version: 1, action: "reject", reason: "Not about our work." });
    const { wire } = await stage.ask("GET", `/posts/${id}/claim`, stage.author.key);
    expect(wire.data).toMatchObject({
      status: "rejected",
      awarded: null,
      reason: "Not about our work.",
      may_appeal: true,
    });
  });

  test("a second decision gets a conflict that names who decided what and when, and changes nothing", async () => {
    const id = await stage.claim();
    await stage.decide(id, { ...approve, points: 15 });
    const total = await stage.total(stage.author.memberId);
    const second = await stage.decide(id, { version: 1, action: "reject", reason: "No." }, stage.other.key);
    expect(formatRefusal(second)).toMatch(
      /^409 Ada of Analytical Engines approved this claim with 15 points on \d+ \w+ \d{4} at \d\d:\d\d UTC\. Nothing was changed\. Reverse that decision to decide again\.$/,
    );
    expect(await stage.total(stage.author.memberId)).toBe(total);
  });

  test("a claim that its author changed since is refused without a name", async () => {
    const id = await stage.claim();
    await stage.ask("PATCH", `/posts/${id}/claim`, stage.author.key, { points: 30, version: 1 });
    expect(formatRefusal(await stage.decide(id, approve))).toBe(
      "409 The claim has changed since you saw it. Its author changed it to 30 points, or a decision was reversed. Review it again, then decide.",
    );
  });

  test.for([
    [{ ...approve, points: -1 }, "points must be at least 0."],
    [{ ...approve, points: 1.5 }, "points must be a whole number."],
    [{ ...approve, points: 1e9 }, "points must be at most 1000."],
    [{ version: 1, action: "reject" }, "A rejection requires a reason, which its author sees."],
    [{ version: 1, action: "reject", reason: "  " }, "reason must have at least 1 character."],
    [{ version: 1, action: "reject", reason: "x".repeat(100_000) }, "reason must have at most 500 characters."],
    [{ version: 1, action: "maybe" }, "action must be one of approve, reject."],
    [{ action: "approve" }, "version is missing."],
  ])("the decision %j is rejected, and the claim stays pending", async ([json, sentence]) => {
    const id = await stage.claim();
    expect(formatRefusal(await stage.decide(id, json))).toBe(`400 ${sentence}`);
    expect((await stage.get(id)).claim).toMatchObject({ state: "pending", version: 1 });
  });

  test("another organization's claim, an unknown one and an invalid id are all not found", async () => {
    const foreign = await stage.service.addOrganization("Foreign");
    const id = await stage.claim({
      orgId: foreign.orgId,
      memberIds: [foreign.memberId],
      channelId: foreign.channelIds[0] ?? "",
    });
    for (const unknown of [id, stage.service.clock.newId(), "1"]) {
      expect(formatRefusal(await stage.decide(unknown, approve))).toBe("404 The claim was not found.");
      expect(formatRefusal(await stage.ask("GET", `/claims/${unknown}`, stage.admin.key))).toBe(
        "404 The claim was not found.",
      );
      const { wire } = await stage.ask("POST", "/claims/decisions", stage.admin.key, {
        decisions: [{ id: unknown, ...approve }],
      });
      expect(wire.data).toMatchObject({
        decision_id: null,
        decided: [],
        refused: [{ error: { code: "not_found" }, now: null }],
      });
    }
  });
});

describe("many decisions in one call", () => {
  test("each decision succeeds or fails by itself, and one reversal takes back all that succeeded", async () => {
    const [one = "", two = "", three = ""] = await stage.claims(3);
    await stage.decide(two, approve, stage.other.key);
    const before = await stage.total(stage.author.memberId);
    const decisions = [
      { id: one, ...approve },
      { id: two, ...approve },
      { id: three, version: 1, action: "reject" },
    ];
    const { status, wire } = await stage.ask("POST", "/claims/decisions", stage.admin.key, { decisions });
    expect([status, wire.data.decided.map((claim: { id: string }) => claim.id)]).toEqual([200, [one]]);
    expect(wire.data.refused).toMatchObject([
      { id: two, error: { code: "conflict" }, now: { state: "approved" } },
      { id: three, error: { code: "invalid_request" }, now: { state: "pending" } },
    ]);
    expect(await stage.total(stage.author.memberId)).toBe(before + 20);
    const undone = await stage.ask("POST", `/claims/decisions/${wire.data.decision_id}/reverse`, stage.admin.key, {});
    expect(undone.wire.data.decided).toMatchObject([{ id: one, state: "pending", awarded: null, decision_id: null }]);
    expect(await stage.total(stage.author.memberId)).toBe(before);
  });

  test("a call with more than 500 decisions is rejected with the limit and decides nothing", async () => {
    const id = await stage.claim();
    const decisions = Array.from({ length: 10_000 }, () => ({ id, ...approve }));
    expect(formatRefusal(await stage.ask("POST", "/claims/decisions", stage.admin.key, { decisions }))).toBe(
      "400 decisions must have at most 500 elements.",
    );
    expect(
      formatRefusal(
        await stage.ask("POST", "/claims/decisions", stage.admin.key, { decisions: decisions.slice(0, 2) }),
      ),
    ).toBe("400 A claim is listed twice. Decide each claim once.");
    expect((await stage.get(id)).claim.state).toBe("pending");
  });

  test("the number of SQL statements does not grow with the claims", async () => {
    const [few, many] = [await stage.claims(2), await stage.claims(200)];
    const count = async (ids: string[]) => {
      const before = stage.pool.listenerCount("acquire");
      let statements = 0;
      const client = await stage.pool.connect();
      const query = client.query;
      // The one connection that decides: everything it is asked is counted.
      client.query = ((...args: Parameters<typeof query>) => {
        statements += 1;
        return query.apply(client, args);
      }) as typeof query;
      try {
        const { decideClaims } = await import("./decide-claims.ts");
        const actor = {
          memberId: stage.admin.memberId,
          orgId: stage.service.org.orgId,
          role: "admin" as const,
          scopes: new Set<Scope>(),
          keyId: "",
          credential: { type: "session" },
        } as const;
        await client.query("begin");
        const tx = { client } as unknown as Parameters<typeof decideClaims>[0];
        const decisions = ids.map((id) => ({ id, version: 1, action: "approve" as const }));
        await decideClaims(tx, actor, decisions, { clock: stage.service.clock });
        await client.query("rollback");
      } finally {
        client.query = query;
        client.release();
      }
      expect(stage.pool.listenerCount("acquire")).toBe(before);
      return statements;
    };
    expect(await count(many)).toBe(await count(few));
  });
});

describe("self-review", () => {
  test("an administrator can't review their own claim, and another administrator can", async () => {
    const id = await stage.claim({ memberIds: [stage.admin.memberId] });
    expect(formatRefusal(await stage.decide(id, approve))).toBe(
      "403 This is your own claim. Another administrator must decide it.",
    );
    expect((await stage.get(id)).claim).toMatchObject({ may_decide: false });
    expect((await stage.decide(id, approve, stage.other.key)).status).toBe(200);
    const { wire } = await stage.ask("GET", "/ledger?kind=approval&limit=1", stage.admin.key);
    const undo = await stage.ask("POST", `/claims/decisions/${wire.data[0].decision_id}/reverse`, stage.admin.key, {});
    expect(formatRefusal(undo)).toBe(
      "403 This decision is on a claim or an award of your own. Another administrator must reverse it.",
    );
  });

  test("the only administrator learns what to do; a setting allows self-review and marks the ledger", async () => {
    const alone = await stage.service.addOrganization("Alone");
    const seed = { orgId: alone.orgId, memberIds: [alone.memberId], channelId: alone.channelIds[0] ?? "" };
    const id = await stage.claim(seed);
    expect(formatRefusal(await stage.decide(id, approve, alone.key))).toBe(
      "403 This is your own claim, and you are the only administrator. Make another member an administrator, or allow self-review in the organization's settings.",
    );
    await stage.pool.query(`update organizations set settings = '{"self_review": true}' where id = $1`, [alone.orgId]);
    expect((await stage.decide(id, approve, alone.key)).status).toBe(200);
    const { wire } = await stage.ask("GET", "/ledger?kind=approval", alone.key);
    expect(wire.data).toMatchObject([{ self_reviewed: true, points: 20 }]);
  });

  test("the setting allows self-review only to the only administrator", async () => {
    await stage.settings({ self_review: true });
    const id = await stage.claim({ memberIds: [stage.admin.memberId] });
    expect((await stage.decide(id, approve)).status).toBe(403);
  });
});

describe("caps", () => {
  test("caps apply at approval across a whole call, and the answer names them", async () => {
    const fresh = await stage.service.addMember("member");
    await stage.settings({ cap_day: 50 });
    const ids = await stage.claims(4, { memberIds: [fresh.memberId] });
    const shown = await stage.get(ids[0] ?? "");
    expect(shown).toMatchObject({ would_award: 20, capped_by: null });
    const decisions = ids.map((id) => ({ id, ...approve }));
    const { wire } = await stage.ask("POST", "/claims/decisions", stage.admin.key, { decisions });
    expect(wire.data.decided.map((claim: { awarded: number }) => claim.awarded)).toEqual([20, 20, 10, 0]);
    expect(await stage.total(fresh.memberId)).toBe(50);
    const { wire: ledger } = await stage.ask("GET", `/ledger?member=${fresh.memberId}&kind=approval`, stage.admin.key);
    expect(ledger.data.map((line: { capped_by: string }) => line.capped_by)).toEqual(["day", "day", null, null]);
    const next = await stage.claim({ memberIds: [fresh.memberId] });
    expect(await stage.get(next)).toMatchObject({ would_award: 0, capped_by: "day" });
  });

  test("a submission's cap counts all its posts, and awards don't count toward caps", async () => {
    const fresh = await stage.service.addMember("member");
    const ids = await stage.claims(2, { memberIds: [fresh.memberId] });
    await stage.pool.query("update claims set submission_id = $2 where post_id = any($1)", [
      ids,
      stage.service.clock.newId(),
    ]);
    await stage.settings({ cap_submission: 30, cap_week: 35 });
    expect(await stage.get(ids[0] ?? "")).toMatchObject({ would_award: 20, text_would_award: 30 });
    const award = { member: fresh.memberId, points: 100, reason: "Spoke at the open day." };
    expect((await stage.ask("POST", "/awards", stage.admin.key, award)).status).toBe(201);
    for (const [place, awarded] of [20, 10].entries()) {
      expect((await stage.decide(ids[place] ?? "", approve)).wire.data.claim.awarded).toBe(awarded);
    }
    const last = await stage.claim({ memberIds: [fresh.memberId] });
    expect((await stage.decide(last, approve)).wire.data.claim.awarded).toBe(5);
    expect(await stage.total(fresh.memberId)).toBe(135);
  });
});
