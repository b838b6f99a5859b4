import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type PostStatus, postStatuses } from "#lib/contract/resources/post-statuses.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import {
  isEditableStatus,
  nextStatuses,
  type PostState,
  type PostTransition,
  restorePostState,
  transitionPost,
} from "./transitions.ts";

const now = new Date("2026-11-21T10:00:00Z");
const later = new Date("2026-11-22T10:00:00Z");

/** The table of the API's description, written a second time on purpose. */
const allowed: [PostStatus, PostStatus][] = [
  ["draft", "scheduled"],
  ["draft", "publishing"],
  ["scheduled", "scheduled"],
  ["scheduled", "publishing"],
  ["scheduled", "draft"],
  ["scheduled", "canceled"],
  ["publishing", "published"],
  ["publishing", "failed"],
  ["failed", "publishing"],
  ["failed", "draft"],
  ["failed", "scheduled"],
  ["canceled", "draft"],
  ["canceled", "scheduled"],
];

const events: PostTransition[] = [
  { type: "publish" },
  { type: "schedule", at: later },
  { type: "take_back" },
  { type: "cancel" },
  { type: "retry" },
];
const event = fc.oneof(
  fc.constantFrom(...events),
  fc
    .date({ min: now, max: new Date("2028-01-01"), noInvalidDate: true })
    .map((at): PostTransition => ({ type: "schedule", at })),
);
const stateOf = (status: PostStatus): PostState => ({
  status,
  scheduledFor: status === "scheduled" ? later : null,
  dueAt: status === "scheduled" ? later : status === "publishing" ? now : null,
});

describe("a post's status", () => {
  test("the status changes only as documented", () => {
    const table = postStatuses.flatMap((from) => nextStatuses[from].map((to) => [from, to]));
    expect(table.sort()).toEqual([...allowed].sort());
  });

  test("any sequence of events leads to a status of the table, with the matching due time", () => {
    fc.assert(
      fc.property(fc.constantFrom(...postStatuses), fc.array(event, { maxLength: 30 }), (first, sequence) => {
        let state = stateOf(first);
        for (const one of sequence) {
          const next = transitionPost(state, one, now);
          if (next instanceof Refusal) {
            expect(next.code).toBe("conflict");
            continue;
          }
          expect(allowed).toContainEqual([state.status, next.status]);
          const isDue = next.status === "scheduled" || next.status === "publishing";
          expect(next.dueAt !== null).toBe(isDue);
          if (next.status === "scheduled") expect(next.dueAt).toEqual(next.scheduledFor);
          if (next.status === "publishing") expect(next.dueAt).toEqual(now);
          if (next.status === "draft") expect(next.scheduledFor).toBeNull();
          state = next;
        }
      }),
    );
  });

  test("a published post stays published, and only a worker ends publishing", () => {
    for (const one of events) {
      expect(transitionPost(stateOf("published"), one, now)).toBeInstanceOf(Refusal);
      expect(transitionPost(stateOf("publishing"), one, now)).toBeInstanceOf(Refusal);
    }
    expect(postStatuses.filter((status) => !isEditableStatus(status))).toEqual(["publishing", "published"]);
  });

  test("a partly published thread is continued or stays failed, and never becomes a draft", () => {
    fc.assert(
      fc.property(event, fc.integer({ min: 1, max: 100 }), (one, fixed) => {
        const failed = { ...stateOf("failed"), scheduledFor: later };
        const next = transitionPost(failed, one, now, fixed);
        const goesOn = one.type === "retry" || one.type === "publish";
        if (goesOn) expect(next).toEqual({ status: "publishing", scheduledFor: later, dueAt: now });
        else expect(next).toMatchObject({ code: "conflict" });
      }),
    );
  });

  test("only a failed post is sent again", () => {
    const retried = postStatuses.filter(
      (status) => !(transitionPost(stateOf(status), { type: "retry" }, now) instanceof Refusal),
    );
    expect(retried).toEqual(["failed"]);
  });
});

describe("a restored post", () => {
  test("a restored post keeps its status; a scheduled one whose time has passed becomes a draft that is not due", () => {
    expect(restorePostState(stateOf("scheduled"), now)).toEqual({
      status: "scheduled",
      scheduledFor: later,
      dueAt: later,
    });
    expect(restorePostState(stateOf("scheduled"), later)).toEqual({ status: "draft", scheduledFor: null, dueAt: null });
    for (const status of ["draft", "published", "failed", "canceled"] as const) {
      expect(restorePostState(stateOf(status), now)).toMatchObject({ status, dueAt: null });
    }
  });
});
