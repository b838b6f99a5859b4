import type { SubmitRequest } from "#components/composer/state/composer-state.ts";
import { getRequestTexts } from "#components/composer/state/submission/unconfirmed-requests.ts";
import type { Channel, Post } from "#lib/contract/types.ts";
import { toComparableText } from "#lib/text/comparable-text.ts";

/** Ms that the clocks of dashboard and service may differ. */
const maxClockSkewMs = 60_000;

/**
 * Finds the posts that an unconfirmed request created: same channel, same text, newer than the submission. The API
 * document gives a post its channel's platform and not the channel's id, so if two channels share a platform, both
 * posts must be there. It also allows a post without a platform: such a post counts for any channel, once.
 */
export function findSubmittedPosts(
  call: SubmitRequest,
  at: { posts: readonly Post[]; channels: readonly Channel[]; sinceMs: number; knownIds: ReadonlySet<string> },
): { channelId: string; post: Post }[] {
  const text = toComparableText(getRequestTexts(call));
  const candidates = at.posts.filter(
    (post) =>
      !at.knownIds.has(post.id) &&
      Date.parse(post.created_at) >= at.sinceMs - maxClockSkewMs &&
      toComparableText(post.posts.map((part) => part.text)) === text,
  );
  const byPlatform = Map.groupBy(call.channelIds, (id) => at.channels.find((one) => one.id === id)?.platform);
  let unnamed = candidates.filter(({ channel }) => channel === null);
  return [...byPlatform].flatMap(([platform, ids]) => {
    const named = candidates.filter(({ channel }) => channel !== null && channel === platform);
    const found = [...named, ...unnamed].slice(0, ids.length);
    if (platform === undefined || found.length < ids.length) return [];
    unnamed = unnamed.filter((post) => !found.includes(post));
    return ids.flatMap((channelId, index) => {
      const post = found[index];
      return post ? { channelId, post } : [];
    });
  });
}
