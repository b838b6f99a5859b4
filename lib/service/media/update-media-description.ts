import { limits } from "#lib/contract/limits.ts";
import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { and, eq, inArray, isNull, ne, or } from "#lib/service/db/drizzle-exports.ts";
import { media, postMedia, posts } from "#lib/service/db/drizzle-tables.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { findTextProblem, normaliseText } from "#lib/text/normalise-text.ts";
import type { MediaRow } from "./create-media.ts";

/**
 * Statuses of posts that are published without another check of their images. Drafts and canceled posts are checked
 * when they are sent.
 */
const stillToGo = ["scheduled", "publishing", "failed"] as const;

/**
 * Sets an image's description, normalized like all texts. Nothing is cut: a description that is too long is refused.
 * Whoever changes others' posts also describes the images of those that are not published.
 * @throws Refusal `not_found`, both for another member's image and for an unknown id; `invalid_request` when one of the
 * image's posts is still to be published on a platform that takes no description of that length.
 */
export async function updateMediaDescription(tx: Tx, actor: Actor, id: string, raw: string): Promise<MediaRow> {
  const alt = parseAlt(raw);
  const own = eq(media.memberId, actor.memberId);
  const inOthersPosts = tx
    .select({ id: postMedia.mediaId })
    .from(postMedia)
    .innerJoin(posts, eq(posts.id, postMedia.postId))
    .where(and(eq(postMedia.mediaId, id), ne(posts.status, "published"), isNull(posts.deletedAt)));
  const changeable = actor.scopes.has("posts:manage") ? or(own, inArray(media.id, inOthersPosts)) : own;
  const wanted = and(eq(media.id, id), changeable, eq(media.orgId, actor.orgId));
  const [row] = isUuid(id) ? await tx.update(media).set({ alt }).where(wanted).returning() : [];
  if (!row) throw new Refusal("not_found", "You have no image with this id.");
  const waiting = await tx
    .selectDistinct({ platform: posts.platform })
    .from(posts)
    .innerJoin(postMedia, eq(postMedia.postId, posts.id))
    .where(and(eq(postMedia.mediaId, row.id), inArray(posts.status, [...stillToGo]), isNull(posts.deletedAt)));
  for (const { platform } of waiting) {
    const rules = getPlatformRules(platform);
    if (rules && alt.length > rules.images.maxAlt) {
      throw new Refusal(
        "invalid_request",
        `An unpublished post uses this image on ${rules.name}, which allows descriptions of up to ${rules.images.maxAlt} characters. This one has ${alt.length}.`,
        "alt",
      );
    }
  }
  return row;
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
