import type { Claim, ClaimDecision, LedgerLine, OwnClaim } from "#lib/contract/types.ts";
import type { EndpointExample } from "./endpoint-example.ts";

const claim: Claim = {
  id: "019a6f00-0000-7000-8000-0000000000a1",
  version: 1,
  state: "pending",
  points: 20,
  awarded: null,
  channel: "x",
  channel_id: "019a6f00-0000-7000-8000-0000000000c1",
  submission_id: "019a6f00-0000-7000-8000-0000000000d1",
  published_at: "2027-01-14T08:30:01.000Z",
  member: { id: "019a6f00-0000-7000-8000-0000000000f2", name: "Charles Babbage" },
  decided_at: null,
  decided_by: null,
  decision_id: null,
  reason: null,
  appeal: null,
  appealed_at: null,
  text: "We moved the release to Thursday. Here is why.",
  like: null,
  viewer: null,
  may_decide: true,
  may_not_why: null,
};
const ada = { id: "019a6f00-0000-7000-8000-0000000000f1", name: "Ada Lovelace" };
const approved: Claim = {
  ...claim,
  version: 2,
  state: "approved",
  awarded: 20,
  decided_at: "2027-01-15T09:00:00.000Z",
  decided_by: ada,
  decision_id: "019a6f00-0000-7000-8000-000000000701",
  may_decide: false,
  may_not_why: "The claim is approved already.",
};
const claimed: LedgerLine = {
  id: "41",
  at: claim.published_at,
  kind: "claim",
  points: 0,
  amount: 20,
  member: claim.member,
  by: claim.member,
  post_id: claim.id,
  post_text: claim.text,
  channel: claim.channel,
  channel_name: "Our news on X",
  reason: null,
  decision_id: null,
  self_reviewed: false,
  capped_by: null,
};
const approval: LedgerLine = {
  ...claimed,
  id: "57",
  at: "2027-01-15T09:00:00.000Z",
  kind: "approval",
  points: 20,
  by: ada,
  decision_id: approved.decision_id,
};
const rejected: OwnClaim = {
  status: "rejected",
  version: 2,
  points: 20,
  awarded: null,
  reason: "The post is not about our work.",
  appeal: null,
  may_change: false,
  may_appeal: true,
  credit_to: null,
  ledger: [claimed],
};
const { id: _, ...decision }: ClaimDecision = { id: claim.id, version: 1, action: "approve" };
const check = { checked_at: "2027-01-15T03:00:00.000Z", members: 12, lines: 418, differences: [] };

export const claimExamples = {
  listClaims: { answer: { data: [claim], pagination: { limit: 20, offset: 0, total: 1 } } },
  countClaims: {
    answer: { data: { pending: 1, approved: 118, rejected: 4, oldest_pending_at: claim.published_at } },
  },
  getClaim: {
    answer: {
      data: {
        claim,
        parts: [{ text: "We moved the release to Thursday.", url: "https://x.com/acme/status/1" }],
        joined_from: null,
        images: [],
        post_exists: true,
        author: { approved: 12, rejected: 1, pending: 1, points: 240, level: 3 },
        similar: [],
        rules: "One claim for each post about our work.",
        would_award: 20,
        text_would_award: 20,
        capped_by: null,
        ledger: [claimed],
      },
    },
  },
  viewClaim: { answer: { data: { viewer: null } } },
  decideClaim: { body: decision, answer: { data: { decision_id: approved.decision_id, claim: approved } } },
  decideClaims: {
    body: { decisions: [{ ...decision, id: claim.id }] },
    answer: { data: { decision_id: approved.decision_id, decided: [approved], refused: [] } },
  },
  reverseDecision: {
    body: { reason: "Approved by mistake." },
    answer: { data: { decision_id: null, decided: [{ ...claim, version: 3 }], refused: [] } },
  },
  simulateDecisions: {
    body: { claims: [{ id: claim.id }] },
    answer: { data: { rows: [{ member: claim.member, points: 260, gained: 20, rank: 1, rank_before: 2 }], capped: 0 } },
  },
  awardPoints: {
    body: { member: "019a6f00-0000-7000-8000-0000000000f2", points: 50, reason: "Spoke at the open day." },
    answer: {
      data: {
        ...approval,
        id: "58",
        kind: "award",
        points: 50,
        amount: 50,
        post_id: null,
        post_text: null,
        channel: null,
        channel_name: null,
        reason: "Spoke at the open day.",
      },
    },
  },
  listLedger: { answer: { data: [approval, claimed], pagination: { limit: 20, offset: 0, total: 2 } } },
  listOwnPoints: { answer: { data: [approval, claimed], pagination: { limit: 20, offset: 0, total: 2 } } },
  exportLedger: { answer: {} },
  getLedgerCheck: { answer: { data: check } },
  checkLedger: { answer: { data: check } },
  getPostClaim: { answer: { data: rejected } },
  changeClaim: {
    body: { points: 30, version: 1 },
    answer: { data: { ...rejected, status: "pending", points: 30, reason: null, may_change: true, may_appeal: false } },
  },
  appealClaim: {
    body: { text: "The second half is about our release." },
    answer: {
      data: {
        ...rejected,
        status: "pending",
        version: 3,
        reason: null,
        may_change: true,
        may_appeal: false,
        appeal: "The second half is about our release.",
      },
    },
  },
} satisfies Record<string, EndpointExample>;
