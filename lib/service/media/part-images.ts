import { Refusal } from "#lib/service/core/refusal.ts";
import { asc, eq, inArray } from "#lib/service/db/drizzle-exports.ts";
import { media, postMedia } from "#lib/service/db/drizzle-tables.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import type { MediaRow } from "./create-media.ts";

// The images of a post, one list for each part in order; trailing parts without images may be missing.

export type AttachedImage = Pick<MediaRow, "id" | "frames" | "alt" | "mime" | "sizeBytes" | "width" | "height">;

/**
 * Returns the ids of each part's images. Null without both `media` and `part_media`; `media` names the images of the
 * first part, and the other parts then have those of `before`.
 * @throws Refusal `invalid_request` for both fields, for a list of a part that is not there, or for an image on two parts
 */
export function parsePartImages(
  input: { media?: readonly string[] | undefined; part_media?: readonly (readonly string[])[] | undefined },
  parts: number,
  before: readonly (readonly AttachedImage[])[] = [],
): string[][] | null {
  const { media: first, part_media: ofParts } = input;
  if (first && ofParts) throw new Refusal("invalid_request", "Send media or part_media, not both.", "part_media");
  const lists = ofParts ?? (first && [first, ...before.slice(1).map((images) => images.map(({ id }) => id))]);
  if (!lists) return null;
  const field = ofParts ? "part_media" : "media";
  const used = lists.findLastIndex((ids) => ids.length > 0) + 1;
  if (used > parts) {
    const has = parts === 1 ? "there is only one part" : `there are only ${parts} parts`;
    throw new Refusal("invalid_request", `Part ${used} has images, but ${has}.`, field);
  }
  refuseImageOnTwoParts(lists, field);
  return lists.slice(0, used).map((ids) => [...ids]);
}

function refuseImageOnTwoParts(lists: readonly (readonly string[])[], field: string): void {
  const partOf = new Map<string, number>();
  for (const [index, ids] of lists.entries()) {
    for (const id of ids.map((one) => one.toLowerCase())) {
      const known = partOf.get(id) ?? index;
      if (known !== index) {
        const named = JSON.stringify(id.slice(0, 64));
        const message = `The image ${named} is on part ${known + 1} and on part ${index + 1}. An image belongs to one part.`;
        throw new Refusal("invalid_request", message, field);
      }
      partOf.set(id, index);
    }
  }
}

/** Reads the images of each post's parts, by post id. */
export async function readPartImages(tx: Tx, postIds: readonly string[]): Promise<Map<string, AttachedImage[][]>> {
  const rows = await tx
    .select({
      postId: postMedia.postId,
      part: postMedia.part,
      image: {
        id: media.id,
        frames: media.frames,
        alt: media.alt,
        mime: media.mime,
        sizeBytes: media.sizeBytes,
        width: media.width,
        height: media.height,
      },
    })
    .from(postMedia)
    .innerJoin(media, eq(media.id, postMedia.mediaId))
    .where(inArray(postMedia.postId, [...postIds]))
    .orderBy(asc(postMedia.postId), asc(postMedia.position));
  const ofPosts = new Map<string, AttachedImage[][]>();
  for (const { postId, part, image } of rows) {
    const parts = ofPosts.get(postId) ?? [];
    ofPosts.set(postId, parts);
    while (parts.length < part) parts.push([]);
    parts[part - 1]?.push(image);
  }
  return ofPosts;
}

/** Attaches the same images to each of these posts, which have none. */
export async function attachImages(
  tx: Tx,
  postIds: readonly string[],
  images: readonly (readonly Pick<MediaRow, "id">[])[],
): Promise<void> {
  const ofParts = images.flatMap((own, index) => own.map(({ id }) => ({ part: index + 1, mediaId: id })));
  const rows = postIds.flatMap((postId) => ofParts.map((row, index) => ({ ...row, postId, position: index + 1 })));
  if (rows.length > 0) await tx.insert(postMedia).values(rows);
}

export async function replaceImages(
  tx: Tx,
  postId: string,
  images: readonly (readonly Pick<MediaRow, "id">[])[],
): Promise<void> {
  await tx.delete(postMedia).where(eq(postMedia.postId, postId));
  await attachImages(tx, [postId], images);
}
