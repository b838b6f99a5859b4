import type { Failure, Result } from "#lib/contract/errors.ts";
import type { BulkAnswer, BulkChange, Post } from "#lib/contract/types.ts";
import type { gateway } from "#lib/gateway/service-client.ts";

type Client = Awaited<ReturnType<typeof gateway>>;
type One = NonNullable<BulkChange["posts"]>[number];
type Standing = BulkAnswer["changed"][number];

/** Requests to the service at a time. */
const atOnce = 5;
const restores = "restore:";

/**
 * A change of many posts for a service that changes one at a time. What it can't undo has no `undo`; a deletion that
 * `canRestore` is undone by bringing each back.
 */
export async function changeEach(client: Client, change: BulkChange, canRestore: boolean): Promise<Result<BulkAnswer>> {
  if (!change.posts) return refusedWhole("This service changes named posts only.");
  if (change.start !== undefined) return refusedWhole("This service gives each post a time of its own.");
  const answer = await each(change.posts, (one) => changeOne(client, change, one));
  const gone = answer.changed.map(({ id }) => id);
  const undo = change.action === "delete" && canRestore && gone.length > 0 ? `${restores}${gone.join(",")}` : null;
  return { ok: { ...answer, undo } };
}

/** Undoes what `changeEach` said can be undone; null for any other id. */
export async function undoEach(client: Client, undo: string): Promise<Result<BulkAnswer> | null> {
  if (!undo.startsWith(restores)) return null;
  const posts = undo
    .slice(restores.length)
    .split(",")
    .map((id) => ({ id }));
  return { ok: await each(posts, (one) => changeOne(client, { action: "restore" }, one)) };
}

async function each(posts: readonly One[], act: (one: One) => Promise<Result<Standing>>): Promise<BulkAnswer> {
  const answer: BulkAnswer = { changed: [], refused: [], undo: null, undo_until: null };
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

async function changeOne(
  client: Client,
  { action, unconfirmed }: Pick<BulkChange, "action" | "unconfirmed">,
  { id, version, scheduled_for }: One,
): Promise<Result<Standing>> {
  switch (action) {
    case "delete": {
      const { error } = await client.deletePost({ id });
      return error ? { error } : { ok: { id, status: "draft", version: 0, scheduled_for: null } };
    }
    case "restore":
      return standing(await client.restorePost({ id }));
    case "cancel":
      return standing(await client.cancelPost({ id }));
    case "retry":
      return standing(await client.retryPost({ id, ...(unconfirmed && { unconfirmed }) }));
    default: {
      const seen = version === undefined ? await client.getPost({ id }) : null;
      if (seen?.error) return { error: seen.error };
      const status = { draft: "draft", schedule: "scheduled", publish: "publishing" } as const;
      const at = version ?? seen?.ok?.version ?? 0;
      const time = action === "schedule" ? { scheduled_for } : {};
      return standing(await client.changePost({ id, version: at, status: status[action], ...time }));
    }
  }
}

function standing({ ok, error }: Result<Post>): Result<Standing> {
  if (error) return { error };
  const { id, status, version = 0, scheduled_for } = ok as Post;
  return { ok: { id, status, version, scheduled_for } };
}

function refusedWhole(message: string): { error: Failure } {
  return { error: { code: "invalid_request", message, status: null } };
}
