import { isAdmin } from "#lib/contract/scopes.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { postEvents } from "#lib/service/db/drizzle-tables.ts";
import { notifyOutboxSql } from "#lib/service/db/pg-notifications.ts";
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
  | "takedown_failed"
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
  await notifyAuthors(tx, actor, events, clock);
}

/** Names a change for its author, such as `rescheduled`. */
function getChangeName({ kind, detail }: NewPostEvent): string {
  if (kind === "scheduled" && detail["from"] === "scheduled") return "rescheduled";
  if (kind === "edited" && detail["from"] !== detail["status"]) {
    return detail["status"] === "draft" ? "moved_to_drafts" : "published";
  }
  return kind === "retried" && detail["unconfirmed"] === "is_there" ? "confirmed" : kind;
}

/**
 * Notifies the authors of the changed posts through the outbox, unless they made the change themselves: one event for
 * each author, whatever the number of posts.
 */
async function notifyAuthors(tx: Tx, actor: Actor, events: readonly NewPostEvent[], clock: Clock): Promise<void> {
  const [first] = events;
  // Members change their own posts only; a takeover has its own page, and a failed takedown changes nothing.
  if (!first || !isAdmin(actor.role) || first.kind === "reassigned" || first.kind === "takedown_failed") return;
  await tx.client.query({
    name: "authors-of-changes",
    text: `with changed as (
             select p.org_id, p.member_id, count(*)::int as posts, (array_agg(p.id order by p.id))[1] as post_id,
               (array_agg(p.scheduled_for order by p.id))[1] as scheduled_for
             from posts p join members m on m.id = p.member_id
             where p.id = any($1::uuid[]) and p.member_id <> $2::uuid and m.removed_at is null
             group by p.org_id, p.member_id),
           written as (
             insert into outbox (org_id, member_id, post_id, kind, detail, at)
             select org_id, member_id, case when posts = 1 then post_id end, 'post.changed',
               jsonb_build_object('by', $2::uuid, 'change', $3::text, 'action', $4::text, 'posts', posts,
                 'scheduled_for', case when posts = 1 then scheduled_for end), $5
             from changed returning 1)
           select ${notifyOutboxSql} where exists (select from written)`,
    values: [events.map(({ postId }) => postId), actor.memberId, clock.newId(), getChangeName(first), clock.now()],
  });
}
