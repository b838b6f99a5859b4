import type { BulkAnswer, BulkChange } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { applyChanges, type Decided, decideFor } from "./apply-actions.ts";
import { type Facts, readFacts } from "./action-facts.ts";
import { type Doing, standOf } from "#lib/service/posts/state/post-action.ts";
import { type Kept, keepChange } from "#lib/service/posts/undo/undo-records.ts";
import { lockAlsoDeleted, lockPosts, noPost, type PostRow } from "#lib/service/posts/read/require-post.ts";
import { makeDoingOf, readWanted, type Wanted } from "./bulk-action-request.ts";
import { presentStanding, type Refused, refuse } from "#lib/service/posts/state/action-result.ts";
import { readStandingPublished } from "#lib/service/posts/standing-published.ts";

/**
 * Does one thing to up to 1,000 posts of the member. Each is done or refused by itself; all that was done is one
 * transaction, and what it needs to be undone is kept with it.
 * @throws Refusal `invalid_request` for a change that can't be meant as a whole, or a filter that picks too many.
 */
export async function changePosts(
  tx: Tx,
  actor: Actor,
  input: BulkChange,
  context: Pick<Context, "clock" | "wakeAt" | "connectorFor">,
): Promise<BulkAnswer> {
  const wanted = await readWanted(tx, actor, input, context.clock);
  const ids = wanted.map(({ id }) => id);
  const rows = await lockPosts(tx, actor, ids);
  const now = context.clock.now();
  const doingOf = makeDoingOf(input, [...rows.values()].map(standOf), now);
  const facts = await readFacts(tx, [...rows.values()], input.action);
  const refused: Refused[] = [];
  const changed: Decided[] = [];
  for (const one of wanted) {
    const post = rows.get(one.id);
    const decided = decideOne(one, post, doingOf, facts, now);
    if (decided instanceof Refusal) refused.push(refuse(one.id, decided, post));
    else changed.push(decided);
  }
  const kept = changed.map(({ post }) => keptOf(post, facts));
  await applyChanges(tx, actor, changed, facts, context);
  const { undo, until } = await keepChange(tx, actor, { input, kept, now }, context.clock);
  const published = input.action === "delete" ? await readStandingPublished(tx, changed, context.connectorFor) : null;
  return {
    changed: changed.map((one) => ({
      ...presentStanding(one.post, one.next),
      ...noteOf(one),
      ...published?.get(one.post.id),
    })),
    refused,
    undo,
    undo_until: until?.toISOString() ?? null,
  };
}

/**
 * Does it to one post, without anything to undo it by.
 * @throws Refusal `not_found`, and whatever refuses the change.
 */
export async function changeOne(
  tx: Tx,
  actor: Actor,
  id: string,
  doing: Doing,
  context: Pick<Context, "clock" | "wakeAt">,
): Promise<void> {
  const post = await lockAlsoDeleted(tx, actor, id);
  const facts = await readFacts(tx, [post], doing.is);
  const decided = decideFor(post, doing, facts, context.clock.now());
  if (decided instanceof Refusal) throw decided;
  await applyChanges(tx, actor, [decided], facts, context);
}

function decideOne(
  wanted: Wanted,
  post: PostRow | undefined,
  doingOf: ReturnType<typeof makeDoingOf>,
  facts: Facts,
  now: Date,
): Decided | Refusal {
  if (!post) return noPost();
  const doing = doingOf(wanted, standOf(post));
  const isThere = post.deletedAt === null || (!(doing instanceof Refusal) && doing.is === "restore");
  if (!isThere) return noPost();
  if (doing instanceof Refusal) return doing;
  if (wanted.version !== null && wanted.version !== post.version) {
    const message = `The post has changed: it is at version ${post.version}, not ${wanted.version}.`;
    return new Refusal("conflict", message, "version");
  }
  return decideFor(post, doing, facts, now);
}

function keptOf(post: PostRow, facts: Facts): Kept {
  const parts = facts.partsOf(post.id);
  return {
    id: post.id,
    was: post.version,
    after: { version: post.version + 1, fence: post.fence, isTakenDown: post.takenDownAt !== null },
    before: standOf(post),
    ...(parts.length > 0 && { parts: parts.map(({ postId: _, ...part }) => part) }),
  };
}

function noteOf({ post, next, doing }: Decided): { note?: string } {
  const isLate = doing.is === "restore" && post.status === "scheduled" && next.status === "draft";
  return isLate ? { note: "Its time has passed, so it came back as a draft." } : {};
}
