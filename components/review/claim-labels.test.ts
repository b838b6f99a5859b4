import { expect, test } from "vitest";
import {
  formatAge,
  formatAuthorSummary,
  formatCap,
  formatClaimHistory,
  formatClaimState,
  formatDecision,
  formatPartCount,
  formatSimilarClaimState,
  getWouldAward,
} from "./claim-labels.ts";
import { formatDecisionToast } from "./queue/decision-toast.ts";
import { createTestClaim } from "./testing/claims.ts";

const now = new Date("2026-11-21T12:00:00Z");
const times = { zone: "Europe/Berlin", clock: "24" } as const;

test("a claim's waiting time is shown in one unit", () => {
  expect(formatAge("2026-11-21T11:55:00Z", now)).toBe("5 min");
  expect(formatAge("2026-11-20T13:00:00Z", now)).toBe("23 h");
  expect(formatAge("2026-11-19T11:00:00Z", now)).toBe("2 d");
  expect(formatAge("2026-11-21T12:00:10Z", now)).toBe("0 min");
});

test("a decision shows its points and the member; a hidden author stays hidden", () => {
  const claim = createTestClaim(1, { points: 60 });
  expect(formatDecisionToast([claim], { action: "approve" })).toBe("Approved 60 points for Mina Aalto");
  expect(formatDecisionToast([claim], { action: "approve", points: 1 })).toBe("Approved 1 point of 60 for Mina Aalto");
  expect(formatDecisionToast([{ ...claim, member: null }], { action: "reject", reason: "No." })).toBe(
    "Rejected 60 points",
  );
  const both = [claim, claim];
  expect(formatDecisionToast(both, { action: "approve" })).toBe("Approved 2 claims, 120 points claimed");
  expect(formatDecisionToast(both, { action: "approve", points: 30 })).toBe("Approved 2 claims, 30 points each");
  expect(formatDecisionToast(both, { action: "reject", reason: "No." })).toBe("Rejected 2 claims, 120 points claimed");
});

test("a cap is shown only if it reduces an approval", () => {
  const evidence = {
    claim: createTestClaim(1),
    parts: [],
    images: [],
    post_exists: true,
    author: null,
    similar: [],
    rules: "",
    would_award: 15,
    text_would_award: 25,
    capped_by: "day" as const,
    ledger: [],
  };
  const row = (claimed: number) => ({ claimed, awarded: getWouldAward(evidence, claimed) });
  const [one, all] = [row(20), row(60)] as const;
  expect([one.awarded, all.awarded]).toEqual([15, 25]);
  expect(formatCap(evidence, one)).toBe("Approving awards 15 of 20: limited by the daily cap.");
  expect(formatCap({ ...evidence, capped_by: null }, all)).toBe("Approving awards 25 of 60: limited by a cap.");
  expect(formatCap(evidence, { claimed: 20, awarded: 20 })).toBeNull();
  expect(getWouldAward({ ...evidence, text_would_award: undefined }, 60)).toBe(60);
});

test("the author's level, the parts of a post and an earlier claim's result are shown if they are known", () => {
  const author = { approved: 38, rejected: 3, pending: 1, points: 420 };
  expect(formatAuthorSummary({ ...author, level: 4 })).toBe("Level 4 · 38 of 41 claims approved · 420 points");
  expect(formatAuthorSummary(author)).toBe("38 of 41 claims approved · 420 points");
  const part = { text: "Words", url: null };
  expect(formatPartCount({ parts: [part, part] })).toBe(" · thread of 2");
  expect(formatPartCount({ parts: [part], joined_from: 4 })).toBe(" · joined from 4 parts");
  expect(formatPartCount({ parts: [part], joined_from: null })).toBe("");
  expect(formatSimilarClaimState({ state: "approved", awarded: 20 })).toBe("approved for 20");
  expect(formatSimilarClaimState({ state: "approved" })).toBe("approved");
  expect(formatSimilarClaimState({ state: "rejected", awarded: null })).toBe("rejected");
  expect(formatSimilarClaimState({ state: "pending" })).toBe("waiting");
});

test("a decision shows who, how and when", () => {
  const claim = createTestClaim(1, {
    state: "approved",
    awarded: 20,
    decided_at: "2026-11-20T09:00:00Z",
    decided_by: { id: "b", name: "Ben Ode" },
  });
  expect(formatDecision(claim, times, now)).toBe("Ben Ode approved it for 20 points on Fri 20 Nov, 10:00.");
  expect(formatDecision(createTestClaim(1), times, now)).toBeNull();
  expect(formatClaimState({ state: "approved", awarded: 20 })).toBe("Approved 20");
  expect(formatClaimState({ state: "set_aside", awarded: null })).toBe("Set_aside");
  expect(formatClaimHistory({ approved: 38, rejected: 3 })).toBe("38 of 41 claims approved");
});
