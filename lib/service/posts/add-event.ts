import type { Actor } from "#lib/service/actor";
import type { Clock } from "#lib/service/clock";
import { postEvents } from "#lib/service/db/schema";
import type { Tx } from "#lib/service/db/tx";

/** What a member can do to a post; delivery adds its own kinds. */
export type MemberEvent = "created" | "edited" | "scheduled" | "canceled" | "deleted" | "restored" | "retried";

/** Adds to the posts' timelines that a member did something. `detail` holds facts, never the text of a post. */
export async function addEvent(
  tx: Tx,
  actor: Actor,
  kind: MemberEvent,
  postIds: readonly string[],
  clock: Clock,
  detail: Record<string, string | number | null> = {},
): Promise<void> {
  const at = clock.now();
  await tx
    .insert(postEvents)
    .values(postIds.map((postId) => ({ id: clock.newId(), postId, at, kind, memberId: actor.memberId, detail })));
}
