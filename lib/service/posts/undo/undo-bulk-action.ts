import type { BulkChangeResult } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { findDraftsOnlyRefusal } from "#lib/service/core/drafts-only.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { inArray } from "#lib/service/db/drizzle-exports.ts";
import { plannedParts } from "#lib/service/db/drizzle-tables.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { recordPostEvents } from "#lib/service/posts/events/record-post-events.ts";
import { lockPosts, type PostRow, postNotFound } from "#lib/service/posts/read/require-post.ts";
import type { PostSnapshot } from "#lib/service/posts/state/post-action-reducer.ts";
import {
  presentRefusedPost,
  presentUpdatedPost,
  type RefusedPost,
} from "#lib/service/posts/state/present-bulk-change.ts";
import { type PostWithNextState, saveManyPostStates } from "#lib/service/posts/state/save-many-post-states.ts";
import { formatDraftNote, restorePostState } from "#lib/service/posts/state/transitions.ts";
import { lockRestoredPosts } from "#lib/service/posts/submissions/lock-restored-posts.ts";
import { loadActionFacts } from "#lib/service/posts/write/action-facts.ts";
import { closeUndoRecord, lockUndoRecord, type UndoPost, updateUndoVersions } from "./undo-records.ts";

/**
 * Restores each post of a change to its exact earlier state, unless it was changed or published since. A scheduled post
 * whose time has passed, or whose channel is disconnected, becomes a draft: an undo publishes nothing.
 * @throws Refusal `not_found` after a day; `conflict` for a change that was undone already.
 */
export async function undoBulkAction(
  tx: Tx,
  actor: Actor,
  id: string,
  context: Pick<Context, "clock" | "wakeAt">,
): Promise<BulkChangeResult> {
  const now = context.clock.now();
  const change = await lockUndoRecord(tx, actor, id, now);
  const restored = change.posts.filter(({ before }) => before.deletedAt === null).map(({ id: postId }) => postId);
  const second = await lockRestoredPosts(tx, actor, restored);
  const { rows, refusals } = await lockPosts(
    tx,
    actor,
    change.posts.map((undoPost) => undoPost.id),
  );
  const facts = await loadActionFacts(tx, actor, [...rows.values()], "restore");
  const refused: RefusedPost[] = [];
  const placed: (PostWithNextState & { undoPost: UndoPost })[] = [];
  for (const undoPost of change.posts) {
    const post = rows.get(undoPost.id);
    const next = toUndoneSnapshot(undoPost.before, now, post !== undefined && facts.isDisconnected(post));
    const why =
      refusals.get(undoPost.id) ??
      getUndoRefusal(post, undoPost) ??
      second.get(undoPost.id) ??
      (post ? findDraftsOnlyRefusal(actor, post.status, next.status) : null);
    if (why || !post) refused.push(presentRefusedPost(undoPost.id, why ?? postNotFound(), post));
    else placed.push({ post, undoPost, next });
  }
  // A restored failure was notified when it happened.
  await tx.client.query("set local postwright.quiet = 'on'");
  await writeParts(tx, placed);
  await saveManyPostStates(tx, placed, context);
  await recordPostEvents(
    tx,
    actor,
    placed.map(({ post, next }) => ({
      postId: post.id,
      kind: "undone",
      detail: { action: change.action, from: post.status, status: next.status },
    })),
    context.clock,
  );
  if (placed.length > 0) {
    await closeUndoRecord(tx, id, now);
    const versions = placed.map(({ post, undoPost }) => ({
      id: post.id,
      from: undoPost.was,
      to: post.version + 1,
    }));
    await updateUndoVersions(tx, actor, versions);
  }
  return {
    changed: placed.map(({ post, next, undoPost }) => ({
      ...presentUpdatedPost(post, next),
      ...(next.status !== undoPost.before.status && { note: formatDraftNote(undoPost.before, now) }),
    })),
    refused,
    undo: null,
    undo_until: null,
  };
}

function getUndoRefusal(post: PostRow | undefined, undoPost: UndoPost): Refusal | null {
  if (!post) return postNotFound();
  const { fence, isTakenDown } = undoPost.after;
  // A takedown from the platform since then adds one to the version and leaves the state as it was.
  const version = undoPost.after.version + (post.takenDownAt !== null && !isTakenDown ? 1 : 0);
  // A worker that leases a restored post leaves the version unchanged; the fence changes.
  if (post.version === version && post.fence === fence) return null;
  if (post.deletedAt !== null) return new Refusal("conflict", "It was deleted since.");
  if (post.status === "published") return new Refusal("conflict", "It was published.");
  if (post.status === "publishing") return new Refusal("conflict", "It is being published.");
  if (post.status === "failed") return new Refusal("conflict", "It was sent since and failed.");
  return new Refusal("conflict", "It has changed since.");
}

function toUndoneSnapshot(before: PostSnapshot, now: Date, isDisconnected: boolean): PostSnapshot {
  return before.deletedAt === null ? { ...before, ...restorePostState(before, now, isDisconnected) } : before;
}

/** Writes the earlier plans back. */
async function writeParts(tx: Tx, placed: readonly (PostWithNextState & { undoPost: UndoPost })[]): Promise<void> {
  const planned = placed.filter(({ undoPost }) => undoPost.parts !== undefined);
  if (planned.length === 0) return;
  const ids = planned.map(({ undoPost }) => undoPost.id);
  await tx.delete(plannedParts).where(inArray(plannedParts.postId, ids));
  const rows = planned.flatMap(({ undoPost }) =>
    (undoPost.parts ?? []).map((part) => ({ ...part, postId: undoPost.id })),
  );
  await tx.insert(plannedParts).values(rows);
}
