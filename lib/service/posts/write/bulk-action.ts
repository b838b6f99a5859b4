import type { BulkChange, BulkChangeResult } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import {
  lockPostIncludingDeleted,
  lockPosts,
  type PostRow,
  postNotFound,
} from "#lib/service/posts/read/require-post.ts";
import { presentRefusedPost, presentUpdatedPost, type RefusedPost } from "#lib/service/posts/state/action-result.ts";
import { type PostAction, toPostSnapshot } from "#lib/service/posts/state/post-action.ts";
import type { PostSnapshotUpdate } from "#lib/service/posts/state/save-post-snapshots.ts";
import { saveUndoRecord, type UndoPost } from "#lib/service/posts/undo/undo-records.ts";
import { type ActionFacts, loadActionFacts } from "./action-facts.ts";
import { type AcceptedAction, applyActions, decideAction } from "./apply-actions.ts";
import { createActionResolver, type RequestedPost, resolveRequestedPosts } from "./bulk-action-request.ts";

/**
 * Applies one action to up to 1,000 posts of the member. Each post succeeds or is refused alone; all successes are one
 * transaction, which also stores the data for an undo.
 * @throws Refusal `invalid_request` for an invalid request as a whole, or a filter that matches too many.
 */
export async function applyBulkAction(
  tx: Tx,
  actor: Actor,
  input: BulkChange,
  context: Pick<Context, "clock" | "wakeAt" | "connectorFor">,
): Promise<BulkChangeResult> {
  const wanted = await resolveRequestedPosts(tx, actor, input, context.clock);
  const ids = wanted.map(({ id }) => id);
  const rows = await lockPosts(tx, actor, ids);
  const now = context.clock.now();
  const doingOf = createActionResolver(input, [...rows.values()].map(toPostSnapshot), now);
  const facts = await loadActionFacts(tx, [...rows.values()], input.action);
  const refused: RefusedPost[] = [];
  const changed: AcceptedAction[] = [];
  for (const one of wanted) {
    const post = rows.get(one.id);
    const decided = decideRequestedPost(one, post, doingOf, facts, now);
    if (decided instanceof Refusal) refused.push(presentRefusedPost(one.id, decided, post));
    else changed.push(decided);
  }
  const kept = changed.map(({ post }) => toUndoPost(post, facts));
  await applyActions(tx, actor, changed, facts, context);
  const { undo, until } = await saveUndoRecord(tx, actor, { input, kept, now }, context.clock);
  const published = input.action === "delete" ? await getLivePublishedPosts(tx, changed, context.connectorFor) : null;
  return {
    changed: changed.map((one) => ({
      ...presentUpdatedPost(one.post, one.next),
      ...noteOf(one),
      ...published?.get(one.post.id),
    })),
    refused,
    undo,
    undo_until: until?.toISOString() ?? null,
  };
}

/**
 * Applies an action to one post, without an undo.
 * @throws Refusal `not_found`, and any refusal of the action.
 */
export async function applyPostAction(
  tx: Tx,
  actor: Actor,
  id: string,
  doing: PostAction,
  context: Pick<Context, "clock" | "wakeAt">,
): Promise<void> {
  const post = await lockPostIncludingDeleted(tx, actor, id);
  const facts = await loadActionFacts(tx, [post], doing.type);
  const decided = decideAction(post, doing, facts, context.clock.now());
  if (decided instanceof Refusal) throw decided;
  await applyActions(tx, actor, [decided], facts, context);
}

function decideRequestedPost(
  wanted: RequestedPost,
  post: PostRow | undefined,
  doingOf: ReturnType<typeof createActionResolver>,
  facts: ActionFacts,
  now: Date,
): AcceptedAction | Refusal {
  if (!post) return postNotFound();
  const doing = doingOf(wanted, toPostSnapshot(post));
  const isThere = post.deletedAt === null || (!(doing instanceof Refusal) && doing.type === "restore");
  if (!isThere) return postNotFound();
  if (doing instanceof Refusal) return doing;
  if (wanted.version !== null && wanted.version !== post.version) {
    const message = `The post has changed: it is at version ${post.version}, not ${wanted.version}.`;
    return new Refusal("conflict", message, "version");
  }
  return decideAction(post, doing, facts, now);
}

function toUndoPost(post: PostRow, facts: ActionFacts): UndoPost {
  const parts = facts.partsOf(post.id);
  return {
    id: post.id,
    was: post.version,
    after: { version: post.version + 1, fence: post.fence, isTakenDown: post.takenDownAt !== null },
    before: toPostSnapshot(post),
    ...(parts.length > 0 && { parts: parts.map(({ postId: _, ...part }) => part) }),
  };
}

function noteOf({ post, next, doing }: AcceptedAction): { note?: string } {
  const isLate = doing.type === "restore" && post.status === "scheduled" && next.status === "draft";
  return isLate ? { note: "Its time has passed, so it is now a draft." } : {};
}

/**
 * Returns the published ones among these posts that are still live, with their address and whether we can take them
 * down.
 */
async function getLivePublishedPosts(
  tx: Tx,
  placed: readonly PostSnapshotUpdate[],
  connectorFor: Context["connectorFor"],
): Promise<Map<string, { channel: string; published_urls: string[]; take_down: boolean }>> {
  const ids = placed.filter(({ post }) => post.status === "published" && !post.takenDownAt).map(({ post }) => post.id);
  if (ids.length === 0) return new Map();
  const { rows } = await tx.client.query<{
    id: string;
    platform: string;
    practice: boolean;
    is_connected: boolean;
    urls: string[] | null;
  }>(
    `select p.id, p.platform, c.practice, c.removed_at is null as is_connected,
       array_agg(part.url order by part.number) filter (where part.url is not null and part.removed_at is null) as urls
     from posts p join channels c on c.id = p.channel_id
       left join planned_parts part on part.post_id = p.id and part.state = 'sent'
     where p.id = any($1) group by p.id, c.id`,
    [ids],
  );
  return new Map(
    rows.map(({ id, platform, practice, is_connected, urls }) => {
      const canRemove = connectorFor({ platform, practice })?.remove.can ?? false;
      return [id, { channel: platform, published_urls: urls ?? [], take_down: is_connected && canRemove }];
    }),
  );
}
