import type { BulkAnswer } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { inArray } from "#lib/service/db/drizzle.ts";
import { plannedParts } from "#lib/service/db/schema-planned-parts.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { addEvents } from "#lib/service/posts/events/record-post-events.ts";
import type { Stand } from "#lib/service/posts/state/post-action.ts";
import { closeKeptChange, type Kept, lockKeptChange, passOnVersions } from "./undo-records.ts";
import { lockPosts, noPost, type PostRow } from "#lib/service/posts/read/require-post.ts";
import { presentStanding, type Refused, refuse } from "#lib/service/posts/state/action-result.ts";
import { restored } from "#lib/service/posts/state/transitions.ts";
import { type Placed, writeStands } from "#lib/service/posts/state/save-post-snapshots.ts";

/**
 * Brings each post of a change back to exactly where it stood, unless it was changed or went out since. A scheduled post
 * whose time has passed meanwhile comes back as a draft: an undo sends nothing.
 * @throws Refusal `not_found` after a day; `conflict` for a change that was undone already.
 */
export async function undoChange(
  tx: Tx,
  actor: Actor,
  id: string,
  context: Pick<Context, "clock" | "wakeAt">,
): Promise<BulkAnswer> {
  const now = context.clock.now();
  const change = await lockKeptChange(tx, actor, id, now);
  const rows = await lockPosts(
    tx,
    actor,
    change.posts.map((kept) => kept.id),
  );
  const refused: Refused[] = [];
  const placed: (Placed & { kept: Kept })[] = [];
  for (const kept of change.posts) {
    const post = rows.get(kept.id);
    const why = whyNot(post, kept);
    if (why || !post) refused.push(refuse(kept.id, why ?? noPost(), post));
    else placed.push({ post, kept, next: backTo(kept.before, now) });
  }
  // A failure that comes back was told when it happened.
  await tx.client.query("set local postwright.quiet = 'on'");
  await writeParts(tx, placed);
  await writeStands(tx, placed, context);
  await addEvents(
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
    await closeKeptChange(tx, id, now);
    const versions = placed.map(({ post, kept }) => ({
      id: post.id,
      from: kept.was,
      to: post.version + 1,
    }));
    await passOnVersions(tx, actor, versions);
  }
  return {
    changed: placed.map(({ post, next, kept }) => ({
      ...presentStanding(post, next),
      ...(next.status !== kept.before.status && { note: "Its time has passed, so it came back as a draft." }),
    })),
    refused,
    undo: null,
    undo_until: null,
  };
}

function whyNot(post: PostRow | undefined, kept: Kept): Refusal | null {
  if (!post) return noPost();
  const { fence, isTakenDown } = kept.after;
  // What was taken down from its platform since stands where it stood.
  const version = kept.after.version + (post.takenDownAt !== null && !isTakenDown ? 1 : 0);
  // Taking a post that was put back on its way leaves the version as it is; the fence tells.
  if (post.version === version && post.fence === fence) return null;
  if (post.deletedAt !== null) return new Refusal("conflict", "It was deleted since.");
  if (post.status === "published") return new Refusal("conflict", "It has gone out.");
  if (post.status === "publishing") return new Refusal("conflict", "It is going out.");
  if (post.status === "failed") return new Refusal("conflict", "It was tried since, and failed.");
  return new Refusal("conflict", "It has changed since.");
}

function backTo(before: Stand, now: Date): Stand {
  return before.deletedAt === null ? { ...before, ...restored(before, now) } : before;
}

/** The plans as they were. */
async function writeParts(tx: Tx, placed: readonly (Placed & { kept: Kept })[]): Promise<void> {
  const planned = placed.filter(({ kept }) => kept.parts !== undefined);
  if (planned.length === 0) return;
  const ids = planned.map(({ kept }) => kept.id);
  await tx.delete(plannedParts).where(inArray(plannedParts.postId, ids));
  const rows = planned.flatMap(({ kept }) => (kept.parts ?? []).map((part) => ({ ...part, postId: kept.id })));
  await tx.insert(plannedParts).values(rows);
}
