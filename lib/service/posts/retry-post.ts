import type { RetryPost } from "#lib/contract/types";
import type { Actor } from "#lib/service/actor";
import type { Context } from "#lib/service/context";
import { and, eq, inArray } from "#lib/service/db/drizzle";
import { plannedParts } from "#lib/service/db/schema";
import type { Tx } from "#lib/service/db/tx";
import { Refusal } from "#lib/service/refusal";
import { addEvent } from "./add-event.ts";
import { changeState, stateOf } from "./change-state.ts";
import { lockPost, type PostRow } from "./need-post.ts";
import { move } from "./transitions.ts";

/**
 * Sends a failed post again, from the first part that is missing. Of an unconfirmed part only the member can say
 * whether it stands on the platform: `is_there` counts it as sent, `send_again` sends it once more.
 * @throws Refusal `not_found`; `conflict` unless the post failed; `invalid_request` when that word is missing.
 */
export async function retryPost(
  tx: Tx,
  actor: Actor,
  id: string,
  input: RetryPost,
  context: Pick<Context, "clock" | "wakeAt">,
): Promise<void> {
  const post = await lockPost(tx, actor, id);
  const next = move(stateOf(post), { is: "retry" }, context.clock.now());
  if (next instanceof Refusal) throw next;
  if (post.failureCause === "unconfirmed") await settleUnconfirmed(tx, post, input, context.clock.now());
  await changeState(tx, post, next, context);
  await addEvent(tx, actor, "retried", [post.id], context.clock, { unconfirmed: input.unconfirmed ?? null });
}

async function settleUnconfirmed(tx: Tx, post: PostRow, input: RetryPost, now: Date): Promise<void> {
  if (!input.unconfirmed) {
    const part = post.failurePart === null ? "A part" : `Part ${post.failurePart}`;
    const message = `${part} may already stand on the platform. Look there, then send unconfirmed as is_there or send_again.`;
    throw new Refusal("invalid_request", message, "unconfirmed");
  }
  const settled =
    input.unconfirmed === "is_there"
      ? ({ state: "sent", proof: "member", sentAt: now } as const)
      : ({ state: "waiting", startedAt: null } as const);
  await tx
    .update(plannedParts)
    .set(settled)
    .where(and(eq(plannedParts.postId, post.id), inArray(plannedParts.state, ["sending", "unknown"])));
}
