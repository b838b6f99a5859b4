import { limits } from "#lib/contract/limits.ts";
import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { and, eq, inArray, isNull } from "#lib/service/db/drizzle.ts";
import { media, postMedia, posts } from "#lib/service/db/schema.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { findTextProblem, normaliseText } from "#lib/text/normalise-text.ts";
import type { MediaRow } from "./create-media.ts";

/** Posts that go out without another look at what they hold. Drafts and canceled ones are checked when they are sent. */
const stillToGo = ["scheduled", "publishing", "failed"] as const;

/**
 * Writes what an image shows, normalised as all texts are. Nothing is cut: what is too long is refused whole.
 * @throws Refusal `not_found` for another member's image as for none; `invalid_request` when a platform that one of its
 * posts is still to go to takes no description of that length.
 */
export async function describeMedia(tx: Tx, actor: Actor, id: string, raw: string): Promise<MediaRow> {
  const alt = parseAlt(raw);
  const isOwn = and(eq(media.id, id), eq(media.memberId, actor.memberId), eq(media.orgId, actor.orgId));
  const [row] = isUuid(id) ? await tx.update(media).set({ alt }).where(isOwn).returning() : [];
  if (!row) throw new Refusal("not_found", "There is no such image of yours.");
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
        `A post with this image is still to go to ${rules.name}, which takes a description of up to ${rules.images.maxAlt} characters; this one has ${alt.length}.`,
        "alt",
      );
    }
  }
  return row;
}

/** In the form in which all texts are kept; of nothing but blanks it is empty. Composing can make it longer. */
function parseAlt(raw: string): string {
  const alt = normaliseText(raw);
  const problem = findTextProblem(alt);
  if (problem === "blank") return "";
  if (problem) throw new Refusal("invalid_request", "The description holds a character that can't be kept.", "alt");
  if (alt.length > limits.altCharacters) {
    throw new Refusal("invalid_request", `A description has at most ${limits.altCharacters} characters.`, "alt");
  }
  return alt;
}
