import { Refusal } from "#lib/service/core/refusal.ts";
import { asc, eq, inArray } from "#lib/service/db/drizzle-exports.ts";
import { channels, media, postMedia } from "#lib/service/db/schema.ts";
import { plannedParts } from "#lib/service/db/schema-planned-parts.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import type { PostRow } from "#lib/service/posts/read/require-post.ts";
import type { PostAction, PostSnapshot } from "#lib/service/posts/state/post-action-reducer.ts";
import { canUseChannelSql, formatNoChannelAccess, needsChannelAccess } from "./channel-access.ts";
import { validateTarget } from "./validate-target.ts";

export type PlannedPart = typeof plannedParts.$inferSelect;

/** Facts outside the post's row that decide an action, read once for all posts of a change. */
export type ActionFacts = {
  partsOf: (postId: string) => readonly PlannedPart[];
  /** Returns the refusal when nothing more of the post can be sent, whatever its text; null when it can. */
  whyGone: (post: PostRow) => Refusal | null;
  /**
   * Returns the delivery on the post's channel. @throws Refusal when the channel or its platform would refuse the post.
   */
  checkChannel: (post: PostRow, next: PostSnapshot) => PostSnapshot["delivery"];
};

/**
 * -
 * @param actionType the same action for all posts, apart from its time.
 */
export async function loadActionFacts(
  tx: Tx,
  rows: readonly PostRow[],
  actionType: PostAction["type"],
): Promise<ActionFacts> {
  const ids = rows.map((row) => row.id);
  const [goesOut, touchesParts] = [
    actionType === "schedule" || actionType === "publish",
    actionType === "draft" || actionType === "retry",
  ];
  const parts = goesOut || touchesParts ? await listPlannedParts(tx, ids) : [];
  const byPost = Map.groupBy(parts, (part) => part.postId);
  const images = goesOut || actionType === "draft" ? await readImages(tx, ids) : [];
  const imagesOf = Map.groupBy(images, (image) => image.postId);
  const known = await readChannels(tx, rows);
  return {
    partsOf: (postId) => byPost.get(postId) ?? [],
    whyGone(post) {
      const channel = known.get(post.channelId);
      if (!channel?.removedAt) return null;
      return new Refusal("conflict", `${channel.name} is disconnected. Duplicate it for another channel.`);
    },
    checkChannel(post, next) {
      const channel = known.get(post.channelId);
      const isLenient = next.status === "draft";
      const name = channel?.name ?? post.platform;
      if (!isLenient && channel?.removedAt) throw new Refusal("conflict", `${name} is disconnected.`);
      if (!isLenient && needsChannelAccess(post.status) && channel?.mayUse === false) {
        throw new Refusal("conflict", formatNoChannelAccess(name));
      }
      const target = {
        id: post.channelId,
        platform: post.platform,
        name,
        reportedLimits: channel?.reportedLimits ?? {},
      };
      return validateTarget(target, post.parts, imagesOf.get(post.id) ?? [], isLenient);
    },
  };
}

/** Lists the planned parts of these posts, in order. */
export async function listPlannedParts(tx: Tx, postIds: readonly string[]): Promise<PlannedPart[]> {
  return await tx
    .select()
    .from(plannedParts)
    .where(inArray(plannedParts.postId, [...postIds]))
    .orderBy(asc(plannedParts.postId), asc(plannedParts.number));
}

async function readImages(
  tx: Tx,
  postIds: readonly string[],
): Promise<{ postId: string; frames: number; alt: string }[]> {
  return await tx
    .select({ postId: postMedia.postId, frames: media.frames, alt: media.alt })
    .from(postMedia)
    .innerJoin(media, eq(media.id, postMedia.mediaId))
    .where(inArray(postMedia.postId, [...postIds]))
    .orderBy(asc(postMedia.postId), asc(postMedia.position));
}

/** Reads the channels of the posts; all posts of one change belong to one member. */
async function readChannels(
  tx: Tx,
  rows: readonly PostRow[],
): Promise<
  Map<string, { name: string; reportedLimits: Record<string, unknown>; removedAt: Date | null; mayUse: boolean }>
> {
  const [first] = rows;
  if (!first) return new Map();
  const ids = [...new Set(rows.map((row) => row.channelId))];
  const known = await tx
    .select({
      id: channels.id,
      name: channels.name,
      reportedLimits: channels.told,
      removedAt: channels.removedAt,
      mayUse: canUseChannelSql(first.memberId),
    })
    .from(channels)
    .where(inArray(channels.id, ids));
  return new Map(known.map((row) => [row.id, row]));
}
