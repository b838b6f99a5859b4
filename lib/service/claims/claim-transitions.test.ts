import fc from "fast-check";
import { expect, test } from "vitest";
import type { ClaimState } from "#lib/contract/types.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import {
  applyAppeal,
  applyDecision,
  applyPointsChange,
  applyReversal,
  type ClaimTransitionInput,
} from "./claim-transitions.ts";

const facts = (state: ClaimState, appealed = false): ClaimTransitionInput => ({ state, points: 20, appealed });
const said = (result: unknown) => (result instanceof Refusal ? `${result.code}: ${result.message}` : result);

test("a pending claim is approved as claimed, adjusted to another amount, or rejected with a reason", () => {
  expect(applyDecision(facts("pending"), { action: "approve" })).toMatchObject({ kind: "approval", requested: 20 });
  expect(applyDecision(facts("pending"), { action: "approve", points: 20 })).toMatchObject({ kind: "approval" });
  expect(applyDecision(facts("pending"), { action: "approve", points: 0 })).toMatchObject({
    kind: "adjustment",
    requested: 0,
  });
  expect(applyDecision(facts("pending"), { action: "reject", reason: "No." })).toMatchObject({
    state: "rejected",
    kind: "rejection",
    requested: 0,
    reason: "No.",
  });
});

test("an invalid transition is refused with a sentence", () => {
  expect(said(applyDecision(facts("pending"), { action: "reject" }))).toBe(
    "invalid_request: A rejection requires a reason, which its author sees.",
  );
  expect(said(applyDecision(facts("pending"), { action: "reject", reason: "No.", points: 5 }))).toBe(
    "invalid_request: A rejection awards no points. Leave out points.",
  );
  expect(said(applyDecision(facts("approved"), { action: "approve" }))).toBe(
    "conflict: The claim is already approved.",
  );
  expect(said(applyReversal(facts("pending")))).toBe(
    "conflict: The claim is pending, so there is no decision to reverse.",
  );
  expect(said(applyAppeal(facts("approved")))).toBe(
    "conflict: Only a rejected claim can be appealed; this one is approved.",
  );
  expect(said(applyAppeal(facts("rejected", true)))).toBe(
    "conflict: This claim was already appealed. A claim can be appealed only once.",
  );
  expect(said(applyPointsChange(facts("rejected"), 5))).toBe(
    "conflict: The claim is rejected, so its points can't be changed any more.",
  );
});

const step = fc.oneof(
  fc.record({
    type: fc.constant("decide" as const),
    action: fc.constantFrom("approve" as const, "reject" as const),
    reason: fc.option(fc.constant("No."), { nil: undefined }),
    points: fc.option(fc.integer({ min: 0, max: 1000 }), { nil: undefined }),
  }),
  fc.record({ type: fc.constantFrom("reverse" as const, "appeal" as const) }),
  fc.record({ type: fc.constant("change" as const), points: fc.integer({ min: 0, max: 1000 }) }),
);

test("in any sequence a claim is decided only while pending, reversed only when decided, and appealed once", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let claim: ClaimTransitionInput = facts("pending");
      let appeals = 0;
      for (const one of steps) {
        const before = claim;
        if (one.type === "decide") {
          const done = applyDecision(claim, {
            action: one.action,
            reason: one.reason ?? undefined,
            points: one.points ?? undefined,
          });
          if (done instanceof Refusal) continue;
          expect(before.state).toBe("pending");
          if (done.state === "rejected") expect(done.reason).not.toBeNull();
          claim = { ...claim, state: done.state };
        } else if (one.type === "change") {
          const done = applyPointsChange(claim, one.points);
          expect(done instanceof Refusal).toBe(before.state !== "pending");
          if (!(done instanceof Refusal)) claim = { ...claim, points: done.points };
        } else {
          const done = one.type === "reverse" ? applyReversal(claim) : applyAppeal(claim);
          if (done instanceof Refusal) continue;
          expect(before.state).not.toBe("pending");
          if (one.type === "appeal") {
            expect(before.state).toBe("rejected");
            appeals += 1;
          }
          claim = { ...claim, state: "pending", appealed: claim.appealed || one.type === "appeal" };
        }
      }
      expect(appeals).toBeLessThanOrEqual(1);
      expect(claim.appealed).toBe(appeals === 1);
    }),
  );
});
