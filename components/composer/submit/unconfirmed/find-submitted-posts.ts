import type { SubmitRequest } from "#components/composer/state/composer-state.ts";
import { getRequestTexts } from "#components/composer/state/submission/unconfirmed-requests.ts";
import type { Channel, Post } from "#lib/contract/types.ts";

/** Ms that the clocks of dashboard and service may differ. */
const maxClockSkewMs = 60_000;

/** Removes spaces for the comparison, because the service may return the parts joined. */
const stripSpaces = (texts: readonly string[]) => texts.join("").replace(/\s+/gu, "");

/**
 * Finds the posts that an unconfirmed request created: same channel, same text, newer than the submission. The API
 * document gives a post its channel's platform and not the channel's id, so if two channels share a platform, both
 * posts must be there.
 */
export function findSubmittedPosts(
  call: SubmitRequest,
  at: { posts: readonly Post[]; channels: readonly Channel[]; sinceMs: number; knownIds: ReadonlySet<string> },
): { channelId: string; post: Post }[] {
  const text = stripSpaces(getRequestTexts(call));
  const candidates = at.posts.filter(
    (post) =>
      !at.knownIds.has(post.id) &&
      Date.parse(post.created_at) >= at.sinceMs - maxClockSkewMs &&
      stripSpaces(post.posts.map((part) => part.text)) === text,
  );
  const byPlatform = Map.groupBy(call.channelIds, (id) => at.channels.find((one) => one.id === id)?.platform);
  return [...byPlatform].flatMap(([platform, ids]) => {
    const found = candidates.filter(({ channel }) => channel === platform);
    if (platform === undefined || found.length < ids.length) return [];
    return ids.flatMap((channelId, index) => {
      const post = found[index];
      return post ? { channelId, post } : [];
    });
  });
}
