import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { type PostRow, postNotFound } from "#lib/service/posts/read/require-post.ts";
import { type PostTransition, restorePostState, transitionPost } from "./transitions.ts";

/** The state of a post that an action changes and an undo restores. */
export type PostSnapshot = Pick<
  PostRow,
  "status" | "scheduledFor" | "dueAt" | "attempts" | "error" | "failureCause" | "failurePart" | "deletedAt" | "delivery"
>;

/** An action on one post. `graceMs`: nothing is sent before it ends, so that the action can be undone. */
export type PostAction =
  | { type: "restore" | "cancel" | "draft" }
  /** `takenBack`: the text is in its author's editor again. */
  | { type: "delete"; takenBack?: boolean }
  | { type: "schedule"; at: Date }
  | { type: "publish"; graceMs: number }
  | { type: "retry"; graceMs: number; unconfirmed: "is_there" | "send_again" | null; url?: string | undefined };

const restorableMs = serverOnlyLimits.restorableDays * 86_400_000;

/**
 * Returns the post's state after an action, or the refusal when its state forbids the action.
 * @param fixed see `transitionPost`.
 * @param isDisconnected whether nothing is sent on its channel any more
 */
export function reducePostAction(
  post: PostSnapshot,
  action: PostAction,
  now: Date,
  { fixed = 0, isDisconnected = false } = {},
): PostSnapshot | Refusal {
  if (action.type === "restore") return decideRestore(post, now, isDisconnected);
  if (post.deletedAt !== null) return postNotFound();
  switch (action.type) {
    case "delete":
      if (post.status === "publishing") {
        return new Refusal("conflict", "The post is being published. Delete it afterwards.");
      }
      return { ...post, deletedAt: now, dueAt: null };
    case "cancel":
      return applyTransition(post, { type: "cancel" }, now);
    case "draft":
      return applyTransition(post, { type: "take_back" }, now, fixed);
    case "schedule":
      // An edit schedules it with its new text; the text that failed is not sent again by a new time alone.
      if (post.status === "failed") {
        return new Refusal("conflict", "A post that is failed can't be scheduled.");
      }
      return applyTransition(post, { type: "schedule", at: action.at }, now);
    case "publish":
      return decidePublish(post, action.graceMs, now);
    case "retry":
      return decideRetry(post, action, now);
    default:
      return action.type satisfies never;
  }
}

function decideRestore(post: PostSnapshot, now: Date, isDisconnected: boolean): PostSnapshot | Refusal {
  if (post.deletedAt === null) return new Refusal("conflict", "The post is not deleted.");
  if (now.getTime() - post.deletedAt.getTime() > restorableMs) return postNotFound();
  return { ...post, ...restorePostState(post, now, isDisconnected), deletedAt: null };
}

/**
 * Decides a publish action. Until its grace ends, a post to publish now is scheduled like any other: it can be edited,
 * canceled and deleted.
 */
function decidePublish(post: PostSnapshot, graceMs: number, now: Date): PostSnapshot | Refusal {
  if (post.status === "failed") {
    return new Refusal("conflict", "Retry a failed post instead: it sends the missing parts.");
  }
  const next = applyTransition(post, { type: "publish" }, now);
  if (next instanceof Refusal || graceMs === 0) return next;
  const at = new Date(now.getTime() + graceMs);
  return { ...next, status: "scheduled", scheduledFor: at, dueAt: at };
}

function decideRetry(
  post: PostSnapshot,
  action: Extract<PostAction, { type: "retry" }>,
  now: Date,
): PostSnapshot | Refusal {
  const next = applyTransition(post, { type: "retry" }, new Date(now.getTime() + action.graceMs));
  if (next instanceof Refusal || post.failureCause !== "unconfirmed") return next;
  if (action.unconfirmed === "send_again" && post.scheduledFor !== null && post.scheduledFor > now) {
    // The post was looked up before its time, after a restore of a backup: its scheduled time stays.
    return { ...next, status: "scheduled", dueAt: post.scheduledFor };
  }
  if (action.unconfirmed) return next;
  const part = post.failurePart === null ? "A part" : `Part ${post.failurePart}`;
  const message = `${part} may already be on the platform. Check there, then send unconfirmed as is_there or send_again.`;
  return new Refusal("invalid_request", message, "unconfirmed");
}

/** Applies a transition; the data of an earlier failure is cleared once the post is no longer failed. */
function applyTransition(post: PostSnapshot, event: PostTransition, now: Date, fixed = 0): PostSnapshot | Refusal {
  const next = transitionPost(post, event, now, fixed);
  if (next instanceof Refusal) return next;
  const cleared = next.status === "failed" ? {} : { error: null, failureCause: null, failurePart: null, attempts: 0 };
  return { ...post, ...cleared, ...next };
}

/** Returns the part of a row that an undo restores. */
export function toPostSnapshot(post: PostRow): PostSnapshot {
  const { status, scheduledFor, dueAt, attempts, error, failureCause, failurePart, deletedAt, delivery } = post;
  return { status, scheduledFor, dueAt, attempts, error, failureCause, failurePart, deletedAt, delivery };
}
