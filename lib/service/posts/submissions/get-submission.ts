import type pg from "pg";
import type { Submission } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { getBlindReviewerId } from "#lib/service/posts/read/get-blind-reviewer-id.ts";
import { loadPosts } from "#lib/service/posts/read/load-posts.ts";
import { getPlanReaderId, readablePostsSql, toReaderValues } from "#lib/service/posts/read/readable-posts.ts";
import { hideAuthor } from "./list-submissions.ts";
import { submissionNotFound, toSubmissionValues } from "./lock-submission.ts";

const readIds = `select id, member_id = $2 as "isOwn" from posts
  where submission_id = $1 and ${readablePostsSql} and deleted_at is null order by created_at, id`;

/**
 * Returns a submission with the posts that the caller can see: for an administrator all, for a member their own, and
 * where they have none in it those of the plan.
 * @throws Refusal `not_found` without such a post
 */
export async function getSubmission(
  client: pg.Pool | pg.PoolClient,
  actor: Actor,
  id: string,
  origin: string,
): Promise<Submission> {
  const [submissionId] = toSubmissionValues(actor, id);
  const values = [submissionId, ...toReaderValues(actor)];
  const { rows } = await client.query<{ id: string; isOwn: boolean }>({
    name: "read-submission",
    text: readIds,
    values,
  });
  const planFor = getPlanReaderId(actor);
  // A member changes their own part of a submission, which others' posts are no part of.
  const own = planFor === null ? [] : rows.filter(({ isOwn }) => isOwn);
  const ids = (own.length > 0 ? own : rows).map((row) => row.id);
  const blindFor = own.length > 0 ? null : await getBlindReviewerId(client, actor, "all");
  const posts = hideAuthor(await loadPosts(client, ids, origin, { blindFor, planFor }));
  const [first] = posts;
  if (!first) throw submissionNotFound();
  return { id: submissionId, created_at: first.created_at, posts };
}
