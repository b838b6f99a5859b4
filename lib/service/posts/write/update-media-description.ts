import { limits } from "#lib/contract/limits.ts";
import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { PostStatus } from "#lib/contract/resources/post-statuses.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { requireDraftsAllowed } from "#lib/service/core/drafts-only.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { and, eq } from "#lib/service/db/drizzle-exports.ts";
import { media } from "#lib/service/db/drizzle-tables.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import type { MediaRow } from "#lib/service/media/create-media.ts";
import { recordPostEvents } from "#lib/service/posts/events/record-post-events.ts";
import { findTextProblem, normaliseText } from "#lib/text/normalise-text.ts";

/**
 * Statuses of posts that are published without another check of their images. Drafts and canceled posts are checked
 * when they are sent.
 */
const stillToGo: readonly PostStatus[] = ["scheduled", "publishing", "failed"];

/** A post whose published content a new description changes, with its version after that. */
export type RaisedPost = { id: string; version: number };

/**
 * Sets an image's description, normalized like all texts. Nothing is cut: a description that is too long is refused.
 * Whoever changes others' posts also describes the images of those that are not published. Posts that are not out yet
 * will be published with the new description, so their versions rise: a person who read the one before notices.
 * @returns the image and the posts whose version rose; none where the description stays as it was
 * @throws Refusal `not_found`, both for another member's image and for an unknown id; `invalid_request` when one of the
 * image's posts is still to be published on a platform that takes no description of that length; `forbidden` for a
 * drafts-only key when a post with the image is no draft.
 */
export async function updateMediaDescription(
  tx: Tx,
  actor: Actor,
  id: string,
  raw: string,
  clock: Clock,
): Promise<{ row: MediaRow; raised: RaisedPost[] }> {
  const alt = parseAlt(raw);
  // The posts before the image, in the order of ids, as whoever attaches an image to a post locks them.
  const users = isUuid(id) ? await lockPostsWithImage(tx, actor, id) : [];
  const own = eq(media.memberId, actor.memberId);
  const isInUnpublished = users.some(({ status }) => status !== "published");
  const changeable = actor.scopes.has("posts:manage") && isInUnpublished ? undefined : own;
  const wanted = and(eq(media.id, id), changeable, eq(media.orgId, actor.orgId));
  const [before] = isUuid(id) ? await tx.select().from(media).where(wanted).for("no key update") : [];
  if (!before) throw new Refusal("not_found", "You have no image with this id.");
  if (before.alt === alt) return { row: before, raised: [] };
  requireDraftsAllowed(actor, ...users.map(({ status }) => status));
  for (const { platform, status } of users) {
    const rules = stillToGo.includes(status) ? getPlatformRules(platform) : null;
    if (rules && alt.length > rules.images.maxAlt) {
      throw new Refusal(
        "invalid_request",
        `An unpublished post uses this image on ${rules.name}, which allows descriptions of up to ${rules.images.maxAlt} characters. This one has ${alt.length}.`,
        "alt",
      );
    }
  }
  await tx.update(media).set({ alt }).where(eq(media.id, id));
  const unpublished = users.filter(({ status }) => status !== "published");
  const raised = await raiseVersions(tx, unpublished, clock);
  const events = unpublished.map(({ id: postId, status }) => ({
    postId,
    kind: "edited" as const,
    detail: { from: status, status },
  }));
  await recordPostEvents(tx, actor, events, clock);
  return { row: { ...before, alt }, raised };
}

type PostWithImage = { id: string; platform: string; status: PostStatus };

async function lockPostsWithImage(tx: Tx, actor: Actor, mediaId: string): Promise<PostWithImage[]> {
  const { rows } = await tx.client.query<PostWithImage>({
    name: "lock-posts-with-image",
    text: `select id, platform, status from posts
           where id in (select post_id from post_media where media_id = $1) and org_id = $2 and deleted_at is null
           order by id for no key update`,
    values: [mediaId, actor.orgId],
  });
  return rows;
}

async function raiseVersions(tx: Tx, raised: readonly PostWithImage[], clock: Clock): Promise<RaisedPost[]> {
  const { rows } = await tx.client.query<RaisedPost>({
    name: "raise-post-versions",
    text: "update posts set version = version + 1, updated_at = $2 where id = any($1::uuid[]) returning id, version",
    values: [raised.map(({ id }) => id), clock.now()],
  });
  return rows;
}

/** Normalizes a description; blanks alone become empty. Unicode composition can make the text longer. */
function parseAlt(raw: string): string {
  const alt = normaliseText(raw);
  const problem = findTextProblem(alt);
  if (problem === "blank") return "";
  if (problem)
    throw new Refusal("invalid_request", "The description contains a character that can't be stored.", "alt");
  if (alt.length > limits.altCharacters) {
    throw new Refusal("invalid_request", `A description can have at most ${limits.altCharacters} characters.`, "alt");
  }
  return alt;
}
