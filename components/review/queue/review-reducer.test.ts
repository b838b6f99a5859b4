import fc from "fast-check";
import { expect, test } from "vitest";
import { createTestClaim, createTestReviewService } from "#components/review/testing/claims.ts";
import { reduceReview } from "./review-reducer.ts";
import {
  countPendingClaims,
  createReviewState,
  getUpcomingClaims,
  getVisibleClaims,
  projectStatus,
  type QueuedRequest,
  type ReviewEvent,
  type ReviewFeedback,
  type ReviewState,
} from "./review-state.ts";

const claims = (count: number) => Array.from({ length: count }, (_, at) => createTestClaim(at + 1));
const approve: ReviewEvent = { type: "decide", decision: { action: "approve" } };
const reject: ReviewEvent = { type: "decide", decision: { action: "reject", reason: "Not about our work." } };

function run(state: ReviewState, ...events: ReviewEvent[]): ReviewState {
  return events.reduce((before, event) => reduceReview(before, event).state, state);
}

test("a decision is shown at once and the next claim comes into view", () => {
  const state = run(createReviewState(claims(3), 3), approve);
  expect(state.cursor).toBe("claim-002");
  expect(projectStatus(state, createTestClaim(1))).toEqual({
    state: "approved",
    awarded: 20,
    reason: null,
    isConfirmed: false,
  });
  expect(countPendingClaims(state)).toBe(2);
});

test("a list and evidence without news leave the state as it is", () => {
  const listed = claims(3);
  const state = createReviewState(listed, 3);
  expect(run(state, { type: "listed", claims: [...listed], total: 3 })).toBe(state);
  expect(run(state, { type: "learned", claim: createTestClaim(2) })).toBe(state);
  expect(run(state, { type: "listed", claims: listed.slice(0, 2), total: 3 })).not.toBe(state);
  expect(run(state, { type: "listed", claims: listed, total: 4 }).total).toBe(4);
  expect(run(state, { type: "learned", claim: createTestClaim(2, { points: 7 }) }).claims[1]?.points).toBe(7);
});

test("the review returns to an undecided claim above", () => {
  const state = run(createReviewState(claims(3), 3), { type: "move", by: 1 }, approve, approve);
  expect(state.cursor).toBe("claim-001");
});

test("deciding a decided claim or one's own does nothing", () => {
  const own = createTestClaim(2, { may_decide: false, may_not_why: "It is your own." });
  const state = run(createReviewState([createTestClaim(1), own], 2), approve, { type: "go", id: "claim-001" }, reject, {
    type: "go",
    id: "claim-002",
  });
  expect(run(state, approve, reject).queue).toHaveLength(1);
  expect(run(state, { type: "mode", mode: "reject" }).mode).toBe("look");
});

test("Shift X selects the range, and Shift A approves what can be approved", () => {
  const some = claims(5).map((claim, at) => (at === 1 ? { ...claim, may_decide: false } : claim));
  const state = run(
    createReviewState(some, 5),
    { type: "choose" },
    { type: "move", by: 1 },
    { type: "move", by: 1 },
    { type: "choose", extend: true },
    { type: "approve_chosen" },
  );
  expect(state.queue).toMatchObject([{ decisions: [{ id: "claim-001" }, { id: "claim-003" }] }]);
  expect([...state.selected]).toEqual(["claim-002"]);
  expect(state.cursor).toBe("claim-004");
});

test("an unsent decision is undone without a request", () => {
  const state = run(createReviewState(claims(3), 3), approve, { type: "sent" }, reject, { type: "undo" });
  expect(state.queue).toHaveLength(1);
  expect(state.cursor).toBe("claim-002");
});

test("a decision under way is undone after its answer", () => {
  const service = createTestReviewService(claims(2));
  const asked = run(createReviewState(claims(2), 2), approve, { type: "sent" });
  const first = asked.queue[0] as QueuedRequest;
  const undone = run(asked, { type: "undo" });
  expect(undone.queue).toMatchObject([{ type: "decide" }, { type: "undo", decision: null }]);
  expect(projectStatus(undone, createTestClaim(1)).state).toBe("pending");
  const answered = run(undone, { type: "answered", result: service.decide(first) });
  expect(answered.queue).toMatchObject([{ type: "undo", decision: "decision-1", ids: ["claim-001"] }]);
  expect(answered.completed).toEqual([]);
});

test("a claim whose decision is being undone is decided again by the next key, without waiting for the answer", () => {
  const service = createTestReviewService(claims(2));
  const approved = run(createReviewState(claims(2), 2), approve, { type: "sent" });
  const answered = run(approved, { type: "answered", result: service.decide(approved.queue[0] as QueuedRequest) });
  const undone = run(answered, { type: "undo" }, { type: "sent" }, reject);
  expect(undone.queue).toMatchObject([{ type: "undo" }, { type: "decide" }]);
  const pending = run(undone, { type: "answered", result: service.decide(undone.queue[0] as QueuedRequest) });
  expect(service.decide(pending.queue[0] as QueuedRequest).refused).toEqual([]);
  expect(service.get("claim-001")?.state).toBe("rejected");
});

test("another reviewer's earlier decision replaces this one, with a message", () => {
  const service = createTestReviewService(claims(2));
  service.approveAsOther("claim-001");
  const asked = run(createReviewState(claims(2), 2), reject, { type: "sent" });
  const { state, feedback } = reduceReview(asked, {
    type: "answered",
    result: service.decide(asked.queue[0] as QueuedRequest),
  });
  expect(feedback).toMatchObject([
    { type: "refused", number: 1, code: "conflict", claim: { decided_by: { name: "Ben Ode" } } },
  ]);
  expect(state.cursor).toBe("claim-002");
  expect(projectStatus(state, state.claims[0] as never)).toMatchObject({ state: "approved", isConfirmed: true });
  expect(run(state, { type: "undo" }).queue).toEqual([]);
});

test("offline decisions wait in order and are sent when the connection is back", () => {
  const away = { code: "unreachable", message: "", status: null };
  const asked = run(createReviewState(claims(3), 3), approve, { type: "sent" }, reject);
  const held = run(asked, { type: "failed", failure: away, isTransient: true });
  expect(held.blockingFailure).toEqual(away);
  expect(held.queue.map(({ number }) => number)).toEqual([1, 2]);
  // The decision may have arrived although no answer came, so the service has to reverse it.
  expect(run(held, { type: "undo", number: 1 }).queue).toHaveLength(3);
});

test("a refused request leaves its claim unchanged", () => {
  const asked = run(createReviewState(claims(2), 2), approve, { type: "sent" });
  const { state, feedback } = reduceReview(asked, {
    type: "failed",
    failure: { code: "forbidden", message: "No.", status: 403 },
    isTransient: false,
  });
  expect(feedback).toMatchObject([{ type: "failed" }]);
  expect(state.queue).toEqual([]);
  expect(countPendingClaims(state)).toBe(2);
});

test("all decided rows but the newest three are collapsed", () => {
  const state = run(createReviewState(claims(6), 6), approve, approve, approve, approve, approve);
  expect(getVisibleClaims(state).map(({ id }) => id)).toEqual(["claim-003", "claim-004", "claim-005", "claim-006"]);
});

test("a list loaded before a decision does not bring its claim back", () => {
  const service = createTestReviewService(claims(3));
  const early = service.waiting();
  const asked = run(createReviewState(claims(3), 3), approve, { type: "sent" });
  const answered = run(asked, { type: "answered", result: service.decide(asked.queue[0] as QueuedRequest) });
  const state = run(answered, { type: "listed", claims: early, total: 3 });
  expect(projectStatus(state, state.claims[0] as never).state).toBe("approved");
  expect(countPendingClaims(state)).toBe(2);
});

test("the evidence of the next two decidable claims is prefetched", () => {
  const some = claims(5).map((claim, at) => (at === 1 ? { ...claim, may_decide: false } : claim));
  expect(getUpcomingClaims(createReviewState(some, 5), 2)).toEqual(["claim-003", "claim-004"]);
});

type Move = ReviewEvent | "send" | "answer" | "lose" | "list" | "meddle";
const moves: fc.Arbitrary<Move> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Move>(approve) },
  { weight: 2, arbitrary: fc.constant<Move>(reject) },
  {
    weight: 2,
    arbitrary: fc
      .integer({ min: 0, max: 1000 })
      .map((points): Move => ({ type: "decide", decision: { action: "approve", points } })),
  },
  { weight: 3, arbitrary: fc.constant<Move>({ type: "undo" }) },
  { weight: 3, arbitrary: fc.constantFrom<Move>({ type: "move", by: 1 }, { type: "move", by: -1 }) },
  { weight: 2, arbitrary: fc.boolean().map((extend): Move => ({ type: "choose", extend })) },
  { weight: 1, arbitrary: fc.constant<Move>({ type: "approve_chosen" }) },
  { weight: 6, arbitrary: fc.constantFrom<Move>("send", "answer", "answer", "list", "lose") },
);

/** Presses the keys against a service that answers at any time, then empties the queue. */
function play(pressed: readonly Move[], count: number) {
  const service = createTestReviewService(claims(count));
  let state = createReviewState(service.all(), count);
  const feedback: ReviewFeedback[] = [];
  const sent: number[] = [];
  let list = service.waiting();
  const act = (event: ReviewEvent) => {
    const stepped = reduceReview(state, event);
    state = stepped.state;
    feedback.push(...stepped.feedback);
  };
  let arrived: ReturnType<typeof service.decide> | null = null;
  const send = () => {
    const [request] = state.queue;
    if (!request || state.isSending) return;
    act({ type: "sent" });
    // A repeated request gets the same answer and takes effect once.
    if (sent.at(-1) === request.number && arrived) return;
    sent.push(request.number);
    arrived = service.decide(request);
  };
  const answer = () => {
    if (!state.isSending || !arrived) return;
    act({ type: "answered", result: arrived });
    arrived = null;
  };
  for (const move of pressed) {
    if (move === "send") send();
    else if (move === "answer") answer();
    else if (move === "lose") {
      if (state.isSending)
        act({ type: "failed", failure: { code: "lost", message: "", status: null }, isTransient: true });
    } else if (move === "list") {
      // The list was read earlier and arrives only now.
      act({ type: "listed", claims: list, total: list.length });
      list = service.waiting();
    } else if (move === "meddle") {
      const [claim] = service.waiting();
      if (claim) service.approveAsOther(claim.id);
    } else act(move);
  }
  for (let left = 500; state.queue.length > 0 && left > 0; left -= 1) {
    send();
    answer();
  }
  return { state, service, feedback, sent };
}

test("the service ends with exactly the pressed decisions, in order, for any order of answers", () => {
  fc.assert(
    fc.property(fc.array(moves, { maxLength: 120 }), fc.integer({ min: 1, max: 12 }), (pressed, count) => {
      const { state, service, feedback, sent } = play(pressed, count);
      expect(state.queue).toEqual([]);
      expect(sent).toEqual([...sent].sort((one, other) => one - other));
      expect(new Set(sent).size).toBe(sent.length);
      expect(feedback.filter(({ type }) => type === "refused" || type === "failed")).toEqual([]);
      const meant = new Map(claims(count).map(({ id }) => [id, "pending"]));
      for (const one of feedback) {
        if (one.type === "undone") for (const { id } of one.claims) meant.set(id, "pending");
        if (one.type !== "decided") continue;
        for (const claim of one.claims) {
          const wanted = one.decision;
          meant.set(claim.id, wanted.action === "reject" ? "rejected" : `approved ${wanted.points ?? claim.points}`);
        }
      }
      const came = service
        .all()
        .map(({ id, state: now, awarded }) => [id, awarded === null ? now : `${now} ${awarded}`]);
      expect(Object.fromEntries(came)).toEqual(Object.fromEntries(meant));
      for (const claim of state.claims) expect(projectStatus(state, claim).isConfirmed).toBe(true);
    }),
    { numRuns: 400 },
  );
});

test("beside another reviewer no claim is decided twice, and each refusal is shown once", () => {
  const meddled = fc.oneof({ weight: 6, arbitrary: moves }, { weight: 1, arbitrary: fc.constant<Move>("meddle") });
  fc.assert(
    fc.property(fc.array(meddled, { maxLength: 120 }), (pressed) => {
      const { state, service, feedback } = play(pressed, 8);
      expect(state.queue).toEqual([]);
      const ofBen = service.all().filter(({ decided_by: by }) => by?.id === "ben");
      const refused = feedback.filter(({ type }) => type === "refused");
      for (const one of refused) expect(one).toMatchObject({ code: "conflict" });
      for (const claim of ofBen) expect(claim.state).toBe("approved");
      const shown = run(state, { type: "listed", claims: service.waiting(), total: service.waiting().length });
      expect(countPendingClaims(shown)).toBe(service.waiting().length);
    }),
    { numRuns: 200 },
  );
});

/** The claims of a text on channels, with another text's claim between them. */
const claimsOfText = () => [
  createTestClaim(1, { submission_id: "text" }),
  createTestClaim(2),
  createTestClaim(3, { submission_id: "text", points: 30 }),
  createTestClaim(4, { submission_id: "text" }),
];
const rowsOf = (state: ReviewState) => getVisibleClaims(state).map(({ id }) => id);

test("the channels of one text are one row, which one key decides and one key takes back", () => {
  const state = createReviewState(claimsOfText(), 4);
  expect(rowsOf(state)).toEqual(["claim-001", "claim-002"]);
  const decided = run(state, approve);
  expect(decided.queue).toMatchObject([{ decisions: [{ id: "claim-001" }, { id: "claim-003" }, { id: "claim-004" }] }]);
  expect([rowsOf(decided), decided.cursor, countPendingClaims(decided)]).toEqual([
    ["claim-001", "claim-002"],
    "claim-002",
    1,
  ]);
  const undone = run(decided, { type: "undo" });
  expect([undone.queue, undone.cursor, countPendingClaims(undone)]).toEqual([[], "claim-001", 4]);
});

test("another reviewer's decision of a whole text is told once", () => {
  const service = createTestReviewService(claimsOfText());
  for (const id of ["claim-001", "claim-003", "claim-004"]) service.approveAsOther(id);
  const asked = run(createReviewState(claimsOfText(), 4), reject, { type: "sent" });
  const result = service.decide(asked.queue[0] as QueuedRequest);
  expect(result.refused).toHaveLength(3);
  const { feedback } = reduceReview(asked, { type: "answered", result });
  expect(feedback).toMatchObject([{ type: "refused", number: 1 }]);
});

test("a channel taken out of its text is decided alone, and the others stay one row", () => {
  const state = run(createReviewState(claimsOfText(), 4), { type: "split", id: "claim-001" });
  expect([rowsOf(state), state.cursor]).toEqual([["claim-001", "claim-002", "claim-003"], "claim-001"]);
  const decided = run(state, reject);
  expect(decided.queue).toMatchObject([{ decisions: [{ id: "claim-001", action: "reject" }] }]);
  const rest = run(decided, { type: "go", id: "claim-003" }, approve);
  expect(rest.queue[1]).toMatchObject({ decisions: [{ id: "claim-003" }, { id: "claim-004" }] });
});

test("a text is selected with all of its channels, and let go of with them", () => {
  const selected = run(createReviewState(claimsOfText(), 4), { type: "choose" });
  expect([...selected.selected]).toEqual(["claim-001", "claim-003", "claim-004"]);
  expect(run(selected, { type: "choose" }).selected.size).toBe(0);
});

test("a channel of the open text that is listed later joins its row, and the row stays open", () => {
  const [first, other, ...late] = claimsOfText();
  if (!first || !other) throw new Error("no claims");
  const state = run(createReviewState([other, ...late], 3), { type: "go", id: "claim-003" });
  const joined = run(state, { type: "listed", claims: [first, other, ...late], total: 4 });
  expect([rowsOf(joined), joined.cursor]).toEqual([["claim-001", "claim-002"], "claim-001"]);
});
