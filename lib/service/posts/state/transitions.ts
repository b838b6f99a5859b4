import type { PostStatus } from "#lib/contract/resources/post-statuses.ts";
import { Refusal } from "#lib/service/core/refusal.ts";

/** All changes of a post's status. Deletion is not one: a deleted post keeps its status. */
export const nextStatuses: Record<PostStatus, readonly PostStatus[]> = {
  draft: ["scheduled", "publishing"],
  scheduled: ["scheduled", "publishing", "draft", "canceled"],
  publishing: ["published", "failed"],
  published: [],
  failed: ["publishing", "draft", "scheduled"],
  canceled: ["draft", "scheduled"],
};

/** The input of a transition. `dueAt` is the next attempt of a worker; null when there is none. */
export type PostState = { status: PostStatus; scheduledFor: Date | null; dueAt: Date | null };

export type PostTransition =
  | { type: "publish" }
  | { type: "schedule"; at: Date }
  | { type: "take_back" }
  | { type: "cancel" }
  | { type: "retry" };

/**
 * Returns a post's state after a member's action; a Refusal when the state forbids the action.
 * @param fixed number of first parts that are published, or may be. Such a post can only continue: `publish` also sends
 * just the missing parts and keeps the planned time.
 */
export function transitionPost(state: PostState, event: PostTransition, now: Date, fixed = 0): PostState | Refusal {
  if (fixed > 0 && state.status === "failed") {
    if (event.type === "publish") return transitionPost(state, { type: "retry" }, now);
    if (event.type === "take_back" || event.type === "schedule")
      return new Refusal("conflict", `${formatPublishedParts(fixed)} ${onlyOn}`);
  }
  const next = after(state, event, now);
  if (event.type === "retry" && state.status !== "failed") {
    return new Refusal("conflict", `Only a failed post can be sent again; this one is ${state.status}.`);
  }
  return nextStatuses[state.status].includes(next.status) ? next : refusedMove(state.status, event);
}

function after(state: PostState, event: PostTransition, now: Date): PostState {
  switch (event.type) {
    // The planned time becomes now: a draft of last month then appears in the calendar on the day it was published.
    case "publish":
      return { status: "publishing", scheduledFor: now, dueAt: now };
    case "schedule":
      return { status: "scheduled", scheduledFor: event.at, dueAt: event.at };
    case "take_back":
      return { status: "draft", scheduledFor: null, dueAt: null };
    case "cancel":
      return { status: "canceled", scheduledFor: state.scheduledFor, dueAt: null };
    case "retry":
      return { status: "publishing", scheduledFor: state.scheduledFor, dueAt: now };
    default:
      return event satisfies never;
  }
}

const onlyOn = "It can be continued or taken down, but not returned to drafts or scheduled.";

/** Names the first parts of a post, which can't be changed any more. */
export function formatPublishedParts(fixed: number): string {
  return fixed === 1
    ? "Part 1 of the post is live or may be live."
    : `Parts 1 to ${fixed} of the post are live or may be live.`;
}

const transitionLabels: Record<PostTransition["type"], string> = {
  publish: "published",
  schedule: "scheduled",
  take_back: "returned to drafts",
  cancel: "canceled",
  retry: "sent again",
};

function refusedMove(status: PostStatus, event: PostTransition): Refusal {
  return new Refusal("conflict", `A post that is ${status} can't be ${transitionLabels[event.type]}.`);
}

/** Returns true while the author may change the text: no part of it has been sent. */
export function isEditableStatus(status: PostStatus): boolean {
  return status !== "publishing" && status !== "published";
}

/**
 * Returns the state of a restored post: a scheduled one whose time has passed or whose channel is disconnected becomes a
 * draft, all others stay as they were.
 */
export function restorePostState(state: PostState, now: Date, isDisconnected = false): PostState {
  if (state.status !== "scheduled") return { ...state, dueAt: null };
  if (isDisconnected || isPast(state, now)) return { status: "draft", scheduledFor: null, dueAt: null };
  return { ...state, dueAt: state.scheduledFor };
}

const isPast = ({ scheduledFor }: Pick<PostState, "scheduledFor">, now: Date) =>
  scheduledFor === null || scheduledFor <= now;

/** Says why a restored post is a draft and was scheduled before. */
export function formatDraftNote(before: Pick<PostState, "scheduledFor">, now: Date): string {
  return `${isPast(before, now) ? "Its time has passed" : "Its channel is disconnected"}, so it is now a draft.`;
}
