import type { Failure, Result } from "#lib/contract/errors.ts";
import type { BulkChange, BulkChangeResult, Post } from "#lib/contract/types.ts";
import type { getServiceClient } from "#lib/gateway/service-client.ts";

type Client = Awaited<ReturnType<typeof getServiceClient>>;
type PostToUpdate = NonNullable<BulkChange["posts"]>[number];
type UpdatedPost = BulkChangeResult["changed"][number];

/** Concurrent requests to the service. */
const atOnce = 5;
const restores = "restore:";

/**
 * Changes many posts on a service that changes one at a time. A change that can't be undone has no `undo`; if
 * `canRestore`, a deletion is undone by restoring each post.
 */
export async function updatePostsOneByOne(
  client: Client,
  change: BulkChange,
  canRestore: boolean,
): Promise<Result<BulkChangeResult>> {
  if (!change.posts) return refuseAll("This service can't change posts by a filter. Select the posts.");
  if (change.start !== undefined)
    return refuseAll("This service can't shift several posts at once. Set a time for each post.");
  const answer = await runForEach(change.posts, (one) => updateOnePost(client, change, one));
  const gone = answer.changed.map(({ id }) => id);
  const undo = change.action === "delete" && canRestore && gone.length > 0 ? `${restores}${gone.join(",")}` : null;
  return { ok: { ...answer, undo } };
}

/** Undoes a change that `updatePostsOneByOne` marked as undoable; returns null for any other id. */
export async function undoPostsOneByOne(client: Client, undo: string): Promise<Result<BulkChangeResult> | null> {
  if (!undo.startsWith(restores)) return null;
  const posts = undo
    .slice(restores.length)
    .split(",")
    .map((id) => ({ id }));
  return { ok: await runForEach(posts, (one) => updateOnePost(client, { action: "restore" }, one)) };
}

async function runForEach(
  posts: readonly PostToUpdate[],
  act: (one: PostToUpdate) => Promise<Result<UpdatedPost>>,
): Promise<BulkChangeResult> {
  const answer: BulkChangeResult = { changed: [], refused: [], undo: null, undo_until: null };
  for (let at = 0; at < posts.length; at += atOnce) {
    const some = posts.slice(at, at + atOnce);
    const results = await Promise.all(some.map(act));
    for (const [index, { ok, error }] of results.entries()) {
      const id = some[index]?.id ?? "";
      if (ok) answer.changed.push(ok);
      else answer.refused.push({ id, error: { code: error.code, message: error.message }, now: null });
    }
  }
  return answer;
}

async function updateOnePost(
  client: Client,
  { action, unconfirmed, url }: Pick<BulkChange, "action" | "unconfirmed" | "url">,
  { id, version, scheduled_for }: PostToUpdate,
): Promise<Result<UpdatedPost>> {
  switch (action) {
    case "delete": {
      const { ok, error } = await client.deletePost({ id });
      if (error) return { error };
      if (!ok.deleted) return refuseAll("The service did not delete it. Nothing was changed.");
      return { ok: { id, status: "draft", version: 0, scheduled_for: null } };
    }
    case "restore":
      return toUpdatedPost(await client.restorePost({ id }));
    case "cancel":
      return toUpdatedPost(await client.cancelPost({ id }));
    case "retry":
      return toUpdatedPost(await client.retryPost({ id, ...(unconfirmed && { unconfirmed }), ...(url && { url }) }));
    default: {
      const seen = version === undefined ? await client.getPost({ id }) : null;
      if (seen?.error) return { error: seen.error };
      const status = { draft: "draft", schedule: "scheduled", publish: "publishing" } as const;
      const at = version ?? seen?.ok?.version ?? 0;
      const time = action === "schedule" ? { scheduled_for } : {};
      return toUpdatedPost(await client.changePost({ id, version: at, status: status[action], ...time }));
    }
  }
}

function toUpdatedPost({ ok, error }: Result<Post>): Result<UpdatedPost> {
  if (error) return { error };
  const { id, status, version = 0, scheduled_for } = ok as Post;
  return { ok: { id, status, version, scheduled_for } };
}

function refuseAll(message: string): { error: Failure } {
  return { error: { code: "invalid_request", message, status: null } };
}
