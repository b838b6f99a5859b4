import type { BulkChange } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import type { PostRow } from "#lib/service/posts/read/require-post.ts";
import { type PostSnapshot, toPostSnapshot } from "#lib/service/posts/state/post-action-reducer.ts";
import type { PlannedPart } from "#lib/service/posts/write/action-facts.ts";

/** One post of a change: its state before, and the data that detects a later change. */
export type UndoPost = {
  id: string;
  /** The version before the change. */
  was: number;
  after: { version: number; fence: number; isTakenDown: boolean };
  before: PostSnapshot;
  /** Its plan, if there was one. */
  parts?: Omit<PlannedPart, "postId">[];
};

/** Describes a locked post before a change that raises its version by one. */
export function toUndoPost(post: PostRow, parts: readonly PlannedPart[] = []): UndoPost {
  return {
    id: post.id,
    was: post.version,
    after: { version: post.version + 1, fence: post.fence, isTakenDown: post.takenDownAt !== null },
    before: toPostSnapshot(post),
    ...(parts.length > 0 && { parts: parts.map(({ postId: _, ...part }) => part) }),
  };
}

/** A change that can be undone: an action, or other channels of a submission. */
type UndoableAction = BulkChange["action"] | "channels";

export type UndoRecord = { id: string; action: UndoableAction; posts: UndoPost[] };

/** The time in which a change can be undone, unless its posts have been published before. */
const retentionMs = 86_400_000;

/** Stores the data for an undo in the change's own transaction. A change without effect stores nothing. */
export async function saveUndoRecord(
  tx: Tx,
  actor: Actor,
  action: {
    input: { action: UndoableAction; grace_seconds?: number | undefined };
    undoPosts: readonly UndoPost[];
    now: Date;
  },
  clock: Clock,
): Promise<{ undo: string | null; until: Date | null }> {
  const { input, undoPosts, now } = action;
  if (undoPosts.length === 0) return { undo: null, until: null };
  const id = clock.newId();
  await tx.client.query(
    "insert into post_changes (id, member_id, action, before, created_at) values ($1, $2, $3, $4, $5)",
    [id, actor.memberId, input.action, JSON.stringify(undoPosts), now],
  );
  const isSent = input.action === "publish" || input.action === "retry";
  const forMs = isSent ? (input.grace_seconds ?? 0) * 1000 : retentionMs;
  return { undo: id, until: new Date(now.getTime() + forMs) };
}

/**
 * Returns the member's change, locked until the transaction ends.
 * @throws Refusal `not_found` after a day; `conflict` for a change that was undone.
 */
export async function lockUndoRecord(tx: Tx, actor: Actor, id: string, now: Date): Promise<UndoRecord> {
  const none = new Refusal("not_found", "The change was not found. A change can be undone for a day.");
  if (!isUuid(id)) throw none;
  const { rows } = await tx.client.query(
    `select action, before, undone_at from post_changes
     where id = $1 and member_id = $2 and created_at > $3 for update`,
    [id, actor.memberId, new Date(now.getTime() - retentionMs)],
  );
  const row = rows[0];
  if (!row) throw none;
  if (row.undone_at !== null) throw new Refusal("conflict", "This change was already undone.");
  const instantIn = (text: string | null) => (text === null ? null : new Date(text));
  const posts = (row.before as UndoPost[]).map((undoPost): UndoPost => {
    const { scheduledFor, dueAt, deletedAt } = undoPost.before as unknown as Record<string, string | null>;
    const times = {
      scheduledFor: instantIn(scheduledFor ?? null),
      dueAt: instantIn(dueAt ?? null),
      deletedAt: instantIn(deletedAt ?? null),
    };
    return {
      ...undoPost,
      before: { ...undoPost.before, ...times },
      ...(undoPost.parts && { parts: undoPost.parts.map(partOf) }),
    };
  });
  return { id, action: row.action, posts };
}

function partOf(part: Omit<PlannedPart, "postId">): Omit<PlannedPart, "postId"> {
  const { startedAt, sentAt, removedAt, plannedAt } = part;
  const times = {
    startedAt: startedAt && new Date(startedAt),
    sentAt: sentAt && new Date(sentAt),
    removedAt: removedAt && new Date(removedAt),
    // Records stored by an earlier version lack this field.
    sentBefore: (part.sentBefore ?? []).map((at) => new Date(at)),
  };
  return { ...part, ...times, plannedAt: new Date(plannedAt) };
}

/** The most recent changes of a member that can still be undone. */
const chained = 20;

/**
 * Updates versions after an undo: a restored post has its earlier state at a later version, so that the change before
 * can be undone next. Otherwise a second Ctrl Z would report that the post has changed since.
 */
export async function updateUndoVersions(
  tx: Tx,
  actor: Actor,
  undone: readonly { id: string; from: number; to: number }[],
): Promise<void> {
  if (undone.length === 0) return;
  await tx.client.query(
    `with latest as (
       select id from post_changes where member_id = $1 and undone_at is null
       order by created_at desc limit ${chained} for update skip locked)
     update post_changes set before = (
       select jsonb_agg(case when u.id is null then kept else jsonb_set(kept, '{after,version}', to_jsonb(u.next)) end order by place)
       from jsonb_array_elements(before) with ordinality as one (kept, place)
         left join unnest($2::text[], $3::int[], $4::int[]) as u (id, former, next)
           on u.id = kept->>'id' and u.former = (kept->'after'->>'version')::int)
     where id in (select id from latest)`,
    [actor.memberId, undone.map(({ id }) => id), undone.map(({ from }) => from), undone.map(({ to }) => to)],
  );
}

/** Marks a change as undone: a second undo would restore the state of the first one. */
export async function closeUndoRecord(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.client.query("update post_changes set undone_at = $2 where id = $1", [id, now]);
}
