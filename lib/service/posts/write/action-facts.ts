import type { Actor } from "#lib/service/core/actor.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { sendingPausedRefusal } from "#lib/service/core/sending-paused-refusal.ts";
import { asc, eq, inArray } from "#lib/service/db/drizzle-exports.ts";
import { channels, members, plannedParts, posts } from "#lib/service/db/drizzle-tables.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { readPartImages } from "#lib/service/media/part-images.ts";
import { pauseReasonSql } from "#lib/service/posts/pauses/pause-reason-sql.ts";
import type { PostRow } from "#lib/service/posts/read/require-post.ts";
import type { PostAction, PostSnapshot } from "#lib/service/posts/state/post-action-reducer.ts";
import {
  canUseChannelSql,
  deactivatedAuthorRefusal,
  formatNoChannelAccess,
  needsChannelAccess,
} from "./channel-access.ts";
import { validateTarget } from "./validate-target.ts";

export type PlannedPart = typeof plannedParts.$inferSelect;

/** Facts outside the post's row that decide an action, read once for all posts of a change. */
export type ActionFacts = {
  partsOf: (postId: string) => readonly PlannedPart[];
  /** Returns the refusal to send the post now while sending is paused; null when it is not. */
  whyPaused: (post: PostRow) => Refusal | null;
  /** Returns true if the post's channel is disconnected: nothing more is sent there. */
  isDisconnected: (post: PostRow) => boolean;
  /** Returns the refusal when nothing more of the post can be sent, whatever its text; null when it can. */
  whyGone: (post: PostRow) => Refusal | null;
  /**
   * Returns the delivery on the post's channel. @throws Refusal when the channel or its platform would refuse the post.
   */
  checkChannel: (post: PostRow, next: PostSnapshot) => PostSnapshot["delivery"];
};

/**
 * -
 * @param actor who acts; the right to use a channel is that of the post's author
 * @param actionType the same action for all posts, apart from its time.
 */
export async function loadActionFacts(
  tx: Tx,
  actor: Pick<Actor, "memberId">,
  rows: readonly PostRow[],
  actionType: PostAction["type"],
): Promise<ActionFacts> {
  const ids = rows.map((row) => row.id);
  const [goesOut, touchesParts] = [
    actionType === "schedule" || actionType === "publish",
    actionType === "draft" || actionType === "retry",
  ];
  const parts = goesOut || touchesParts ? await listStoredPlannedParts(tx, ids) : [];
  const byPost = Map.groupBy(parts, (part) => part.postId);
  const images = goesOut || actionType === "draft" ? await readPartImages(tx, ids) : null;
  const known = await readChannels(tx, ids);
  return {
    partsOf: (postId) => byPost.get(postId) ?? [],
    whyPaused(post) {
      const reason = known.get(post.id)?.pauseReason ?? null;
      return reason === null ? null : sendingPausedRefusal(reason);
    },
    isDisconnected: (post) => known.get(post.id)?.removedAt != null,
    whyGone(post) {
      const channel = known.get(post.id);
      if (channel?.isAuthorGone) return deactivatedAuthorRefusal();
      if (!channel?.removedAt) return null;
      return new Refusal("conflict", `${channel.name} is disconnected. Duplicate it for another channel.`);
    },
    checkChannel(post, next) {
      const channel = known.get(post.id);
      const isLenient = next.status === "draft";
      const name = channel?.name ?? post.platform;
      if (!isLenient && channel?.removedAt) throw new Refusal("conflict", `${name} is disconnected.`);
      if (!isLenient && channel?.isAuthorGone) throw deactivatedAuthorRefusal();
      if (!isLenient && needsChannelAccess(post.status) && channel?.mayUse === false) {
        throw new Refusal("conflict", formatNoChannelAccess(name, post.memberId === actor.memberId));
      }
      const target = {
        id: post.channelId,
        platform: post.platform,
        name,
        reportedLimits: channel?.reportedLimits ?? {},
        threadChoice: post.threadChoice,
      };
      return validateTarget(target, post.parts, images?.get(post.id) ?? [], isLenient).delivery;
    },
  };
}

/** Lists the planned parts of these posts, in order. */
export async function listStoredPlannedParts(tx: Tx, postIds: readonly string[]): Promise<PlannedPart[]> {
  return await tx
    .select()
    .from(plannedParts)
    .where(inArray(plannedParts.postId, [...postIds]))
    .orderBy(asc(plannedParts.postId), asc(plannedParts.number));
}

type PostChannel = {
  name: string;
  reportedLimits: Record<string, unknown>;
  removedAt: Date | null;
  mayUse: boolean;
  isAuthorGone: boolean;
  pauseReason: string | null;
};

/** Reads the channel of each post, with what its author may do there. */
async function readChannels(tx: Tx, postIds: readonly string[]): Promise<Map<string, PostChannel>> {
  if (postIds.length === 0) return new Map();
  const known = await tx
    .select({
      postId: posts.id,
      name: channels.name,
      reportedLimits: channels.told,
      removedAt: channels.removedAt,
      mayUse: canUseChannelSql(posts.memberId),
      authorRemovedAt: members.removedAt,
      pauseReason: pauseReasonSql,
    })
    .from(posts)
    .innerJoin(channels, eq(channels.id, posts.channelId))
    .innerJoin(members, eq(members.id, posts.memberId))
    .where(inArray(posts.id, [...postIds]));
  return new Map(
    known.map(({ postId, authorRemovedAt, ...row }) => [postId, { ...row, isAuthorGone: authorRemovedAt !== null }]),
  );
}
