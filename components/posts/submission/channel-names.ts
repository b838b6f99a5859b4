import { getPlatformLabel } from "#components/posts/post-labels.ts";
import { getShownStatus } from "#lib/contract/resources/post-statuses.ts";
import type { Post } from "#lib/contract/types.ts";

const list = new Intl.ListFormat("en-GB");

/**
 * Formats the channels of posts: "X", "X and LinkedIn"; by the channel's name where two of `all` are on one platform.
 * @param all every post of the submission
 */
export function formatChannels(
  posts: readonly Post[],
  all: readonly Post[],
  accounts: Readonly<Record<string, string>>,
): string {
  return list.format(
    posts.map((post) => {
      const isAlone = all.filter(({ channel }) => channel === post.channel).length === 1;
      const account = post.channel_id ? accounts[post.channel_id] : undefined;
      return isAlone || !account ? getPlatformLabel(post) : account;
    }),
  );
}

/** Returns the name that the post's channel was given, for a list of all channels. */
export const getChannelName = (post: Post, accounts: Readonly<Record<string, string>>): string =>
  (post.channel_id && accounts[post.channel_id]) || getPlatformLabel(post);

/** Formats a shown status within a sentence: `on hold`. */
export const formatStatusWord = (status: string): string => status.replaceAll("_", " ");

/** The most urgent first. */
const statusOrder = ["unconfirmed", "failed", "on_hold", "publishing", "scheduled", "published", "canceled", "draft"];

/** Counts the posts by status, the most urgent status first. */
export function countStatuses(posts: readonly Post[]): { status: string; count: number }[] {
  const groups = Map.groupBy(posts, getShownStatus);
  const place = (status: string) => (statusOrder.indexOf(status) + statusOrder.length) % statusOrder.length;
  return [...groups]
    .map(([status, some]) => ({ status, count: some.length }))
    .sort((one, other) => place(one.status) - place(other.status));
}

/** Formats the statuses of a submission's posts: "Published on 2, failed on 1". */
export function formatStatuses(posts: readonly Post[]): string {
  const counts = countStatuses(posts).sort((one, other) => other.count - one.count);
  const text = counts.map(({ status, count }) => `${formatStatusWord(status)} on ${count}`).join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
