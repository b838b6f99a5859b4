import { expect, test } from "vitest";
import type { LedgerLine, OwnClaim } from "#lib/contract/types.ts";
import { formatClaimLedgerLine, formatClaimStatus } from "./claim-messages.ts";

const claim: OwnClaim = {
  status: "pending",
  version: 1,
  points: 20,
  awarded: null,
  reason: null,
  appeal: null,
  may_change: true,
  may_appeal: false,
  ledger: [],
};
const line: LedgerLine = {
  id: "1",
  at: "2026-11-21T12:00:00Z",
  kind: "approval",
  points: 15,
  amount: 20,
  member: null,
  post_id: null,
  by: { id: "b", name: "Ben Ode" },
  reason: null,
  decision_id: null,
  self_reviewed: false,
  capped_by: "day",
};

test("an author reads the status of their claim in one sentence", () => {
  expect(formatClaimStatus(claim)).toBe("20 points, waiting for review.");
  expect(formatClaimStatus({ ...claim, appeal: "Please look." })).toBe("Your appeal is waiting for review.");
  expect(formatClaimStatus({ ...claim, status: "approved", awarded: 15 })).toBe("Approved: 15 of 20 points.");
  // The message must also fit a post that may be published or is partially published.
  expect(formatClaimStatus({ ...claim, status: "lapsed" })).not.toMatch(/did not go out/);
  expect(formatClaimStatus({ ...claim, status: "parked" })).toBe("parked: 20 points claimed.");
});

test("an entry of the claim history names its member and the cap that limited it", () => {
  expect(formatClaimLedgerLine(line)).toBe("Approved: 15 points by Ben Ode, limited by the daily cap");
  expect(formatClaimLedgerLine({ ...line, kind: "rejection", capped_by: null, self_reviewed: true })).toBe(
    "Rejected by Ben Ode, as its own author",
  );
});
