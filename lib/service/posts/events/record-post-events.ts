import type { Actor } from "#lib/service/core/actor.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { postEvents } from "#lib/service/db/schema.ts";
import type { Tx } from "#lib/service/db/transaction.ts";

/** Kinds of a member's action on a post; delivery adds its own kinds. */
export type MemberEventKind =
  | "created"
  | "edited"
  | "scheduled"
  | "canceled"
  | "deleted"
  | "restored"
  | "retried"
  | "undone"
  | "taken_down"
  | "reassigned";

/** Adds one event by a member to the timelines of posts. `detail` holds facts, never the text of a post. */
export async function recordPostEvent(
  tx: Tx,
  actor: Actor,
  kind: MemberEventKind,
  postIds: readonly string[],
  clock: Clock,
  detail: Record<string, string | number | null> = {},
): Promise<void> {
  await recordPostEvents(
    tx,
    actor,
    postIds.map((postId) => ({ postId, kind, detail })),
    clock,
  );
}

export type NewPostEvent = { postId: string; kind: MemberEventKind; detail: Record<string, string | number | null> };

/** Does the same as `recordPostEvent`, with separate facts for each event. */
export async function recordPostEvents(
  tx: Tx,
  actor: Actor,
  events: readonly NewPostEvent[],
  clock: Clock,
): Promise<void> {
  if (events.length === 0) return;
  const at = clock.now();
  const isAssistant = actor.via === "mcp";
  const rows = events.map(({ postId, kind, detail }) => ({
    id: clock.newId(),
    postId,
    kind,
    at,
    memberId: actor.memberId,
    detail: isAssistant ? { ...detail, via: "mcp" } : detail,
  }));
  await tx.insert(postEvents).values(rows);
}
