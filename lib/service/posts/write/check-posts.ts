import type { CheckPosts, Warning } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { needTargets } from "./require-targets.ts";
import { readParts } from "./post-content.ts";
import { readSchedule } from "./parse-schedule.ts";
import { warnOf } from "./post-warnings.ts";

/**
 * What may be a slip in posts that are not created yet.
 * @throws Refusal `invalid_request` for channels, a text or a time that a create would refuse.
 */
export async function checkPosts(
  tx: Tx,
  actor: Actor,
  asked: CheckPosts,
  { clock }: Pick<Context, "clock">,
): Promise<Warning[]> {
  const now = clock.now();
  // A change of a post from before the limit is checked as it is.
  const parts = readParts(asked, asked.post_id === undefined ? undefined : Number.POSITIVE_INFINITY);
  if (!parts) throw new Refusal("invalid_request", "Send a text, or a thread of at least one part.", "text");
  const targets = await needTargets(tx, actor, asked.channels);
  const at = asked.scheduled_for ? readSchedule(asked.scheduled_for, now) : now;
  const apart = asked.post_id !== undefined && isUuid(asked.post_id) ? asked.post_id : null;
  return warnOf(tx, actor, { parts, targets, at, apart });
}
