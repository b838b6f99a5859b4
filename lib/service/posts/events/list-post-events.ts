import { isAdmin } from "#lib/contract/scopes.ts";
import type { PostTimelineEvent } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { getBlindReviewerId, hasPendingClaimSql } from "#lib/service/posts/read/get-blind-reviewer-id.ts";
import { postNotFound } from "#lib/service/posts/read/require-post.ts";

/** More events than a post can have in its life, unless a program edits it. */
const eventsMax = 1_000;

const sql = `
  select e.id, e.at, e.kind, e.detail, e.member_id, m.name, p.member_id <> $2 and ${hasPendingClaimSql("p")} as undecided
  from posts p left join lateral (
    select id, at, kind, detail, member_id from post_events where post_id = p.id order by at desc, id desc limit ${eventsMax}
  ) as e on true left join members m on m.id = e.member_id
  where p.id = $1 and (p.member_id = $2 or p.org_id = $3) and p.deleted_at is null
  order by e.at desc, e.id desc`;

/**
 * Lists a post's events, newest first: who did what, with the facts as stored. In a blind review with an undecided
 * claim, all names but the caller's own are hidden.
 * @throws Refusal `not_found`, both for a post that the caller may not see and for an unknown id.
 */
export async function listPostEvents(
  context: Pick<Context, "pool">,
  actor: Actor,
  postId: string,
): Promise<PostTimelineEvent[]> {
  if (!isUuid(postId)) throw postNotFound();
  const { rows } = await context.pool.query({
    name: "list-events",
    text: sql,
    values: [postId, actor.memberId, isAdmin(actor.role) ? actor.orgId : null],
  });
  if (rows.length === 0) throw postNotFound();
  const isHidden = rows[0].undecided && (await getBlindReviewerId(context.pool, actor, "all")) !== null;
  return rows
    .filter((row) => row.id !== null)
    .map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      kind: row.kind,
      member:
        row.member_id === null || (isHidden && row.member_id !== actor.memberId)
          ? null
          : { id: row.member_id, name: row.name ?? "" },
      detail: row.detail,
    }));
}
