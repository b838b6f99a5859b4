import type { CheckPostsInput, PostWarning } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { parsePostParts } from "./post-parts.ts";
import { findPostWarnings } from "./post-warnings.ts";
import { requireScheduledFor } from "./require-scheduled-for.ts";
import { requireTargets } from "./require-targets.ts";

/**
 * Returns the warnings for posts that are not created yet.
 * @throws Refusal `invalid_request` for channels, a text or a time that a create would refuse.
 */
export async function checkPosts(
  tx: Tx,
  actor: Actor,
  input: CheckPostsInput,
  { clock }: Pick<Context, "clock">,
): Promise<PostWarning[]> {
  const now = clock.now();
  // A post from before the character limit is checked without the limit.
  const parts = parsePostParts(input, input.post_id === undefined ? undefined : Number.POSITIVE_INFINITY);
  if (!parts) throw new Refusal("invalid_request", "Send a text, or a thread of at least one part.", "text");
  const targets = await requireTargets(tx, actor, input.channels);
  const at = input.scheduled_for ? requireScheduledFor(input.scheduled_for, now) : now;
  const apart = input.post_id !== undefined && isUuid(input.post_id) ? input.post_id : null;
  return findPostWarnings(tx, actor, { parts, targets, at, apart });
}
