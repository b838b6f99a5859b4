import type pg from "pg";
import type { Submission } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { getBlindReviewerId } from "#lib/service/posts/read/get-blind-reviewer-id.ts";
import { loadPosts } from "#lib/service/posts/read/load-posts.ts";
import { hideAuthor } from "./list-submissions.ts";
import { submissionNotFound, toSubmissionValues, visiblePostsSql } from "./lock-submission.ts";

const readIds = `select id from posts where ${visiblePostsSql} and deleted_at is null order by created_at, id`;

/**
 * Returns a submission with the posts that the caller can see: their own, and for an administrator all.
 * @throws Refusal `not_found` without such a post
 */
export async function getSubmission(
  client: pg.Pool | pg.PoolClient,
  actor: Actor,
  id: string,
  origin: string,
): Promise<Submission> {
  const values = toSubmissionValues(actor, id);
  const { rows } = await client.query<{ id: string }>({ name: "read-submission", text: readIds, values });
  const blindFor = values[2] === null ? null : await getBlindReviewerId(client, actor, "all");
  const ids = rows.map((row) => row.id);
  const posts = hideAuthor(await loadPosts(client, ids, origin, blindFor));
  const [first] = posts;
  if (!first) throw submissionNotFound();
  return { id: values[0], created_at: first.created_at, posts };
}
