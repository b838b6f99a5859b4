import { limits } from "#lib/contract/limits.ts";
import type { Pagination, PlannedPost, PlannedPostsChange } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import {
  applyScheduledPostsAction,
  listMemberScheduledPosts,
} from "#lib/service/posts/write/hold-or-transfer-scheduled-posts.ts";
import { requireMember } from "./list-members.ts";
import { lockOrganization } from "./require-admin.ts";

/** What a member of the organization has scheduled. @throws Refusal `forbidden`, `not_found` */
export async function listPlannedPostsOfMember(
  db: Pick<Tx["client"], "query">,
  actor: Actor,
  id: string,
  page: { limit: number; offset: number },
): Promise<{ data: PlannedPost[]; pagination: Pagination }> {
  await requireMember(db, actor, id);
  const { planned, total } = await listMemberScheduledPosts(db, id, page);
  return { data: planned, pagination: { ...page, total } };
}

/**
 * Decides on what a deactivated member had scheduled; an active one decides on their own.
 * @throws Refusal `not_found` for a member or a new one that is not here; `conflict` while they are active, and where a
 *   post's channel is not for the new one
 */
export async function updatePlannedPostsOfMember(
  tx: Tx,
  actor: Actor,
  id: string,
  change: PlannedPostsChange,
  context: Pick<Context, "clock" | "wakeAt">,
): Promise<{ changed: number; drafts: number; left: number }> {
  const now = await lockOrganization(tx, actor);
  const member = await requireMember(tx.client, now, id);
  const at = { memberId: id, ids: change.posts ?? null, max: limits.postsPerChange };
  if (change.action === "reassign" && change.to === undefined) {
    throw new Refusal("invalid_request", "to must name the member who takes over the posts.", "to");
  }
  if (member.state === "active") {
    throw new Refusal(
      "conflict",
      `${member.name} is active, so only they can change their posts. Nothing was changed.`,
    );
  }
  if (change.action === "cancel") return applyScheduledPostsAction(tx, actor, at, { type: "cancel" }, context);
  const to = await requireMember(tx.client, now, change.to ?? "");
  if (to.state !== "active") throw new Refusal("conflict", `${to.name} is deactivated and can't take posts.`);
  return applyScheduledPostsAction(tx, actor, at, { type: "reassign", to, credit: change.credit }, context);
}
